"""The coupling of running FMUs: what drives their inputs, the recent past of what they exchange, and steps that can be taken back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np
from fmpy.model_description import ModelDescription

from ..fmu.instance import FmuInstance
from ..fmu.outputs import Outputs
from ..inputs.driven_inputs import DrivenInputs
from ..inputs.drivers import Drivers, drivers
from ..power.power import Power
from ..power.power_ports import power_ports
from ..system.history import Polynomial, Sample, side_by_side
from ..system.input_follower import Inputs
from ..system.ports_ahead import held_connections
from ..system.quaternions import quaternions
from ..system.system import Connector, System
from ..system.timeline import CommunicationStep
from ..system.values import concatenated
from ..system.variables import direct_feedthrough, kind_of, nominal_of, scalar_variables
from .find_step_jacobian import find_step_jacobian
from .step_jacobian import StepJacobian
from .wires import Wires, wires

Saved = tuple[dict[str, Any], list[tuple[list[Sample], np.ndarray]], Any]
"""What FMUs, histories (samples and scales) and energies were."""


class CoupledRun:
    """Running FMUs under a master; `histories` are those of all real outputs that drive inputs, which `signals` are, one after another.

    An input follows a polynomial of degree `system.degree` over a step, if it is a real number, else it is held, and so is what passes a
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
        through = {name: direct_feedthrough(description) for name, description in descriptions.items()}
        known = {name: scalar_variables(description) for name, description in descriptions.items()}
        driven_by, histories, at_once = drivers(system), [], set[Connector]()
        sources = dict.fromkeys(source for source, _ in system.connections)
        continued = system.degree or system.tolerance is not None  # else inputs are what outputs are, to the last bit
        for name, instance in instances.items():
            real = [v for c, v in sources if c == name and kind_of(known[name][v]) == "Real"]
            jumping = {v for v in real if {*through[name][v]} & {*driven_by[name]}}
            sloped = [v for v in real if v not in jumping and instance.scalar(v)] if self._knows_slopes(name) else []
            for group, slopes in ((sloped, True), ([v for v in real if v not in sloped], False)):
                nominal = np.array([nominal_of(known[name][v]) for v in group])
                turning = quaternions(descriptions[name], group if continued else ())
                divisor = system.divisors.get(name, 1)
                histories += [Outputs(instance, group, system.degree, nominal, slopes, turning, divisor)] if group else []
            at_once |= {(name, v) for v in jumping}
        self._connect(histories, driven_by, driven)
        self.power = Power(power_ports(system, descriptions), self._names_of, {name: of.names for name, of in self.wires.items()}, at_once)

    def _connect(self, histories: Sequence[Outputs], driven_by: Mapping[str, Drivers], driven: DrivenInputs | None = None) -> None:
        """Lay wires from outputs to inputs."""
        self.histories, self.degree, self._driven, self._driven_by = tuple(histories), self.system.degree, driven, driven_by
        self.signals = [(of.component, name) for of in histories for name in of.names]
        self._outputs = {name: [of for of in histories if of.component == name] for name in self.instances}
        self._names_of = {name: [v for of in outputs for v in of.names] for name, outputs in self._outputs.items()}
        self.wires, held = dict[str, Wires](), held_connections(self.system)
        for name, by in driven_by.items():
            self.wires[name] = wires(name, by, histories, held, driven.real(name) if driven else ())
            self.instances[name].listen(self.wires[name].names, [*self.wires[name].others])
        self.ahead: dict[Outputs, Sample] = {}  # what a master takes outputs to be at the end of a step that it is about to take
        self.jacobian: StepJacobian | None = None  # of the last step that needed a new one

    def remember(self, name: str, time: float) -> None:
        """Take the present outputs of a component into their histories."""
        for outputs in self._outputs[name]:
            outputs.remember(time)

    def look_ahead(self, time: float, values: np.ndarray) -> None:
        """Take all signals to have these values at a time [s]."""
        self.ahead = {of: Sample(time, value) for of, value in zip(self.histories, self.parts(values))}

    def signals_off(self, step: CommunicationStep) -> tuple[float, str]:
        """By how much of its size a signal is off that is held over a step, the one that is off most, and its input.

        Held in the middle of a step it is off by its curvature, held at the end by half its change.
        """
        off = [self._driven.off(name, self.instances[name], step) for name in self.instances] if self._driven else []
        return max(off, default=(0.0, ""))

    def parts(self, values: np.ndarray) -> list[np.ndarray]:
        """Numbers of all signals, by history."""
        return np.split(values, np.cumsum([len(of.names) for of in self.histories])[:-1])

    def predicted(self, degree: int, step: CommunicationStep) -> np.ndarray:
        """What all signals will be at the end of a step, by polynomials through their past."""
        return concatenated([of.polynomial(degree, step.start)(step.end) for of in self.histories])

    @property
    def newest(self) -> np.ndarray:
        """The newest values of all signals."""
        return concatenated([of.samples[-1].value for of in self.histories])

    @property
    def sizes(self) -> np.ndarray:
        """How large signals have been, or are usually."""
        return concatenated([of.scale for of in self.histories])

    def steps_within(self, step: CommunicationStep) -> Iterator[list[tuple[str, CommunicationStep]]]:
        """Yield the steps of all components within a communication step, those together that begin together."""
        if not self.system.divisors:
            yield [(name, step) for name in self.order]
            return
        starts: dict[Fraction, list[tuple[str, CommunicationStep]]] = {}
        for name in self.order:
            count = self.system.divisors.get(name, 1)
            points = [step.start + float(Fraction(i, count)) * step.size for i in range(count)] + [step.end]
            for i, (start, end) in enumerate(zip(points, points[1:])):
                starts.setdefault(Fraction(i, count), []).append((name, CommunicationStep(start, step.size if count == 1 else end - start, end)))
        yield from (starts[at] for at in sorted(starts))

    def inputs(self, name: str, step: CommunicationStep, until: float = inf) -> Inputs:
        """Return what the inputs of a component are over a step, from samples not later than `until` [s]."""
        wires = self.wires[name]
        driving = [self._over(source, held, step, until).of(places) for source, places, held in wires.sources]
        given = [wires.converted(side_by_side(driving))] if driving else []
        if wires.signals and self._driven:
            given.append(self._driven.over(name, wires.signals, step))
        reals = side_by_side(given or [Polynomial(step.start, np.zeros((1, 0)))])
        return Inputs(reals, {v: self._driven_by[name].taken(v, self.instances[c].outputs[o]) for v, (c, o) in wires.others.items()})

    def advance(self, name: str, step: CommunicationStep, inputs: Inputs) -> None:
        """Step one component with these inputs."""
        instance = self.instances[name]
        taken = instance.follow(inputs, step)
        begun = self.power.begin(name, instance)
        instance.step(step.start, step.size)
        self.remember(name, step.end)
        self.power.take_in(name, step, taken, begun, self.degree, self._outputs)

    def find_jacobian(self, step: CommunicationStep, saved: Saved, found: np.ndarray) -> StepJacobian:
        """Return the Jacobian of a step from what was `saved` to the outputs `found`; it leaves FMUs anywhere."""
        return find_step_jacobian(self, step, saved, found)

    @property
    def can_be_taken_back(self) -> bool:
        """Whether all FMUs can take back a step."""
        return all(self.descriptions[name].coSimulation.canGetAndSetFMUstate for name in self.order)

    def save(self) -> Saved:
        """Keep what FMUs, histories and energies are now; to be given back by `release`."""
        states = {name: instance.save() for name, instance in self.instances.items()}
        return states, [(of.samples, of.scale) for of in self.histories], self.power.save()

    def restore(self, saved: Saved) -> None:
        """Make all what it was."""
        states, samples, energies = saved
        for name, state in states.items():
            self.instances[name].restore(state)
        for of, kept in zip(self.histories, samples):
            of.samples, of.scale = kept
        self.power.restore(energies)

    def release(self, saved: Saved) -> None:
        """Give back the memory of what was saved."""
        for name, state in saved[0].items():
            self.instances[name].release(state)

    def _over(self, source: Outputs, held: bool, step: CommunicationStep, until: float) -> Polynomial:
        if held:
            return source.polynomial(0, step.start, min(until, step.start))
        return source.polynomial(self.degree, step.start, until, self.ahead.get(source))

    def _knows_slopes(self, name: str) -> bool:
        """Whether an FMU says how outputs change; inputs that reach an output at once have slopes that it does not know."""
        return bool(self.system.degree and self.descriptions[name].coSimulation.maxOutputDerivativeOrder)
