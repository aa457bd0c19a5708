"""A running FMU of FMI 3.0."""

from collections.abc import Callable, Mapping, Sequence
from ctypes import Array
from functools import partial
from pathlib import Path
from typing import Any

from fmpy import fmi3
from fmpy.fmi3 import FMU3Slave, fmi3OK
from fmpy.model_description import ModelDescription, ModelVariable

from ...base.errors import MbfmuError
from ..c_master.library import within_step
from ..system.variables import kind_of
from .instance import FmuInstance
from .log_messages import ASKS_TO_END, SAID, WITHOUT_END

EVENT_FUNCTIONS = {
    "enter_event_mode": "fmi3EnterEventMode",
    "update_discrete_states": "fmi3UpdateDiscreteStates",
    "enter_step_mode": "fmi3EnterStepMode",
}
UPDATES = 1000  # of discrete states in one event: more do not end


class NotBegun(MbfmuError):
    """All calls of the FMU have succeeded, but it cannot step."""

    status = fmi3OK


class Fmi3Instance(FmuInstance):
    """An FMI 3 co-simulation FMU; arrays are numbers called `r[1]`, `r[2]`, ...

    One that has Event Mode is used with it, and may return early from steps; others handle events inside their steps.
    """

    version = 3
    functions: Mapping[str, str] = {
        "do_step": "fmi3DoStep",
        "get_state": "fmi3GetFMUState",
        "set_state": "fmi3SetFMUState",
        "free_state": "fmi3FreeFMUState",
        "get_derivatives": "fmi3GetOutputDerivatives",
    }

    def instantiated(self, description: ModelDescription, folder: Path) -> FMU3Slave:
        if self.has_events:
            self.functions = {**self.functions, **EVENT_FUNCTIONS}
        identifier = description.coSimulation.modelIdentifier
        token = description.instantiationToken
        fmu = FMU3Slave(guid=token, modelIdentifier=identifier, unzipDirectory=str(folder), instanceName=self.name)
        references = list(dict.fromkeys(self._owners[name].valueReference for name in sorted(self.followed)))
        within = {"intermediateUpdate": within_step(), "requiredIntermediateVariables": references} if references else {}
        try:
            fmu.instantiate(loggingOn=True, logMessage=self._log, eventModeUsed=self.has_events, earlyReturnAllowed=self.has_events, **within)
        except BaseException:
            fmu.freeLibrary()
            raise
        return fmu

    def accessor(self, variable: ModelVariable) -> str:
        return "Int64" if variable.type == "Enumeration" else variable.type

    def type_of(self, accessor: str) -> Any:
        return getattr(fmi3, f"fmi3{accessor}")

    def c_type(self, accessor: str) -> str:
        return accessor

    def calls(self, accessor: str, references: Array, numbers: Array) -> tuple[Callable[[], Any], Callable[[], Any]]:
        get, set_ = (getattr(self.fmu, f"fmi3{verb}{accessor}") for verb in ("Get", "Set"))
        given = self.fmu.component, references, len(references), numbers, len(numbers)
        return partial(get, *given), partial(set_, *given)

    def set_up(self, start_time: float, stop_time: float) -> None:
        """FMI 3 gets the times when it enters Initialization Mode."""

    def initialize(self, start_time: float, stop_time: float) -> None:
        self.fmu.enterInitializationMode(startTime=start_time, stopTime=stop_time)

    def begin(self) -> None:
        """An FMU that has Event Mode is in it after the initialization."""
        self.fmu.exitInitializationMode()
        if self.has_events:
            self._update_discrete_states()
            self.fmu.enterStepMode()

    def _update_discrete_states(self) -> None:
        for _ in range(UPDATES):
            again, ends, *_ = self.fmu.updateDiscreteStates()
            if ends:
                raise NotBegun(ASKS_TO_END)
            if not again:
                return
        raise NotBegun(WITHOUT_END)

    def set_at_events(self, variable: ModelVariable) -> bool:
        return self.has_events and not (kind_of(variable) == "Real" and variable.variability == "continuous")

    def directional(self, unknowns: Sequence[int], known: int, seed: Sequence[float], count: int) -> Sequence[float]:
        return self.fmu.getDirectionalDerivative(unknowns, [known], seed, count)

    def _log(self, _environment, status, _category, message) -> None:
        if status != fmi3OK:
            SAID[self.name].append((message or b"").decode("utf-8", "replace").strip())
