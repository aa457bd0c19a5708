"""An instance of an FMI 2.0 FMU under check."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref

import numpy as np
from fmpy import calloc, free
from fmpy.fmi2 import FMU2Model, FMU2Slave, fmi2CallbackAllocateMemoryTYPE, fmi2CallbackFreeMemoryTYPE, fmi2CallbackFunctions, fmi2CallbackLoggerTYPE
from fmpy.logging import addLoggerProxy
from fmpy.model_description import ModelVariable

from .running_fmu import Running


class Fmi2(Running):
    """One instance of an FMI 2.0 FMU."""

    @classmethod
    def classes(cls) -> dict[str, type]:
        return {"ModelExchange": FMU2Model, "CoSimulation": FMU2Slave}

    def instantiate(self, **options: object) -> None:
        """FMI 2 has no options."""
        self.fmu.instantiate(callbacks=_callbacks(self.said), loggingOn=True)

    def enter_initialization(self, tolerance: float | None = None) -> None:
        self.fmu.setupExperiment(tolerance, self.subject.start_time)
        self.fmu.enterInitializationMode()

    def settle(self) -> None:
        if self.subject.is_model_exchange:
            self.iterate_event()
            self.fmu.enterContinuousTimeMode()

    def derivatives(self) -> np.ndarray:
        return self._vector(self.fmu.getDerivatives, self.subject.description.numberOfContinuousStates)

    def update_discrete_states(self) -> tuple:
        return self.fmu.newDiscreteStates()

    def directional(self, unknowns: Sequence[ModelVariable], knowns: Sequence[ModelVariable], seed: np.ndarray) -> np.ndarray:
        references = [[v.valueReference for v in variables] for variables in (unknowns, knowns)]
        return np.array(self.fmu.getDirectionalDerivative(*references, seed.tolist()))

    def output_derivatives(self, outputs: Sequence[ModelVariable]) -> np.ndarray:
        return np.array(self.fmu.getRealOutputDerivatives([v.valueReference for v in outputs], [1] * len(outputs)))

    def free(self) -> None:
        self.fmu.fmi2FreeInstance(self.fmu.component)

    def fmi_type(self, variable: ModelVariable) -> str:
        return "Integer" if variable.type == "Enumeration" else variable.type

    def fetch_texts(self, variables: Sequence[ModelVariable]) -> list[bytes | None]:
        return self.fmu.getString([v.valueReference for v in variables])

    def fetch(self, kind: str, variables: Sequence[ModelVariable]) -> list:
        return getattr(self.fmu, f"get{kind}")([v.valueReference for v in variables])


def _callbacks(said: list[str]) -> fmi2CallbackFunctions:
    """Callbacks that keep what is logged; FMPy's proxy knows one logger a process, the last it was told of."""

    @fmi2CallbackLoggerTYPE
    def log(_environment, _name, status, _category, message):
        if status:
            said.append((message or b"").decode("utf-8", "replace").strip())

    callbacks = fmi2CallbackFunctions()
    callbacks.logger = log
    callbacks.allocateMemory = fmi2CallbackAllocateMemoryTYPE(calloc)
    callbacks.freeMemory = fmi2CallbackFreeMemoryTYPE(free)
    _kept.append(log)
    addLoggerProxy(byref(callbacks))
    return callbacks


_kept: list[object] = []
"""Loggers, which must live as long as the proxy may call them."""
