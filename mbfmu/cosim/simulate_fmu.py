"""Run one FMU alone, on FMPy.

1. Check the arguments against the model description, and report all problems.
2. Unpack and load the FMU.
3. Run it by FMPy, with inputs sampled where signals bend; `Watched` keeps its words, the time reached and the rows so far.
4. Raise RunStopped where it ended early; pass on what it logged; give the result its units.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager
from numbers import Real
from pathlib import Path
from typing import Any

import fmpy
import numpy as np
from fmpy.model_description import ModelDescription

from ..base.errors import MbfmuError, ProblemsFound
from ..base.files.given_path import given_path
from ..base.isolated import LOADING, about_to
from ..base.model_description import describe_fmu, unit_of
from ..base.safe_zip import unpacked
from ..model.signals.columns import csv_inputs
from ..model.signals.result import with_units
from .fmu.fmpy_words import without_undriven
from .fmu.log_messages import interrupted
from .fmu.pictures import split_outputs
from .inputs.driven_inputs import input_problems, input_table, wanted_inputs
from .simulate import RunStopped
from .system.literals import unreadable_starts, whole_arrays
from .system.system import Value
from .system.timeline import size_problem
from .system.variables import scalar_variables, value_problem

FMI_OK = 0
NEARLY = 1e-6  # FMPy's last point may miss the stop time by rounding, relative to it


def simulate_fmu(
    path: str | Path,
    stop_time: float | None = None,
    output_interval: float | None = None,
    start_values: Mapping[str, Value] | None = None,
    inputs: Mapping[str, Callable[[float], Any] | Value] | str | Path | None = None,
    output: Sequence[str] | None = None,
    progress: Callable[[float], None] | None = None,
) -> np.ndarray:
    """Simulate the FMU at `path` (any FMI version and kind FMPy runs) and return a structured array: "time" [s] and its outputs,
    or those variables that `output` names. Outputs that only show where parts are, for `mbfmu view`, are left out where it names none.

    Times in seconds, by default the FMU's own experiment with its step size as the interval; `start_values` go by variable name or by that
    of one number of an array (`r_start[1]`), and so do `inputs`: signals such as `Step(at=1.0, height=100.0)`, other functions of time,
    or constants; or `inputs` is the path of a CSV file with a column "time" and one an input. A Co-Simulation FMU gets them at each
    communication point, which also lie where signals jump or bend if it takes steps of any size, and holds them; Model Exchange gets
    them joined by lines. Every step `progress` is called with the time [s].

    The FMU runs in this process, and can crash it; `mbfmu simulate` gives it one of its own. If a run succeeds, its
    log messages that are not OK become warnings of the logger "mbfmu".

    Raises ProblemsFound for unknown names and values out of bounds, MbfmuError with the FMU's own words when it cannot be read or
    fails, RunStopped with the results until then when it ends early, KeyboardInterrupt with the time it had come to.
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
    start, stop = span(description, stop_time)
    watched = Watched(start, progress)
    with unpacked(path) as folder:
        with watched.naming_errors(path), without_undriven():
            fmu = _loaded(folder, path, description, watched)
            about_to(f"{path} was to be simulated")
            result = fmpy.simulate_fmu(
                folder,
                validate=False,
                stop_time=stop_time,
                output_interval=output_interval,
                start_values=whole_arrays(description, start_values or {}),
                input=input_table(description, driven, start, stop, output_interval),
                output=_recorded(description, path) if output is None else output,
                model_description=description,
                debug_logging=True,
                logger=watched.log,
                fmu_instance=fmu,
                step_finished=watched.step_finished,
            )
            if fmu is not None:
                fmu.freeInstance()
    if result["time"][-1] < stop * (1 - NEARLY):
        # FMPy returns quietly when a step is discarded
        raise RunStopped(f"{path} stopped at t = {result['time'][-1]:.9g} s: {watched.words()}", result)
    if watched.said:
        logging.getLogger("mbfmu").warning("%s logged: %s", path, watched.words())
    return with_units(result, {name: unit_of(variable) or "" for name, variable in scalar_variables(description).items()})


class Watched:
    """What FMPy tells of a run: what the FMU logs, the time [s] it has come to, and what was recorded until then."""

    def __init__(self, start: float, progress: Callable[[float], None] | None):
        self.reached, self.progress = start, progress
        self.said: list[str] = []
        self.recorder: Any = None  # FMPy's

    def log(self, _environment, *said) -> None:
        """FMI 2 names the instance before status, category and message, FMI 3 does not."""
        status, _category, message = said[-3:]
        if status != FMI_OK:
            self.said.append(message.decode("utf-8", "replace").strip())

    def step_finished(self, time: float, recorder) -> bool:
        self.reached, self.recorder = time, recorder
        if self.progress is not None:
            self.progress(time)
        return True

    def words(self) -> str:
        return "; ".join(dict.fromkeys(self.said)) or "the FMU logged nothing"

    @contextmanager
    def naming_errors(self, path: Path) -> Iterator[None]:
        """Raise MbfmuError with the FMU's words for what goes wrong, KeyboardInterrupt with the time if that was it."""
        try:
            with chdir(Path.cwd()):  # FMPy leaves us in the FMU's folder when its library does not load
                yield
            if interrupted(self.said):
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            raise self._interrupt() from None
        except Exception as error:  # FMPy raises bare exceptions
            if interrupted(self.said):
                raise self._interrupt() from None
            if self.recorder is None:
                raise MbfmuError(f"{path} failed: {self.words()} ({error})") from error
            raise RunStopped(f"{path} stopped at t = {self.reached:.9g} s: {self.words()} ({error})", self.recorder.result()) from error

    def _interrupt(self) -> KeyboardInterrupt:
        return KeyboardInterrupt(f"t = {self.reached:.9g} s")


def _loaded(folder: Path, path: Path, description: ModelDescription, watched: Watched) -> Any:
    """FMPy's object for an FMU; None where it has nothing for this platform, and FMPy knows whether another one runs here."""
    about_to(f"{path} was to be loaded", LOADING)
    if fmpy.platform not in fmpy.supported_platforms(folder):
        return None
    return fmpy.instantiate_fmu(folder, description, debug_logging=True, logger=watched.log, require_functions=False)


def _recorded(description: ModelDescription, path: Path) -> list[str] | None:
    """Return the outputs to record where pictures are to be left out, else None, which means all of them."""
    plain, pictures = split_outputs(description, path)
    return [v.name for v in plain] if pictures else None


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
        *([f"its experiment goes from {start} s to {stop} s, but a run must end after its start: give a stop time"] if endless else []),
        *(problem for name, value in start_values.items() if (problem := value_problem(description, name, value))),
        *input_problems(description, inputs),
        *(f"there is no variable {name!r} to record" for name in output if name not in known),
    ]
