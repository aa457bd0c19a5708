"""Convex surfaces, and a body with one that falls on another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import casadi as ca
import numpy as np

from mbfmu import (
    Body,
    BoxSurface,
    CapsuleSurface,
    Contact,
    CylinderSurface,
    EllipsoidSurface,
    EnergyError,
    FreeMotion,
    HuntCrossleyContact,
    Model,
    PolyhedronSurface,
    SphereSurface,
    World,
)
from mbfmu.base.scalars import Record, Traced
from mbfmu.model.elements.element_description import described
from mbfmu.model.elements.sensors import Dissipation, KineticEnergy, PotentialEnergy
from mbfmu.model.elements.surfaces import Surface
from mbfmu.model.elements.surfaces.convex_surfaces import convex_on_convex

SURFACES: dict[str, Callable[[], Surface]] = {
    "ellipsoid": lambda: EllipsoidSurface(semi_axes=[0.1, 0.15, 0.08]),
    "cylinder": lambda: CylinderSurface(radius=0.1, length=0.2),
    "box": lambda: BoxSurface(size=[0.2, 0.3, 0.15]),
    "capsule": lambda: CapsuleSurface(radius=0.06, length=0.2),
    "polyhedron": lambda: PolyhedronSurface(vertices=0.1 * np.random.default_rng(1).normal(size=(20, 3))),
    "sphere": lambda: SphereSurface(radius=0.1),
}
START = {"r_start": [0.02, 0.01, 0.35], "w_start": [1.0, 2.0, 3.0]}


def on_convex(a: str, b: str, start: dict[str, Any] = START, rigid: bool = False, **values: Any) -> Model:
    """A body of 1 kg with surface a that falls on surface b, by `HuntCrossleyContact` or by `Contact`."""
    model = Model("OnConvex", stop_time=0.5, tolerance=1e-9)
    model.world, model.body = World(g=9.81), Body(m=1.0, I=[0.004, 0.005, 0.006])
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, **start)
    model.a, model.b = SURFACES[a](), SURFACES[b]()
    law = Contact if rigid else HuntCrossleyContact
    model.contact = law(model.body.frame_a, model.world.frame_b, model.a, model.b, **values)
    model.T, model.V, model.balance = KineticEnergy(), PotentialEnergy(), EnergyError()
    outputs = {"T": model.T.T, "V": model.V.V, "error": model.balance.error, "N": model.contact.N, "gap": model.contact.gap}
    if not rigid:
        model.heat = Dissipation()
        outputs["P"] = model.heat.P
    model.expose(outputs=outputs)
    return model


def placed(a: Surface, b: Surface, R: ca.SX, r: ca.SX) -> ca.SX:
    """Gap, normal and point of contact (7,) of surface a at r (3,) with the axes R (3, 3), and surface b in the world."""
    frame = Record(
        R=np.array([[Traced(R[i, j]) for j in range(3)] for i in range(3)], dtype=object),
        r=np.array([Traced(r[i]) for i in range(3)], dtype=object),
    )
    surfaces = (described(surface, lambda element: Record(element.values)) for surface in (a, b))
    (at,) = convex_on_convex(*surfaces, frame, Record(R=np.eye(3), r=np.zeros(3)), 0.0)
    return ca.vertcat(*(number.sx if isinstance(number, Traced) else ca.SX(float(number)) for number in (at.gap, *at.n, *at.C)))


def asked(a: str, b: str) -> ca.Function:
    """The same of place and angles (3,), and its half where the first of these is below 0.5: on one side of a condition only."""
    r, angles = ca.SX.sym("r", 3), ca.SX.sym("angles", 3)
    turns = [(ca.cos(angles[i]), ca.sin(angles[i])) for i in range(3)]
    x, y, z = (
        ca.vertcat(*rows)
        for rows in (
            [ca.horzcat(1, 0, 0), ca.horzcat(0, turns[0][0], -turns[0][1]), ca.horzcat(0, turns[0][1], turns[0][0])],
            [ca.horzcat(turns[1][0], 0, turns[1][1]), ca.horzcat(0, 1, 0), ca.horzcat(-turns[1][1], 0, turns[1][0])],
            [ca.horzcat(turns[2][0], -turns[2][1], 0), ca.horzcat(turns[2][1], turns[2][0], 0), ca.horzcat(0, 0, 1)],
        )
    )
    always, sometimes = (placed(SURFACES[one](), SURFACES[other](), z @ y @ x, r) for one, other in ((a, b), (b, a)))
    return ca.Function("asked", [r, angles], [always, ca.if_else(r[0] < 0.5, sometimes, 0)])
