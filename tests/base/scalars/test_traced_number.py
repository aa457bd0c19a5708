"""Traced numbers refuse what would silently freeze a branch."""

import casadi as ca
import numpy as np
import pytest

from mbfmu.base.scalars import Traced, kernel, norm, solve_spd, switch, tracing, where

from ...tolerances import DIFFERENCES, ROUNDOFF
from ...tracing import traced


@pytest.fixture
def x():
    return Traced(ca.SX.sym("x"))


def test_truth_raises(x):
    with pytest.raises(TypeError, match="where"):
        if x > 0.0:
            pass
    with pytest.raises(TypeError, match="where"):
        max(x, 1.0)


def test_equality_raises(x):
    with pytest.raises(TypeError, match="where"):
        x == 0.0
    with pytest.raises(TypeError, match="where"):
        x != 0.0
    with pytest.raises(TypeError, match="where"):
        np.array([x]) == 0.0


def test_hash_and_float_raise(x):
    with pytest.raises(TypeError):
        {x: 1}
    with pytest.raises(TypeError):
        float(x)


@kernel
def everything(a, b):
    angle = np.arctan(a[0]) + np.tanh(a[1]) * np.exp(-abs(a[2])) + np.arcsin(0.1 * a[0]) + np.log(2.0 + np.cos(b[0]))
    return np.array([angle / b[1] - 2.0 ** (0.1 * a[0]), where(a[0] < b[0], a[1] ** 2, b[1]), norm(a), (-a @ b) ** 3])


def test_float_is_traced():
    a, b = np.random.default_rng(0).normal(size=(2, 3))
    for pair in ([a, b], [-a, b], [b, a]):
        value, _ = traced(everything, pair, [np.zeros(3), np.zeros(3)])
        np.testing.assert_allclose(value, everything(*pair), rtol=ROUNDOFF)


@kernel
def length(a):
    return norm(a)


def test_slope_of_a_norm_at_zero_is_zero():
    assert traced(length, [np.zeros(3)], [np.ones(3)]) == (0.0, 0.0)
    assert traced(length, [np.array([3.0, 0.0, 4.0])], [np.array([1.0, 0.0, 0.0])])[1] == pytest.approx(0.6, rel=ROUNDOFF)


@kernel
def solve(A, b):
    return solve_spd(A, b)


@pytest.mark.parametrize("n", range(1, 7))
def test_small_systems(n):
    rng = np.random.default_rng(n)
    half, b = rng.normal(size=(2, n, n))
    A = half @ half.T + np.eye(n)
    for right in (b, b[0]):
        expected = np.linalg.solve(A, right)
        np.testing.assert_allclose(solve(A, right), expected, rtol=1e3 * ROUNDOFF)
        value, _ = traced(solve, [A, right], [np.zeros_like(A), np.zeros_like(right)])
        np.testing.assert_allclose(value, expected.ravel(), rtol=1e3 * ROUNDOFF)


@kernel
def kinked(x):
    return switch("up", x - 1.0, 3.0 * x, 3.0)


def test_switch_is_held_between_events():
    """Traced, a switch follows its mode and not its indicator; on floats it decides at once."""
    from mbfmu.base.scalars import unknown

    x = ca.MX.sym("x")
    with tracing() as tracer, tracer.element("stop"):
        y = kinked(unknown(x, ())).dense()
    (mode,) = tracer.modes.values()
    f = ca.Function("f", [x, mode], [y, tracer.indicators["stop.up"]])
    assert [float(v) for v in f(2.0, 0.0)] == [3.0, 1.0]
    assert [float(v) for v in f(2.0, 1.0)] == [6.0, 1.0]
    assert (kinked(2.0), kinked(0.5)) == (6.0, 3.0)


CHOSEN = {
    "clip": lambda x: np.clip(x[0], -0.5, x[1]),
    "clip from below": lambda x: np.clip(x[0], 0.1, None),
    "clip of a number": lambda x: np.clip(0.3, x[0], x[1]),
    "minimum": lambda x: np.minimum(x[0], 0.2) + np.minimum(0.2, x[1]) + np.minimum(np.float64(0.2), x[1]),
    "maximum": lambda x: np.maximum(x[0], x[1]) * np.fmax(x[0], -0.2),
    "of arrays and a number": lambda x: np.minimum(x, x[0]) @ np.clip(x, -x[1], x[1]),
    "hypot": lambda x: np.hypot(x[0], x[1]) + np.hypot(x[0], 2.0) + np.hypot(2.0, x[1]),
    "hypot of an array": lambda x: np.hypot(x, 1.0) @ x,
    "arctan2": lambda x: np.arctan2(0.5, x[0]) + np.arctan2(x[1], np.float64(0.5)),
    "comparisons": lambda x: where(np.float64(0.1) < x[0], x[1], 2.0 * x[1]),
}


@pytest.mark.parametrize("choose", CHOSEN.values(), ids=CHOSEN)
@pytest.mark.parametrize("at", [[0.7, 0.3], [-0.6, 0.4], [-0.1, 0.9]], ids=str)
def test_choices_of_numpy_are_those_of_floats_with_their_slopes(choose, at):
    @kernel
    def function(x):
        return np.array(choose(x))

    at, along, h = np.array(at), np.array([0.8, -0.6]), 1e-6
    value, slope = traced(function, [at], [along])
    np.testing.assert_allclose(value, choose(at), atol=ROUNDOFF)
    np.testing.assert_allclose(slope, (choose(at + h * along) - choose(at - h * along)) / (2 * h), atol=DIFFERENCES)


def test_hypot_has_a_slope_where_both_are_zero():
    @kernel
    def length(x):
        return np.array(np.hypot(x[0], x[1]))

    value, slope = traced(length, [np.zeros(2)], [np.ones(2)])
    assert value == [0.0] and slope == [0.0]


def test_arrays_alone_are_told_what_to_write(x):
    with pytest.raises(TypeError, match="np.minimum, np.maximum and np.clip of numbers one by one, not of arrays"):
        np.minimum(np.array([x, x]), 1.0)
