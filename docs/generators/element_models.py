"""Small models that show one element each, for its picture in the reference."""

from __future__ import annotations

from collections.abc import Callable

from mbfmu import (
    Belt,
    Body,
    Box,
    Cylinder,
    Distance,
    FixedTranslation,
    FreeMotion,
    Gear,
    LineActuator,
    Model,
    Prismatic,
    RackAndPinion,
    Revolute,
    RollingDisk,
    RollingSphere,
    Sphere,
    SpringDamperParallel,
    World,
)

ALONG_Y = [0, 1, 0]
STEEL = "#8a96a3"
SHAFT = Cylinder(radius=0.02, length=0.16, axis=ALONG_Y, colour=STEEL)


def _model(name: str) -> Model:
    model = Model(name, stop_time=0.1)
    model.world = World(g=9.81)
    return model


def _beam(name: str, held: float) -> Model:
    """A beam on a hinge, which something holds at a point of the world below it."""
    model = _model(name)
    model.beam = Body(m=10.0, r_CM=[0.5, 0, 0], I=[0.01, 0.8, 0.8])
    model.hinge = Revolute(model.world.frame_b, model.beam.frame_a, n=ALONG_Y, phi_start=-0.4)
    model.ends = FixedTranslation(model.beam.frame_a, r=[held, 0, 0])
    return model


def spring() -> Model:
    model = _beam("SpringDamperParallel", 0.7)
    model.spring = SpringDamperParallel(model.world.at([0.6, 0, -0.4]), model.ends.frame_b, c=1e4, s_unstretched=0.7)
    return model


def actuator() -> Model:
    model = _beam("LineActuator", 0.7)
    model.jack = LineActuator(model.world.at([0.3, 0, -0.4]), model.ends.frame_b)
    model.expose(inputs={"f": model.jack.f})
    return model


def distance() -> Model:
    model = _beam("Distance", 1.0)
    model.rod = Distance(model.world.at([0.9, 0, -0.5]), model.ends.frame_b, s=0.9)
    return model


def _two_shafts(name: str, apart: float) -> Model:
    model = _model(name)
    model.a, model.b = (Body(m=1.0, I=[0.01, 0.01, 0.01], visual=[SHAFT]) for _ in range(2))
    model.shaft_a = Revolute(model.world.frame_b, model.a.frame_a, n=ALONG_Y, w_start=3.0)
    model.shaft_b = Revolute(model.world.at([apart, 0, 0]), model.b.frame_a, n=ALONG_Y)
    return model


def gear() -> Model:
    model = _two_shafts("Gear", 0.3)
    model.gear = Gear(model.shaft_a, model.shaft_b, ratio=-2.0)
    return model


def belt() -> Model:
    model = _two_shafts("Belt", 0.6)
    model.belt = Belt(model.shaft_a, model.shaft_b, radius_a=0.1, radius_b=0.2)
    return model


def rack() -> Model:
    model = _model("RackAndPinion")
    model.pinion, model.rack = Body(m=1.0, I=[0.01, 0.01, 0.01], visual=[SHAFT]), Body(m=2.0, visual=[Box(size=[1.0, 0.06, 0.04], colour=STEEL)])
    model.axle = Revolute(model.world.at([0, 0, 0.12]), model.pinion.frame_a, n=ALONG_Y, w_start=3.0)
    model.slide = Prismatic(model.world.frame_b, model.rack.frame_a, n=[1, 0, 0])
    model.mesh = RackAndPinion(model.axle, model.slide, radius=0.1)
    return model


def rolling(kind: type, visual: Sphere | Cylinder) -> Callable[[], Model]:
    """What makes a model of something that rolls on the ground."""

    def made() -> Model:
        model = _model(kind.__name__)
        model.body = Body(m=2.0, I=[0.02, 0.03, 0.02], visual=[visual])
        model.free = FreeMotion(model.world.frame_b, model.body.frame_a, r_start=[0, 0, 0.2], v_start=[0.6, 0, 0], w_start=[0, 3.0, 0])
        model.contact = kind(model.world.frame_b, model.body.frame_a, radius=0.2)
        return model

    return made


TIRE = Cylinder(radius=0.2, length=0.06, axis=ALONG_Y, colour="#343a42")
MODELS: dict[str, Callable[[], Model]] = {
    "Belt": belt,
    "Distance": distance,
    "Gear": gear,
    "LineActuator": actuator,
    "RackAndPinion": rack,
    "RollingDisk": rolling(RollingDisk, TIRE),
    "RollingSphere": rolling(RollingSphere, Sphere(radius=0.2, colour="#c98b2b")),
    "SpringDamperParallel": spring,
}
