"""The models of the library as native FMUs: both versions, both interfaces, against the motion integrated in this process and portable FMUs."""

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.fmi3 import FMU3Model

from mbfmu.fmu.package.native_fmu import build_native
from mbfmu.fmu.package.portable_fmu import build_portable
from tests.conformity import refuse_nonconforming
from tests.fmu.native.driving import free, initialize, rates, states, update
from tests.library import EXPERIMENTS, problem_of, trajectory
from tests.reference_files import differences
from tests.tolerances import FAR_AWAY_IN_FMUS, FMU_INTEGRATION, PROPORTIONAL, ROUNDOFF, SOIL_IN_FMUS, STRETCHED

# What takes long to compile, and FMI 2 of most, are of long studies alone.
BY_DEFAULT = [
    ("crane", 3),
    ("four_bar", 3),
    ("rolling_disk", 3),
    ("pid", 2),
    ("pid", 3),
    ("hydraulics", 3),
    ("sampled_servo", 3),
    ("engine", 3),
]
VERSIONS = [pytest.param(name, fmi, marks=[pytest.mark.slow] * ((name, fmi) not in BY_DEFAULT)) for name in EXPERIMENTS for fmi in (2, 3)]
TOLERANCE = 1e-10
STEPS = 100
ALIKE = {"cantilever": STRETCHED}  # what native and portable FMUs may differ by, where that is not roundoff of the numbers themselves


@pytest.fixture(scope="session")
def native(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, int], Path]:
    """`native(name, fmi)`: a model of the library as a native FMU, built when it is first asked for."""
    folder = tmp_path_factory.mktemp("native")
    return cache(lambda name, fmi: build_native(problem_of(name), folder, fmi, file_name=f"{name}_{fmi}.fmu"))


@pytest.mark.parametrize(("name", "fmi"), VERSIONS)
def test_conformity(native, name: str, fmi: int) -> None:
    """FMPy's validation and fmutool's check find nothing."""
    refuse_nonconforming(native(name, fmi), fmi)


@pytest.mark.parametrize(("name", "fmi"), VERSIONS)
@pytest.mark.parametrize("kind", ["CoSimulation", "ModelExchange"])
def test_every_interface_moves_as_the_model_does(native, name: str, fmi: int, kind: str) -> None:
    """Model Exchange by FMPy's CVode, Co-Simulation by our own integrators."""
    experiment = EXPERIMENTS[name]
    result = simulated(native(name, fmi), kind, name)
    assert differences(result, experiment.motion(trajectory(name)), tolerance_of(name)) == {}


@pytest.mark.parametrize(("name", "fmi"), VERSIONS)
def test_the_first_hundred_steps_are_those_of_the_portable_fmu(native, tmp_path: Path, name: str, fmi: int) -> None:
    portable = build_portable(problem_of(name), tmp_path, fmi)
    found, expected = (steps(path, name, fmi) for path in (portable, native(name, fmi)))
    assert found.dtype == expected.dtype
    for column in expected.dtype.names:
        assert np.abs(found[column] - expected[column]).max() <= ALIKE.get(name, ROUNDOFF) * np.abs(expected[column]).max(), column


@pytest.mark.parametrize(("name", "fmi"), VERSIONS)
def test_the_rates_along_the_motion_are_those_of_the_portable_fmu(native, tmp_path: Path, name: str, fmi: int) -> None:
    """Model Exchange at the same states: solvers choose other steps where a rate differs by roundoff, and motions would differ by more.

    A joint's acceleration is a sum over those of all the others: the roundoff is that of the largest.
    """
    portable = build_portable(problem_of(name), tmp_path, fmi)
    along = states_along(portable, name, fmi)
    found, expected = (rates_along(path, along, name, fmi) for path in (portable, native(name, fmi)))
    assert np.abs(found - expected).max(initial=0.0) <= ROUNDOFF * np.abs(expected).max(initial=0.0)


@pytest.mark.parametrize("interval", [0.1, 1e-3])
def test_drift_seldom_stops_the_environments_solver(native, interval: float, monkeypatch) -> None:
    """At the model's own tolerance, FMPy's CVode keeps the energy of the rolling disk as well in short steps as in long ones."""
    asked, completed = [], FMU3Model.completedIntegratorStep
    monkeypatch.setattr(FMU3Model, "completedIntegratorStep", lambda fmu: asked.append(completed(fmu)) or asked[-1])
    result = fmpy.simulate_fmu(
        str(native("rolling_disk", 3)), fmi_type="ModelExchange", stop_time=5.0, output_interval=interval, relative_tolerance=1e-6
    )
    assert sum(bool(event) for event, _ in asked) <= 0.01 * len(asked)
    energy = result["kinetic_energy"] + result["potential_energy"]
    assert np.abs(energy / energy[0] - 1).max() < PROPORTIONAL * 1e-6


def tolerance_of(name: str) -> float:
    """That of FMUs at their own tolerance, a thousand times tighter where that tolerance is."""
    experiment = EXPERIMENTS[name]
    return experiment.in_fmus if experiment.in_fmus in (FAR_AWAY_IN_FMUS, SOIL_IN_FMUS) else FMU_INTEGRATION


def simulated(path: Path, kind: str, name: str) -> dict[str, np.ndarray]:
    """The model's experiment in FMPy: every number by its name, those of arrays too."""
    experiment, fmi = EXPERIMENTS[name], int(fmpy.read_model_description(str(path)).fmiVersion[0])
    result = fmpy.simulate_fmu(
        str(path),
        fmi_type=kind,
        stop_time=experiment.stop_time,
        output_interval=experiment.interval,
        start_values=start_values(name, fmi),
        relative_tolerance=TOLERANCE,
        output=[v.name for v in fmpy.read_model_description(str(path)).modelVariables if v.causality == "output"],
    )
    numbers = {}
    for column in result.dtype.names:
        if result[column].ndim == 1:
            numbers[column] = result[column]
        else:
            for index in np.ndindex(result[column].shape[1:]):
                numbers[f"{column}[{','.join(str(i + 1) for i in index)}]"] = result[column][(slice(None), *index)]
    at = np.searchsorted(numbers["time"], trajectory(name)["time"] - 1e-9)  # events have rows of their own
    return {column: values[at] for column, values in numbers.items()}


def steps(path: Path, name: str, fmi: int) -> np.ndarray:
    """A hundred communication steps of the model's own experiment in FMPy."""
    step = step_of(name)
    return fmpy.simulate_fmu(str(path), fmi_type="CoSimulation", stop_time=STEPS * step, output_interval=step, start_values=start_values(name, fmi))


def step_of(name: str) -> float:
    """The model's own, or less, so that a hundred of them fit into its experiment: CVode takes no more than 500 steps in one."""
    return min(problem_of(name).step_size, EXPERIMENTS[name].stop_time / STEPS)


def states_along(path: Path, name: str, fmi: int) -> list[tuple[float, list[float]]]:
    """Times in s and continuous states in a hundred steps of FMPy's CVode."""
    step, count, along = step_of(name), number_of_states(path), []
    fmpy.simulate_fmu(
        str(path),
        fmi_type="ModelExchange",
        stop_time=STEPS * step,
        output_interval=step,
        start_values=start_values(name, fmi),
        step_finished=lambda time, recorder: along.append((time, states(recorder.fmu, count))) or True,
    )
    return along


def rates_along(path: Path, along: list[tuple[float, list[float]]], name: str, fmi: int) -> np.ndarray:
    """Derivatives of the states at each time, in the discrete states of the start."""
    description, folder = fmpy.read_model_description(str(path)), fmpy.extract(str(path))
    fmu = fmpy.instantiate_fmu(folder, description, "ModelExchange")
    try:
        fmpy.simulation.apply_start_values(fmu, description, start_values(name, fmi))
        initialize(fmu)
        while update(fmu):
            pass
        fmu.enterContinuousTimeMode()
        found = []
        for time, x in along:
            fmu.setTime(time)
            found.append(rates(fmu, *x))
        return np.array(found)
    finally:
        free(fmu)
        shutil.rmtree(folder, ignore_errors=True)


def number_of_states(path: Path) -> int:
    return fmpy.read_model_description(str(path)).numberOfContinuousStates


def start_values(name: str, fmi: int) -> dict[str, object]:
    """Those of the model's own experiment, arrays whole in FMI 3."""
    values = dict(EXPERIMENTS[name].values)
    if fmi == 2:
        return values
    return whole_arrays(values, {v.name: (v.shape, v.start) for v in problem_of(name).variables if v.shape})


def whole_arrays(values: dict[str, float], arrays: dict[str, tuple]) -> dict[str, object]:
    """Start values of single numbers of arrays as whole arrays, which is all that FMI 3 knows."""
    whole = {name: value for name, value in values.items() if "[" not in name}
    for name, value in values.items():
        array, _, index = name.partition("[")
        if index:
            shape, start = arrays[array]
            place = tuple(int(i) - 1 for i in index.rstrip("]").split(","))
            whole.setdefault(array, np.reshape(start, shape).tolist())
            whole[array][place[0]] = value
    return whole
