"""Runs whose rows go to a file while they come: those of the run in memory, and what a run that fails has left."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from mbfmu import MbfmuError, Step
from mbfmu.analysis.simulate import simulate as module
from mbfmu.analysis.simulate.simulate import simulate
from mbfmu.base.errors import StepFailed
from mbfmu.model.signals.result_file import read_result
from mbfmu.problem.compile import compile_problem

from .test_simulate import falling_mass

PUSHED = {"f": Step(at=0.123, height=20.0)}  # N, at a time between rows
with_pyarrow = pytest.mark.skipif(find_spec("pyarrow") is None, reason="pyarrow is an extra")
every_kind = pytest.mark.parametrize("suffix", [".csv", pytest.param(".parquet", marks=with_pyarrow)])


@every_kind
@pytest.mark.parametrize("solver", ["engine", "DOP853"])
def test_rows_in_a_file_are_those_of_the_run_in_memory(suffix: str, solver: str, tmp_path: Path):
    problem, path = compile_problem(falling_mass()), tmp_path / f"run{suffix}"
    expected = simulate(problem, 1.0, 1e-3, inputs=PUSHED, solver=solver)
    shown = simulate(problem, 1.0, 1e-3, inputs=PUSHED, solver=solver, file=path)
    found = read_result(path)
    assert found.dtype.names == expected.dtype.names and shown.units == expected.units
    for name in expected.dtype.names:
        np.testing.assert_array_equal(found[name], expected[name])
        np.testing.assert_array_equal(shown[name], expected[name])


def test_of_a_long_run_the_result_is_an_overview(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "OVERVIEW", 11)
    shown = simulate(falling_mass(), 1.0, 1e-3, file=tmp_path / "run.csv", signals=["v"])
    assert shown.dtype.names == ("time", "v") and shown["time"].tolist() == pytest.approx(np.linspace(0, 1, 11))
    assert len(read_result(tmp_path / "run.csv")) == 1001 and shown.units == {"v": "m/s"}


def test_signals_are_chosen_in_memory_too():
    assert simulate(falling_mass(), 0.1, 0.01, signals=["s"]).dtype.names == ("time", "s")
    with pytest.raises(MbfmuError, match="no signal is called 'height'"):
        simulate(falling_mass(), 0.1, 0.01, signals=["height"])


def test_a_run_that_fails_leaves_the_rows_until_then(tmp_path: Path):
    """The input is too large from 1.5 s on; rows come in blocks of a thousand."""
    path = tmp_path / "run.csv"
    with pytest.raises(StepFailed, match=r"\(results until then: .*run.csv\)"):
        simulate(falling_mass(), 3.0, 1e-3, inputs={"f": lambda t: 1e308 if t > 1.5 else 0.0}, file=path)
    assert len(read_result(path)) >= 1000


def test_a_file_of_another_kind_is_refused_before_the_run(tmp_path: Path):
    with pytest.raises(MbfmuError, match="run.mat: results are files that end in .csv or .parquet"):
        simulate(falling_mass(), 1.0, file=tmp_path / "run.mat")
