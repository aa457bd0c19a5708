"""Laws of the normal force, against closed forms."""

from math import atan, exp, inf, log, pi

import numpy as np
import pytest
from scipy.optimize import brentq

from mbfmu import ElasticPlasticContact, FloresContact, HuntCrossleyContact, KelvinVoigtContact, Material, hertz_stiffness, simulate
from mbfmu.base.errors import MbfmuError, ProblemsFound

from ....tolerances import IMPACT, INSTANT_IMPACTS, STIFF_LIMIT, YIELDING
from .scenes import G, ball

STEEL = Material(E=206e9, rho=7800.0, nu=0.28)
# c v and the restitution of Hunt and Crossley's law, by its integral in the phase plane
RESTITUTIONS = [(0.05, 0.9677385785309328), (0.2, 0.8821899862473077), (1.0, 0.5936242600400401), (5.0, 0.19698024528051888)]


def rebound(model, time, v=1.0):
    """Restitution of one impact at v [m/s], the largest depth [m], and the time of contact [s]."""
    result = simulate(model, stop_time=time, interval=time / 1000)
    return result["v[3]"][-1] / v, -result["gap"].min(), (result["N"] > 0.0).mean() * time


@pytest.mark.parametrize(("damping", "e"), RESTITUTIONS)
def test_restitution_of_hunt_and_crossley(damping, e):
    assert rebound(ball(c=1e6, d=damping), 0.03)[0] == pytest.approx(e, rel=IMPACT)


def test_depth_and_time_of_hunt_and_crossley():
    e, depth, time = rebound(ball(c=1e6, d=0.2), 0.015)
    assert e == pytest.approx(0.8821899862492083, rel=IMPACT)
    assert depth == pytest.approx(0.004143140050497833, rel=1e-5)  # by the deepest of rows
    assert time == pytest.approx(0.012991642401649914, abs=2 * 0.015 / 1000)  # by rows


def test_time_of_contact_of_hertz():
    K = hertz_stiffness(STEEL, STEEL, 0.01)
    assert K == pytest.approx(4.0 / 3.0 * STEEL.E / (2.0 * (1.0 - STEEL.nu**2)) * 0.01**0.5)
    m, v = 0.0327, 0.2
    exact = 3.21807 * (m * m / (K * K * v)) ** 0.2
    e, _, time = rebound(ball(c=K, m=m, v=v), 2.0 * exact, v)
    assert e == pytest.approx(1.0, rel=IMPACT)
    assert time == pytest.approx(exact, abs=4e-3 * exact)  # by rows


def test_radii_that_touch_in_no_point_are_refused():
    assert hertz_stiffness(STEEL, STEEL, 0.01, -0.02) == pytest.approx(hertz_stiffness(STEEL, STEEL, 0.02))
    for radii in ((inf, inf), (0.0, 1.0), (0.02, -0.01)):
        with pytest.raises(MbfmuError, match="touch in no point"):
            hertz_stiffness(STEEL, STEEL, *radii)


def test_damping_of_flores_is_that_of_hunt_and_crossley():
    e = rebound(ball(FloresContact, c=1e6, e=0.7, v_impact=2.0, v=2.0), 0.03, 2.0)[0]
    d = 8.0 * 0.3 / (5.0 * 0.7 * 2.0)
    assert e == pytest.approx(rebound(ball(HuntCrossleyContact, c=1e6, d=d, v=2.0), 0.03, 2.0)[0], rel=IMPACT)
    w = brentq(lambda w: d * 2.0 - log(1.0 + d * 2.0) + d * w + log(1.0 - d * w), 1e-6, 1.0 / d - 1e-9)
    assert e == pytest.approx(w / 2.0, rel=IMPACT)


def damping_for(e, m, c):
    """Damping [N.s/m] of a linear spring that never pulls, for a restitution.

    Source: Schwager & Poeschel (2007), Coefficient of restitution and linear-dashpot model revisited, eq. 21.
    """

    def restitution(zeta):
        root = (1.0 - zeta * zeta) ** 0.5
        return exp(-zeta / root * (pi - atan(2.0 * zeta * root / (1.0 - 2.0 * zeta * zeta))))

    return 2.0 * (m * c) ** 0.5 * brentq(lambda zeta: restitution(zeta) - e, 1e-6, 0.7)


@pytest.mark.parametrize("v", [0.01, 1.0])
def test_restitution_of_a_linear_spring_is_the_same_at_all_speeds(v):
    d = damping_for(0.8, 1.0, 1e6)
    assert rebound(ball(KelvinVoigtContact, v=v, c=1e6, d=d), 0.006, v)[0] == pytest.approx(0.8, rel=IMPACT / v)  # speeds of 1 m/s are as accurate


def test_a_stiff_ball_bounces_as_one_by_newton():
    c, e = 1e9, 0.8
    result = simulate(ball(KelvinVoigtContact, v=0.0, h=1.0, g=G, c=c, d=damping_for(e, 1.0, c)), stop_time=3.4, interval=1e-3)
    falling = result["v[3]"] < 0.0
    impacts = result["time"][np.flatnonzero(falling[:-1] & ~falling[1:])]
    first, speed = (2.0 / G) ** 0.5, (2.0 * G) ** 0.5
    expected = first + np.concatenate([[0.0], np.cumsum([2.0 * speed * e**k / G for k in range(1, len(impacts))])])
    assert len(impacts) == 8
    assert np.allclose(impacts, expected, rtol=0.0, atol=INSTANT_IMPACTS)


def test_energy_is_kept_by_an_elastic_contact():
    result = simulate(ball(h=0.3, v=0.0, g=G, c=1e5), stop_time=2.0)
    assert np.abs(result["error"]).max() < STIFF_LIMIT


@pytest.mark.parametrize("v", [0.1, 1.0])
def test_restitution_of_a_contact_that_yields(v):
    e, depth, _ = rebound(ball(ElasticPlasticContact, v=v, c=1e6, c_unload=4e6), 0.004, v)
    assert e == pytest.approx(0.5, rel=YIELDING)
    assert depth == pytest.approx(v * (1.0 / 1e6) ** 0.5, rel=YIELDING)


def test_an_elastic_contact_that_yields_is_refused():
    with pytest.raises(ProblemsFound, match=r"contact.c_unload = 1e\+06 N/m must be > contact.c = 2e\+06 N/m"):
        simulate(ball(ElasticPlasticContact, c=2e6, c_unload=1e6))
