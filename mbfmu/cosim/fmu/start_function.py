"""An FMU in Initialization Mode, as a function of its start values and connected inputs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from fmpy.model_description import ModelDescription, ModelVariable

from ..system.system import Value
from ..system.variables import kind_of, numbers_of, scalar_variables
from .instance import FmuInstance

SETTLING = "start_in_equilibrium"  # the parameter of FMUs that settle by themselves in Initialization Mode
START = re.compile(r".*_start(\[[\d,]+\])?")  # how start values of states are called in FMUs of mbfmu


@dataclass(frozen=True)
class StartFunction:
    """`instance` as a function of `knowns`, its start values and then its connected real inputs, all numbers.

    `starts` are the start values that states follow from, `inputs` those inputs. `states` and `rates` are its states and how they change, `outputs`
    those of its real outputs that drive others. An FMU that does not say how its states change has neither starts nor states: it keeps its states
    as they start, or settles by itself under its inputs.
    """

    instance: FmuInstance
    starts: tuple[str, ...]
    inputs: tuple[str, ...]
    states: tuple[str, ...]
    rates: tuple[str, ...]
    outputs: tuple[str, ...]

    @property
    def knowns(self) -> tuple[str, ...]:
        return (*self.starts, *self.inputs)

    @property
    def unknowns(self) -> tuple[str, ...]:
        return (*self.states, *self.rates, *self.outputs)

    def set(self, numbers: np.ndarray, others: Mapping[str, Value]) -> None:
        """Give its knowns their numbers, and inputs that are no real numbers their values."""
        self.instance.set({**dict(zip(self.knowns, numbers.tolist())), **others})

    def start_numbers(self) -> np.ndarray:
        """The start values as they are given."""
        return np.array([self.instance.get(name) for name in self.starts], dtype=float)

    def derivatives(self) -> np.ndarray:
        """How much states, rates and outputs (rows) change with the knowns (columns); FMUs are not asked for those of start values by themselves."""
        found = np.array([float(unknown == known) for unknown in self.unknowns for known in self.knowns])
        found = found.reshape(len(self.unknowns), len(self.knowns))
        asked = [i for i, unknown in enumerate(self.unknowns) if unknown not in self.starts]
        if asked and self.knowns:
            found[asked] = self.instance.derivatives([self.unknowns[i] for i in asked], self.knowns)
        return found


def at_start(instance: FmuInstance, description: ModelDescription, inputs: Sequence[str], outputs: Sequence[str]) -> StartFunction:
    """An FMU whose `inputs` are connected and whose `outputs` drive others.

    If start values can set its states, its own `start_in_equilibrium` is switched off.
    """
    rates = [unknown.variable for unknown in description.derivatives]
    starts = _starts(description, [rate.derivative for rate in rates]) if rates else ()
    if not starts:
        return inputs_at_start(instance, description, inputs, outputs)
    if SETTLING in scalar_variables(description):
        instance.set({SETTLING: False})
    return StartFunction(
        instance=instance,
        starts=starts,
        inputs=tuple(inputs),
        states=_numbers([rate.derivative for rate in rates]),
        rates=_numbers(rates),
        outputs=tuple(outputs),
    )


def inputs_at_start(instance: FmuInstance, description: ModelDescription, inputs: Sequence[str], outputs: Sequence[str]) -> StartFunction:
    """The same of an FMU whose start values stay as they are."""
    return StartFunction(instance=instance, starts=(), inputs=tuple(inputs), states=(), rates=(), outputs=tuple(outputs))


def _starts(description: ModelDescription, states: Sequence[ModelVariable]) -> tuple[str, ...]:
    """FMUs of mbfmu have parameters for it; of others those states are moved whose start values may be set."""
    if description.generationTool == "mbfmu":
        parameters = [v for v in description.modelVariables if v.causality == "parameter" and kind_of(v) == "Real"]
        return _numbers([v for v in parameters if START.fullmatch(v.name)])
    return _numbers([state for state in states if state.initial == "exact"])


def _numbers(variables: Sequence[ModelVariable]) -> tuple[str, ...]:
    return tuple(number for v in variables for number in numbers_of(v))
