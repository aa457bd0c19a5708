"""A tire on a rigid ring whose data are invented, and wheels with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from mbfmu import Body, Fixed, FreeMotion, JointReaction, MagicFormulaTire, Model, Revolute, SteadyJointMotion, World
from mbfmu.model.elements.roads import Road
from mbfmu.model.vehicles import BeltMode, RigidRing, Ring
from tests.model.elements.tires.data import SIDELESS

M, I_AXLE, I_ACROSS = 7.2, 0.57, 0.35
IN_PLANE, SIDEWAYS, WINDUP, YAW = 77.0, 42.0, 59.0, 53.0  # Hz
ZETAS = {"in_plane": 0.056, "sideways": 0.037, "windup": 0.05, "yaw": 0.007}
RADIUS, HELD = 0.32, 1e9  # m; kg and kg.m2 of a body that nothing moves
FRICTIONLESS = SIDELESS | {"VERTICAL_DAMPING": 0.0, "d_slip": 0.0}
# Without moments, which depend on forces, and without what follows speed: stiffness alone is left.
BARE = FRICTIONLESS | {name: 0.0 for name in SIDELESS if name.startswith(("QS", "Q_V", "QDZ"))}


def c_of(frequency: float, inertia: float) -> float:
    """The spring of a mode."""
    return (2.0 * np.pi * frequency) ** 2 * inertia


C_PLANE, C_SIDE = c_of(IN_PLANE, M), c_of(SIDEWAYS, M)
C_WINDUP, C_YAW = c_of(WINDUP, I_AXLE), c_of(YAW, I_ACROSS)


def ring(values: Mapping[str, Any] = SIDELESS, **zetas: float) -> RigidRing:
    """The tire, with damping ratios by the names of its modes."""
    zeta = ZETAS | zetas
    frequencies = {"in_plane": IN_PLANE, "sideways": SIDEWAYS, "windup": WINDUP, "yaw": YAW}
    return RigidRing(m=M, I_axle=I_AXLE, I_across=I_ACROSS, tire=values, **{name: BeltMode(f, zeta[name]) for name, f in frequencies.items()})


def on_held_rim(tire: RigidRing, height: float, road: Road, spin: float = 0.0) -> tuple[Model, Ring]:
    """A belt on a rim that nothing moves, whose centre is at `height` [m]."""
    model = Model("HeldRim")
    model.world, model.hub, model.wheel = World(g=0.0), Body(m=1.0), Body(m=HELD, I=HELD)
    model.mount = Fixed(model.world.at([0.0, 0.0, height]), model.hub.frame_a)
    model.bearing = Revolute(model.hub.frame_a, model.wheel.frame_a, n=[0, 1, 0], w_start=spin)
    model.road = road
    found = tire.add(model, "tire", model.bearing, model.road)
    found.start(height)
    return model, found


def on_rails(tire: RigidRing | dict[str, Any], height: float, road: Road, v: Any, spin: float | None, lean: float = 0.0) -> Model:
    """A hub that goes on as it starts, with a wheel that keeps its spin [rad/s] or rolls freely; a dict is of a tire without belt."""
    model = Model("OnRails")
    model.world, model.hub, model.mount = World(g=0.0), Body(m=HELD, I=HELD), Body(m=0.0)
    turned = [np.sin(lean / 2.0), 0.0, 0.0, np.cos(lean / 2.0)]
    model.rails = FreeMotion(model.world.frame_b, model.hub.frame_a, r_start=[-1.0, 0.0, height], v_start=v, Q_start=turned)
    model.fixed = Fixed(model.hub.frame_a, model.mount.frame_a)
    model.wheel = Body(m=20.0, I=[0.8, 1.2, 0.8])
    rolling = v[0] / (height + 0.0125)
    model.bearing = Revolute(model.mount.frame_a, model.wheel.frame_a, n=[0, 1, 0], w_start=rolling if spin is None else spin)
    if spin is not None:
        model.drive = SteadyJointMotion(model.bearing, v=spin)
    model.road = road
    if isinstance(tire, RigidRing):
        tire.add(model, "tire", model.bearing, model.road).start(height)
    else:
        model.tire = MagicFormulaTire(model.wheel.frame_a, model.road, **tire)
    model.reaction = JointReaction(model.fixed)
    model.expose(outputs={"F": model.tire.F, "M": model.tire.M, "f": model.reaction.f, "t": model.reaction.t, "r_e": model.tire.r_e})
    return model
