"""The rotor blade: what closed forms say of its droop, of the pull at its root, and of how fast it flaps."""

import numpy as np
import pytest

from mbfmu import simulate
from tests.library import problem_of
from tests.tolerances import BEAM_STRESS, TRUNCATED_MODES

HUB, CUFF, LENGTH, G, SPEED = 0.3, 0.5, 6.0, 9.81, 30.0
E, SHEAR, RHO, WIDTH, THICK, THIN = 70e9, 70e9 / 2.66, 2700.0, 0.3, 0.12, 0.08


def test_droop_and_root_stress():
    """At rest by the moments of its weight; at speed by the centrifugal force of all that is outside of the root."""
    found = simulate(problem_of("rotating_blade"), 8.0, 0.05)
    x = np.linspace(0.0, LENGTH, 120_001)
    height = np.where(x < CUFF, THICK, THIN)
    line = RHO * G * WIDTH * height  # weight [N/m]
    middle = (x[1:] + x[:-1]) / 2
    step = x[1]
    force = np.interp(middle, x, np.append(np.cumsum(line[::-1])[::-1][1:] * step, 0.0))
    moment = np.cumsum(force[::-1])[::-1] * step
    depth = np.where(middle < CUFF, THICK, THIN)
    bending, shearing = moment / (E * WIDTH * depth**3 / 12), force / (SHEAR * WIDTH * depth * 5 / 6)
    droop = np.sum((bending * (LENGTH - middle) + shearing) * step)
    assert -found["tip[3]"][0] == pytest.approx(droop, rel=2 * TRUNCATED_MODES)
    assert found["stress_top[1]"][0] == pytest.approx(6 * moment[0] / (WIDTH * THICK**2), rel=BEAM_STRESS)
    pull = RHO * SPEED**2 / 2 * ((HUB + CUFF) ** 2 - HUB**2 + THIN / THICK * ((HUB + LENGTH) ** 2 - (HUB + CUFF) ** 2))
    assert (found["stress_top[1]"][-1] + found["stress_bottom[1]"][-1]) / 2 == pytest.approx(pull, rel=BEAM_STRESS)
    assert found["hub_speed"][-1] == pytest.approx(SPEED)
