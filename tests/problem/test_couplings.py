"""Gears, belts, racks, screws, planetary gears and differentials: accelerations and efforts in closed form, in every formulation."""

import numpy as np
import pytest

from mbfmu import (
    Belt,
    Body,
    Differential,
    Gear,
    JointForce,
    JointReaction,
    JointTorque,
    MbfmuError,
    Model,
    Planetary,
    Prismatic,
    RackAndPinion,
    Revolute,
    Screw,
    World,
)
from mbfmu.elements.joints import Joint
from mbfmu.problem.mechanics import compile_model
from mbfmu.problem.schedules import FORMULATIONS

from ..running import Running
from ..tolerances import BALANCE, ROUNDOFF

INERTIA = {"a": 0.2, "b": 1.5, "c": 0.7}  # kg.m2 or kg
LOAD = {"a": 3.0, "b": -1.0, "c": 0.5}  # N.m or N
RATIO, RADIUS, OTHER_RADIUS, LEAD = -60 / 20, 0.05, 0.15, 0.005
# What keeps still, as textbooks and the Modelica Standard Library say it: sum of weight times coordinate.
COUPLINGS = {
    "gear": (Gear, {"ratio": RATIO}, (Revolute, Revolute), (1.0, -RATIO)),
    "belt": (Belt, {"radius_a": RADIUS, "radius_b": OTHER_RADIUS}, (Revolute, Revolute), (RADIUS, -OTHER_RADIUS)),
    "rack": (RackAndPinion, {"radius": RADIUS}, (Revolute, Prismatic), (-RADIUS, 1.0)),
    "screw": (Screw, {"lead": LEAD}, (Revolute, Prismatic), (-LEAD / (2 * np.pi), 1.0)),
    "planetary": (Planetary, {"ratio": 2.5}, (Revolute, Revolute, Revolute), (1.0, -3.5, 2.5)),
    "differential": (Differential, {}, (Revolute, Revolute, Revolute), (-2.0, 1.0, 1.0)),
}


def machines(*couplings: str) -> Model:
    """Wheels and slides on one housing, each under a load of its own, coupled two by two or three by three."""
    model = Model("Machines")
    model.world = World(g=0.0)
    for coupling in couplings:
        kind, values, kinds, _ = COUPLINGS[coupling]
        joints = [_driven(model, f"{coupling}_{name}", INERTIA[name], joint) for name, joint in zip("abc", kinds)]
        coupled = model.add(coupling, kind(*joints, **values))
        model.expose(outputs={f"{coupling}_{name}_effort": getattr(coupled, effort) for name, effort in zip("abc", kind.efforts)})
        if kind is Belt:
            model.expose(outputs={"f": coupled.f})
    return model


def _driven(model: Model, name: str, inertia: float, kind: type[Joint]) -> Joint:
    body = model.add(f"{name}_body", Body(m=inertia, I=inertia))
    joint = model.add(name, kind(model.world.frame_b, body.frame_a, n=[1, 0, 0]))
    load = model.add(f"{name}_drive", (JointTorque if kind is Revolute else JointForce)(joint))
    reaction = model.add(f"{name}_reaction", JointReaction(joint))
    shown = {f"{name}_acceleration": joint.a, f"{name}_through": reaction.t if kind is Revolute else reaction.f}
    model.expose({f"{name}_load": load.tau if kind is Revolute else load.f}, shown)
    return joint


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_efforts_hold_what_is_coupled(formulation):
    """a = M^-1 (f + w l) with w a = 0."""
    loads = {f"{coupling}_{name}_load": LOAD[name] for coupling, (_, _, kinds, _) in COUPLINGS.items() for name, _ in zip("abc", kinds)}
    running = Running(compile_model(machines(*COUPLINGS), formulation), loads)
    found = running.outputs_at(running.x)
    for coupling, (_, _, _, weights) in COUPLINGS.items():
        names, w = "abc"[: len(weights)], np.array(weights)
        M, f = (np.array([of[name] for name in names]) for of in (INERTIA, LOAD))
        multiplier = -(w @ (f / M)) / (w @ (w / M))
        expected = {"effort": w * multiplier, "acceleration": (f + w * multiplier) / M, "through": f + w * multiplier}
        for what, values in expected.items():
            shown = [np.ravel(found[f"{coupling}_{name}_{what}"])[0] for name in names]
            np.testing.assert_allclose(shown, values, rtol=BALANCE, atol=BALANCE, err_msg=f"{coupling} {what}")
        if coupling == "belt":
            np.testing.assert_allclose(found["f"], multiplier, rtol=BALANCE)


@pytest.mark.parametrize("given", [0.005, (5, "mm"), (5, "mm/rev"), (0.005, "m/rev"), (5 / (2 * np.pi), "mm/rad")])
def test_a_lead_is_the_way_of_a_turn(given):
    model = Model("Lead")
    model.world = World()
    joints = [kind(model.world.frame_b, Body(m=1.0).frame_a) for kind in (Revolute, Prismatic)]
    assert Screw(*joints, lead=given).values["lead"] == pytest.approx(0.005, rel=ROUNDOFF)


@pytest.mark.parametrize(
    ("coupling", "values", "said"),
    [
        ("gear", {"ratio": 0.0}, r"gear.ratio = 0 must not be 0: give speed of joint_a"),
        ("gear", {"ratio": float("nan")}, r"gear.ratio = nan 1 is not finite"),
        ("belt", {"radius_a": -0.1}, r"belt.radius_a = -0.1 m must be > 0 m \(radius of the pulley of joint_a\)"),
        ("rack", {"radius": 0.0}, r"rack.radius = 0.0 m must be > 0 m"),
        ("screw", {"lead": 0.0}, r"screw.lead = 0 m must not be 0 m: give the way of the nut"),
        ("planetary", {"ratio": -2.0}, r"planetary.ratio = -2.0 1 must be > 0 1 \(teeth of the ring over teeth of the sun\)"),
    ],
)
def test_values_that_cannot_be_are_refused(coupling, values, said):
    model = machines(coupling)
    for name, value in values.items():
        setattr(getattr(model, coupling), name, value)
    with pytest.raises(MbfmuError, match=said):
        compile_model(model)


def test_joints_that_cannot_be_are_refused():
    model = machines("rack")
    with pytest.raises(MbfmuError, match="Gear: joint_b must be a Revolute, not a Prismatic"):
        Gear(model.rack_a, model.rack_b, ratio=2.0)
    model.gear = Gear(model.rack_a, model.rack_a, ratio=2.0)
    with pytest.raises(MbfmuError, match="gear: joint_a and joint_b are both rack_a: give each a joint of its own"):
        compile_model(model)
