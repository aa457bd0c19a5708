"""The residual energy of a port, against the integrals over a step that follow from samples by hand."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.polynomial import Polynomial

from mbfmu.cosim import System, simulate_system
from tests.cosim import couples
from tests.tolerances import ROUNDOFF, SPEED_BY_PARABOLAS

BEGUN = 3  # steps behind which as many samples are known as parabolas need, since the first one is taken twice


@pytest.fixture(scope="module")
def slider(tmp_path_factory: pytest.TempPathFactory) -> System:
    return couples.slider(tmp_path_factory.mktemp("slider"), stop_time=1.0, step_size=2e-2)


def course(t: np.ndarray, y: np.ndarray, step: int, degree: int, last: int, slopes: np.ndarray | None = None) -> Polynomial:
    """What a signal is taken to be since a step began, by its samples up to the `last`; slopes are known up to the beginning of the step."""
    rows, values = [], []
    for k in range(last, -1, -1):
        x = t[k] - t[step]
        rows.append([x**p for p in range(degree + 1)])
        values.append(y[k])
        if slopes is not None and k <= step:
            rows.append([p * x ** (p - 1) if p else 0.0 for p in range(degree + 1)])
            values.append(slopes[k])
    known = min(len(rows), degree + 1)
    return Polynomial(np.linalg.solve(np.array(rows)[:known, :known], values[:known]))


def residuals(result: np.ndarray, degree: int, method: str) -> np.ndarray:
    """What the coupling creates in each step: the power of the mass's own speed under the force that it takes, less that of what the spring sees."""
    t, s, v, f = (result[name] for name in ("time", "mass.rod.s", "mass.rod.v", "spring.ends.f"))
    slopes, found = np.full(len(t), f[0]), []
    for i, h in enumerate(np.diff(t)):
        last = i + 1 if method == "newton" else i
        force, place, speed = (course(t, y, i, degree, last, of) for y, of in ((f, None), (s, v), (v, slopes)))
        slopes[i + 1] = force(h)
        own_speed, own_force = v[i] + force.integ(), -couples.STIFFNESS * place
        found.append((own_speed * force).integ()(h) - (speed * own_force).integ()(h))
    return np.array(found)


@pytest.mark.parametrize("method", ["jacobi", "newton"])
@pytest.mark.parametrize("input_order", [0, 1])
def test_what_follows_inputs_at_once_does_so_within_steps(slider: System, method: str, input_order: int):
    result = simulate_system(replace(slider, method=method, input_order=input_order), show_progress=False)
    expected = residuals(result, input_order, method)
    assert np.diff(result["mass.rod.residual_energy"]) == pytest.approx(expected, abs=ROUNDOFF)


def test_it_does_so_along_parabolas(slider: System):
    """In Jacobi's method, by the speed's parabola instead of its cubic, which is what is left."""
    result = simulate_system(replace(slider, input_order=2), show_progress=False)
    found, expected = np.diff(result["mass.rod.residual_energy"])[BEGUN:], residuals(result, 2, "jacobi")[BEGUN:]
    assert found == pytest.approx(expected, abs=SPEED_BY_PARABOLAS * np.abs(expected).max())
