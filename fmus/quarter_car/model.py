"""A quarter car: wheel on a tire spring over a road that moves, body on spring and damper over the wheel."""

from mbfmu import Body, Box, Cylinder, Model, Prismatic, TranslationSpringDamper, World

UP = [0, 0, 1]

car = Model("QuarterCar", "Quarter car over a moving road", stop_time=10.0, step_size=1e-2)
car.world = World(g=9.81)
car.wheel = Body(m=40.0, visual=[Cylinder(radius=0.3, length=0.2, axis=[0, 1, 0], r=[0, 0, 0.3], colour="#343a42")])
car.body = Body(m=250.0, visual=[Box(size=[1.0, 0.7, 0.25], r=[0, 0, 0.9])])
car.wheel_guide = Prismatic(car.world.frame_b, car.wheel.frame_a, n=UP)
car.body_guide = Prismatic(car.wheel.frame_a, car.body.frame_a, n=UP)
car.tire = TranslationSpringDamper(car.wheel_guide, c=160e3)
car.suspension = TranslationSpringDamper(car.body_guide, c=16e3, d=1e3)
car.expose(
    inputs={"road": car.tire.s_foot},
    outputs={
        "wheel_height": car.wheel_guide.s,
        "wheel_speed": car.wheel_guide.v,
        "suspension_travel": car.body_guide.s,
        "suspension_speed": car.body_guide.v,
        "suspension_force": car.suspension.f,
        "tire_force": car.tire.f,
    },
    tunable=[car.body.m, car.suspension.c, car.suspension.d, car.tire.c],
)

model = car
