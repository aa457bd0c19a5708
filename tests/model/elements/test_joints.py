"""What every joint must satisfy, walked from either side."""

import numpy as np
import pytest

from mbfmu import Body, World
from mbfmu.base.scalars import Record, kernel
from mbfmu.base.spatial import euler_parameters
from mbfmu.base.spatial.rotations import skew
from mbfmu.model.declare.declarations import Output, Parameter
from mbfmu.model.declare.element import declarations
from mbfmu.model.elements import joints
from mbfmu.model.elements.joints import Coordinates, Joint, Reversed, RotorInertia

from ...dimensions import assert_dimension, assert_same_dimension, dressed, per_second
from ...floats import parameters
from ...random_models import random_axes
from ...tolerances import ROUNDOFF
from ...tracing import traced

KINDS = [kind for name in joints.__all__ if (kind := getattr(joints, name)) not in (Coordinates, Joint, Reversed, RotorInertia)]
WALKED = [*KINDS, *(Reversed(kind) for kind in KINDS)]
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda k: k.__name__)
walked_both_ways = pytest.mark.parametrize("kind", WALKED, ids=lambda k: k.__name__ if isinstance(k, type) else f"Reversed{k.joint.__name__}")


def joint_of(kind):
    return kind.joint if isinstance(kind, Reversed) else kind


def state_of(kind, seed=0):
    rng = np.random.default_rng(seed)
    return rng.uniform(-1.5, 1.5, joint_of(kind).nq), rng.uniform(-2.0, 2.0, joint_of(kind).nv)


@every_kind
def test_it_supplies_what_users_must(kind):
    axes = random_axes(np.random.default_rng(0), kind)
    assert kind(World().frame_b, Body(m=1.0).frame_a, **axes).dry_run_problems() == []


@every_kind
def test_its_frames_coincide_where_its_coordinates_are_zero(kind):
    defaults = Record({name: np.array(parameter.default, dtype=float) for name, parameter in declarations(kind, Parameter).items()})
    zero, _ = kind.start(defaults)  # of Euler parameters no rotation
    R, r = kind.motion(zero)
    assert np.array_equal(R, np.eye(3)) and np.array_equal(r, np.zeros(3))


@kernel
def placement(kind, q):
    R, r = kind.motion(q)
    return np.array([*np.asarray(R).ravel(), *r])


@kernel
def relative_motion(kind, q, v):
    return kind.subspace(q) @ v


@kernel
def bias(kind, q, v):
    return kind.bias(q, v)


@walked_both_ways
def test_subspace_is_the_rate_of_the_placement(kind):
    q, v = state_of(kind)
    q_dot = np.asarray(joint_of(kind).rate(q, v))
    value, rate = traced(lambda q: placement(kind, q), [q], [q_dot])
    R, (R_dot, r_dot) = value[:9].reshape(3, 3), (rate[:9].reshape(3, 3), rate[9:])
    V = relative_motion(kind, q, v)
    np.testing.assert_allclose(R.T @ R, np.eye(3), atol=ROUNDOFF)
    np.testing.assert_allclose(R.T @ R_dot, skew(V[:3]), atol=ROUNDOFF)
    np.testing.assert_allclose(R.T @ r_dot, V[3:], atol=ROUNDOFF)


@walked_both_ways
def test_bias_is_the_rate_of_the_subspace(kind):
    q, v = state_of(kind)
    q_dot = np.asarray(joint_of(kind).rate(q, v))
    _, rate = traced(lambda q, v: relative_motion(kind, q, v), [q, v], [q_dot, np.zeros_like(v)])
    np.testing.assert_allclose(bias(kind, q, v), rate, atol=ROUNDOFF)


@walked_both_ways
def test_float_is_traced(kind):
    q, v = state_of(kind)
    for function, arguments in ((placement, [q]), (relative_motion, [q, v]), (bias, [q, v])):
        value, _ = traced(lambda *a: function(kind, *a), arguments, [np.zeros_like(a) for a in arguments])
        np.testing.assert_allclose(value, function(kind, *arguments), atol=ROUNDOFF)


@walked_both_ways
def test_units(kind, monkeypatch):
    monkeypatch.setattr(euler_parameters, "NORM_RATE", dressed(1.0, "1/s"))
    joint = random_joint(joint_of(kind))
    q, v = joint.start(parameters(joint, dressed))
    R, r = kind.motion(q)
    assert_dimension(R, "1")
    assert_dimension(r, "m")
    if issubclass(joint_of(kind), Coordinates):  # CasADi differentiates them, which knows no dimensions
        return assert_same_dimension(joint.rate(q, v), per_second(q))
    assert_dimension((kind.subspace(q) @ v)[:3], "rad/s")
    assert_dimension((kind.subspace(q) @ v)[3:], "m/s")
    assert_dimension(kind.bias(q, v)[:3], "rad/s2")
    assert_dimension(kind.bias(q, v)[3:], "m/s2")
    assert_same_dimension(joint.rate(q, v), per_second(q))


@every_kind
def test_outputs_are_as_declared(kind, monkeypatch):
    monkeypatch.setattr(euler_parameters, "NORM_RATE", dressed(1.0, "1/s"))
    joint = random_joint(kind)
    q, v = joint.start(parameters(joint, dressed))
    outputs, declared = kind.outputs(q, v, per_second(v)), declarations(kind, Output)
    assert set(outputs) == set(declared)
    for name, output in declared.items():
        assert np.shape(outputs[name]) == output.shape, name
        assert_dimension(outputs[name], output.unit)


@every_kind
def test_start_and_names_have_the_size_of_the_coordinates(kind):
    q, v = random_joint(kind).start(parameters(random_joint(kind)))
    assert (len(q), len(v)) == (kind.nq, kind.nv)
    assert (len(kind.coordinate_names), len(kind.speed_names)) == (kind.nq, kind.nv)


@every_kind
def test_outputs_show_what_start_was_given(kind):
    joint = random_joint(kind)
    shown = kind.outputs(*joint.start(parameters(joint)), np.zeros(kind.nv))
    for name, value in shown.items():
        if f"{name}_start" in joint.values:
            np.testing.assert_allclose(value, joint.values[f"{name}_start"], atol=ROUNDOFF)


@every_kind
def test_layout_is_a_rotation(kind):
    R = kind.layout(random_joint(kind).values)
    np.testing.assert_allclose(R.T @ R, np.eye(3), atol=ROUNDOFF)
    assert np.linalg.det(R) == pytest.approx(1.0, abs=ROUNDOFF)


def random_joint(kind):
    rng = np.random.default_rng(1)
    starts = {k: rng.normal(size=d.shape) for k, d in declarations(kind, Output).items() if f"{k}_start" in vars(kind)}
    if "Q" in starts:
        starts["Q"] /= np.linalg.norm(starts["Q"])
    return kind(World().frame_b, Body(m=1.0).frame_a, **random_axes(rng, kind), **{f"{k}_start": s for k, s in starts.items()})
