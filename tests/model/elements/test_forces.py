"""What every force and joint load must satisfy."""

import numpy as np
import pytest

from mbfmu import Body, LookupTable, World
from mbfmu.base.scalars import Record, kernel
from mbfmu.base.spatial.rotations import about_axis, cross, skew
from mbfmu.model.declare.declarations import Declaration, Output
from mbfmu.model.declare.element import declarations
from mbfmu.model.elements.forces import (
    Aerodynamics,
    AerodynamicsCurves,
    CombustionEngine,
    Force,
    FrameForce,
    FrameTorque,
    Hub,
    JointForce,
    JointLoad,
    JointTorque,
    LineActuator,
    LineLoad,
    PositionDrive,
    SpeedDrive,
    TorqueDrive,
    WorldForce,
    WorldTorque,
)
from mbfmu.model.elements.forces.base import _outputs
from mbfmu.model.elements.joints import Prismatic, Revolute

from ...dimensions import assert_dimension, dressed
from ...floats import parameters
from ...random_forces import ALL_FORCES, KINDS, joint_for, random_inputs, random_values
from ...tolerances import ROUNDOFF
from ...tracing import traced

every_kind = pytest.mark.parametrize("kind", ALL_FORCES, ids=lambda k: k.__name__)
seeds = pytest.mark.parametrize("seed", [*range(2), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 5))])
# Their power is anything.
DRIVES = (
    Aerodynamics,
    AerodynamicsCurves,
    CombustionEngine,
    FrameForce,
    FrameTorque,
    Hub,
    JointForce,
    JointTorque,
    LineActuator,
    LineLoad,
    PositionDrive,
    SpeedDrive,
    TorqueDrive,
    WorldForce,
    WorldTorque,
)
PASSIVE = [kind for kind in ALL_FORCES if kind not in DRIVES]
BETWEEN = [kind for kind in ALL_FORCES if issubclass(kind, Force) and len(kind.attachments) == 2 and kind is not LineLoad]  # which acts from outside
UNITS = {"R": "1", "r": "m", "v": "m/s", "w": "rad/s"}


def random_frame(rng):
    n = rng.normal(size=3)
    r, v, w = rng.normal(size=(3, 3))
    return Record(R=about_axis(n / np.linalg.norm(n), rng.uniform(-2.0, 2.0)), r=r, v=v, w=w)


def random_arguments(kind, seed):
    """p, u, t and the motion of the frames or of the joint, all random floats."""
    rng = np.random.default_rng(seed)
    p, u = Record(random_values(rng, kind)), Record(random_inputs(rng, kind))
    if issubclass(kind, Force):
        return [p, u, rng.uniform(), *(random_frame(rng) for _ in kind.attachments)]
    joint = joint_for(kind)
    return [p, u, rng.uniform(), rng.normal(size=joint.nq), rng.normal(size=joint.nv)]


def rates_of(kind, arguments):
    """How positions change with the velocities; all else stands still."""
    p, u, _, *motion = arguments
    numbers = [Record((k, x) for k, x in record.items() if not isinstance(x, LookupTable)) for record in (p, u)]
    still = [*(Record((k, np.zeros(np.shape(x))) for k, x in record.items()) for record in numbers), 0.0]
    if issubclass(kind, Force):
        return [*still, *(Record(R=f.R @ skew(f.w), r=f.v, v=np.zeros(3), w=np.zeros(3)) for f in motion)]
    return [*still, motion[1], np.zeros_like(motion[1])]


def power(kind, arguments):
    motion = arguments[3:]
    if issubclass(kind, JointLoad):
        return kind.load(*arguments) @ motion[1]
    return sum(f @ frame.v + t @ (frame.R @ frame.w) for (f, t), frame in zip(kind.wrenches(*arguments), motion))


@kernel
def energy(kind, *arguments):
    return kind.energy(*arguments)


@kernel
def action(kind, *arguments):
    """All forces, torques and loads in one array."""
    if issubclass(kind, JointLoad):
        return kind.load(*arguments)
    return np.array([x for wrench in kind.wrenches(*arguments) for part in wrench for x in part])


def test_declared_names_hide_no_methods():
    hidden = [
        f"{kind.__name__}.{name}"
        for kind in KINDS
        for name in declarations(kind, Declaration)
        if any(callable(getattr(of, name, None)) for of in (Force, JointLoad))
    ]
    assert hidden == []


@seeds
@pytest.mark.parametrize("kind", PASSIVE, ids=lambda k: k.__name__)
def test_power_is_minus_the_rate_of_energy_and_heat(kind, seed):
    arguments = random_arguments(kind, seed)
    _, rate = traced(lambda *a: energy(kind, *a), arguments, rates_of(kind, arguments))
    heat = kind.dissipation(*arguments)
    assert power(kind, arguments) == pytest.approx(-rate[0] - heat, rel=ROUNDOFF, abs=ROUNDOFF)


@seeds
@every_kind
def test_heat_is_never_negative(kind, seed):
    assert all(kind.dissipation(*random_arguments(kind, 100 * seed + i)) >= 0.0 for i in range(20))


@seeds
@pytest.mark.parametrize("kind", BETWEEN, ids=lambda k: k.__name__)
def test_action_is_reaction(kind, seed):
    p, u, t, a, b = random_arguments(kind, seed)
    (f_a, t_a), (f_b, t_b) = kind.wrenches(p, u, t, a, b)
    np.testing.assert_allclose(f_a + f_b, np.zeros(3), atol=ROUNDOFF)
    np.testing.assert_allclose(t_a + cross(a.r, f_a) + t_b + cross(b.r, f_b), np.zeros(3), atol=10 * ROUNDOFF)


@seeds
@every_kind
def test_float_is_traced(kind, seed):
    arguments = random_arguments(kind, seed)
    value, _ = traced(lambda *a: action(kind, *a), arguments, rates_of(kind, arguments))
    np.testing.assert_allclose(value, action(kind, *arguments), rtol=ROUNDOFF, atol=ROUNDOFF)


@every_kind
def test_it_supplies_what_users_must(kind):
    assert element_of(kind, random_arguments(kind, 0)[0]).dry_run_problems() == []


@every_kind
def test_units(kind):
    p, u, t, *motion = random_arguments(kind, 0)
    element = element_of(kind, p)
    p = parameters(element, dressed)
    u = Record((k, dressed(x, element.unit_of(getattr(kind, k)))) for k, x in u.items())
    t = dressed(t, "s")
    if issubclass(kind, Force):
        motion = [Record((k, dressed(x, UNITS[k])) for k, x in frame.items()) for frame in motion]
        for force, torque in kind.wrenches(p, u, t, *motion):
            assert_dimension(force, "N")
            assert_dimension(torque, "N.m")
    else:
        q, v = element.joint.start(parameters(element.joint, dressed))
        motion = [q, v]
        assert_dimension(kind.load(p, u, t, q, v)[0] * v[0], "W")
    assert_dimension(kind.energy(p, u, t, *motion), "J")
    assert_dimension(kind.dissipation(p, u, t, *motion), "W")
    outputs, declared = _outputs(kind, p, u, t, *motion), declarations(kind, Output)
    assert set(outputs) == set(declared)
    for name, output in declared.items():
        assert np.shape(outputs[name]) == output.shape, name
        assert_dimension(outputs[name], element.unit_of(output))


def element_of(kind, values):
    world, body = World(), Body(m=1.0)
    if issubclass(kind, Force):
        return kind(*[world.frame_b, body.frame_a, body.at([0.1, 0, 0])][: len(kind.attachments)], **values)
    joint = joint_for(kind)
    start = {Revolute: {"phi_start": 0.3, "w_start": 0.7}, Prismatic: {"s_start": 0.3, "v_start": 0.7}}[joint]
    return kind(joint(world.frame_b, body.frame_a, **start), **values)
