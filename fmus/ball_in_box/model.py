"""A ball in a box that slides to and fro: it bounces and rolls from wall to wall, with friction."""

import numpy as np

from mbfmu import (
    Body,
    Box,
    EnergyError,
    FreeMotion,
    HuntCrossleyContact,
    JointForce,
    Model,
    PlaneSurface,
    PositionSensor,
    Prismatic,
    Sphere,
    SphereSurface,
    World,
)

SIZE = np.array([0.6, 0.4, 0.3])  # m: inside of the box
RADIUS = 0.04  # m
WOOD = "#b58a5a"
WALLS = {  # in the box: the middle, and the turn that points z of the wall inward
    "floor": ([0, 0, 0], [1, 0, 0], 0.0),
    "left": ([0, SIZE[1] / 2, SIZE[2] / 2], [1, 0, 0], np.pi / 2),
    "right": ([0, -SIZE[1] / 2, SIZE[2] / 2], [1, 0, 0], -np.pi / 2),
    "front": ([SIZE[0] / 2, 0, SIZE[2] / 2], [0, 1, 0], -np.pi / 2),
    "back": ([-SIZE[0] / 2, 0, SIZE[2] / 2], [0, 1, 0], np.pi / 2),
}

THICK, RIM = 0.01, 0.05  # m: of the boards, and how high they are shown, so that the ball is seen
BOARDS = [
    Box(size=[SIZE[0] + 2 * THICK, SIZE[1] + 2 * THICK, THICK], r=[0, 0, -THICK / 2], colour=WOOD),
    *(Box(size=[THICK, SIZE[1], RIM], r=[side * (SIZE[0] + THICK) / 2, 0, RIM / 2], colour=WOOD) for side in (-1, 1)),
    *(Box(size=[SIZE[0], THICK, RIM], r=[0, side * (SIZE[1] + THICK) / 2, RIM / 2], colour=WOOD) for side in (-1, 1)),
]

box = Model("BallInBox", "ball that bounces in a sliding box", stop_time=3.0, step_size=1e-2)
box.world = World(g=9.81)
box.box = Body(m=2.0, r_CM=[0, 0, 0.15], I=[0.05, 0.05, 0.05], visual=BOARDS)
box.rail = Prismatic(box.world.frame_b, box.box.frame_a, n=[1, 0, 0])
box.push = JointForce(box.rail)
box.ball = Body(m=0.5, I=[2 / 5 * 0.5 * RADIUS**2] * 3, visual=[Sphere(radius=RADIUS, colour="#a5533c")])
box.free = FreeMotion(box.world.frame_b, box.ball.frame_a, r_start=[0.05, 0.02, 0.2], v_start=[0.4, 0.3, 0])
box.round, box.wall = SphereSurface(radius=RADIUS), PlaneSurface()
for name, (r, n, angle) in WALLS.items():
    on = box.box.at(r, n, angle)
    box.add(name, HuntCrossleyContact(box.ball.frame_a, on, box.round, box.wall, c=2e5, d=0.3, mu=0.3))
box.place, box.energy = PositionSensor(box.ball.frame_a), EnergyError()
box.expose(
    inputs={"push": box.push.f},
    outputs={"s": box.rail.s, "r": box.place.r, "floor_N": box.floor.N, "front_N": box.front.N, "energy_error": box.energy.error},
)

model = box
