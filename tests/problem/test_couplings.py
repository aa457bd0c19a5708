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
    Sine,
    TorsionSpringDamper,
    World,
    simulate,
)
from mbfmu.model.elements.joints import Joint
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..running import Running
from ..tolerances import BALANCE, MODELICA, ROUNDOFF

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


@pytest.mark.parametrize(
    "formulation", [pytest.param(name, marks=[pytest.mark.slow] * (name not in ("articulated_body", "newton_euler"))) for name in FORMULATIONS]
)
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


# Reference results of the Modelica Standard Library, Rotational.Examples.First: t [s], angle [rad] and speed [rad/s] of inertias 2 and 3.
FIRST = (
    (0.05, 0.00439373085974666, 0.230015711532042, 0.00226042453239301, 0.189486493280578),
    (1.0, 0.162328181082079, -0.112218602290498, 0.162860011993585, -0.13833237908315),
)


def test_first_drive_train_of_modelica():
    """A motor under a sine, a gear, a load with a damped bearing, and behind a shaft that twists a second load."""
    model = Model("First")
    model.world = World(g=0.0)
    model.inertia1, model.inertia2, model.inertia3 = Body(m=1.0, I=0.1), Body(m=1.0, I=2.0), Body(m=1.0, I=2.0)
    model.motor = Revolute(model.world.frame_b, model.inertia1.frame_a)
    model.load = Revolute(model.world.frame_b, model.inertia2.frame_a)
    model.shaft = Revolute(model.inertia2.frame_a, model.inertia3.frame_a)
    model.torque, model.gear = JointTorque(model.motor), Gear(model.motor, model.load, ratio=10)
    model.damper, model.spring = TorsionSpringDamper(model.load, d=10), TorsionSpringDamper(model.shaft, c=1e4)
    shown = {"phi": model.load.phi, "w": model.load.w, "twist": model.shaft.phi, "w_twist": model.shaft.w}
    model.expose({"tau": model.torque.tau}, shown)
    result = simulate(model, 1.0, 0.05, inputs={"tau": Sine(10.0, 5.0)}, rtol=1e-9)
    for t, *published in FIRST:
        phi, w, twist, w_twist = (result[name][round(t / 0.05)] for name in shown)
        np.testing.assert_allclose([phi, w, phi + twist, w + w_twist], published, atol=MODELICA)


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
        ("gear", {"ratio": float("nan")}, r"gear.ratio = nan is not finite"),
        ("belt", {"radius_a": -0.1}, r"belt.radius_a = -0.1 m must be > 0 m \(radius of the pulley of joint_a\)"),
        ("rack", {"radius": 0.0}, r"rack.radius = 0.0 m must be > 0 m"),
        ("screw", {"lead": 0.0}, r"screw.lead = 0 m must not be 0 m: give the way of the nut"),
        ("planetary", {"ratio": -2.0}, r"planetary.ratio = -2.0 must be > 0 \(teeth of the ring over teeth of the sun\)"),
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
