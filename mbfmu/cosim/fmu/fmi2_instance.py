"""A running FMU of FMI 2.0."""

from collections.abc import Callable, Sequence
from ctypes import Array, byref
from functools import partial
from pathlib import Path
from typing import Any

from fmpy import calloc, fmi2, free
from fmpy.fmi2 import FMU2Slave, fmi2CallbackAllocateMemoryTYPE, fmi2CallbackFreeMemoryTYPE, fmi2CallbackFunctions, fmi2CallbackLoggerTYPE, fmi2OK
from fmpy.logging import addLoggerProxy
from fmpy.model_description import ModelDescription, ModelVariable

from .instance import FmuInstance
from .log_messages import SAID


class Fmi2Instance(FmuInstance):
    """An FMI 2 co-simulation FMU."""

    version = 2
    functions = {
        "do_step": "fmi2DoStep",
        "get_state": "fmi2GetFMUstate",
        "set_state": "fmi2SetFMUstate",
        "free_state": "fmi2FreeFMUstate",
        "set_derivatives": "fmi2SetRealInputDerivatives",
        "get_derivatives": "fmi2GetRealOutputDerivatives",
    }

    def instantiated(self, description: ModelDescription, folder: Path) -> FMU2Slave:
        identifier = description.coSimulation.modelIdentifier
        fmu = FMU2Slave(guid=description.guid, modelIdentifier=identifier, unzipDirectory=str(folder), instanceName=self.name)
        try:
            fmu.instantiate(callbacks=_callbacks(), loggingOn=True)
        except BaseException:
            fmu.freeLibrary()
            raise
        return fmu

    def accessor(self, variable: ModelVariable) -> str:
        return "Integer" if variable.type == "Enumeration" else variable.type

    def type_of(self, accessor: str) -> Any:
        return getattr(fmi2, f"fmi2{accessor}")

    def c_type(self, accessor: str) -> str:
        return {"Real": "Float64", "String": "String"}.get(accessor, "Int32")

    def calls(self, accessor: str, references: Array, numbers: Array) -> tuple[Callable[[], Any], Callable[[], Any]]:
        get, set_ = (getattr(self.fmu, f"fmi2{verb}{accessor}") for verb in ("Get", "Set"))
        given = self.fmu.component, references, len(references), numbers
        return partial(get, *given), partial(set_, *given)

    def set_up(self, start_time: float, stop_time: float) -> None:
        self.fmu.setupExperiment(startTime=start_time, stopTime=stop_time)

    def initialize(self, start_time: float, stop_time: float) -> None:
        self.fmu.enterInitializationMode()

    def begin(self) -> None:
        self.fmu.exitInitializationMode()

    def set_at_events(self, variable: ModelVariable) -> bool:
        return False

    def directional(self, unknowns: Sequence[int], known: int, seed: Sequence[float], count: int) -> Sequence[float]:
        return self.fmu.getDirectionalDerivative(unknowns, [known], seed)


@fmi2CallbackLoggerTYPE
def _log(_environment, name, status, _category, message):
    if status != fmi2OK:
        SAID[name.decode("utf-8", "replace")].append(message.decode("utf-8", "replace").strip())


def _callbacks() -> fmi2CallbackFunctions:
    """FMPy's proxy gives what all FMUs of a process log to the logger it was last told of."""
    callbacks = fmi2CallbackFunctions()
    callbacks.logger = _log
    callbacks.allocateMemory = fmi2CallbackAllocateMemoryTYPE(calloc)
    callbacks.freeMemory = fmi2CallbackFreeMemoryTYPE(free)
    addLoggerProxy(byref(callbacks))
    return callbacks
