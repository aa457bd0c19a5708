"""An instance of an FMI 3.0 FMU under check."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from fmpy.fmi3 import FMU3Model, FMU3Slave, fmi3String, fmi3ValueReference
from fmpy.model_description import ModelVariable

from .running_fmu import Running, size


class Fmi3(Running):
    """One instance of an FMI 3.0 FMU."""

    @classmethod
    def classes(cls) -> dict[str, type]:
        return {"ModelExchange": FMU3Model, "CoSimulation": FMU3Slave}

    def instantiate(self, **options: object) -> None:
        """Options are those of FMPy's FMU3Slave.instantiate: eventModeUsed, earlyReturnAllowed, intermediateUpdate."""
        self.in_events = bool(options.get("eventModeUsed"))
        self.fmu.instantiate(loggingOn=True, logMessage=self._log, **options)

    def _log(self, _environment, status, _category, message) -> None:
        if status:
            self.said.append((message or b"").decode("utf-8", "replace").strip())

    def enter_initialization(self, tolerance: float | None = None) -> None:
        self.fmu.enterInitializationMode(tolerance, self.subject.start_time)

    def settle(self) -> None:
        if self.subject.is_model_exchange:
            self.iterate_event()
            self.fmu.enterContinuousTimeMode()
        elif self.in_events:
            self.iterate_event()
            self.fmu.enterStepMode()

    def derivatives(self) -> np.ndarray:
        return self._vector(self.fmu.getContinuousStateDerivatives, self.subject.description.numberOfContinuousStates)

    def update_discrete_states(self) -> tuple:
        return self.fmu.updateDiscreteStates()

    def directional(self, unknowns: Sequence[ModelVariable], knowns: Sequence[ModelVariable], seed: np.ndarray) -> np.ndarray:
        return self._partial(self.fmu.getDirectionalDerivative, unknowns, knowns, seed, sum(map(size, unknowns)))

    def adjoint(self, unknowns: Sequence[ModelVariable], knowns: Sequence[ModelVariable], seed: np.ndarray) -> np.ndarray:
        """Adjoint derivatives of the knowns."""
        return self._partial(self.fmu.getAdjointDerivative, unknowns, knowns, seed, sum(map(size, knowns)))

    @staticmethod
    def _partial(getter, unknowns, knowns, seed: np.ndarray, length: int) -> np.ndarray:
        references = [[v.valueReference for v in variables] for variables in (unknowns, knowns)]
        return np.array(getter(*references, seed.tolist(), length))

    def output_derivatives(self, outputs: Sequence[ModelVariable]) -> np.ndarray:
        return np.array(self.fmu.getOutputDerivatives([v.valueReference for v in outputs], [1] * len(outputs)))

    def free(self) -> None:
        self.fmu.fmi3FreeInstance(self.fmu.component)

    def fmi_type(self, variable: ModelVariable) -> str:
        return "Int64" if variable.type == "Enumeration" else variable.type

    def fetch_texts(self, variables: Sequence[ModelVariable]) -> list[bytes | None]:
        count = len(variables)  # FMPy's getString decodes null pointers, too
        references, values = (fmi3ValueReference * count)(*(v.valueReference for v in variables)), (fmi3String * count)()
        self.fmu.fmi3GetString(self.fmu.component, references, count, values, count)
        return list(values)

    def fetch(self, kind: str, variables: Sequence[ModelVariable]) -> list:
        return getattr(self.fmu, f"get{kind}")([v.valueReference for v in variables], sum(map(size, variables)))
