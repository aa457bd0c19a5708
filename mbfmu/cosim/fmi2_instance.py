"""A running FMU of FMI 2.0."""

from collections.abc import Mapping, Sequence
from ctypes import byref
from pathlib import Path

from fmpy import calloc, free
from fmpy.fmi2 import FMU2Slave, fmi2CallbackAllocateMemoryTYPE, fmi2CallbackFreeMemoryTYPE, fmi2CallbackFunctions, fmi2CallbackLoggerTYPE, fmi2OK
from fmpy.logging import addLoggerProxy
from fmpy.model_description import ModelDescription, ModelVariable

from .history import Polynomial
from .instance import SAID, FmuInstance
from .system import Value


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

    def fetch(self, accessor: str, references: Sequence[int], count: int) -> Sequence[Value]:
        return getattr(self.fmu, f"get{accessor}")(references)

    def set_up(self, start_time: float, stop_time: float) -> None:
        self.fmu.setupExperiment(startTime=start_time, stopTime=stop_time)

    def initialize(self, start_time: float, stop_time: float) -> None:
        self.fmu.enterInitializationMode()

    def advance(self, start: float, size: float) -> None:
        self.fmu.doStep(start, size, not self.rolls_back)

    def change(self, inputs: Mapping[str, Polynomial], at: float) -> None:
        given = [(name, order, rate) for name, p in inputs.items() for order, rate in enumerate(p.derivatives()) if order]
        if given:
            names, orders, rates = zip(*given)
            self.fmu.setRealInputDerivatives([self._owners[name].valueReference for name in names], orders, rates)

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
