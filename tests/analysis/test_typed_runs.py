"""Runs in this process with values and inputs that are no real numbers, against a closed form and a solver of SciPy."""

import numpy as np
import pytest

from mbfmu import BlockModel, compile_problem, simulate
from mbfmu.base.errors import InvalidValue, ProblemsFound
from tests.tolerances import INTEGRATION
from tests.valve import FULL, SHARE, WatchedTank, filled

TIMES = np.arange(13) / 10.0
INPUTS = {"enabled": lambda t: not 0.15 < t < 0.55, "valve": lambda t: "open" if t < 0.35 else "throttled"}
RATES = np.array([3.0 * SHARE["open" if t < 0.35 else "throttled"] * (not 0.15 < t < 0.55) for t in TIMES])


@pytest.fixture(scope="module")
def tank():
    return compile_problem(BlockModel("Tank", WatchedTank()))


@pytest.mark.parametrize("solver", ["engine", "DOP853"])
def test_filling(tank, solver):
    """Inputs are held from row to row; a row shows what follows from those set there."""
    result = simulate(tank, 1.2, 0.1, values={"pipes": 3, "inverted": True}, inputs=INPUTS, solver=solver)
    level = filled(RATES, TIMES)
    assert 1.0 - result["y"] == pytest.approx(level, abs=INTEGRATION)
    assert result["full"].tolist() == (level > FULL).tolist()
    assert result["running"].tolist() == [0 if 0.15 < t < 0.55 else 3 for t in TIMES]
    assert [result.dtype[name] for name in ("y", "full", "stage", "running")] == [np.float64, np.bool_, np.int64, np.int32]


def test_constants(tank):
    result = simulate(tank, 1.0, 0.1, values={"valve": "throttled"}, inputs={"enabled": True})
    assert result["y"][-1] == pytest.approx(1.0 - np.exp(-0.6), abs=INTEGRATION)
    assert simulate(tank, 1.0, 0.1, values={"valve": 1, "level_start": 0.25})["y"][-1] == 0.25


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"valve": "shut"}, "valve takes one of 'closed', 'throttled', 'open', not 'shut'"),
        ({"enabled": 0.5}, "enabled takes True or False, not 0.5"),
        ({"pipes": 1.5}, "pipes takes a whole number, not 1.5"),
        ({"pipes": 10}, "pipes = 10 must be <= 9 (how many pipes there are)"),
    ],
)
def test_wrong_values_are_refused_by_name(tank, values, problem):
    with pytest.raises(ProblemsFound) as caught:
        simulate(tank, 0.1, values=values)
    assert caught.value.problems == (problem,)


def test_a_function_that_gives_nothing_of_the_type_is_named(tank):
    with pytest.raises(InvalidValue, match="the function of input valve gives half open; it must give one of 'closed'"):
        simulate(tank, 1.0, 0.1, inputs={"valve": lambda t: "half open" if t > 0.5 else "open"})
