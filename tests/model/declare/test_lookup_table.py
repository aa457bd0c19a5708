"""Lookup tables against SciPy's interpolants, and what is said of those that cannot be used."""

import casadi as ca
import numpy as np
import pytest
from scipy.interpolate import BPoly, PchipInterpolator, RegularGridInterpolator

from mbfmu import LookupTable, MbfmuError
from mbfmu.base.scalars import Dimensioned, DimensionError, Traced, gradient, rate
from mbfmu.model.declare.table_slopes import with_slopes
from mbfmu.model.declare.units import base_exponents

from ...looking_up import random_table
from ...tolerances import ROUNDOFF

POINTS = np.random.default_rng(7).uniform(0.0, 1.0, (40, 3))


def derivatives(table: LookupTable, at: np.ndarray) -> np.ndarray:
    """The slope by each argument at a point, by the chain rule as CasADi applies it to what kernels trace."""
    x = ca.SX.sym("x", len(at))
    value = table(*(Traced(x[i]) for i in range(len(at))))
    return ca.Function("slopes", [x], [ca.gradient(value.sx, x)])(at).full().ravel()


def hermite(axes, numbers, at):
    """A tensor product of cubics by SciPy's Bernstein polynomials, one axis behind the other, from values and all mixed slopes at the points."""
    if not axes:
        return numbers
    dims = len(axes)
    of = np.moveaxis(numbers, dims, 1)  # (n1, 2, ...)
    return hermite(axes[1:], BPoly.from_derivatives(axes[0], of)(at[0]), at[1:])


@pytest.mark.parametrize("axes", [1, 2, 3])
def test_linear_ones_are_scipys(axes):
    table = random_table(axes)
    expected = RegularGridInterpolator(table.axes, table.values)(POINTS[:, :axes])
    np.testing.assert_allclose([table(*x) for x in POINTS[:, :axes]], expected, rtol=0, atol=ROUNDOFF)


@pytest.mark.parametrize("values", [[3.0, 1.0, 4.0, 1.0, 5.0, 9.0], [0, 0, 1, 1, 2, 5], [1, 2, 4, 5, 8, 8], [5, 4, 4, 4, 1, 0]])
@pytest.mark.parametrize("points", [2, 3, 6])
def test_smooth_ones_are_scipys(values, points):
    x, f = np.array([0.0, 0.1, 0.35, 0.4, 0.8, 1.0])[-points:], np.array(values, dtype=float)[-points:]
    table, expected = LookupTable(x, f, smooth=True), PchipInterpolator(x, f)
    at = np.concatenate([x, np.linspace(x[0], x[-1], 50)])
    np.testing.assert_allclose([table(a) for a in at], expected(at), rtol=0, atol=ROUNDOFF)
    np.testing.assert_allclose([derivatives(table, at[[k]])[0] for k in range(len(at))], expected(at, 1), rtol=0, atol=10 * ROUNDOFF)


@pytest.mark.parametrize("axes", [2, 3])
def test_smooth_ones_of_several_axes_are_cubics_along_each(axes):
    """Their slopes along lines of the grid are those of SciPy; between the lines they are what value and mixed slopes at the corners say."""
    table = random_table(axes, smooth=True)
    numbers = with_slopes(table.axes, table.values)
    for i, axis in enumerate(table.axes):
        along = numbers[(..., *(int(k == i) for k in range(axes)))]
        np.testing.assert_allclose(along, PchipInterpolator(axis, table.values, axis=i)(axis, 1), rtol=0, atol=100 * ROUNDOFF)
    expected = [hermite(table.axes, numbers, x[:axes]) for x in POINTS]
    np.testing.assert_allclose([table(*x[:axes]) for x in POINTS], expected, rtol=0, atol=ROUNDOFF)


def test_axes_may_be_exchanged():
    table = random_table(3, smooth=True)
    other = LookupTable(*table.axes[::-1], table.values.transpose(), smooth=True)
    np.testing.assert_allclose([other(*x[::-1]) for x in POINTS], [table(*x) for x in POINTS], rtol=0, atol=ROUNDOFF)


@pytest.mark.parametrize("outside", ["clamped", "extrapolated"])
@pytest.mark.parametrize("axes", [1, 2, 3])
def test_smooth_ones_have_continuous_slopes(axes, outside):
    """From both sides of each line of the grid, of its border too."""
    table = random_table(axes, smooth=True, outside="extrapolated" if outside == "extrapolated" else "clamped")
    for i, axis in enumerate(table.axes):
        for x in axis[1:-1] if outside == "clamped" else axis:
            at = POINTS[0, :axes].copy()
            at[i] = np.nextafter(x, -1.0)
            before = derivatives(table, at)
            at[i] = np.nextafter(x, 2.0)
            np.testing.assert_allclose(before, derivatives(table, at), rtol=0, atol=1e3 * ROUNDOFF)


@pytest.mark.parametrize("smooth", [False, True])
def test_outside_the_border_holds_or_the_slope_goes_on(smooth):
    x, f = np.array([0.0, 1.0, 3.0]), np.array([1.0, 2.0, 8.0])
    clamped, on = (LookupTable(x, f, smooth=smooth, outside=outside) for outside in ("clamped", "extrapolated"))
    assert [clamped(-5.0), clamped(99.0)] == [1.0, 8.0]
    assert [derivatives(clamped, np.array([at]))[0] for at in (-5.0, 99.0)] == [0.0, 0.0]
    for border, value in ((0.0, 1.0), (3.0, 8.0)):
        slope = derivatives(on, np.array([border]))[0]
        away = border + np.sign(border - 1.0) * 4.0
        assert on(away) == pytest.approx(value + slope * (away - border), rel=ROUNDOFF)


def test_a_rate_and_a_gradient_of_a_slope_are_exact():
    """Second derivatives, as constraints need them, are those of the cubic."""
    table = random_table(1, smooth=True)
    of, at = PchipInterpolator(table.axes[0], table.values), 0.37
    slope = lambda x: gradient(lambda x: np.array([table(x)]), (x,), np.array([1.0]))[0]
    assert float(rate(lambda x: np.array([slope(x)]), (at,), (1.0,))[0]) == pytest.approx(of(at, 2), rel=1e3 * ROUNDOFF)


def test_dimensions_are_those_of_the_units():
    table = random_table(2, smooth=True, units=("rad/s", "1", "N.m"))
    found = table(Dimensioned(0.3, {"s": -1}), Dimensioned(0.4))
    assert (found.value, found.exponents) == (table(0.3, 0.4), {"kg": 1, "m": 2, "s": -2})
    with pytest.raises(DimensionError):
        table(Dimensioned(0.3, {"m": 1}), 0.4)


@pytest.mark.parametrize(
    "columns, options, words",
    [
        (([0, 1, 1], [1, 2, 3]), {}, "along axis 1, number 3 is 1 and comes after 1"),
        (([0, np.nan, 1], [1, 2, 3]), {}, "has nan as number 2 of axis 1"),
        (([0, 1], [2, 4], [[1, 2], [3, np.inf]]), {}, r"has the value inf at \(1, 4\)"),
        (([0, 1], [2, 4], [[1, 2, 3], [3, 4, 5]]), {}, r"values of shape \(2, 3\); its axes are for \(2, 2\)"),
        (([0], [1]), {}, "at least two abscissae along axis 1"),
        (([0, 1],), {}, "has 0 axes"),
        ((["a", "b"], [1, 2]), {}, "takes arrays of numbers"),
        (([0, 1], [1, 2]), {"outside": "linear"}, "write 'clamped' or 'extrapolated'"),
        (([0, 1], [1, 2]), {"units": ["m"]}, "has 1 units"),
    ],
)
def test_what_cannot_be_used_is_named(columns, options, words):
    with pytest.raises(MbfmuError, match=words):
        LookupTable(*columns, **options)(0.5)


def test_a_call_takes_a_number_for_each_axis():
    with pytest.raises(MbfmuError, match="2 axes was called with 1 numbers"):
        random_table(2)(0.5)


@pytest.mark.parametrize("smooth", [False, True])
@pytest.mark.parametrize("outside", ["clamped", "extrapolated"])
def test_integrals_are_those_of_quadrature(smooth, outside):
    table = LookupTable([-0.2, -0.05, 0.1, 0.4], [3.0, 1.0, 4.0, 4.5], smooth=smooth, outside=outside)
    breaks = [*table.axes[0], 0.0]
    for x in (-0.5, -0.2, -0.13, 0.0, 0.03, 0.1, 0.33, 0.4, 0.7):
        between = sorted({0.0, x, *(b for b in breaks if min(x, 0.0) < b < max(x, 0.0))})
        points, weights = np.polynomial.legendre.leggauss(4)
        pieces = [
            0.5 * (b - a) * sum(w * table(0.5 * (a + b) + 0.5 * (b - a) * p) for p, w in zip(points, weights)) for a, b in zip(between, between[1:])
        ]
        assert table.integral(x) == pytest.approx(np.copysign(sum(pieces), x * sum(pieces)), abs=ROUNDOFF)
        traced = ca.SX.sym("x")
        slope = ca.Function("slope", [traced], [ca.gradient(table.integral(Traced(traced)).sx, traced)])
        assert float(slope(x + 1e-9)) == pytest.approx(table(x + 1e-9), abs=10 * ROUNDOFF)


def test_an_integral_carries_its_dimension():
    table = LookupTable([0.0, 1.0], [0.0, 2e3], units=("m", "N"))
    energy = table.integral(Dimensioned(0.5, base_exponents("m")))
    assert energy.value == pytest.approx(250.0) and energy.exponents == Dimensioned(1.0, base_exponents("J")).exponents
    with pytest.raises(MbfmuError, match="has no integral"):
        random_table(2).integral(0.5)
