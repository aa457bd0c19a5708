"""A rover's wheel on sand: rolling steadily, it pulls as Wong and Reece's stresses do along its rim, sprung back behind its lowest point."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq

from mbfmu import simulate
from tests.library import problem_of
from tests.tolerances import RIM_IN_A_RUT

RADIUS, BREADTH, LOAD, SLIP = 0.15, 0.12, 200.0, 0.3  # m, m, N
MODULUS, EXPONENT, REBOUND, COHESION, FRICTION, K = 990.0 / BREADTH + 1528e3, 1.1, 2e7, 1040.0, np.tan(np.radians(28)), 0.01


def steady(z_0: float) -> tuple[float, float, float]:
    """Pull [N], lift [N] and torque [N.m] of a wheel that has sunk by z_0 [m] into virgin sand and rolls."""
    entry = np.arccos(1.0 - z_0 / RADIUS)

    def stresses(angle: float) -> tuple[float, float]:
        z = RADIUS * np.cos(angle) - (RADIUS - z_0)
        deepest = z if angle > 0.0 else z_0
        p = max(MODULUS * max(deepest, 0.0) ** EXPONENT - REBOUND * (deepest - z), 0.0)
        j = RADIUS * ((entry - angle) - (1.0 - SLIP) * (np.sin(entry) - np.sin(angle)))
        return p, (min(COHESION, 10.0 * p) + p * FRICTION) * (1.0 - np.exp(-j / K))

    def along_the_rim(of) -> float:
        return RADIUS * BREADTH * quad(lambda angle: of(angle, *stresses(angle)), -entry, entry, points=[0.0], epsabs=1e-9, limit=400)[0]

    return (
        along_the_rim(lambda angle, p, tau: tau * np.cos(angle) - p * np.sin(angle)),
        along_the_rim(lambda angle, p, tau: p * np.cos(angle) + tau * np.sin(angle)),
        RADIUS * along_the_rim(lambda angle, p, tau: tau),
    )


def test_it_pulls_and_sinks_as_wong_and_reece_say():
    z_0 = brentq(lambda z: steady(z)[1] - LOAD, 1e-3, 0.1)
    pull, _, torque = steady(z_0)
    found = simulate(problem_of("rover_wheel"), 2.0, 1e-2)
    rolling = found["time"] > 1.0
    mean = {name: found[name][rolling].mean() for name in ("pull", "torque", "sinkage", "rut", "force[1]", "force[3]")}
    assert mean["force[3]"] == pytest.approx(LOAD, rel=RIM_IN_A_RUT / 10)  # nothing accelerates it
    assert mean["sinkage"] == pytest.approx(z_0, rel=RIM_IN_A_RUT) and mean["rut"] == pytest.approx(z_0, rel=RIM_IN_A_RUT)
    assert mean["pull"] == pytest.approx(-pull, rel=RIM_IN_A_RUT) and mean["force[1]"] == pytest.approx(pull, rel=RIM_IN_A_RUT)
    assert mean["torque"] == pytest.approx(torque, rel=RIM_IN_A_RUT)
