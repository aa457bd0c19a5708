"""Models of the library, run as FMUs in FMPy."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import fmpy
import numpy as np
import pytest

from mbfmu.fmu.package.python_fmu import build_fmu
from tests.library import problem_of


@pytest.fixture(scope="session")
def run_fmu(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., np.ndarray]:
    """`run_fmu(name, stop_time, interval, values, tolerance)`: the results of an FMU, built when it is first asked for."""
    folder = tmp_path_factory.mktemp("fmus")

    @cache
    def built(name: str) -> Path:
        return build_fmu(problem_of(name), folder)

    def run(name: str, stop_time: float, interval: float, values: dict[str, float], tolerance: float) -> np.ndarray:
        return fmpy.simulate_fmu(str(built(name)), stop_time=stop_time, output_interval=interval, start_values=values, relative_tolerance=tolerance)

    return run
