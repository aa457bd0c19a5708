"""The FMUs of a System in Initialization Mode as one set of equations: what they do under start values and connected inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np
from fmpy.model_description import ModelDescription
from scipy.linalg import block_diag

from ..fmu.instance import FmuInstance
from ..fmu.start_function import StartFunction, at_start, inputs_at_start
from ..inputs.drivers import Drivers, driving_values
from ..system.system import Connector, Value
from ..system.variables import kind_of, scalar_variables


@dataclass(frozen=True)
class CoupledResponse:
    """The states `x` of all FMUs, their `rates`, and the `gap` between connected inputs and what drives them: numbers, or rows of derivatives."""

    x: np.ndarray
    rates: np.ndarray
    gap: np.ndarray


@dataclass(frozen=True)
class Coupled:
    """FMUs whose Response follows from z, the knowns of all `parts` one behind the other; `links` are connected real inputs and what drives them."""

    parts: Mapping[str, StartFunction]
    links: Mapping[Connector, Connector]
    driven_by: Mapping[str, Drivers]

    def start(self) -> np.ndarray:
        """z where start values are as given, and inputs are what drives them then."""
        for part in self.parts.values():
            part.instance.read()
        z = [[*part.start_numbers(), *(self._driving((name, v)) for v in part.inputs)] for name, part in self.parts.items()]
        return np.concatenate(z)

    def response(self, z: np.ndarray) -> CoupledResponse:
        """The Response to z; inputs that are no real numbers get what drives them now."""
        for (name, part), numbers in zip(self.parts.items(), np.split(z, self._ends)):
            part.set(numbers, self._others(name, part))
            part.instance.read()
        x, rates = (np.concatenate([part.instance.numbers(getattr(part, of)) for part in self.parts.values()]) for of in ("states", "rates"))
        return CoupledResponse(x, rates, np.array([self._driving(target) for target in self.links]) - z[self.inputs])

    def slopes(self) -> CoupledResponse:
        """The derivatives of the Response by z, where it was asked for last."""
        parts = [np.split(part.derivatives(), list(accumulate((len(part.states), len(part.rates))))) for part in self.parts.values()]
        x, rates, outputs = (block_diag(*blocks) for blocks in zip(*parts))
        of = [(name, output) for name, part in self.parts.items() for output in part.outputs]
        factors = np.array([[self.driven_by[name].factor(variable)] for name, variable in self.links]).reshape(-1, 1)
        driving = factors * outputs[[of.index(source) for source in self.links.values()]]
        return CoupledResponse(x, rates, driving - np.eye(x.shape[1])[self.inputs])

    @property
    def differenced(self) -> bool:
        """Whether any slopes were differences."""
        return any(part.instance.differenced for part in self.parts.values())

    @cached_property
    def states(self) -> list[Connector]:
        """All states, by FMU and name."""
        return [(name, state) for name, part in self.parts.items() for state in part.states]

    @cached_property
    def inputs(self) -> list[int]:
        """Where linked inputs stand in z."""
        return [self._knowns.index(target) for target in self.links]

    @cached_property
    def starts(self) -> list[int]:
        """Where start values stand in z."""
        return [i for i, known in enumerate(self._knowns) if known not in self.links]

    @cached_property
    def _knowns(self) -> list[Connector]:
        return [(name, known) for name, part in self.parts.items() for known in part.knowns]

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(len(part.knowns) for part in self.parts.values()))[:-1]

    def _driving(self, target: Connector) -> float:
        """What drives a linked input gives it now."""
        (name, output), (component, variable) = self.links[target], target
        return float(self.driven_by[component].taken(variable, self.parts[name].instance.outputs[output]))

    @property
    def others(self) -> list[dict[str, Value]]:
        """What drives the inputs that are no real numbers now, by FMU."""
        return [self._others(name, part) for name, part in self.parts.items()]

    def _others(self, name: str, part: StartFunction) -> dict[str, Value]:
        instances = {other: p.instance for other, p in self.parts.items()}
        return {v: value for v, value in driving_values(self.driven_by[name], instances).items() if v not in part.inputs}


def coupled(instances: Mapping[str, FmuInstance], descriptions: Mapping[str, ModelDescription], driven_by: Mapping[str, Drivers]) -> Coupled:
    """The equations of FMUs that have entered Initialization Mode."""
    return _coupled(instances, descriptions, driven_by, at_start)


def unplaced(instances: Mapping[str, FmuInstance], descriptions: Mapping[str, ModelDescription], driven_by: Mapping[str, Drivers]) -> Coupled:
    """The same where all start values are as given: connected inputs alone are unknown."""
    return _coupled(instances, descriptions, driven_by, inputs_at_start)


def _coupled(
    instances: Mapping[str, FmuInstance],
    descriptions: Mapping[str, ModelDescription],
    driven_by: Mapping[str, Drivers],
    part: Callable[..., StartFunction],
) -> Coupled:
    links = {
        (name, variable): source
        for name, drivers in driven_by.items()
        for variable, source in drivers.items()
        if kind_of(scalar_variables(descriptions[name])[variable]) == "Real"
    }
    parts = {
        name: part(
            instance,
            descriptions[name],
            inputs=[v for component, v in links if component == name],
            outputs=list(dict.fromkeys(v for component, v in links.values() if component == name)),
        )
        for name, instance in instances.items()
    }
    return Coupled(parts, links, driven_by)
