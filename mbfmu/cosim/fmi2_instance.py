"""A running FMU of FMI 2.0."""

from collections.abc import Callable, Sequence
from ctypes import Array, byref
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from fmpy import calloc, fmi2, free
from fmpy.fmi2 import FMU2Slave, fmi2CallbackAllocateMemoryTYPE, fmi2CallbackFreeMemoryTYPE, fmi2CallbackFunctions, fmi2CallbackLoggerTYPE, fmi2OK
from fmpy.logging import addLoggerProxy
from fmpy.model_description import ModelDescription, ModelVariable

from .history import Polynomial
from .instance import FmuInstance
from .said import SAID


class Fmi2Instance(FmuInstance):
    """An FMI 2 co-simulation FMU."""

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

    def calls(self, accessor: str, references: Array, numbers: Array) -> tuple[Callable[[], Any], Callable[[], Any]]:
        get, set_ = (getattr(self.fmu, f"fmi2{verb}{accessor}") for verb in ("Get", "Set"))
        given = self.fmu.component, references, len(references), numbers
        return partial(get, *given), partial(set_, *given)

    def set_up(self, start_time: float, stop_time: float) -> None:
        self.fmu.setupExperiment(startTime=start_time, stopTime=stop_time)

    def initialize(self, start_time: float, stop_time: float) -> None:
        self.fmu.enterInitializationMode()

    def advance(self, start: float, size: float) -> None:
        self.fmu.doStep(start, size, not self.rolls_back)

    def listen(self, reals: Sequence[str], others: Sequence[str]) -> None:
        super().listen(reals, others)
        self._references = [self._owners[reals[i]].valueReference for i in self.follows]

    def change(self, taken: Polynomial) -> None:
        if taken.is_changing:
            rates = taken.of(self.follows).derivatives()[1:]
            orders = np.repeat(np.arange(1, 1 + len(rates)), len(self.follows))
            self.fmu.setRealInputDerivatives(self._references * len(rates), orders.tolist(), rates.ravel().tolist())

    def slopes(self, references: Sequence[int]) -> Sequence[float]:
        return self.fmu.getRealOutputDerivatives(references, [1] * len(references))

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
