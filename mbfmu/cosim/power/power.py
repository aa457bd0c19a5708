"""The energy that passes through power ports, as each side sees it; the difference is what the coupling creates or destroys.

See S. Sadjina et al., "Energy conservation and power bonds in co-simulations", Engineering with Computers 33 (2017), 607-620.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..system.history import History, Polynomial
from ..system.system import Connector
from ..system.timeline import CommunicationStep
from .port_side import Names, Passed, energies, port_sides
from .power_port import PowerPort

if TYPE_CHECKING:
    from ..fmu.instance import FmuInstance

MANY = 2000  # of what has passed: that much is integrated at once, since this takes hardly longer than for one of them


class Power:
    """The energies [J] that went into the motion sides of `ports`: by what these see, and by what the force sides see.

    `outputs` and `inputs` are the real ones that connections join; `at_once` are outputs that follow inputs at once: they jump where a step begins.
    """

    def __init__(self, ports: Sequence[PowerPort], outputs: Names, inputs: Names, at_once: Collection[Connector]):
        self.ports = ports
        jumping = {end for port in ports if not port.fitted for end in (*port.flow, *port.effort) if end in at_once}
        self._jumping = {name: [v for v in of if (name, v) in jumping] for name, of in outputs.items()}
        places = {name: np.array([i for i, v in enumerate(of) if (name, v) in jumping], dtype=int) for name, of in outputs.items()}
        self._sides = {name: port_sides(ports, name, outputs, inputs, places[name]) for name in outputs}
        self._passed: list[Passed] = []  # and not yet integrated
        self._points: list[int] = []  # how much of it had passed at communication points
        self._since_start, self._at_points = np.zeros((len(ports), 2)), [np.zeros((0, len(ports), 2))]

    def begin(self, name: str, instance: FmuInstance) -> np.ndarray:
        """What outputs of a component that follow inputs at once are at the start of a step, when it has been given its inputs."""
        return instance.numbers(names) if (names := self._jumping[name]) else np.zeros(0)

    def take_in(
        self, name: str, step: CommunicationStep, taken: Polynomial, begun: np.ndarray, degree: int, histories: Mapping[str, Sequence[History]]
    ) -> None:
        """Add what a component has seen in a step: outputs follow polynomials through samples, one degree above those of the inputs it has taken.

        Those that jump with their inputs are what has `begun` at the start.
        """
        for side in self._sides[name]:
            flow, effort = ([of.samples for of in histories[component]] if component else () for component in (side.flow_of, side.effort_of))
            self._passed.append(
                Passed(
                    by=side, step=step, coefficients=taken.coefficients, flow=flow, effort=effort, order=2 if side.fitted else degree + 1, begun=begun
                )
            )

    def save(self) -> int:
        """How much has passed, to be given back by `restore` before anybody asks for energies."""
        return len(self._passed)

    def restore(self, saved: int) -> None:
        """Forget what has passed since."""
        del self._passed[saved:]

    @property
    def energies(self) -> np.ndarray:
        """The energies of all ports (rows) now."""
        self._integrate()
        return self._since_start

    def note_point(self) -> None:
        """Have `at_points` tell what energies are now."""
        self._points.append(len(self._passed))
        if len(self._passed) > MANY:
            self._integrate()

    @property
    def at_points(self) -> np.ndarray:
        """The energies at communication points, ports and sides."""
        self._integrate()
        self._at_points = [np.concatenate(self._at_points)]
        return self._at_points[0]

    def _integrate(self) -> None:
        behind = np.cumsum(np.concatenate([self._since_start[None], energies(self._passed, len(self.ports))]), axis=0)
        self._at_points.append(behind[self._points])
        self._since_start, self._passed, self._points = behind[-1], [], []


def energy_of_coupling(ports: Sequence[PowerPort], result: np.ndarray) -> list[str]:
    """Return a sentence for each port of a result: the energy that the coupling created or destroyed there, and what went through."""
    said = []
    for port in ports:
        power, residual = (result[column] for column in port.columns)
        through = float(np.sum(np.abs(power[1:]) * np.diff(result["time"])))
        verb = "created" if residual[-1] >= 0 else "destroyed"
        said.append(f"the coupling {verb} {abs(residual[-1]):.3g} J at {port.name}; {through:.3g} J passed it in both directions")
    return said
