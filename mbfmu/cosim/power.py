"""The energy that passes through power ports, as each side sees it; the difference is what the coupling creates or destroys.

See S. Sadjina et al., "Energy conservation and power bonds in co-simulations", Engineering with Computers 33 (2017), 607-620.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from .history import History, Polynomial
from .power_ports import PowerPort
from .system import Connector
from .timeline import Step

NODES, WEIGHTS = ((1.0 + np.polynomial.legendre.leggauss(3)[0]) / 2.0).tolist(), (np.polynomial.legendre.leggauss(3)[1] / 2.0).tolist()
"""Of Gauss and Legendre on a step, exact for products of two parabolas."""


class Power:
    """The energies [J] that went into the motion sides of `ports` since the start: by what these see, and by what the force sides see."""

    def __init__(self, ports: Sequence[PowerPort]):
        self.ports = ports
        self.energies: list[tuple[float, ...]] = [(0.0, 0.0)] * len(ports)
        self._of: dict[str, list[tuple[int, int, Connector, str]]] = {}
        for i, port in enumerate(ports):
            for side, (given, taken) in enumerate(((port.flow, port.effort_taken), (port.effort, port.flow_taken))):
                self._of.setdefault(given[0], []).append((i, side, given, taken[1]))

    def take_in(self, name: str, step: Step, taken: Mapping[str, Polynomial], histories: Mapping[Connector, History], degree: int) -> None:
        """Add what a component has seen in a step: outputs follow polynomials through samples, one degree above those of the inputs it has taken."""
        for i, side, given, variable in self._of.get(name, ()):
            port = self.ports[i]
            if port.fitted and side:
                energy = _energy_of_a_fitted_effort(port, step, histories)
            else:
                energy = _integral(histories[given].polynomial(2 if port.fitted else degree + 1, step.start), taken[variable], step)
            self.energies[i] = tuple(seen + port.watts * energy * (side == j) for j, seen in enumerate(self.energies[i]))

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


def _energy_of_a_fitted_effort(port: PowerPort, step: Step, histories: Mapping[Connector, History]) -> float:
    """What a side that looks ahead gives in a step: it predicts the flow, and an effort is a mean over the step behind it, so that of its middle."""
    effort, flow = (histories[connector].polynomial(2, step.start) for connector in (port.effort, port.flow))
    return _integral(effort._replace(at=effort.at + step.size / 2), flow, step)


def _integral(a: Polynomial, b: Polynomial, step: Step) -> float:
    """Of a product over a step."""
    times = [step.start + node * step.size for node in NODES]
    return step.size * sum(weight * a(t) * b(t) for t, weight in zip(times, WEIGHTS))
