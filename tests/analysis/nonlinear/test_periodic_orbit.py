"""Periodic orbits against published and exact periods."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import ellipk

from mbfmu import BlockModel, Body, Model, Revolute, World, periodic_orbit
from mbfmu.base.errors import MbfmuError
from tests.library import problem_of
from tests.tolerances import INTEGRATION, TRAPEZOIDS

from .blocks import Lorenz, VanDerPol

L, G = 0.8, 9.81


def pendulum(phi: float, w: float = 0.0) -> Model:
    model = Model("Pendulum")
    model.world, model.rod = World(g=G), Body(m=1.0, r_CM=[0, 0, -L], I=[0, 0, 0])
    model.pivot = Revolute(model.world.frame_b, model.rod.frame_a, n=[0, 1, 0], phi_start=phi, w_start=w)
    return model


def test_van_der_pol():
    """The period for mu = 1 as it is published: 6.6632868593 (C. M. Andersen, J. F. Geer, SIAM Journal on Applied Mathematics 42 (1982))."""
    found = periodic_orbit(BlockModel("VanDerPol", VanDerPol()), 6.5, transient=20.0)
    assert found.period == pytest.approx(6.6632868593, abs=INTEGRATION)
    shown = found.outputs["shown"]
    inside = np.trapezoid(1.0 - shown**2, found.outputs["time"])
    assert found.multipliers == pytest.approx([1.0, np.exp(inside)], abs=TRAPEZOIDS)
    assert found.stability == "stable"
    assert not found.driven


def test_a_pendulum():
    """The period by the complete elliptic integral."""
    found = periodic_orbit(pendulum(2.0), 2.4)
    modulus = 0.5 * (1.0 - np.cos(found.states["pivot.phi"])) + found.states["pivot.w"] ** 2 * L / (4.0 * G)
    assert found.period == pytest.approx(4.0 * np.sqrt(L / G) * ellipk(modulus), abs=INTEGRATION)
    assert found.stability == "neutral"


def test_a_pendulum_that_goes_round():
    """An angle a full turn further on is the same; the period by the complete elliptic integral."""
    found = periodic_orbit(pendulum(0.0, 20.0), 0.35)
    speed = np.sqrt(found.states["pivot.w"] ** 2 - 2.0 * G / L * (1.0 - np.cos(found.states["pivot.phi"])))
    assert found.turns == {"pivot.phi": 1}
    assert found.period == pytest.approx(4.0 / speed * ellipk(4.0 * G / (L * speed**2)), abs=INTEGRATION)


def test_a_subharmonic_of_duffing():
    """At d = 0.3, w = 1.2, F = 0.28 the motion repeats itself after two periods of the force, and not after one; back also by SciPy's solver."""
    values, period = {"spring.d": 0.3, "force.w": 1.2, "force.amplitude": 0.28}, 2.0 * np.pi / 1.2
    found = periodic_orbit(problem_of("duffing"), 2.0 * period, values, transient=200.0)
    rates = lambda t, x: [x[1], x[0] - x[0] ** 3 - 0.3 * x[1] + 0.28 * np.cos(1.2 * t)]
    start = list(found.states.values())
    once, twice = (solve_ivp(rates, (0.0, n * period), start, "DOP853", rtol=1e-12, atol=1e-12).y[:, -1] for n in (1, 2))
    assert twice == pytest.approx(start, abs=INTEGRATION)
    assert np.abs(once - start).max() > 0.01
    assert np.prod(found.multipliers) == pytest.approx(np.exp(-0.3 * 2.0 * period), abs=INTEGRATION)
    assert found.stability == "stable"


def test_an_unstable_orbit_is_found_too():
    """From near one that the motion has left, in words."""
    values = {"spring.d": 0.3, "force.w": 1.2, "force.amplitude": 0.28}
    found = periodic_orbit(problem_of("duffing"), 2.0 * np.pi / 1.2, values, transient=200.0)
    assert found.stability == "unstable: neighbours leave it, to one side and the other in turn, with twice the period"


def test_where_there_is_no_orbit_it_says_so():
    with pytest.raises(MbfmuError, match="Lorenz comes to rest near this start"):
        periodic_orbit(BlockModel("Lorenz", Lorenz(rho=0.5)), 1.0, transient=100.0)
    with pytest.raises(MbfmuError, match="Duffing returns after 1 s, but then moves in another way: the drive is not back: give its period"):
        periodic_orbit(problem_of("duffing"), 1.0)
