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

from ..system.history import Polynomial
from .group import references
from .instance import FmuInstance
from .log_messages import SAID


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
        self._rates: dict[int, tuple[np.ndarray, Callable[[], Any]]] = {}  # memory for derivatives of inputs up to an order, and what sets them

    def change(self, taken: Polynomial) -> None:
        if taken.is_changing:
            orders = len(taken.coefficients) - 1
            if orders not in self._rates:
                self._rates[orders] = self._setting_rates(orders)
            rates, set_ = self._rates[orders]
            rates[:] = taken.derivatives()[1:, self.follows_at].ravel()
            set_()

    def _setting_rates(self, orders: int) -> tuple[np.ndarray, Callable[[], Any]]:
        inputs = references([self._owners[name] for name in self.follows] * orders)
        of = (fmi2.fmi2Integer * len(inputs))(*np.repeat(np.arange(1, 1 + orders), len(self.follows)).tolist())
        rates = (fmi2.fmi2Real * len(inputs))()
        return np.ctypeslib.as_array(rates), partial(self.fmu.fmi2SetRealInputDerivatives, self.fmu.component, inputs, len(inputs), of, rates)

    def slopes(self, references: Array, orders: Array, numbers: Array) -> Callable[[], Any]:
        return partial(self.fmu.fmi2GetRealOutputDerivatives, self.fmu.component, references, len(references), orders, numbers)

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
