"""A running FMU as a function of its states and inputs, and the derivatives of that."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from ctypes import POINTER, c_double
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from fmpy.model_description import ModelVariable

from ...base.errors import MbfmuError
from ..system.variables import nominal_of, numbers_of

STEP = 6e-6  # of the size of a known, the third root of roundoff: where rounding and curvature err alike


@dataclass(frozen=True)
class Derivable(ABC):
    """FMPy's object `fmu` at a state: the `rates` of `states` and the `outputs`, as functions of the states and `inputs`.

    A version of FMI is a class that supplies `get`, `set_inputs` and `along`. States can be moved where it is Model Exchange.
    """

    fmu: Any
    states: list[ModelVariable]
    inputs: list[ModelVariable]
    rates: list[ModelVariable]
    outputs: list[ModelVariable]

    @abstractmethod
    def get(self, variables: Sequence[ModelVariable]) -> np.ndarray:
        """The numbers of variables, those of an array one after the other."""

    @abstractmethod
    def set_inputs(self, numbers: np.ndarray) -> None:
        """Give the inputs their numbers."""

    @abstractmethod
    def along(self, unknowns: Sequence[ModelVariable], known: ModelVariable, seed: np.ndarray) -> np.ndarray:
        """What the FMU says are the derivatives of the unknowns along a change of one variable's numbers."""

    @cached_property
    def x(self) -> np.ndarray:
        """The states where the FMU was met."""
        return self.get(self.states)

    @cached_property
    def u(self) -> np.ndarray:
        """The inputs where the FMU was met."""
        return self.get(self.inputs)

    def read(self) -> np.ndarray:
        """Rates and outputs."""
        return np.concatenate([self.get(self.rates), self.get(self.outputs)])

    def stated(self) -> np.ndarray:
        """The derivatives of rates and outputs by states and inputs, as the FMU has them."""
        columns = []
        for known in (*self.states, *self.inputs):
            for seed in np.eye(len(numbers_of(known))):
                columns.append(np.concatenate([self.along(part, known, seed) if part else [] for part in (self.rates, self.outputs)]))
        return self._matrix(columns)

    def differences(self) -> np.ndarray:
        """The same by central differences, with steps from nominal values; the FMU comes back to where it was.

        Rounding errs by the size of a known, curvature by its nominal value.
        """
        here, nominal = np.concatenate([self.x, self.u]), np.concatenate([self.nominal, _nominals(self.inputs)])
        columns = []
        for step in np.diag(STEP * np.cbrt(np.maximum(np.abs(here), nominal) * nominal**2)):
            ahead, behind = here + step, here - step
            columns.append((self._moved(ahead) - self._moved(behind)) / np.abs(ahead - behind).max())
        self._moved(here)
        return self._matrix(columns)

    @property
    def nominal(self) -> np.ndarray:
        """The nominal values of the states."""
        nominal = np.ones(len(self.x))
        if len(nominal):
            self.fmu.getNominalsOfContinuousStates(nominal.ctypes.data_as(POINTER(c_double)), len(nominal))
        return np.abs(nominal)

    def beside(self, change: np.ndarray) -> Derivable:
        """The FMU where its states are changed, until it is moved again."""
        self._moved(np.concatenate([self.x + change, self.u]))
        return replace(self)

    def _matrix(self, columns: list[np.ndarray]) -> np.ndarray:
        found = np.array(columns).reshape(len(columns), len(self.x) + sum(len(numbers_of(v)) for v in self.outputs)).T
        if not np.isfinite(found).all():
            raise MbfmuError("its derivatives are not finite numbers there")
        return found

    def _moved(self, to: np.ndarray) -> np.ndarray:
        x, u = np.split(to, [len(self.x)])
        if len(x):
            self.fmu.setContinuousStates(x.ctypes.data_as(POINTER(c_double)), len(x))
        if len(u):
            self.set_inputs(u)
        return self.read()


class DerivableFmi2(Derivable):
    """An FMU of FMI 2, whose variables are numbers."""

    def get(self, variables: Sequence[ModelVariable]) -> np.ndarray:
        return np.array(self.fmu.getReal([v.valueReference for v in variables]) if variables else [], float)

    def set_inputs(self, numbers: np.ndarray) -> None:
        self.fmu.setReal([v.valueReference for v in self.inputs], numbers.tolist())

    def along(self, unknowns: Sequence[ModelVariable], known: ModelVariable, seed: np.ndarray) -> np.ndarray:
        return np.array(self.fmu.getDirectionalDerivative([v.valueReference for v in unknowns], [known.valueReference], seed.tolist()))


class DerivableFmi3(Derivable):
    """An FMU of FMI 3, whose variables may be arrays."""

    def get(self, variables: Sequence[ModelVariable]) -> np.ndarray:
        return np.array(self.fmu.getFloat64([v.valueReference for v in variables], _count(variables)) if variables else [], float)

    def set_inputs(self, numbers: np.ndarray) -> None:
        self.fmu.setFloat64([v.valueReference for v in self.inputs], numbers.tolist())

    def along(self, unknowns: Sequence[ModelVariable], known: ModelVariable, seed: np.ndarray) -> np.ndarray:
        references = [v.valueReference for v in unknowns]
        return np.array(self.fmu.getDirectionalDerivative(references, [known.valueReference], seed.tolist(), _count(unknowns)))


DERIVABLE: Mapping[int, type[Derivable]] = {2: DerivableFmi2, 3: DerivableFmi3}
"""By the major version of FMI."""


def _count(variables: Sequence[ModelVariable]) -> int:
    return sum(len(numbers_of(v)) for v in variables)


def _nominals(variables: Sequence[ModelVariable]) -> np.ndarray:
    return np.array([nominal_of(v) for v in variables for _ in numbers_of(v)])
