from dataclasses import replace

import numpy as np
import pytest

from mbfmu.cosim import System, simulate_system
from tests.tolerances import ORDER, ROUNDOFF

EXPLICIT = ("jacobi", "gauss_seidel")


def exact_position(t: np.ndarray) -> np.ndarray:
    """Closed form of 2 kg on 50 N/m and 1.5 N.s/m, released at rest from 0.2 m."""
    m, c, d, s_0 = 2.0, 50.0, 1.5, 0.2
    decay = d / (2 * m)
    w = np.sqrt(c / m - decay**2)
    return s_0 * np.exp(-decay * t) * (np.cos(w * t) + decay / w * np.sin(w * t))


def largest_error(system: System) -> float:
    result = simulate_system(system, show_progress=False)
    return float(abs(result["mass.s"] - exact_position(result["time"])).max())


@pytest.mark.parametrize("method", EXPLICIT)
@pytest.mark.parametrize("input_order", [0, 1])
def test_converges_to_the_closed_form_at_its_order(oscillator: System, method: str, input_order: int):
    """These FMUs cannot change inputs within a step, and gain an order all the same."""
    errors = [largest_error(replace(oscillator, method=method, input_order=input_order, step_size=h)) for h in (4e-3, 2e-3, 1e-3)]
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert orders == pytest.approx(input_order + 1, abs=ORDER)


def test_newest_values_are_better_than_held_ones(oscillator: System):
    assert largest_error(replace(oscillator, method="gauss_seidel")) < largest_error(oscillator)


def test_gauss_seidel_steps_in_the_stated_order(oscillator: System):
    found = simulate_system(replace(oscillator, method="gauss_seidel"), show_progress=False)
    stated = simulate_system(replace(oscillator, method="gauss_seidel", order=("spring", "mass")), show_progress=False)
    # the spring steps last by feedthrough, on the mass's new position; stepping first, it holds the old one
    assert found["spring.s"][1:] == pytest.approx(found["mass.s"][1:], abs=ROUNDOFF)
    assert stated["spring.s"][1:] == pytest.approx(stated["mass.s"][:-1], abs=ROUNDOFF)


def test_start_values_are_consistent_before_the_first_step(oscillator: System):
    first = simulate_system(oscillator, show_progress=False)[0]
    assert first["spring.f"] == first["mass.F"] == pytest.approx(-50.0 * 0.2, abs=ROUNDOFF)
