"""What drives the inputs of one FMU."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from .outputs import Outputs
from .system import Connection, Connector
from .values import Places, as_places


@dataclass(frozen=True)
class Wires:
    """The real inputs of an FMU by `names`: one after another those that Outputs drive, from `places` there, and those that signals drive.

    Those of `held` Outputs never change within a step. `others` are what drives inputs that are no real numbers.
    """

    names: tuple[str, ...]
    sources: tuple[tuple[Outputs, Places, bool], ...]
    others: Mapping[str, Connector]

    @property
    def connected(self) -> list[Connector]:
        """The outputs that drive them."""
        return [(of.component, name) for of, places, _ in self.sources for name in np.array(of.names)[places].tolist()]

    @property
    def held(self) -> np.ndarray:
        """For each connected real input whether it is held."""
        return np.concatenate([np.zeros(0, bool), *(np.full(len(of.scale[places]), held) for of, places, held in self.sources)])


def wires(
    component: str, driven_by: Mapping[str, Connector], outputs: Iterable[Outputs], held: Collection[Connection], signals: Iterable[str]
) -> Wires:
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
    return Wires((*names, *signals), tuple(sources), {name: source for name, source in driven_by.items() if name not in names})
