"""What drives the inputs of one component."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..inputs.drivers import Drivers
from ..system.conversion import Conversion, ValueMap
from ..system.names import Connection, Connector
from .outputs import Outputs


@dataclass(frozen=True)
class Source:
    """Outputs number `outputs`, at `places` there, drive the inputs `names`, which are `held` over a step or not.

    `conversions` are those of all, if any connection converts.
    """

    outputs: int
    places: tuple[int, ...]
    names: tuple[str, ...]
    held: bool
    conversions: tuple[Conversion, ...]


@dataclass(frozen=True)
class Wires:
    """What drives real inputs of a component: `sources`, one after another, and then `signals`, by the names of the inputs.

    `others` are what drives inputs that are no real numbers, with `maps` of values on the way.
    """

    sources: tuple[Source, ...]
    signals: tuple[str, ...]
    others: Mapping[str, Connector]
    maps: Mapping[str, ValueMap]

    @property
    def connected(self) -> tuple[str, ...]:
        """The names of connected real inputs, in their order."""
        return tuple(name for source in self.sources for name in source.names)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all real inputs, in their order."""
        return (*self.connected, *self.signals)

    @property
    def held(self) -> tuple[bool, ...]:
        """For each connected real input whether it is held."""
        return tuple(source.held for source in self.sources for _ in source.names)


def wires(component: str, driven_by: Drivers, outputs: Sequence[Outputs], held: Collection[Connection], signals: Iterable[str]) -> Wires:
    """The Wires of a component; `held` are connections, `signals` the names of real inputs that signals drive."""
    sources: list[Source] = []
    for i, of in enumerate(outputs):
        for holds in (False, True):
            found = [(name, of.names.index(v)) for name, (c, v) in driven_by.items() if c == of.component and v in of.names]
            found = [(name, place) for name, place in found if (((of.component, of.names[place]), (component, name)) in held) == holds]
            if found:
                names, places = zip(*found)
                given = [driven_by.conversions.get(name) for name in names]
                converting = tuple(each if isinstance(each, Conversion) else Conversion() for each in given) if any(given) else ()
                sources.append(Source(outputs=i, places=places, names=names, held=holds, conversions=converting))
    connected = {name for source in sources for name in source.names}
    others = {name: source for name, source in driven_by.items() if name not in connected}
    maps = {name: each for name in others if isinstance(each := driven_by.conversions.get(name), ValueMap)}
    return Wires(tuple(sources), tuple(signals), others, maps)
