"""Tuning a parameter is the same as building the model anew with its value."""

from contextlib import nullcontext

import numpy as np
import pytest

from mbfmu import (
    Body,
    Fixed,
    FixedRotation,
    FixedTranslation,
    JointReaction,
    LineActuator,
    Model,
    Prismatic,
    PrismaticEndStop,
    Revolute,
    Spherical,
    World,
)
from mbfmu.base.errors import InvalidValue
from mbfmu.mechanics.topology import build_tree
from mbfmu.model.declare.declarations import Handle, Parameter
from mbfmu.model.declare.element import declarations
from mbfmu.model.elements.sensors import KineticEnergy, PotentialEnergy
from mbfmu.problem.mechanism.mechanics import compile_model

from ..random_forces import add_every_force, by_variable, random_inputs
from ..random_models import ALL_JOINTS, build, random_body, random_links, random_state
from ..running import IN_JOINT_COORDINATES, OF_TREES, Running
from ..tolerances import ROUNDOFF, TUNED


def crane(m=250.0):
    model = Model("Crane")
    model.world = World(g=9.81)
    model.boom = Body(m=m, r_CM=[1.5, 0, 0], I=[5.0, 190.0, 190.0])
    model.pivot = Revolute(model.world.frame_b, model.boom.frame_a, n=[0, 1, 0])
    model.cylinder = LineActuator(model.world.at([0.5, 0, -0.8]), model.boom.at([1.0, 0, 0]))
    model.expose(inputs={"cylinder_force": model.cylinder.f}, outputs={"stroke": model.cylinder.s}, tunable=[model.boom.m])
    return model


@pytest.mark.parametrize("formulation", IN_JOINT_COORDINATES)
def test_mass_of_the_boom(formulation):
    values, x = {"cylinder_force": 1e4}, np.array([0.3, 0.2])
    tuned = Running(compile_model(crane(), formulation), {**values, "boom.m": 300.0}).derivative(0.0, x)
    rebuilt = Running(compile_model(crane(300.0), formulation), values).derivative(0.0, x)
    as_built = Running(compile_model(crane(), formulation), values).derivative(0.0, x)
    np.testing.assert_allclose(tuned, rebuilt, rtol=TUNED)
    assert abs(tuned[1] - as_built[1]) > 0.1


def everything(seed, values_seed):
    """A tree with every joint and force and rods between; its structure from `seed`, its other parameters from `values_seed`."""
    rng, values = np.random.default_rng(seed), np.random.default_rng(values_seed)
    model = build(random_links(rng, rng.permutation(ALL_JOINTS)), rng)
    forces = add_every_force(model, rng)
    model.rod = FixedRotation(model.body1.frame_a, r=[1, 2, 3], n=[1, 2, -1], angle=0.5)
    model.bar = FixedTranslation(model.rod.frame_b, r=[1, 0, 0])
    model.last = Body(m=1.0, I=1.0)
    model.hinge = Revolute(model.bar.frame_b, model.last.frame_a, n=[1, 1, 0])
    model.kinetic, model.potential = KineticEnergy(), PotentialEnergy()
    for element in model.elements.values():
        fresh = random_body(values) if isinstance(element, Body) else {}
        for name, parameter in declarations(type(element), Parameter).items():
            if not (parameter.structural or parameter.start):
                given = fresh.get(name, element.values[name] * values.uniform(0.9, 1.1))
                element.values[name] = parameter.shaped(np.asarray(given))
    tunable = [h for h in handles(model) if not (h.declaration.structural or h.declaration.start)]
    inputs = {f"{f.name}.{k}": getattr(f, k) for f in forces for k in random_inputs(rng, type(f))}
    model.expose(inputs, {"T": model.kinetic.T, "V": model.potential.V}, tunable)
    given = by_variable(forces, rng)
    return model, given, np.concatenate(random_state(rng, build_tree(model)))


def handles(model):
    return [Handle(e, d) for e in model.elements.values() for d in declarations(type(e), Parameter).values()]


@pytest.mark.parametrize("formulation", OF_TREES)
def test_every_parameter_of_a_model_with_everything(formulation):
    model, inputs, x = everything(5, 1)
    other, _, _ = everything(5, 2)
    tuned = Running(compile_model(model, formulation), {**inputs, **{h.name: h.value for h in other.tunable}})
    rebuilt = Running(compile_model(other, formulation), inputs)
    for running in tuned, rebuilt:
        running.settle_at(x)
    np.testing.assert_allclose(tuned.derivative(0.0, x), rebuilt.derivative(0.0, x), rtol=TUNED, atol=TUNED)
    for name, value in rebuilt.outputs_at(x).items():
        assert tuned.outputs_at(x)[name] == pytest.approx(value, rel=TUNED)


def test_parameters_at_the_start_set_the_state():
    running = Running(compile_model(crane()), {"pivot.phi_start": 0.3, "pivot.w_start": -0.1})
    np.testing.assert_array_equal(running.x, [0.3, -0.1])


@pytest.mark.parametrize(
    "I, fails",
    [([1, 1, 1, 0, 0, 0], False), ([0, 0, 1, 0, 0, 0], False), ([0, 0, 0, 0, 0, 0], False), ([1, 1, -1, 0, 0, 0], True), ([1, 1, 1, 2, 0, 0], True)],
)
def test_checks_of_a_tuned_inertia(I, fails):
    model = crane()
    model.expose(tunable=[model.boom.I])
    with pytest.raises(InvalidValue, match="boom.I must have no negative principal moment") if fails else nullcontext():
        Running(compile_model(model), {"boom.I": I})


def test_check_of_a_tuned_mass():
    with pytest.raises(InvalidValue, match=r"boom.m .*> 0 kg \(mass of the body\)"):
        Running(compile_model(crane()), {"boom.m": -1.0})


def test_a_mass_that_can_be_tuned_cannot_be_zero():
    with pytest.raises(InvalidValue, match=r"boom.m = 0.0 kg must be > 0 kg"):
        Running(compile_model(crane()), {"boom.m": 0.0})


def test_parameters_that_must_go_together_are_checked_when_tuned():
    model = Model("Stopped")
    model.world = World()
    model.body = Body(m=1.0)
    model.guide = Prismatic(model.world.frame_b, model.body.frame_a)
    model.stop = PrismaticEndStop(model.guide, lower=-1.0, upper=1.0, c=1e4)
    model.expose(tunable=[model.stop.lower, model.stop.upper])
    problem = compile_model(model)
    Running(problem, {"stop.lower": 1.5, "stop.upper": 2.0})
    with pytest.raises(InvalidValue, match=r"stop.lower must be < stop.upper"):
        Running(problem, {"stop.lower": 1.5})


def test_a_start_orientation_cannot_be_set_to_nothing():
    model = Model("Ball")
    model.world = World()
    model.body = Body(m=1.0, I=1.0)
    model.joint = Spherical(model.world.frame_b, model.body.frame_a)
    with pytest.raises(InvalidValue, match=r"joint.Q_start must not be zero"):
        Running(compile_model(model), {"joint.Q_start": np.zeros(4)})


def test_kane_of_a_model_without_any_freedom():
    model = Model("Statue", formulation="kane")
    model.world = World()
    model.body = Body(m=2.0)
    model.base = Fixed(model.world.frame_b, model.body.frame_a)
    model.foot = JointReaction(model.base)
    model.expose(outputs={"f": model.foot.f})
    assert Running(compile_model(model)).outputs_at(np.zeros(0))["f"][2] == pytest.approx(2.0 * 9.81, rel=ROUNDOFF)
