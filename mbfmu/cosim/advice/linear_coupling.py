"""The coupling of a System over stand-ins of its FMUs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..fmu.outputs import Outputs
from ..inputs.drivers import Drivers, drivers
from ..masters.coupling import CoupledRun, Saved
from ..masters.first_step import first_step
from ..masters.masters import MASTERS
from ..masters.newton import outputs_behind
from ..masters.step_jacobian import StepJacobian
from ..power.power import Power
from ..system.history import Sample
from ..system.input_follower import Inputs
from ..system.system import System
from ..system.timeline import CommunicationStep
from .stand_in import StandIn

SWEEPS = 20  # in which ports that feel each other agree on a first step that is stable
NO_QUATERNIONS = np.zeros((0, 4), dtype=int)


class LinearCoupling(CoupledRun):
    """What a master steps, over linear systems in the place of FMUs; `system` says how, and its components are those of the linear system.

    What a step starts from is a vector w: the states of all parts, as many samples of all signals as inputs are extrapolated from, the newest last,
    and the slopes of the newest ones, where they are known: they follow the inputs of the step before. Many steps are taken at once, from the columns
    of a matrix: signals are rows then.
    """

    def __init__(self, system: System, stand_ins: Mapping[str, StandIn], order: tuple[str, ...]):
        self.stand_ins = stand_ins
        self.system, self.instances, self.order = system, stand_ins, order  # type: ignore[assignment]
        driven_by = {name: Drivers({v: of[v] for v in of if v in stand_ins[name].part.inputs}, {}) for name, of in drivers(system).items()}
        sources = dict.fromkeys(source for of in driven_by.values() for source in of.values())
        histories = []
        for name, instance in stand_ins.items():
            known = {v: bool(system.degree) and instance.has_slope(v) for component, v in sources if component == name}
            for sloped in (True, False):
                if names := [v for v, has in known.items() if has == sloped]:
                    divisor = system.divisors.get(name, 1)
                    histories.append(Outputs(instance, names, system.degree, np.ones(len(names)), sloped, NO_QUATERNIONS, divisor))  # type: ignore[arg-type]
        self._connect(histories, driven_by)
        self.power = Power((), {}, {}, ())
        self._usual = self._usual_sizes()
        self._states = sum(instance.part.order for instance in stand_ins.values())
        self._samples = (self.degree + 1) * len(self.signals)

    def _usual_sizes(self) -> np.ndarray:
        """How large signals are that follow from states of size 1, at once or through inputs: what counts as small differs from one to another."""
        sizes = {(c, v): np.abs(i.part.C[i.part.outputs.index(v)]).max(initial=0.0) for c, v in self.signals for i in [self.stand_ins[c]]}
        driven_by, through = drivers(self.system), []
        for c, v in self.signals:
            part = self.stand_ins[c].part
            by_inputs = zip(np.abs(part.D[part.outputs.index(v)]), (sizes.get(driven_by[c][name], 0.0) for name in part.inputs))
            through.append(max([sizes[c, v], *(gain * size for gain, size in by_inputs)]))
        return np.array([size or 1.0 for size in through])

    def advance(self, name: str, step: CommunicationStep, inputs: Inputs) -> None:
        self.stand_ins[name].follow(inputs, step)
        self.stand_ins[name].step(step.start, step.size)
        self.remember(name, step.end)

    @property
    def scale(self) -> np.ndarray:
        """How large the numbers of w are."""
        slopes = [size for of, size in zip(self.histories, self.parts(self._usual)) if of.sloped]
        return np.concatenate([np.ones(self._states), np.tile(self._usual, self.degree + 1), *slopes])

    @property
    def newest_in_w(self) -> slice:
        """Where the newest samples stand in w."""
        end = self._states + self._samples
        return slice(end - len(self.signals), end)

    def stepped(self, w: np.ndarray, size: float) -> np.ndarray:
        """w behind a step of `size` [s]."""
        self.jacobian = None  # what is found does not depend on what was asked before
        x, samples, slopes = np.split(w, [self._states, self._states + self._samples])
        self._place(x)
        values = np.reshape(samples, (self.degree + 1, len(self.signals), *w.shape[1:]))
        for of, usual, *past in zip(self.histories, self.parts(self._usual), *map(self.parts, values)):
            between = size / self.system.divisors.get(of.component, 1)
            outputs = self.stand_ins[of.component].outputs
            outputs.reals[outputs.places(of.names)] = past[-1]
            of.scale, of.samples = usual, [Sample(-between * (self.degree - i), value) for i, value in enumerate(past)]
            if of.sloped:
                slope, slopes = np.split(slopes, [len(of.names)])
                of.samples[-1] = of.samples[-1]._replace(slope=slope)
        MASTERS[self.system.method](self, CommunicationStep(0.0, size, size))
        return self._found()

    def matrix(self, size: float) -> np.ndarray:
        """How w changes in a step of `size` [s]. Masters are linear in w, so stepping from each unit vector, scaled, tells all that they do."""
        return self.stepped(np.diag(self.scale), size) / self.scale

    def find_jacobian(self, step: CommunicationStep, saved: Saved, found: np.ndarray) -> StepJacobian:
        """What a step from rest makes of each output that is 1 where it drives inputs at its end: all is linear."""
        self.restore(saved)
        self._place(np.zeros((self._states, len(found))))
        for of in self.histories:
            zero = np.zeros((len(of.names), len(found)))
            of.samples = [Sample(sample.time, zero, None if sample.slope is None else zero) for sample in of.samples]
        return StepJacobian(step.size, outputs_behind(self, step, np.eye(len(found))))

    def started(self, x: np.ndarray, outputs: np.ndarray, size: float) -> tuple[np.ndarray, int]:
        """w behind the first steps of a run that starts at the states x, with the outputs (of all parts, one behind the other) that follow from them.

        Returns how many steps these are: as many as it takes until inputs are extrapolated as they are from then on.
        """
        self._place(x)
        for instance in self.stand_ins.values():
            instance.outputs.reals, outputs = np.split(outputs, [len(instance.part.outputs)])
        for _ in range(SWEEPS):
            known = {(name, v): value for name, i in self.stand_ins.items() for v, value in zip(i.part.outputs, i.outputs.reals)}
            for name, of in drivers(self.system).items():
                self.stand_ins[name].u = np.array([known[of[v]] for v in self.stand_ins[name].part.inputs])
                self.stand_ins[name].expect(size)
        for history, usual in zip(self.histories, self.parts(self._usual)):
            history.samples, history.scale = [], usual
        for name in self.order:
            self.remember(name, 0.0)
        master = first_step if self.degree > 1 else MASTERS[self.system.method]
        for i in range(self.degree + 1):
            master(self, CommunicationStep(i * size, size, (i + 1) * size))
            master = MASTERS[self.system.method]
        return self._found(), self.degree + 1

    def _place(self, x: np.ndarray) -> None:
        for instance in self.stand_ins.values():
            instance.x, x = np.split(x, [instance.part.order])
            instance.outputs.reals = np.zeros((len(instance.part.outputs), *x.shape[1:]))

    def _found(self) -> np.ndarray:
        states = [instance.x for instance in self.stand_ins.values()]
        samples = [of.samples[i].value for i in range(-self.degree - 1, 0) for of in self.histories]
        return np.concatenate([*states, *samples, *(of.samples[-1].slope for of in self.histories if of.sloped)])
