"""Run one FMU alone: Co-Simulation in communication steps of our own, Model Exchange by FMPy.

1. Check the arguments against the model description, and report all problems.
2. `_co_simulated`: take the steps of a Co-Simulation FMU, with inputs that follow their signals; or `run_by_fmpy`.
3. Raise RunStopped where the run ended early; pass on what the FMU logged.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from numbers import Real
from pathlib import Path
from typing import Any

import fmpy
import numpy as np
from fmpy.model_description import ModelDescription
from fmpy.util import auto_interval

from ..base.errors import MbfmuError, ProblemsFound
from ..base.files.given_path import given_path
from ..base.model_description import describe_fmu, unit_of
from ..base.real_time import paced
from ..model.signals.columns import csv_inputs
from ..model.signals.result import Result
from .co_simulation import alone, co_simulation
from .fmpy_run import run_by_fmpy
from .fmu.instances import INSTANCES
from .fmu.log_messages import SAID, CallFailed, in_words
from .fmu.pictures import split_outputs
from .inputs.driven_inputs import input_problems, wanted_inputs
from .masters.recording import Recording
from .rows import result_of, written
from .simulate import RunStopped
from .system.literals import unreadable_starts
from .system.system import System, Value
from .system.timeline import Timeline, size_problem
from .system.variables import scalar_variables, value_problem


def simulate_fmu(
    path: str | Path,
    stop_time: float | None = None,
    output_interval: float | None = None,
    start_values: Mapping[str, Value] | None = None,
    inputs: Mapping[str, Callable[[float], Any] | Value] | str | Path | None = None,
    output: Sequence[str] | None = None,
    progress: Callable[[float], None] | None = None,
    real_time: bool = False,
    file: str | Path | None = None,
) -> Result:
    """Simulate an FMU of any FMI version and kind that FMPy runs. Returns a structured array with "time" [s] and the outputs.

    `stop_time` and `output_interval` [s] are by default those of the FMU's default experiment; its step size is the interval. `start_values` and
    `inputs` are dicts by variable name, or by the name of one number of an array (`r_start[1]`). `inputs` are signals such as
    `Step(at=1.0, height=100.0)`, other functions of time, or constants; or the path of a CSV file with a column "time" and one for each input.
    `output` lists the variables of the result; by default these are all outputs except the picture outputs for `mbfmu view`. `progress` is called
    now and then with the time [s]. With `real_time`, no step ends before its time on the wall clock; a warning says how many ended late.
    `mbfmu.simulate` calls `start_values` `values` and `output_interval` `interval`; the names here are those of FMPy.

    A Co-Simulation FMU follows inputs within steps if it accepts their derivatives (canInterpolateInputs, intermediateUpdate). Otherwise inputs keep
    their value at the middle of each step, or at its end if outputs depend on them directly. If the FMU accepts steps of any size, steps end where
    signals jump or bend, and steps with held inputs are divided where these change fast. In Model Exchange, straight lines join the values of inputs.

    A long run of a Co-Simulation FMU needs little memory if its rows go to a `file` that ends in .csv or .parquet while it runs. The result then has
    10,000 of them at most, and `read_result` reads the others. In Model Exchange, the file is written at the end.

    The FMU runs in this process and can crash it; `mbfmu simulate` gives it a process of its own. If a run succeeds, log messages of the FMU that are
    not OK become warnings of the logger "mbfmu".

    Raises ProblemsFound for unknown names and values out of bounds. Raises MbfmuError with the FMU's own message if it cannot be read or fails.
    Raises RunStopped, with the results until then, if it ends early, and KeyboardInterrupt with the time that it has reached.
    """
    path = given_path(path)
    for what, given in (("start_values", start_values or {}), ("inputs", inputs or {})):
        if not isinstance(given, (Mapping, str, Path) if what == "inputs" else Mapping):
            raise MbfmuError(f"{what} must be a dict by name, such as {{'force': 3.0}}, not {given!r}")
    if isinstance(output, str) or not isinstance(output or [], Iterable):
        raise MbfmuError(f"output must be a list of names, not {output!r}")
    description = describe_fmu(path)
    output_interval = own_interval(description) if output_interval is None else output_interval
    driven = csv_inputs(inputs, wanted_inputs(description)) if isinstance(inputs, (str, Path)) else inputs or {}
    problems = _problems(description, stop_time, output_interval, start_values or {}, driven, output or ())
    if problems:
        raise ProblemsFound(f"{path} cannot be simulated:", problems)
    for sentence in unreadable_starts(description):
        logging.getLogger("mbfmu").warning("%s: %s", path, sentence)
    times, values, recording = span(description, stop_time), start_values or {}, Recording(file=None if file is None else given_path(file))
    with paced(progress or (lambda time: None), real_time) as passed:
        if _steps_here(path, description):
            system = alone(path, description, times, output_interval or auto_interval(times[1] - times[0]), values, driven)
            result, said = _co_simulated(path, system, description, output, recording, passed, real_time)
        else:
            recorded = _recorded(description, path) if output is None else [*dict.fromkeys(output)]
            run = partial(run_by_fmpy, path, description, times, output_interval, values, driven, recorded, passed)
            result, said = _by_fmpy(run, recorded, recording, _units(description))
    if said:
        logging.getLogger("mbfmu").warning("%s logged: %s", path, in_words(said))
    return result


def _steps_here(path: Path, description: ModelDescription) -> bool:
    """Whether an FMU is a Co-Simulation FMU that runs here."""
    if description.coSimulation is None or description.fmiMajorVersion not in INSTANCES:
        return False
    return fmpy.platform in fmpy.supported_platforms(path)


def _by_fmpy(
    run: Callable[[], tuple[np.ndarray, list[str]]], recorded: Sequence[str] | None, recording: Recording, units: Mapping[str, str]
) -> tuple[Result, list[str]]:
    """The result of a run by FMPy, written to a file at the end, and what the FMU said that was not OK; FMPy has an order of its own for columns."""

    def ordered(rows: np.ndarray) -> np.ndarray:
        there = (rows.dtype.names or ())[1:]
        return rows[["time", *(there if recorded is None else [name for name in recorded if name in there])]]

    try:
        rows, said = run()
    except RunStopped as stopped:
        stopped.result = written(recording, ordered(stopped.result), units)
        raise
    return written(recording, ordered(rows), units), said


def _co_simulated(
    path: Path,
    system: System,
    description: ModelDescription,
    output: Sequence[str] | None,
    recording: Recording,
    progress: Callable[[float], None],
    real_time: bool,
) -> tuple[Result, list[str]]:
    """The result of a System of one FMU, and what it said that was not OK."""
    variables, units, run = {v.name: v for v in description.modelVariables}, _units(description), None
    recorded = split_outputs(description, path)[0] if output is None else [variables[name] for name in dict.fromkeys(output)]
    try:
        with co_simulation(system, description, recorded, recording, units) as run:
            run.run(progress, real_time)
            said = list(SAID[run.instance.name])
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"t = {run.time if run else system.start_time:.9g} s") from None
    except MbfmuError as error:
        words = error.words if isinstance(error, CallFailed) else str(error)
        if run is None or not len(run.rows):
            raise (MbfmuError(f"{path} failed: {words}") if isinstance(error, CallFailed) else error) from error
        raise RunStopped(f"{path} stopped at t = {run.time:.9g} s: {words}", result_of(recording, run.rows, units)) from error
    return result_of(recording, run.rows, units), said


def _recorded(description: ModelDescription, path: Path) -> list[str] | None:
    """Return the outputs to record where pictures are to be left out, else None, which means all of them."""
    plain, pictures = split_outputs(description, path)
    return [v.name for v in plain] if pictures else None


def _units(description: ModelDescription) -> dict[str, str]:
    """The units of variables, arrays and their numbers."""
    return {v.name: unit_of(v) or "" for v in (*description.modelVariables, *scalar_variables(description).values())}


def own_interval(description: ModelDescription) -> float | None:
    """Return the step size [s] of the FMU's experiment, which FMPy would thin out to a thousand points."""
    experiment = description.defaultExperiment
    return float(experiment.stepSize) if experiment and experiment.stepSize else None


def span(description: ModelDescription, stop_time: float | None) -> tuple[float, float]:
    """Return the start time and the stop time [s] as FMPy chooses them."""
    start, stop = (getattr(description.defaultExperiment, time, None) for time in ("startTime", "stopTime"))
    start = float(start or 0.0)
    return start, stop_time if stop_time is not None else float(stop) if stop else start + 1.0


def _problems(
    description: ModelDescription,
    stop_time: float | None,
    output_interval: float | None,
    start_values: Mapping[str, Value],
    inputs: Mapping[str, Any],
    output: Sequence[str],
) -> list[str]:
    known = {v.name: v.causality for v in description.modelVariables}
    stated = {"stop_time": stop_time, "output_interval": output_interval}
    times = {what: time for what, time in stated.items() if time is not None and not (isinstance(time, Real) and 0 < time < np.inf)}
    start, stop = span(description, None if times else stop_time)
    endless = not (times or 0 < stop - start < np.inf)
    size = None if times or output_interval is None else size_problem(stop - start, output_interval, "output_interval")
    return [
        *([size] if size else []),
        *(f"{what} = {time!r} s must be a number > 0 s and finite" for what, time in times.items()),
        *_unequal_steps(description, stop - start, None if size or times or endless else output_interval),
        *([f"its experiment goes from {start} s to {stop} s, but a run must end after its start: give a stop time"] if endless else []),
        *(problem for name, value in start_values.items() if (problem := value_problem(description, name, value))),
        *input_problems(description, inputs),
        *(f"there is no variable {name!r} to record" for name in output if name not in known),
    ]


def _unequal_steps(description: ModelDescription, duration: float, interval: float | None) -> list[str]:
    simulation = description.coSimulation
    if interval is None or simulation is None or simulation.canHandleVariableCommunicationStepSize or description.fmiMajorVersion not in INSTANCES:
        return []
    if Timeline(0.0, duration, interval).fits:
        return []
    return [f"it needs equal steps: choose an output_interval that divides {duration} s, not {interval} s"]
