"""Soil in FMUs: what it remembers in Model Exchange and Co-Simulation, saved and restored."""

from __future__ import annotations

from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.fmi2 import FMU2Slave

from mbfmu import Model, Soil, build_fmu, build_native, build_portable, compile_problem, simulate
from mbfmu.check import FALSE, check_fmu
from tests.soft_soils import RADIUS, SOIL, virgin, wheel
from tests.tolerances import RUT_OF_OTHER_STEPS

from .restored import assert_goes_on
from .test_sampled_fmu import instance


def rolling() -> Model:
    """A wheel that is driven out of its own rut."""
    return wheel(Soil(**SOIL, damping=5.0, sinkage=virgin((-1.0, 3.0), spacing=0.05)), RADIUS - 0.05, torque=100.0)


@pytest.fixture(scope="module")
def portable(tmp_path_factory) -> dict[int, Path]:
    folder = tmp_path_factory.mktemp("soil")
    problem = compile_problem(rolling(), pictures=True)
    return {fmi: build_portable(problem, folder / str(fmi), fmi=fmi) for fmi in (2, 3)}


@pytest.fixture(scope="module")
def by_python() -> np.ndarray:
    run = simulate(rolling(), stop_time=1.0, interval=0.01)
    return np.array([run["x"], run["z"]])


def as_in_python(fmu: Path, interface: str, expected: np.ndarray) -> None:
    found = fmpy.simulate_fmu(fmu, fmi_type=interface, stop_time=1.0, output_interval=0.002, relative_tolerance=1e-6, record_events=False)
    assert np.array([found["x"], found["z"]])[:, ::5] == pytest.approx(expected, abs=RUT_OF_OTHER_STEPS)


@pytest.mark.parametrize("interface", ["ModelExchange", "CoSimulation"])
@pytest.mark.parametrize("fmi", [2, 3])
def test_a_wheel_in_portable_fmus(portable, by_python, fmi: int, interface: str) -> None:
    as_in_python(portable[fmi], interface, by_python)


@pytest.mark.slow
def test_a_wheel_in_an_interpreted_fmu(tmp_path: Path, by_python) -> None:
    as_in_python(build_fmu(rolling(), tmp_path), "CoSimulation", by_python)


@pytest.mark.slow
@pytest.mark.parametrize("fmi", [2, 3])
def test_a_wheel_in_native_fmus(tmp_path: Path, by_python, fmi: int) -> None:
    fmu = build_native(rolling(), tmp_path, fmi=fmi)
    for interface in ("ModelExchange", "CoSimulation"):
        as_in_python(fmu, interface, by_python)
    assert [f for f in check_fmu(fmu) if f.outcome == FALSE] == []


def test_a_saved_rut_goes_on_to_the_last_bit(portable) -> None:
    assert_goes_on(portable[2], 0.05, saved=10, more=5)


def test_virgin_soil_after_a_reset(portable) -> None:
    fmu, of = instance(FMU2Slave, portable[2])
    found = []
    for _ in range(2):
        fmu.setupExperiment(startTime=0.0)
        fmu.enterInitializationMode()
        fmu.exitInitializationMode()
        for k in range(6):
            fmu.doStep(0.05 * k, 0.05)
        found.append(fmu.getReal([of["x"], of["z"], of["rut"]]))
        fmu.terminate()
        fmu.reset()
    assert found[0] == found[1]
