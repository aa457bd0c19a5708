"""Run one FMU alone, on FMPy."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import fmpy
import numpy as np
from fmpy.model_description import ModelDescription

from ..runtime.errors import MbfmuError, ProblemsFound
from .archive import unpack
from .description import describe_fmu, value_problem
from .simulate import RunStopped
from .system import Value

FMI_OK = 0
NEARLY = 1e-6  # FMPy's last point may miss the stop time by rounding, relative to it


def simulate_fmu(
    path: Path,
    stop_time: float | None = None,
    output_interval: float | None = None,
    start_values: Mapping[str, Value] | None = None,
    input: np.ndarray | None = None,
    output: Sequence[str] | None = None,
) -> np.ndarray:
    """Simulate the FMU at `path` (any FMI version and kind FMPy runs) and return a structured array: "time" [s] and its outputs.

    Times in seconds, by default the FMU's own experiment; `input` is a structured array with "time" and input variables.

    Raises ProblemsFound for unknown names and values out of bounds, MbfmuError with the FMU's own words when it cannot be read or
    fails, RunStopped with the results until then when it ends early.
    """
    description = describe_fmu(path)
    problems = _problems(description, stop_time, output_interval, start_values or {}, input, output or ())
    if problems:
        raise ProblemsFound(f"{path} cannot be simulated:", problems)
    said: list[str] = []

    def log(_environment, _name, status, _category, message):
        if status != FMI_OK:
            said.append(message.decode("utf-8", "replace").strip())

    with TemporaryDirectory(prefix="mbfmu-") as folder:
        unpack(Path(path), Path(folder))
        try:
            result = fmpy.simulate_fmu(
                folder,
                validate=False,
                stop_time=stop_time,
                output_interval=output_interval,
                start_values=dict(start_values or {}),
                input=input,
                output=output,
                model_description=description,
                debug_logging=True,
                logger=log,
            )
        except Exception as error:  # FMPy raises bare exceptions
            raise MbfmuError(f"{path} failed: {'; '.join(said) or 'the FMU logged nothing'} ({error})") from error
    if result["time"][-1] < _stop(description, stop_time) * (1 - NEARLY):
        # FMPy returns quietly when a step is discarded
        why = "; ".join(said) or "the FMU logged nothing"
        raise RunStopped(f"{path} stopped at t = {result['time'][-1]:.9g} s: {why}", result)
    return result


def _stop(description: ModelDescription, stop_time: float | None) -> float:
    """Return the stop time [s] as FMPy chooses it."""
    if stop_time is not None:
        return stop_time
    experiment = description.defaultExperiment
    start = float(experiment.startTime) if experiment and experiment.startTime else 0.0
    return float(experiment.stopTime) if experiment and experiment.stopTime else start + 1.0


def _problems(
    description: ModelDescription,
    stop_time: float | None,
    output_interval: float | None,
    start_values: Mapping[str, Value],
    input: np.ndarray | None,
    output: Sequence[str],
) -> list[str]:
    known = {v.name: v.causality for v in description.modelVariables}
    inputs = [name for name, causality in known.items() if causality == "input"]
    driven = [] if input is None else [name for name in input.dtype.names if name != "time"]
    stated = {"stop_time": stop_time, "output_interval": output_interval}
    times = {what: time for what, time in stated.items() if time is not None and not 0 < time < np.inf}
    return [
        *(f"{what} = {time} s must be > 0 s and finite" for what, time in times.items()),
        *(problem for name, value in start_values.items() if (problem := value_problem(description, name, value))),
        *(f"{name!r} is no input; the inputs are {', '.join(inputs) or 'none'}" for name in driven if name not in inputs),
        *(f"there is no variable {name!r} to record" for name in output if name not in known),
    ]
