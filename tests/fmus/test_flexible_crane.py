"""The crane with a flexible boom: it starts at rest, with the stress of what hangs on its boom."""

import numpy as np
import pytest

from mbfmu import simulate
from tests.library import problem_of
from tests.tolerances import AT_REST, BEAM_STRESS

G, RADIUS, THICKNESS, RHO = 9.81, 0.11, 0.006, 7850.0
ANGLE, BRACKET, LENGTH, JIB, KNEE = 0.2, 1.2, 4.0, 2.0, -0.6  # rad, m


def test_it_rests_and_its_boom_bears_what_hangs_on_it():
    found = simulate(problem_of("flexible_crane"), 1.0, 0.1)
    assert np.ptp(found["stroke"]) < AT_REST * found["stroke"][0] and np.ptp(found["hook[3]"]) < AT_REST
    inner = RADIUS - THICKNESS
    area, W = np.pi * (RADIUS**2 - inner**2), np.pi / 4 * (RADIUS**4 - inner**4) / RADIUS
    outside, out = RHO * area * (LENGTH - BRACKET), (LENGTH - BRACKET) * np.cos(ANGLE)
    jib = JIB * np.cos(ANGLE + KNEE)
    moment = G * (outside * out / 2 + 80.0 * (out + jib / 2) + 500.0 * (out + jib))
    pressed = G * (outside + 580.0) * np.sin(ANGLE) / area
    assert found["stress[1]"][0] == pytest.approx(moment / W - pressed, rel=BEAM_STRESS)
