"""The coupling of a System over stand-ins of its FMUs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np

from ..inputs.drivers import Drivers, drivers
from ..masters.coupling import Coupling
from ..masters.outputs import Outputs
from ..masters.wires import wires
from ..system.ports_ahead import held_connections
from ..system.system import System
from .linear_master import LinearMaster
from .stand_in import StandIn

SWEEPS = 20  # in which ports that feel each other agree on a first step that is stable
NO_QUATERNIONS = np.zeros((0, 4), dtype=int)


class LinearCoupling:
    """What a master makes of linear systems in the place of FMUs; `system` says how, and its components are those of the linear system.

    What a step starts from is a vector w: the states of all parts, as many samples of all signals as inputs are extrapolated from, the newest last,
    and the slopes of the newest ones, where they are known: they follow the inputs of the step before. Many steps are taken at once, from the columns
    of a matrix.
    """

    def __init__(self, system: System, stand_ins: Mapping[str, StandIn], order: tuple[str, ...]):
        self.stand_ins, self.degree, self._system = stand_ins, system.degree, system
        self._driven_by = {name: Drivers({v: of[v] for v in of if v in stand_ins[name].part.inputs}, {}) for name, of in drivers(system).items()}
        outputs, held = self._outputs(), held_connections(system)
        laid = {name: wires(name, by, outputs, held, ()) for name, by in self._driven_by.items()}
        self.coupling = Coupling(system, order, outputs, laid, ())
        for name, of in stand_ins.items():
            of.hear(laid[name].names)
        self.signals = self.coupling.signals
        self._usual = self._usual_sizes()
        self._states = sum(of.part.order for of in stand_ins.values())
        self._samples = (self.degree + 1) * len(self.signals)
        self._sloped = np.array([of.sloped for of in outputs for _ in of.names], dtype=bool)
        self._master = cache(lambda width: LinearMaster(self.coupling, stand_ins, width))

    def _outputs(self) -> tuple[Outputs, ...]:
        """The outputs that drive inputs, those of a part with slopes and those without."""
        found, sources = [], dict.fromkeys(source for of in self._driven_by.values() for source in of.values())
        for name, of in self.stand_ins.items():
            known = {v: bool(self.degree) and of.has_slope(v) for component, v in sources if component == name}
            for sloped in (True, False):
                if names := tuple(v for v, has in known.items() if has == sloped):
                    parts = self._system.divisors.get(name, 1)
                    found.append(
                        Outputs(component=name, names=names, sloped=sloped, sizes=np.ones(len(names)), quaternions=NO_QUATERNIONS, parts=parts)
                    )
        return tuple(found)

    def _usual_sizes(self) -> np.ndarray:
        """How large signals are that follow from states of size 1, at once or through inputs: what counts as small differs from one to another."""
        sizes = {(c, v): np.abs(i.part.C[i.part.outputs.index(v)]).max(initial=0.0) for c, v in self.signals for i in [self.stand_ins[c]]}
        driven_by, through = drivers(self._system), []
        for c, v in self.signals:
            part = self.stand_ins[c].part
            by_inputs = zip(np.abs(part.D[part.outputs.index(v)]), (sizes.get(driven_by[c][name], 0.0) for name in part.inputs))
            through.append(max([sizes[c, v], *(gain * size for gain, size in by_inputs)]))
        return np.array([size or 1.0 for size in through])

    @property
    def scale(self) -> np.ndarray:
        """How large the numbers of w are."""
        return np.concatenate([np.ones(self._states), np.tile(self._usual, self.degree + 1), self._usual[self._sloped]])

    @property
    def newest_in_w(self) -> slice:
        """Where the newest samples stand in w."""
        end = self._states + self._samples
        return slice(end - len(self.signals), end)

    def stepped(self, w: np.ndarray, size: float) -> np.ndarray:
        """w, or a column of it for each of many runs, behind a step of `size` [s]."""
        width = w.shape[1] if w.ndim > 1 else 1
        x, samples, slopes = np.split(w.reshape(len(w), width), [self._states, self._states + self._samples])
        samples = np.reshape(samples, (self.degree + 1, len(self.signals), width))
        jacobian = self._jacobian(size, self.degree + 1)
        master = self._placed(x, samples[-1])
        master.remember(size, self._usual, samples, slopes)
        if jacobian is not None:
            master.use_jacobian(size, jacobian)
        master.take(0.0, size, size)
        return self._found(master).reshape(w.shape)

    def matrix(self, size: float) -> np.ndarray:
        """How w changes in a step of `size` [s]. Masters are linear in w, so stepping from each unit vector, scaled, tells all that they do."""
        return self.stepped(np.diag(self.scale), size) / self.scale

    def _jacobian(self, size: float, known: int) -> np.ndarray | None:
        """What a step of `size` [s] from rest makes of each signal that is 1 where it drives inputs at its end, by so many samples; all is linear."""
        n = len(self.signals)
        if self._system.method != "newton" or not n:
            return None
        master = self._placed(np.zeros((self._states, n)), np.zeros((n, n)))
        master.remember(size, self._usual, np.zeros((known, n, n)), np.zeros((int(self._sloped.sum()), n)))
        return master.behind(size, np.eye(n))

    def _placed(self, x: np.ndarray, newest: np.ndarray) -> LinearMaster:
        """The master of as many runs, at states and with the newest signals; what else there is of outputs is zero."""
        master = self._master(x.shape[1])
        signal = {connector: value for connector, value in zip(self.signals, newest)}
        zero = np.zeros(x.shape[1])
        outputs = [signal.get((name, v), zero) for name, of in self.stand_ins.items() for v in of.part.outputs]
        master.place(x, np.reshape(outputs, (len(outputs), x.shape[1])))
        return master

    def started(self, x: np.ndarray, outputs: np.ndarray, size: float) -> tuple[np.ndarray, int]:
        """w behind the first steps of a run that starts at the states x, with the outputs (of all parts, one behind the other) that follow from them.

        Returns how many steps these are: as many as it takes until inputs are extrapolated as they are from then on.
        """
        runs = x.shape[1:]
        x, outputs = (of.reshape(len(of), *runs or (1,)) for of in (x, outputs))
        jacobians = [self._jacobian(size, min(i + 1, self.degree + 1)) for i in range(self.degree + 1)]
        master = self._master(x.shape[1])
        master.place(x, outputs)
        for _ in range(SWEEPS):
            known = {(name, v): value for name, of in self.stand_ins.items() for v, value in zip(of.part.outputs, of.y.copy())}
            for name, by in drivers(self._system).items():
                of = self.stand_ins[name]
                of.u = np.reshape([known[by[v]] for v in of.part.inputs], of.u.shape)
                of.expect(size)
        newest = [self.stand_ins[c].y[self.stand_ins[c].part.outputs.index(v)] for c, v in self.signals]
        slopes = [self.stand_ins[c].output_slopes([v])[0] for (c, v), sloped in zip(self.signals, self._sloped) if sloped]
        samples, rates = (np.reshape(of, (len(of), x.shape[1])) for of in (newest, slopes))
        master.remember(size, self._usual, samples[None], rates)
        for i, jacobian in enumerate(jacobians):
            if jacobian is not None:
                master.use_jacobian(size, jacobian)
            master.take(i * size, size, (i + 1) * size, is_first=i == 0)
        return self._found(master).reshape(len(self.scale), *runs), self.degree + 1

    def _found(self, master: LinearMaster) -> np.ndarray:
        samples = [master.sample(back) for back in reversed(range(self.degree + 1))]
        return np.concatenate([master.states, *(values for values, _ in samples), samples[-1][1]])
