"""The models of the library as portable FMUs: what other tools find, and the same numbers as native ones."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.validation import validate_fmu

from mbfmu.fmu.native_fmu import build_native
from mbfmu.fmu.portable_fmu import build_portable
from tests.fmus.test_native import LONG, whole_arrays
from tests.library import EXPERIMENTS, problem_of
from tests.tolerances import ROUNDOFF

STEPS = 100
QUICK = [pytest.param(name, marks=[pytest.mark.slow] if name in LONG else []) for name in EXPERIMENTS]


@pytest.fixture(scope="session")
def portable(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, int], Path]:
    """`portable(name, fmi)`: a model of the library as a portable FMU, built when it is first asked for."""
    folder = tmp_path_factory.mktemp("portable")
    return cache(lambda name, fmi: build_portable(problem_of(name), folder, fmi, file_name=f"{name}_{fmi}.fmu"))


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("fmi", (2, 3))
def test_validation(portable, name: str, fmi: int) -> None:
    """FMPy finds nothing."""
    assert validate_fmu(str(portable(name, fmi))) == []


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("fmi", (2, 3))
def test_the_first_hundred_steps_are_those_of_the_native_fmu(portable, tmp_path: Path, name: str, fmi: int) -> None:
    native = build_native(problem_of(name), tmp_path, fmi)
    for kind in ("CoSimulation", "ModelExchange"):
        found, expected = (steps(path, kind, name, fmi) for path in (portable(name, fmi), native))
        assert found.dtype == expected.dtype
        for column in expected.dtype.names:
            assert np.abs(found[column] - expected[column]).max() <= ROUNDOFF * np.abs(expected[column]).max(), (kind, column)


def steps(path: Path, kind: str, name: str, fmi: int) -> np.ndarray:
    """A hundred communication steps of the model's own experiment in FMPy."""
    problem, values = problem_of(name), dict(EXPERIMENTS[name].values)
    if fmi == 3:
        values = whole_arrays(values, {v.name: (v.shape, v.start) for v in problem.variables if v.shape})
    step = problem.step_size
    return fmpy.simulate_fmu(str(path), fmi_type=kind, stop_time=STEPS * step, output_interval=step, start_values=values)
