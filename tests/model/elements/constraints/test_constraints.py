"""What every constraint must satisfy."""

import numpy as np
import pytest

from mbfmu.base.errors import MbfmuError
from mbfmu.base.scalars import Record, kernel
from mbfmu.model.declare.declarations import Input, Output, Parameter, State
from mbfmu.model.declare.element import declarations
from mbfmu.model.elements.constraints import Constraint, CoordinateCoupling, JointMotionInput
from mbfmu.model.elements.constraints.base import acceleration, forces, outputs, position, velocity
from mbfmu.model.elements.joints import Joint, Spherical
from mbfmu.model.elements.joints.joint_units import coordinate_unit

from ....dimensions import assert_dimension, dressed, per_second
from ....tolerances import FINITE_DIFFERENCE, ROUNDOFF
from ....tracing import traced
from .kinds import ALL_CONSTRAINTS, JOINTS, element_of, holonomic, moved, random_accelerations, random_case, signals_moved

every_kind = pytest.mark.parametrize("kind", ALL_CONSTRAINTS, ids=lambda k: k.__name__)
# Those between surfaces, which are differentiated on plain numbers, are left out; their numbers are tested with what surfaces know of gaps.
every_plain_kind = pytest.mark.parametrize("kind", [k for k in ALL_CONSTRAINTS if "surface_a" not in k.attachments], ids=lambda k: k.__name__)
seeds = pytest.mark.parametrize("seed", [*range(2), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 4))])
UNITS = {"R": "1", "r": "m", "v": "m/s", "w": "rad/s"}


def derivative(function, h=4e-3):
    """The derivative of a function of one number at zero, by central differences and Richardson's extrapolation."""
    central = lambda h: (function(h) - function(-h)) / (2.0 * h)
    return (4.0 * central(h / 2.0) - central(h)) / 3.0


def assert_close(found, wanted, tolerance):
    scale = max(1.0, np.abs(wanted).max(initial=0.0))
    np.testing.assert_allclose(found, wanted, atol=tolerance * scale)


@seeds
@every_kind
def test_velocity_is_the_rate_of_position(kind, seed):
    p, u, t, motion = random_case(kind, seed)
    at_rest = random_accelerations(kind, seed)
    later = lambda h: [moved(m, a, h) for m, a in zip(motion, at_rest)]
    rate = derivative(lambda h: position(kind, p, signals_moved(kind, p, u, t, h), t + h, later(h)))
    rows = holonomic(kind)
    found = velocity(kind, p, u, t, motion)
    assert found.shape == (len(kind.units),)
    assert_close(found[rows], rate[rows], FINITE_DIFFERENCE)
    assert_close(found[~rows], kind.residual(p, u, t, *motion)[~rows], ROUNDOFF)
    assert not np.any(position(kind, p, u, t, motion)[~rows])


@seeds
@every_kind
def test_acceleration_is_the_rate_of_velocity(kind, seed):
    p, u, t, motion = random_case(kind, seed)
    accelerations = random_accelerations(kind, seed)
    later = lambda h: [moved(m, a, h) for m, a in zip(motion, accelerations)]
    rate = derivative(lambda h: velocity(kind, p, signals_moved(kind, p, u, t, h), t + h, later(h)))
    assert_close(acceleration(kind, p, u, t, motion, accelerations), rate, FINITE_DIFFERENCE)


@seeds
@every_kind
def test_forces_do_the_power_of_the_multipliers_on_virtual_velocities(kind, seed):
    p, u, t, motion = random_case(kind, seed)
    rng = np.random.default_rng(2000 + seed)
    multipliers = rng.normal(size=len(kind.units))
    change = random_accelerations(kind, 50 + seed)  # of velocities, positions held

    def varied(h):
        now = [
            Record(m, v=m.v + h * c.a, w=m.w + h * c.z) if "R" in m else Record(m, q_dot=m.q_dot + h * c.q_ddot, v=m.v + h * c.v_dot)
            for m, c in zip(motion, change)
        ]
        return multipliers @ velocity(kind, p, u, t, now)

    power = 0.0
    for force, m, c in zip(forces(kind, p, u, t, motion, multipliers), motion, change):
        power += force[0] @ c.a + force[1] @ (m.R @ c.z) if "R" in m else force @ c.v_dot
    assert_close(power, derivative(varied), FINITE_DIFFERENCE)


@seeds
@every_plain_kind
def test_float_is_traced(kind, seed):
    p, u, t, motion = random_case(kind, seed)
    accelerations, multipliers = random_accelerations(kind, seed), np.random.default_rng(seed).normal(size=len(kind.units))
    for function, more in ((position, []), (velocity, []), (acceleration, [accelerations]), (flat_forces, [multipliers])):
        arguments = [p, u, t, motion, *more]
        value, _ = traced(lambda *a: function(kind, *a), arguments, arguments)
        assert_close(value, function(kind, *arguments), ROUNDOFF)


@kernel
def flat_forces(kind, *arguments):
    found = forces(kind, *arguments)
    parts = [part for force in found for part in (force if isinstance(force, tuple) else (force,))]
    return np.array([x for part in parts for x in part])


@every_kind
def test_a_disabled_constraint_asks_for_nothing_and_exerts_nothing(kind):
    p, u, t, motion = random_case(kind, 0)
    off = Record(p, enabled=0.0)
    for function, more in (
        (position, []),
        (velocity, []),
        (acceleration, [random_accelerations(kind, 0)]),
        (flat_forces, [np.ones(len(kind.units))]),
    ):
        assert not np.any(function(kind, off, u, t, motion, *more))
        assert kind.holonomic is False or np.any(function(kind, p, u, t, motion, *more))


@pytest.mark.parametrize("joint", JOINTS, ids=lambda k: k.__name__)
@every_plain_kind
def test_units(kind, joint):
    p, u, t, motion = random_case(kind, 0)
    element = element_of(kind, joint)
    given = lambda what, values: Record((k, dressed(values[k], element.unit_of(d))) for k, d in declarations(kind, what).items())
    p, u, t = given(Parameter, p), Record(given(Input, u), **given(State, u)), dressed(t, "s")
    motion = [
        Record((k, dressed(x, UNITS[k])) for k, x in m.items())
        if "R" in m
        else Record(q=dressed(m.q, along), q_dot=per_second(dressed(m.q_dot, along)), v=per_second(dressed(m.v, along)))
        for m, along in zip(motion, [coordinate_unit(on) if isinstance(on, Joint) else "" for on in element.moved])
    ]
    for row, held, unit in zip(kind.residual(p, u, t, *motion), holonomic(kind), element.row_units, strict=True):
        assert_dimension(row if held else row * dressed(1.0, "s"), unit)
    for name, rate in kind.rates(p, u, t).items():
        assert_dimension(np.asarray(rate) * dressed(1.0, "s"), element.unit_of(getattr(kind, name)))
    multipliers = np.array([dressed(1.0, {"m": "N", "rad": "N.m", "1": "N.m"}[unit]) for unit in element.row_units])
    found, declared = outputs(kind, p, u, t, multipliers, *motion), declarations(kind, Output)
    assert set(found) | {"unique"} == set(declared)
    for name, value in found.items():
        assert np.shape(value) == declared[name].shape, name
        assert_dimension(value, element.unit_of(declared[name]))


@every_kind
def test_what_elements_declare(kind):
    assert kind.unique.shape == (len(kind.units),)
    assert {f"{name}_start" for name in declarations(kind, State)} <= set(declarations(kind, Parameter))
    assert set(declarations(kind, State)) <= set(kind.rates(*random_case(kind, 0)[:3]))
    assert element_of(kind).own_problems() == []


def test_joints_of_several_coordinates_are_refused():
    for element in (element_of(JointMotionInput, Spherical), element_of(CoordinateCoupling, Spherical)):
        assert all("Spherical with 4 coordinates" in problem for problem in element.own_problems())
        assert len(element.own_problems()) == len(element.attached)


class Unrated(Constraint):
    """Moves a joint by an input without rates."""

    attachments = {"joint": Joint}
    units = ("rad",)
    s = Input("rad", "angle")

    @staticmethod
    def residual(p, u, t, joint):
        return np.array([joint.q[0] - u.s])


def test_an_input_that_would_have_to_be_differentiated_is_refused_by_name():
    with pytest.raises(MbfmuError, match="the rate of s is needed"):
        velocity(Unrated, *random_case(Unrated, 0))


def test_speeds_that_are_no_rates_are_refused():
    (problem,) = element_of(Unrated, Spherical).own_problems()
    assert "constrain its frames instead" in problem
