"""The FMU of the spacecraft against the published orbit."""

import numpy as np
import pytest

from tests.cases.case import Published
from tests.cases.spacecraft import resolved
from tests.library import EXPERIMENTS


def in_our_order(result: np.ndarray, given: dict[str, Published]) -> dict[str, np.ndarray]:
    """What is published, from the outputs; the published Euler parameters have the scalar first, and either sign."""
    stacked = lambda name, size: np.column_stack([result[f"{name}[{i}]"] for i in range(1, size + 1)])
    measured = {"r_12": stacked("R2_R1", 3), "stretch": result["stretch"], "n1_D": stacked("n1_D", 3), "n2_D": stacked("n2_D", 3)}
    for i in (1, 2):
        Q = np.roll(stacked(f"u{i}", 4), 1, axis=1)
        rows = np.searchsorted(result["time"], given[f"Q{i}"].t * (1 - 1e-9))
        Q[rows] *= np.sign(np.sum(Q[rows] * given[f"Q{i}"].values, axis=1))[:, None]
        measured[f"Q{i}"] = Q
    return measured


@pytest.mark.parametrize("stop", [200.0, pytest.param(16293.0, marks=pytest.mark.slow)])
def test_the_fmu_meets_the_published_orbit(run_fmu, stop: float):
    result = run_fmu("spacecraft", stop, 1.0, {}, 1e-12)
    given = {name: quantity.until(stop) for name, quantity in resolved("spacecraft_two_body_paper").items()}
    assert result["time"][-1] == stop
    assert EXPERIMENTS["spacecraft"].excess(result) == {}
    measured = in_our_order(result, given)
    errors = {name: quantity.error(result["time"], measured[name]) for name, quantity in given.items()}
    assert {name: error for name, error in errors.items() if not error <= 1.0} == {}
