"""What drives the inputs of one FMU."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from ..fmu.outputs import Outputs
from ..inputs.drivers import Drivers
from ..system.conversion import Conversion
from ..system.history import Polynomial
from ..system.system import Connection, Connector
from ..system.values import Places, as_places


@dataclass(frozen=True)
class Wires:
    """What drives real inputs of an FMU, one group of them after another: Outputs at places there, held over a step or not, and then `signals`.

    `connected` are the names of those that Outputs drive, with `conversions` where any connection of them converts. `others` are what drives inputs
    that are no real numbers.
    """

    connected: tuple[str, ...]
    sources: tuple[tuple[Outputs, Places, bool], ...]
    signals: tuple[str, ...]
    others: Mapping[str, Connector]
    conversions: tuple[Conversion, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all real inputs, in their order."""
        return (*self.connected, *self.signals)

    @property
    def drivers(self) -> list[Connector]:
        """For each connected real input the output that drives it."""
        return [(of.component, name) for of, places, _ in self.sources for name in np.array(of.names)[places].tolist()]

    @property
    def held(self) -> np.ndarray:
        """For each connected real input whether it is held."""
        return np.concatenate([np.zeros(0, bool), *(np.full(len(of.scale[places]), held) for of, places, held in self.sources)])

    def converted(self, outputs: Polynomial) -> Polynomial:
        """What the outputs that drive real inputs give these."""
        if not self.conversions:
            return outputs
        coefficients = outputs.coefficients * [each.factor for each in self.conversions]
        coefficients[0] += [each.offset for each in self.conversions]
        return Polynomial(outputs.at, coefficients)


def wires(component: str, driven_by: Drivers, outputs: Iterable[Outputs], held: Collection[Connection], signals: Iterable[str]) -> Wires:
    """The Wires of a component; `held` are connections, `signals` the names of real inputs that signals drive."""
    names: list[str] = []
    sources = []
    for of in outputs:
        for holds in (False, True):
            found = [(name, of.names.index(v)) for name, (c, v) in driven_by.items() if c == of.component and v in of.names]
            found = [(name, place) for name, place in found if (((of.component, of.names[place]), (component, name)) in held) == holds]
            if found:
                names += [name for name, _ in found]
                sources.append((of, as_places([place for _, place in found]), holds))
    given = [driven_by.conversions.get(name) for name in names]
    return Wires(
        connected=tuple(names),
        sources=tuple(sources),
        signals=tuple(signals),
        others={name: source for name, source in driven_by.items() if name not in names},
        conversions=tuple(each if isinstance(each, Conversion) else Conversion() for each in given) if any(given) else (),
    )
