"""The energy that passes through power ports, as each side sees it; the difference is what the coupling creates or destroys.

See S. Sadjina et al., "Energy conservation and power bonds in co-simulations", Engineering with Computers 33 (2017), 607-620.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from .history import History, Polynomial
from .power_port import PowerPort
from .system import Connector
from .timeline import Step

if TYPE_CHECKING:
    from .instance import FmuInstance

NODES, WEIGHTS = ((1.0 + np.polynomial.legendre.leggauss(3)[0]) / 2.0).tolist(), (np.polynomial.legendre.leggauss(3)[1] / 2.0).tolist()
"""Of Gauss and Legendre on a step, exact for products of two parabolas."""


class Power:
    """The energies [J] that went into the motion sides of `ports` since the start: by what these see, and by what the force sides see.

    `at_once` are the outputs that follow inputs at once: they jump where a step begins.
    """

    def __init__(self, ports: Sequence[PowerPort], at_once: Collection[Connector] = ()):
        self.ports = ports
        self.energies: list[tuple[float, ...]] = [(0.0, 0.0)] * len(ports)
        self._of: dict[str, list[tuple[int, PowerPort, int]]] = {}
        for i, port in enumerate(ports):
            for side, given in enumerate((port.flow, port.effort)):
                self._of.setdefault(given[0][0], []).append((i, port, side))
        jumping = dict.fromkeys(end for port in ports if not port.fitted for end in (*port.flow, *port.effort) if end in at_once)
        self._jumping = {name: [variable for component, variable in jumping if component == name] for name in self._of}

    def begin(self, name: str, instance: FmuInstance) -> dict[str, float]:
        """What outputs of a component that follow inputs at once are at the start of a step, when it has been given its inputs."""
        names = self._jumping.get(name, [])
        return dict(zip(names, instance.numbers(names).tolist())) if names else {}

    def take_in(
        self,
        name: str,
        step: Step,
        taken: Mapping[str, Polynomial],
        begun: Mapping[str, float],
        histories: Mapping[Connector, History],
        degree: int,
    ) -> None:
        """Add what a component has seen in a step: outputs follow polynomials through samples, one degree above those of the inputs it has taken.

        Those that jump with their inputs are what has `begun` at the start.
        """
        for i, port, side in self._of.get(name, ()):
            given, order = (port.effort if side else port.flow), (2 if port.fitted else degree + 1)
            outputs = [histories[connector].polynomial(order, step.start) for connector in given]
            if begun:
                outputs = [p.starting_from(begun[v], step.size) if v in begun else p for p, (_, v) in zip(outputs, given)]
            if not side:
                flow, effort = outputs, [taken[variable] for _, variable in port.effort_taken]
            elif not port.fitted:
                flow, effort = [taken[variable] for _, variable in port.flow_taken], outputs
            else:  # it predicts the flow, and its effort is a mean over the step behind it, so that of its middle
                flow = [histories[connector].polynomial(order, step.start) for connector in port.flow]
                effort = [polynomial._replace(at=polynomial.at + step.size / 2) for polynomial in outputs]
            energy = port.watts * _integral(port, flow, effort, step)
            self.energies[i] = tuple(seen + energy * (side == j) for j, seen in enumerate(self.energies[i]))

    @property
    def residuals(self) -> list[float]:
        """The energy [J] that coupling has created at each port, negative where it has destroyed some."""
        return [taken - given for taken, given in self.energies]


def energy_of_coupling(ports: Sequence[PowerPort], result: np.ndarray) -> list[str]:
    """Return a sentence for each port of a result: the energy that the coupling created or destroyed there, and what went through."""
    said = []
    for port in ports:
        power, residual = (result[column] for column in port.columns)
        through = float(np.sum(np.abs(power[1:]) * np.diff(result["time"])))
        verb = "created" if residual[-1] >= 0 else "destroyed"
        said.append(f"the coupling {verb} {abs(residual[-1]):.3g} J at {port.name}, through which {through:.3g} J went to and fro")
    return said


def _integral(port: PowerPort, flow: Sequence[Polynomial], effort: Sequence[Polynomial], step: Step) -> float:
    """Of the power over a step."""
    times = [step.start + node * step.size for node in NODES]
    powers = (port.power([of(t) for of in flow], [of(t) for of in effort]) for t in times)
    return step.size * sum(weight * power for weight, power in zip(WEIGHTS, powers))
