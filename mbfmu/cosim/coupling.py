"""The coupling of running FMUs: what drives their inputs, the recent past of what they exchange, and steps that can be taken back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np
from fmpy.model_description import ModelDescription

from .driven_inputs import DrivenInputs
from .find_step_jacobian import find_step_jacobian
from .history import History, Polynomial, Sample
from .instance import FmuInstance, Instance
from .ports_ahead import held_connections
from .power import Power
from .power_ports import power_ports
from .quaternions import quaternions, signs
from .step_jacobian import StepJacobian
from .system import Connector, System, Value
from .timeline import Step
from .variables import direct_feedthrough, nominal_of, scalar_variables

Drivers = Mapping[str, Connector]
"""For each connected input of one component, the output that drives it."""

Saved = tuple[dict[str, Any], dict[Connector, list[Sample]], list[tuple[float, ...]]]
"""What FMUs, histories and energies were."""


def drivers(system: System) -> dict[str, Drivers]:
    """Return what drives the inputs of each component."""
    return {name: {variable: source for source, (component, variable) in system.connections if component == name} for name in system.components}


def driving_values(of: Drivers, instances: Mapping[str, Instance]) -> dict[str, Value]:
    """Return the present values of the outputs that drive a component, by the names of its inputs."""
    return {name: instances[component].outputs[variable] for name, (component, variable) in of.items()}


class Coupling:
    """Running FMUs under a master; `histories` are those of all real outputs that drive inputs.

    An input follows a polynomial of degree `system.input_order` over a step, if it is a real number, else it is held, and so is what passes a
    port with interface mass. A component with a divisor steps so often within each step.
    """

    def __init__(
        self,
        system: System,
        descriptions: Mapping[str, ModelDescription],
        instances: Mapping[str, FmuInstance],
        order: Sequence[str],
        driven: DrivenInputs,
    ):
        self.system, self.descriptions, self.instances, self.order = system, descriptions, instances, order
        self.driven_by, self._driven = drivers(system), driven
        self.degree, self.held = system.input_order, held_connections(system)
        sources = dict.fromkeys(source for source, _ in system.connections)
        real = [(c, v) for c, v in sources if isinstance(instances[c].outputs[v], float)]
        known = {name: scalar_variables(description) for name, description in descriptions.items()}
        self.histories = {(c, v): History(self.degree, nominal_of(known[c][v])) for c, v in real}
        self._histories_of = {name: [(v, history) for (c, v), history in self.histories.items() if c == name] for name in instances}
        through = {name: direct_feedthrough(description) for name, description in descriptions.items()}
        self._at_once = frozenset((c, v) for c, v in self.histories if {*through[c][v]} & {*self.driven_by[c]})
        self.power = Power(power_ports(system, descriptions), self._at_once)
        self.ahead: dict[Connector, Sample] = {}  # what a master takes outputs to be at the end of a step that it is about to take
        self.jacobian: StepJacobian | None = None  # of the last step that needed a new one
        continued = self.degree or system.tolerance is not None  # else inputs are what outputs are, to the last bit
        connected = {name: [v for c, v in self.histories if c == name] for name in order}
        self._quaternions = {name: quaternions(descriptions[name], connected[name]) if continued else [] for name in order}
        self._slopes = {name: self._with_slopes(name, descriptions[name]) if self.degree else [] for name in order}

    def remember(self, name: str, time: float) -> None:
        """Take the present outputs of a component into their histories."""
        instance = self.instances[name]
        slopes = dict(zip(self._slopes[name], instance.output_slopes(self._slopes[name]))) if self._slopes[name] else {}
        turned = signs(name, self._quaternions[name], self.histories, instance.outputs)
        for variable, history in self._histories_of[name]:
            sign, slope = turned.get(variable, 1.0), slopes.get(variable)
            history.add(Sample(time, sign * instance.outputs[variable], slope and sign * slope))  # type: ignore[operator]

    def steps_within(self, step: Step) -> Iterator[list[tuple[str, Step]]]:
        """Yield the steps of all components within a communication step, those together that begin together."""
        if not self.system.divisors:
            yield [(name, step) for name in self.order]
            return
        starts: dict[Fraction, list[tuple[str, Step]]] = {}
        for name in self.order:
            count = self.system.divisors.get(name, 1)
            points = [step.start + float(Fraction(i, count)) * step.size for i in range(count)] + [step.end]
            for i, (start, end) in enumerate(zip(points, points[1:])):
                starts.setdefault(Fraction(i, count), []).append((name, Step(start, step.size if count == 1 else end - start, end)))
        yield from (starts[at] for at in sorted(starts))

    def inputs(self, name: str, step: Step, until: float = inf) -> dict[str, Polynomial | Value]:
        """Return what the connected inputs of a component are over a step, from samples not later than `until` [s]."""
        return {variable: self._input(source, (name, variable), step, until) for variable, source in self.driven_by[name].items()}

    def advance(self, name: str, step: Step, inputs: Mapping[str, Polynomial | Value]) -> None:
        """Step one component with these inputs."""
        taken = self.instances[name].follow({**self._driven.over(name, step, self.degree), **inputs}, step)
        begun = self.power.begin(name, self.instances[name])
        self.instances[name].step(step.start, step.size)
        self.remember(name, step.end)
        self.power.take_in(name, step, taken, begun, self.histories, self.degree)

    def find_jacobian(self, step: Step, saved: Saved, found: np.ndarray) -> StepJacobian:
        """Return the Jacobian of a step from what was `saved` to the outputs `found`; it leaves FMUs anywhere."""
        return find_step_jacobian(self, step, saved, found)

    @property
    def can_be_taken_back(self) -> bool:
        """Whether all FMUs can take back a step."""
        return all(self.descriptions[name].coSimulation.canGetAndSetFMUstate for name in self.order)

    def save(self) -> Saved:
        """Keep what FMUs, histories and energies are now; to be given back by `release`."""
        states = {name: instance.save() for name, instance in self.instances.items()}
        return states, {connector: history.samples for connector, history in self.histories.items()}, [*self.power.energies]

    def restore(self, saved: Saved) -> None:
        """Make all what it was."""
        states, samples, energies = saved
        for name, state in states.items():
            self.instances[name].restore(state)
        for connector, kept in samples.items():
            self.histories[connector].samples = kept
        self.power.energies = [*energies]

    def release(self, saved: Saved) -> None:
        """Give back the memory of what was saved."""
        for name, state in saved[0].items():
            self.instances[name].release(state)

    def _input(self, source: Connector, target: Connector, step: Step, until: float) -> Polynomial | Value:
        if source not in self.histories:
            return self.instances[source[0]].outputs[source[1]]
        if (source, target) in self.held:
            return self.histories[source].polynomial(0, step.start, min(until, step.start))
        return self.histories[source].polynomial(self.degree, step.start, until, self.ahead.get(source))

    def _with_slopes(self, name: str, description: ModelDescription) -> list[str]:
        """The real outputs whose derivatives an FMU knows: inputs that reach an output at once have slopes that it does not know."""
        if not description.coSimulation.maxOutputDerivativeOrder:
            return []
        return [v for c, v in self.histories if c == name and self.instances[name].scalar(v) and (c, v) not in self._at_once]
