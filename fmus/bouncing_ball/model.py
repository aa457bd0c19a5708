"""A ball that falls on the ground, bounces and comes to rest: rigid contact, with infinitely many impacts in 4.06 s."""

from mbfmu import Body, Contact, FreeMotion, Model, PlaneSurface, PositionSensor, SphereSurface, VelocitySensor, World

RADIUS, HEIGHT, M = 0.1, 1.0, 2.0  # m; m: below the ball at the start; kg

bouncing = Model("BouncingBall", "ball that bounces and comes to rest", stop_time=5.0, step_size=1e-2)
bouncing.world = World(g=9.81)
bouncing.ball = Body(m=M, I=[2 / 5 * M * RADIUS**2] * 3)
bouncing.free = FreeMotion(bouncing.world.frame_b, bouncing.ball.frame_a, r_start=[0, 0, RADIUS + HEIGHT])
bouncing.round, bouncing.ground = SphereSurface(radius=RADIUS), PlaneSurface()
bouncing.contact = Contact(bouncing.ball.frame_a, bouncing.world.frame_b, bouncing.round, bouncing.ground, e=0.8)
bouncing.place, bouncing.motion = PositionSensor(bouncing.ball.frame_a), VelocitySensor(bouncing.ball.frame_a)
bouncing.expose(
    outputs={"r": bouncing.place.r, "v": bouncing.motion.v, "gap": bouncing.contact.gap, "N": bouncing.contact.N},
    tunable=[bouncing.contact.e],
)

model = bouncing
