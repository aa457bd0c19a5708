"""A quarter car cut at its hub: the car as one FMU, the tire on its road as another, joined by one port with interface mass.

A car of 400 kg stands on a suspension of 15 kN/m and 1 kN.s/m, its wheel of 40 kg on a tire of 150 kN/m; the road has a step of 0.1 m. The system
starts at rest on the road before the step, and height is counted from there.
"""

from pathlib import Path

from mbfmu import (
    Block,
    BlockModel,
    Body,
    Box,
    Cylinder,
    JointForce,
    Model,
    Parameter,
    Prismatic,
    TranslationalPort,
    TranslationSpringDamper,
    World,
    build_portable,
)
from mbfmu.cosim import System

FOLDER, UP = Path("results"), [0, 0, 1]


class Tire(Block):
    """A tire that is a spring, on a road with a step."""

    hub = TranslationalPort({"s": "height of the hub over that at rest before the step"})
    c = Parameter("N/m", "stiffness", 150e3)
    height = Parameter("m", "height of the road over that before the step", 0.1)

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"hub.f": p.c * (p.height - u.hub.s)}


def car_and_wheel(interface_mass: bool) -> Model:
    """Car and wheel, with a port at the hub."""
    car = Model("QuarterCar", "Car and wheel, held by a suspension", tolerance=1e-8)
    car.world = World(g=0.0)  # deviations from rest, where the tire bears the weight
    car.body = Body(m=400.0, visual=[Box(size=[1.2, 0.7, 0.4], r=[0, 0, 0.9], colour="#4a7ab0")])
    car.wheel = Body(m=40.0, visual=[Cylinder(radius=0.3, length=0.2, r=[0, 0, 0.3], axis=[0, 1, 0], colour="#30343c")])
    car.ride = Prismatic(car.world.frame_a, car.body.frame_a, n=UP)
    car.strut = Prismatic(car.body.frame_a, car.wheel.frame_a, n=UP)
    car.suspension = TranslationSpringDamper(car.strut, c=15e3, d=1e3)
    car.guide = Prismatic(car.world.frame_a, car.wheel.frame_a, n=UP)
    car.hub = JointForce(car.guide)
    car.expose(ports={"hub": car.hub}, outputs={"body": car.ride.s}, interface_mass=interface_mass)
    return car


def quarter_car(step_size: float, interface_mass: bool = True, method: str = "jacobi", fmi: int = 2) -> System:
    """The system in steps of `step_size` [s]; without interface mass, its inputs are held and nothing is done about it."""
    tire = Tire()
    tire.step_size = step_size  # which it expects before the first one
    declared = {"car": car_and_wheel(interface_mass), "tire": BlockModel("Tire", tire, interface_mass=interface_mass)}
    fmus = {name: build_portable(model, FOLDER / "resources", fmi=fmi) for name, model in declared.items()}
    return System(fmus, name="QuarterCarAtHub", stop_time=1.5, step_size=step_size, method=method).connect("car.hub", "tire.hub")


system = quarter_car(step_size=5e-3)
