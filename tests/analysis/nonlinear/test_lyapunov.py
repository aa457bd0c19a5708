"""Lyapunov exponents against published ones, and against sums that are known exactly."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu import BlockModel, Body, Model, Prismatic, SineJointMotion, World, compile_problem, lyapunov_exponents
from mbfmu.base.errors import MbfmuError
from tests.library import problem_of
from tests.tolerances import DIVERGENCE, LARGEST_EXPONENT, PRINTED_EXPONENT, SAMPLED_EXPONENTS

from .blocks import Lorenz

SET_A, SET_D = {"force.amplitude": 0.2}, {"force.amplitude": 0.32}


def test_lorenz():
    """Exponents by J. C. Sprott, Chaos and Time-Series Analysis, 2003; their sum is the divergence."""
    found = lyapunov_exponents(BlockModel("Lorenz", Lorenz()), 100.0, transient=10.0)
    assert found.values == pytest.approx([0.90563, 0.0, -14.57233], abs=SAMPLED_EXPONENTS * found.errors.max())
    assert found.values.sum() == pytest.approx(-10.0 - 1.0 - 8.0 / 3.0, abs=DIVERGENCE)
    assert found.dimension == pytest.approx(2.062, abs=PRINTED_EXPONENT)
    assert not found.phase
    assert found.history[-1] == pytest.approx(found.values)


@pytest.mark.slow
def test_lorenz_for_long():
    found = lyapunov_exponents(compile_problem(BlockModel("Lorenz", Lorenz())), 3000.0, transient=10.0)
    assert found.values == pytest.approx([0.90563, 0.0, -14.57233], abs=PRINTED_EXPONENT)


def test_duffing_in_one_well():
    """Set a of W. Schiehlen, Recent developments in multibody dynamics, 2005, fig. 4."""
    found = lyapunov_exponents(problem_of("duffing"), 1000.0, SET_A)
    assert found.values == pytest.approx([0.0, -0.10, -0.10], abs=PRINTED_EXPONENT)
    assert found.values.sum() == pytest.approx(-0.2, abs=DIVERGENCE)
    assert found.dimension == 1.0
    assert found.phase


@pytest.mark.slow
def test_duffing_in_both_wells():
    """Set d of the same."""
    found = lyapunov_exponents(problem_of("duffing"), 100_000.0, SET_D, rtol=1e-7)
    assert found.values == pytest.approx([0.17, 0.0, -0.37], abs=PRINTED_EXPONENT)
    assert found.dimension == pytest.approx(2.46, abs=PRINTED_EXPONENT)


@pytest.mark.slow
def test_ueda():
    """The exponents by J. C. Sprott, Chaos and Time-Series Analysis, 2003."""
    found = lyapunov_exponents(problem_of("duffing"), 100_000.0, {"spring.c": 0.0, "spring.d": 0.05, "force.amplitude": 7.5}, rtol=1e-7)
    assert found.values[0] == pytest.approx(0.1034, rel=LARGEST_EXPONENT)
    assert found.values.sum() == pytest.approx(-0.05, abs=DIVERGENCE)


def test_an_undamped_pendulum_has_pairs():
    """Exponents of opposite sign; their sum is that of the change of the mass matrix's determinant, over the time."""
    found = lyapunov_exponents(problem_of("triple_pendulum"), 10.0, transient=0.0)
    assert found.values + found.values[::-1] == pytest.approx(np.zeros(6), abs=SAMPLED_EXPONENTS * found.errors.max())
    assert found.values[0] > 1.0


@pytest.mark.slow
def test_an_undamped_pendulum_for_long():
    """Of 300 s, behind which little is left of what the mass matrix's determinant changes."""
    found = lyapunov_exponents(problem_of("triple_pendulum"), 300.0, transient=0.0)
    assert found.values + found.values[::-1] == pytest.approx(np.zeros(6), abs=LARGEST_EXPONENT * found.values[0])
    assert found.values.sum() == pytest.approx(0.0, abs=PRINTED_EXPONENT)


def test_what_is_prescribed_has_no_neighbours():
    model = Model("Prescribed")
    model.world, model.mass = World(), Body(m=1.0)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[1, 0, 0])
    model.drive = SineJointMotion(model.guide, amplitude=0.1, frequency=2.0)
    with pytest.raises(MbfmuError, match="all its motion is prescribed"):
        lyapunov_exponents(model, 10.0)


def test_times_are_refused():
    with pytest.raises(MbfmuError, match="a time > 0 s"):
        lyapunov_exponents(problem_of("duffing"), -1.0)
    with pytest.raises(MbfmuError, match="a transient >= 0 s"):
        lyapunov_exponents(problem_of("duffing"), 1.0, transient=float("nan"))
