"""One FMU by FMPy: Model Exchange, whose equations FMPy integrates, FMI 1, and FMUs for other platforms.

`Watched` keeps what the FMU says, the time reached and the rows so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Any

import fmpy
import numpy as np
from fmpy.model_description import ModelDescription
from fmpy.simulation import Input

from ..base.child_process import LOADING
from ..base.errors import MbfmuError
from ..base.notes import about_to
from ..base.safe_zip import unpacked
from .fmu.fmpy_words import without_undriven
from .fmu.log_messages import in_words, interrupted
from .inputs.driven_inputs import input_table
from .simulate import RunStopped
from .system.literals import whole_arrays
from .system.system import Value

FMI_OK = 0
TOLERANCE = 1e-8  # relative: of a run to a state that is linearized
NEARLY = 1e-6  # FMPy's last point may miss the stop time by rounding, relative to it


def run_by_fmpy(
    path: Path,
    description: ModelDescription,
    span: tuple[float, float],
    interval: float | None,
    values: Mapping[str, Value],
    inputs: Mapping[str, Any],
    recorded: Sequence[str] | None,
    progress: Callable[[float], None] | None,
) -> tuple[np.ndarray, list[str]]:
    """Run an FMU from one time to another [s]: its result, and what it said that was not OK."""
    start, stop = span
    watched = Watched(start, progress)
    with unpacked(path, to_run=True) as folder, watched.naming_errors(path), without_undriven():
        fmu = _loaded(folder, path, description, watched)
        about_to(f"{path} was to be simulated")
        result = fmpy.simulate_fmu(
            folder,
            validate=False,
            stop_time=stop,
            output_interval=interval,
            start_values=whole_arrays(description, values),
            input=input_table(description, inputs, start, stop, interval),
            output=recorded,
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
        raise RunStopped(f"{path} stopped at t = {result['time'][-1]:.9g} s: {in_words(watched.said)}", result)
    return result, watched.said


@contextmanager
def integrated(
    path: Path,
    description: ModelDescription,
    span: tuple[float, float],
    interval: float,
    values: Mapping[str, Value],
    inputs: Mapping[str, Any],
    progress: Callable[[float], None],
) -> Iterator[Any]:
    """Yield FMPy's object for a Model Exchange FMU that it has integrated from one time to another [s]."""
    start, stop = span
    watched = Watched(start, progress)
    with unpacked(path, to_run=True) as folder, watched.naming_errors(path), without_undriven():
        about_to(f"{path} was to be loaded", LOADING)
        fmu = fmpy.instantiate_fmu(folder, description, "ModelExchange", debug_logging=True, logger=watched.log)
        about_to(f"{path} was to be simulated")
        terminate, fmu.terminate = fmu.terminate, lambda: None  # FMPy would terminate the FMU, which is still needed
        table = input_table(description, inputs, start, stop, interval)
        if table is not None:
            _follow(fmu, Input(fmu, description, table))
        try:
            fmpy.simulate_fmu(
                folder,
                validate=False,
                stop_time=stop,
                output_interval=interval,
                relative_tolerance=TOLERANCE,
                start_values=whole_arrays(description, values),
                input=table,
                output=[],
                model_description=description,
                fmu_instance=fmu,
                step_finished=watched.step_finished,
                set_stop_time=False,
            )
            if watched.reached < start + (stop - start) * (1 - NEARLY):
                raise MbfmuError(f"it ended at t = {watched.reached:.9g} s")
            yield fmu
            terminate()
        finally:
            fmu.freeInstance()


def _follow(fmu: Any, driven: Input) -> None:
    """Have inputs set at each time that an integrator asks for; FMPy holds them from one communication point to the next."""
    set_time = fmu.setTime

    def set_all(time: float) -> None:
        set_time(time)
        driven.apply(time, discrete=False)

    fmu.setTime = set_all


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
                raise MbfmuError(f"{path} failed: {in_words(self.said)} ({error})") from error
            raise RunStopped(f"{path} stopped at t = {self.reached:.9g} s: {in_words(self.said)} ({error})", self.recorder.result()) from error

    def _interrupt(self) -> KeyboardInterrupt:
        return KeyboardInterrupt(f"t = {self.reached:.9g} s")


def _loaded(folder: Path, path: Path, description: ModelDescription, watched: Watched) -> Any:
    """FMPy's object for an FMU; None where it has nothing for this platform, and FMPy knows whether another one runs here."""
    about_to(f"{path} was to be loaded", LOADING)
    if fmpy.platform not in fmpy.supported_platforms(folder):
        return None
    return fmpy.instantiate_fmu(folder, description, debug_logging=True, logger=watched.log, require_functions=False)
