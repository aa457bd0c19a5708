"""Rotors that turn with joints: against Pinocchio's armature, against rotors with bodies and gears of their own, and in closed form."""

import numpy as np
import pinocchio as pin
import pytest

from mbfmu import (
    Body,
    EnergyError,
    Gear,
    JointForce,
    JointReaction,
    JointTorque,
    KineticEnergy,
    MbfmuError,
    Model,
    Prismatic,
    Revolute,
    RotorInertia,
    World,
    simulate,
)
from mbfmu.mechanics.topology import build_tree
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ...pinocchio_model import pinocchio_model, speeds_to_pinocchio
from ...random_models import ALL_JOINTS, build, random_links, random_state
from ...running import Running
from ...tolerances import BALANCE, INTEGRATION
from ..linkages import Y, four_bar

J, RATIO = 2e-4, 40.0


@pytest.mark.parametrize("formulation", ["articulated_body", "kane"])
def test_armature_of_pinocchio(formulation):
    rng = np.random.default_rng(3)
    links = random_links(rng, [*ALL_JOINTS, Revolute, Prismatic, Revolute], reversible=(Revolute, Prismatic))
    model = build(links, rng)
    geared = [joint for kind in (Revolute, Prismatic) for joint in model.of_type(kind)]
    for i, joint in enumerate(geared):
        model.add(f"rotor{i}", RotorInertia(joint, J=0.1 * (i + 1), ratio=(-1) ** i * 3.0))
    tree = build_tree(model)
    q, v = random_state(rng, tree)
    other = pinocchio_model(links, tree, model.world.values["g"] * model.world.values["n"])
    starts = np.cumsum([0, *(body.nv for body in tree.bodies)])
    armature = np.zeros(tree.nv)
    for i, joint in enumerate(geared):
        armature[starts[tree.number(joint) - 1]] = 0.1 * (i + 1) * 9.0
    other.armature = speeds_to_pinocchio(tree, armature)
    v_dot = speeds_to_pinocchio(tree, pin.aba(other, other.createData(), q, speeds_to_pinocchio(tree, v), np.zeros(tree.nv)))
    found = Running(compile_model(model, formulation)).derivative(0.0, np.concatenate([q, v]))[tree.nq :]
    np.testing.assert_allclose(found, v_dot, atol=BALANCE * np.abs(v_dot).max())


def driven_linkage(formulation: str) -> Model:
    """A four-bar whose crank a motor turns; its hinges carry reactions, and its energy is watched."""
    model = four_bar(w=1.0)
    model.formulation = formulation
    model.torque, model.reaction = JointTorque(model.A), JointReaction(model.A)
    model.kinetic, model.energy = KineticEnergy(), EnergyError()
    shown = {
        "phi": model.A.phi,
        "rocker": model.D.phi,
        "a": model.A.a,
        "T": model.kinetic.T,
        "error": model.energy.error,
        "through": model.reaction.t,
    }
    model.expose({"tau": model.torque.tau}, shown)
    return model


def run(model: Model):
    return simulate(model, 0.4, 0.1, inputs={"tau": 5.0}, rtol=1e-10)


@pytest.fixture(scope="module")
def exact():
    """The same with rotors that are bodies of their own, geared to both hinges on the ground: about parallel axes that is the same."""
    model = driven_linkage("articulated_body")
    for hinge, joint in (("A", model.A), ("D", model.D)):
        rotor = model.add(f"rotor_{hinge}", Body(m=0.0, I=J))
        starts = {"phi_start": RATIO * joint.phi_start.value, "w_start": RATIO * joint.w_start.value}
        bearing = model.add(f"bearing_{hinge}", Revolute(model.world.frame_b, rotor.frame_a, n=Y, **starts))
        model.add(f"gear_{hinge}", Gear(bearing, joint, ratio=RATIO))
    return run(model)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_loops(exact, formulation):
    """In absolute coordinates all joints are beside the tree, in the recursion none that has a rotor."""
    model = driven_linkage(formulation)
    model.motor, model.brake = RotorInertia(model.A, J=J, ratio=RATIO), RotorInertia(model.D, J=J, ratio=-RATIO)
    model.expose(outputs={"w_rotor": model.motor.w, "tau_rotor": model.motor.tau})
    found = run(model)
    for name in ("phi", "rocker", "a", "T"):
        np.testing.assert_allclose(found[name], exact[name], atol=INTEGRATION * np.abs(exact[name]).max(), err_msg=name)
    assert np.abs(found["error"]).max() < INTEGRATION
    through = found["through[2]"]  # what is left for the crank of the torque of the motor
    np.testing.assert_allclose(through, 5.0 - J * RATIO**2 * found["a"], atol=BALANCE)
    np.testing.assert_allclose(found["tau_rotor"], J * RATIO**2 * found["a"], atol=BALANCE)


def test_a_rotor_on_every_joint_of_a_loop():
    """The recursion says what it cannot do; what it names can."""
    model = driven_linkage("articulated_body")
    for hinge in "ABCD":
        model.add(f"rotor_{hinge}", RotorInertia(getattr(model, hinge), J=J, ratio=RATIO))
    with pytest.raises(MbfmuError, match="rotor_.: all joints of the loop that . closes have rotors.*choose one of the formulations kane, "):
        compile_model(model)
    runs = [run_in(model, formulation) for formulation in ("kane", "newton_euler")]
    np.testing.assert_allclose(runs[0]["a"], runs[1]["a"], atol=INTEGRATION * np.abs(runs[0]["a"]).max())


def run_in(model: Model, formulation: str):
    model.formulation = formulation
    return run(model)


@pytest.mark.parametrize("formulation", ["articulated_body", "joint_coordinates", "newton_euler"])
def test_a_rotor_may_be_all_that_resists(formulation):
    """A slide without mass, driven by a motor and a screw: a force accelerates J ratio^2."""
    model = Model("Slide", formulation=formulation)
    model.world, model.slide = World(g=0.0), Body(m=0.0)
    model.rail = Prismatic(model.world.frame_b, model.slide.frame_a, v_start=0.1)
    model.motor = RotorInertia(model.rail, J=J, ratio=(1 / 5, "rev/mm"))
    model.push = JointForce(model.rail)
    model.expose({"f": model.push.f}, {"a": model.rail.a, "w": model.motor.w})
    ratio = 2 * np.pi / 0.005  # rad/m
    running = Running(compile_model(model), {"f": 2.0})
    found = running.outputs_at(running.x)
    assert found["a"] == pytest.approx(2.0 / (J * ratio**2), rel=BALANCE) and found["w"] == pytest.approx(0.1 * ratio, rel=BALANCE)


def test_values_that_cannot_be_are_refused():
    model = driven_linkage("kane")
    model.rotor = RotorInertia(model.A, J=-1.0, ratio=RATIO)
    with pytest.raises(MbfmuError, match=r"rotor.J = -1.0 kg.m2 must be >= 0 kg.m2 \(moment of inertia of the rotor about its axis\)"):
        compile_model(model)
    model.rotor.J, model.rotor.ratio = J, 0.0
    with pytest.raises(MbfmuError, match="rotor.ratio = 0 must not be 0: give the speed of the rotor for each unit of that of the joint"):
        compile_model(model)
