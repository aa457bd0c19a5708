"""Runs of one System, one after another, which differ in start values."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

import numpy as np

from ..base.errors import MbfmuError
from ..base.model_description import describe_fmu
from ..cosim import System
from ..cosim.advice.advised_run import advised_run
from ..cosim.loaded_system import KeptSystem
from ..cosim.masters.recording import Recording

LONG = 1.0  # s of a run: to load its FMUs again costs less than to try whether they can be reset


class RepeatedSystem:
    """Keeps the FMUs of a System loaded, resets them before each run, and records of it what a Recording says.

    FMUs of other tools are on trial first: a run after a reset is made once more with FMUs that are loaded again. Unless both are equal to the last
    bit, these FMUs are loaded for each run.
    """

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._kept = KeptSystem()
        self._trusted: bool | None = None  # None as long as nobody knows

    def run(self, system: System, progress: Callable[[float], None]) -> np.ndarray:
        """A run of the System, as `advised_run` makes it."""
        if self._trusted is None and all(describe_fmu(component.fmu).generationTool == "mbfmu" for component in system.components.values()):
            self._trusted = True  # tests and `mbfmu check` hold it
        if self._trusted is None:
            return self._tried(system, progress) if self._kept.is_loaded else self._first(system, progress)
        return advised_run(system, progress, self._recording, kept=self._kept if self._trusted else None)

    def _first(self, system: System, progress: Callable[[float], None]) -> np.ndarray:
        begun = monotonic()
        result = advised_run(system, progress, self._recording, kept=self._kept)
        if monotonic() - begun > LONG:
            self._trust(False)
        return result

    def _tried(self, system: System, progress: Callable[[float], None]) -> np.ndarray:
        try:
            after_reset = advised_run(system, progress, self._recording, kept=self._kept).tobytes()
        except MbfmuError:
            after_reset = b""
        result = advised_run(system, progress, self._recording)
        self._trust(after_reset == result.tobytes())
        return result

    def _trust(self, trusted: bool) -> None:
        self._trusted = trusted
        if not trusted:
            self._kept.close()

    def close(self) -> None:
        """Free the FMUs."""
        self._kept.close()
