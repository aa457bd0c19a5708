"""Bodies on ground, for tests of contacts."""

from __future__ import annotations

from math import cos, sin
from typing import Any

from mbfmu import (
    Body,
    BoxSurface,
    EnergyError,
    FreeMotion,
    HuntCrossleyContact,
    Model,
    PlaneSurface,
    PositionSensor,
    SphereSurface,
    VelocitySensor,
    World,
)
from mbfmu.model.elements.contacts import ContactForce
from mbfmu.model.elements.surfaces import Surface

G = 9.81
THIN = 0.001  # m: a sheet whose friction does not tilt it


def on_ground(
    surface: Surface,
    law: type[ContactForce] = HuntCrossleyContact,
    start: dict[str, Any] | None = None,
    g: float = G,
    angle: float = 0.0,
    m: float = 1.0,
    ground: Surface | None = None,
    **values: Any,
) -> Model:
    """A body with a surface above a plane, which slopes down along x by `angle` [rad]."""
    model = Model("OnGround", stop_time=1.0)
    model.world = World(g=g, n=[sin(angle), 0.0, -cos(angle)])
    model.body = Body(m=m, I=[0.01 * m, 0.01 * m, 0.01 * m])
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, **(start or {}))
    model.surface, model.ground = surface, ground or PlaneSurface()
    model.contact = law(model.body.frame_a, model.world.frame_b, model.surface, model.ground, **values)
    model.place, model.motion, model.balance = PositionSensor(model.body.frame_a), VelocitySensor(model.body.frame_a), EnergyError()
    of = {"r": model.place.r, "v": model.motion.v, "error": model.balance.error}
    model.expose(outputs=of | {name: getattr(model.contact, name) for name in ("f", "N", "gap", "r_contact")})
    return model


def ball(law: type[ContactForce] = HuntCrossleyContact, v: float = 1.0, h: float = 0.0, g: float = 0.0, m: float = 1.0, **values: Any) -> Model:
    """A ball that falls at v [m/s], h [m] above a plane."""
    start = {"r_start": [0.0, 0.0, 0.1 + h], "v_start": [0.0, 0.0, -v]}
    return on_ground(SphereSurface(radius=0.1), law, start, g, m=m, friction="none", **values)


def sheet(angle: float, v: float = 0.0, m: float = 2.0, c: float = 1e5, **values: Any) -> Model:
    """A sheet that slides down a slope at v [m/s], in equilibrium across it."""
    depth = m * G * cos(angle) / (4.0 * c)
    start = {"r_start": [0.0, 0.0, 0.5 * THIN - depth], "v_start": [v, 0.0, 0.0]}
    return on_ground(BoxSurface(size=[0.4, 0.4, THIN]), HuntCrossleyContact, start, angle=angle, m=m, c=c, n=1.0, d=5.0, **values)
