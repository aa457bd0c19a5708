"""Bodies on ground, for tests of contacts."""

from __future__ import annotations

from math import cos, sin
from typing import Any

from mbfmu import (
    Body,
    EnergyError,
    FreeMotion,
    HuntCrossleyContact,
    Model,
    PlaneSurface,
    PositionSensor,
    Prismatic,
    SphereSurface,
    SteadyJointMotion,
    TranslationSpringDamper,
    VelocitySensor,
    World,
)
from mbfmu.model.elements.contacts import ContactForce
from mbfmu.model.elements.surfaces import Surface

G = 9.81


def on_ground(
    surface: Surface,
    law: type[ContactForce] = HuntCrossleyContact,
    start: dict[str, Any] | None = None,
    g: float = G,
    m: float = 1.0,
    ground: Surface | None = None,
    **values: Any,
) -> Model:
    """A body with a surface above a plane."""
    model = Model("OnGround", stop_time=1.0)
    model.world, model.body = World(g=g), Body(m=m, I=[0.01 * m, 0.01 * m, 0.01 * m])
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, **(start or {}))
    return touching(model, surface, law, ground or PlaneSurface(), **values)


def touching(model: Model, surface: Surface, law: type[ContactForce], ground: Surface, **values: Any) -> Model:
    """The model with a contact of its body on the world, and outputs."""
    model.surface, model.ground = surface, ground
    model.contact = law(model.body.frame_a, model.world.frame_b, model.surface, model.ground, **values)
    model.place, model.motion, model.balance = PositionSensor(model.body.frame_a), VelocitySensor(model.body.frame_a), EnergyError()
    of = {"r": model.place.r, "v": model.motion.v, "error": model.balance.error}
    model.expose(outputs=of | {name: getattr(model.contact, name) for name in ("f", "N", "gap", "r_contact")})
    return model


def ball(law: type[ContactForce] = HuntCrossleyContact, v: float = 1.0, h: float = 0.0, g: float = 0.0, m: float = 1.0, **values: Any) -> Model:
    """A ball that falls at v [m/s], h [m] above a plane."""
    start = {"r_start": [0.0, 0.0, 0.1 + h], "v_start": [0.0, 0.0, -v]}
    return on_ground(SphereSurface(radius=0.1), law, start, g, m=m, friction="none", **values)


def rolling(angle: float, c: float = 1e6, **values: Any) -> Model:
    """A ball on a slope, in equilibrium across it."""
    start = {"r_start": [0.0, 0.0, 0.1 - G * cos(angle) / c]}
    model = on_ground(SphereSurface(radius=0.1), start=start, c=c, n=1.0, d=1.0, mu=0.5, **values)
    model.world.n = downhill(angle)
    return model


def block(angle: float, v: float = 0.0, m: float = 2.0, c: float = 4e5, **values: Any) -> Model:
    """A block that slides down a slope at v [m/s] without turning, in equilibrium across it."""
    model = Model("Block", stop_time=1.0)
    model.world, model.carriage, model.body = World(g=G, n=downhill(angle)), Body(m=0.0), Body(m=m)
    slide_on(model, v, height=-m * G * cos(angle) / c)
    return touching(model, SphereSurface(radius=0.0), HuntCrossleyContact, PlaneSurface(), c=c, n=1.0, d=5.0, **values)


def belt(**values: Any) -> Model:
    """A block on a belt, held by a spring."""
    model, c = Model("Belt", stop_time=5.0), 4e5
    model.world, model.carriage, model.body, model.belt = World(g=G), Body(m=0.0), Body(m=1.0), Body(m=1.0)
    slide_on(model, 0.1, height=-G / c)
    model.spring = TranslationSpringDamper(model.along, c=100.0)
    model.rollers = Prismatic(model.world.frame_b, model.belt.frame_a, n=[1, 0, 0], v_start=0.1)
    model.drive = SteadyJointMotion(model.rollers, v=0.1)
    model.point, model.plane, model.place = SphereSurface(radius=0.0), PlaneSurface(), PositionSensor(model.body.frame_a)
    on = (model.body.frame_a, model.belt.frame_a, model.point, model.plane)
    model.contact = HuntCrossleyContact(*on, c=c, n=1.0, d=5.0, mu=3.0 / G, stiction=5.0 / 3.0, **values)
    model.expose(outputs={"r": model.place.r})
    return model


def slide_on(model: Model, v: float, height: float) -> None:
    """Joints on which a body slides along x and z without turning."""
    model.along = Prismatic(model.world.frame_b, model.carriage.frame_a, n=[1, 0, 0], v_start=v)
    model.up = Prismatic(model.carriage.frame_a, model.body.frame_a, n=[0, 0, 1], s_start=height)


def downhill(angle: float) -> list[float]:
    """Where weight points on a slope down along x."""
    return [sin(angle), 0.0, -cos(angle)]
