"""The crane with a flexible boom: it starts at rest, with the stress of what hangs on its boom."""

import numpy as np
import pytest

from mbfmu import simulate
from tests.library import problem_of
from tests.tolerances import AT_REST, BEAM_STRESS

G, RHO = 9.81, 7850.0
ANGLE, LENGTH, JIB, KNEE = 0.2, 4.0, 2.0, -0.6  # rad, m
KINK, HEIGHT, END, WIDTH, FLANGE, WEB, DIAPHRAGM = 1.4, 0.2, 0.14, 0.16, 0.006, 0.005, 0.01  # m: of the girder
PLACE = 1.8  # m from the pivot, where the stress is known


def test_it_rests_and_its_boom_bears_what_hangs_on_it():
    """The girder's upper flange, as a beam's: M z / I - N / A."""
    found = simulate(problem_of("flexible_crane"), 1.0, 0.1)
    assert np.ptp(found["stroke"]) < AT_REST * found["stroke"][0] and np.ptp(found["hook[3]"]) < AT_REST
    x = np.linspace(PLACE, LENGTH, 1001)
    height = HEIGHT + (END - HEIGHT) * (x - KINK) / (LENGTH - KINK)
    area = 2 * (WIDTH * FLANGE + height * WEB)
    end = RHO * DIAPHRAGM * WIDTH * END
    outside, lever = RHO * np.trapezoid(area, x) + end, RHO * np.trapezoid(area * (x - PLACE), x) + end * (LENGTH - PLACE)
    out, jib = (LENGTH - PLACE) * np.cos(ANGLE), JIB * np.cos(ANGLE + KNEE)
    moment = G * (lever * np.cos(ANGLE) + 80.0 * (out + jib / 2) + 500.0 * (out + jib))
    I = WIDTH * FLANGE * height[0] ** 2 / 2 + WIDTH * FLANGE**3 / 6 + WEB * height[0] ** 3 / 6
    pressed = G * (outside + 580.0) * np.sin(ANGLE) / area[0]
    assert found["stress[1]"][0] == pytest.approx(moment * (height[0] + FLANGE) / 2 / I - pressed, rel=BEAM_STRESS)
