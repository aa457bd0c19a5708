"""The coupling of a System over stand-ins of its FMUs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..cosim.coupling import Coupling, Saved, drivers
from ..cosim.first_step import first_step
from ..cosim.history import Polynomial, Sample
from ..cosim.masters import MASTERS
from ..cosim.newton import outputs_behind
from ..cosim.ports_ahead import held_connections
from ..cosim.power import Power
from ..cosim.step_jacobian import StepJacobian
from ..cosim.system import Connector, System, Value
from ..cosim.timeline import Step
from .rows import Rows
from .stand_in import StandIn

SWEEPS = 20  # in which ports that feel each other agree on a first step that is stable


class LinearCoupling(Coupling):
    """What a master steps, over linear systems in the place of FMUs; `system` says how, and its components are those of the linear system.

    What a step starts from is a vector w: the states of all parts, the newest samples of all outputs that drive inputs, as many as inputs
    are extrapolated from, and the slopes of the newest ones, where they are known: they follow the inputs of the step before. Many steps are
    taken at once, from the columns of a matrix: signals are rows then.
    """

    def __init__(self, system: System, stand_ins: Mapping[str, StandIn], order: tuple[str, ...]):
        self.stand_ins = stand_ins
        self.system, self.instances, self.order, self.degree = system, stand_ins, order, system.input_order  # type: ignore[assignment]
        self.held = held_connections(system)
        self.driven_by, self.power, self.ahead, self.jacobian = drivers(system), Power(()), {}, None
        sources = dict.fromkeys(source for source, _ in system.connections)
        self.histories = {(c, v): Rows(self.degree) for c, v in sources if v in stand_ins[c].part.outputs}
        self.sizes = self._sizes()
        self.sloped = [(c, v) for c, v in self.histories if self.degree and stand_ins[c].has_slope(v)]
        self._states = sum(instance.part.order for instance in stand_ins.values())
        self._samples = (self.degree + 1) * len(self.histories)

    def _sizes(self) -> dict[Connector, float]:
        """How large outputs are that follow from states of size 1, at once or through inputs: what counts as small differs from one to another."""
        sizes = {(c, v): np.abs(i.part.C[i.part.outputs.index(v)]).max(initial=0.0) for c, v in self.histories for i in [self.stand_ins[c]]}
        through = dict(sizes)
        for c, v in sizes:
            part = self.stand_ins[c].part
            by_inputs = zip(np.abs(part.D[part.outputs.index(v)]), (sizes.get(self.driven_by[c][name], 0.0) for name in part.inputs))
            through[c, v] = max([sizes[c, v], *(gain * size for gain, size in by_inputs)])
        return {connector: size or 1.0 for connector, size in through.items()}

    def remember(self, name: str, time: float) -> None:
        instance, sloped = self.stand_ins[name], [variable for component, variable in self.sloped if component == name]
        slopes = dict(zip(sloped, instance.output_slopes(sloped)))
        for (component, variable), history in self.histories.items():
            if component == name:
                history.add(Sample(time, instance.outputs[variable], slopes.get(variable)))

    def advance(self, name: str, step: Step, inputs: Mapping[str, Polynomial | Value]) -> None:
        self.stand_ins[name].follow(inputs, step)
        self.stand_ins[name].step(step.start, step.size)
        self.remember(name, step.end)

    @property
    def scale(self) -> np.ndarray:
        """How large the numbers of w are, by `sizes`."""
        sizes = [np.repeat([*self.sizes.values()], self.degree + 1), [self.sizes[connector] for connector in self.sloped]]
        return np.concatenate([np.ones(self._states), *sizes])

    @property
    def newest(self) -> list[int]:
        """Where the newest samples of outputs stand in w."""
        return [self._states + (self.degree + 1) * (i + 1) - 1 for i in range(len(self.histories))]

    def stepped(self, w: np.ndarray, size: float) -> np.ndarray:
        """w behind a step of `size` [s]."""
        self.jacobian = None  # what is found does not depend on what was asked before
        x, samples, given = np.split(w, [self._states, self._states + self._samples])
        self._place(x)
        slopes = dict(zip(self.sloped, given))
        for ((name, variable), history), values in zip(self.histories.items(), samples.reshape(len(self.histories), self.degree + 1, *w.shape[1:])):
            between = size / self.system.divisors.get(name, 1)
            history.scale = self.sizes[name, variable]
            history.samples = [Sample(-between * (self.degree - i), value) for i, value in enumerate(values)]
            history.samples[-1] = Sample(0.0, values[-1], slopes.get((name, variable)))
            self.stand_ins[name].outputs[variable] = values[-1]
        MASTERS[self.system.method](self, Step(0.0, size, size))
        return self._found()

    def matrix(self, size: float) -> np.ndarray:
        """How w changes in a step of `size` [s]. Masters are linear in w, so stepping from each unit vector, scaled, tells all that they do."""
        return self.stepped(np.diag(self.scale), size) / self.scale

    def find_jacobian(self, step: Step, saved: Saved, found: np.ndarray) -> StepJacobian:
        """What a step from rest makes of each output that is 1 where it drives inputs at its end: all is linear."""
        self.restore(saved)
        self._place(np.zeros((self._states, len(found))))
        for history in self.histories.values():
            history.samples = [Sample(sample.time, 0.0, None if sample.slope is None else 0.0) for sample in history.samples]
        return StepJacobian(step.size, outputs_behind(self, step, np.eye(len(found))))

    def started(self, x: np.ndarray, outputs: np.ndarray, size: float) -> tuple[np.ndarray, int]:
        """w behind the first steps of a run that starts at the states x, with the outputs (of all parts, one behind the other) that follow from them.

        Returns how many steps these are: as many as it takes until inputs are extrapolated as they are from then on.
        """
        self._place(x)
        for instance in self.stand_ins.values():
            values, outputs = np.split(outputs, [len(instance.part.outputs)])
            instance.outputs.update(zip(instance.part.outputs, values))
        for _ in range(SWEEPS):
            for name, instance in self.stand_ins.items():
                instance.set({v: self.stand_ins[c].outputs[output] for v, (c, output) in self.driven_by[name].items()})
                instance.expect(size)
        for connector, history in self.histories.items():
            history.samples, history.scale = [], self.sizes[connector]
        for name in self.order:
            self.remember(name, 0.0)
        master = first_step if self.degree > 1 else MASTERS[self.system.method]
        for i in range(self.degree + 1):
            master(self, Step(i * size, size, (i + 1) * size))
            master = MASTERS[self.system.method]
        return self._found(), self.degree + 1

    def _place(self, x: np.ndarray) -> None:
        for instance in self.stand_ins.values():
            instance.x, x = np.split(x, [instance.part.order])
            instance.outputs = dict.fromkeys(instance.part.outputs, 0.0)

    def _found(self) -> np.ndarray:
        states = [state for instance in self.stand_ins.values() for state in instance.x]
        samples = [sample.value for history in self.histories.values() for sample in history.samples[-self.degree - 1 :]]
        return np.array([*states, *samples, *(self.histories[connector].samples[-1].slope for connector in self.sloped)])
