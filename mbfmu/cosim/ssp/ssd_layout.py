"""Where the connections of a System lie in an SSD: in which system, and through which connectors of systems."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from ..system.conversion import Conversion, ValueMap
from ..system.names import Connection, Connector, connector_name, holder_of
from ..system.system import System

End = tuple[str | None, str]
"""An element of a system and its connector, by number; None is the system itself."""


@dataclass(frozen=True)
class Segment:
    """A connection `within` one system, from a connector to another."""

    within: str
    start: End
    end: End


@dataclass(frozen=True)
class Boundary:
    """A number of a connector of a system: it is `like` that variable of an FMU, and has the unit of this or of another one."""

    like: Connector
    unit_of: Connector


@dataclass
class Layout:
    """The `segments` of all systems with what they convert, and the numbers of connectors of systems, by system and name.

    `taking` are the connectors of FMUs that take values. A conversion stands where a connection passes between elements of one system, or else,
    where that serves several inputs that convert differently, at its input.
    """

    system: System
    taking: Collection[Connector]
    segments: dict[Segment, Conversion | ValueMap | None] = field(default_factory=dict)
    boundaries: dict[str, dict[str, Boundary]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._sources = {target: source for source, target in self.system.connections}
        self._own: dict[str, dict[str, tuple[Connector, ...]]] = {name: {} for name in self.systems()}
        for name, ends in self.system.connectors.items():
            inside = [name, *(component for component, _ in ends)]  # a connector may have dots in its own name
            holder = next(each for each in reversed(self.systems()) if not each or all(of.startswith(f"{each}.") for of in inside))
            self._own[holder][name.removeprefix(f"{holder}.")] = ends
        routes = {connection: self._route(connection) for connection in self.system.connections}
        serving: dict[Segment, list[Connection]] = {}
        for connection, segments in routes.items():
            for segment in segments:
                serving.setdefault(segment, []).append(connection)
        for connection, segments in routes.items():
            top = len(_holders(connection[0][0], _common(connection)))
            alike = {self.system.conversions.get(other) == self.system.conversions.get(connection) for other in serving[segments[top]]}
            self._lay(connection, segments, top if alike == {True} else len(segments) - 1)
        self._entered: dict[tuple[str, End], Segment] = {(segment.within, segment.end): segment for segment in self.segments}
        for holder, connectors in self._own.items():
            for name, ends in connectors.items():
                for end in ends:
                    self._expose(holder, name, end)

    def systems(self) -> list[str]:
        """Return the names of all systems, outer ones first."""
        held = {name[:i] for name in self.system.components for i, letter in enumerate(name) if letter == "."}
        return ["", *sorted(held, key=lambda name: (name.count("."), name))]

    def within(self, system: str) -> Iterator[tuple[Segment, Conversion | ValueMap | None]]:
        """Yield the connections in a system."""
        return ((segment, conversion) for segment, conversion in self.segments.items() if segment.within == system)

    def _route(self, connection: Connection) -> list[Segment]:
        """The segments of a connection, out of systems that hold its output and into those that hold its input."""
        common, (source, target) = _common(connection), connection
        outward = [source, *((system, self._name(system, source, common)) for system in _holders(source[0], common))]
        inward = [*((system, self._name(system, target, common)) for system in reversed(_holders(target[0], common))), target]
        between = Segment(common, _element(outward[-1]), _element(inward[0]))
        return [*map(_out, outward, outward[1:]), between, *map(_in, inward, inward[1:])]

    def _lay(self, connection: Connection, segments: list[Segment], converting: int) -> None:
        """Enter the segments of a connection and the connectors that it passes; those behind the one that converts have the unit of its input."""
        source, target = connection
        for i, segment in enumerate(segments):
            conversion = self.system.conversions.get(connection) if i == converting else None
            self.segments[segment] = conversion or self.segments.get(segment)
            if segment.end[0] is None:
                self._note(segment.within, segment.end[1], Boundary(source, source))
            if segment.start[0] is None:
                self._note(segment.within, segment.start[1], Boundary(target, target if converting < i else source))

    def _expose(self, holder: str, name: str, end: Connector) -> None:
        """Enter the way between a connector of a system and what it stands for, unless that is driven: from one connector only, which may be this."""
        taking, among = end in self.taking, self._own[holder][name]
        way = [(holder, name), *((system, self._name(system, end, holder, among)) for system in reversed(_holders(end[0], holder))), end]
        segments = [_in(outer, inner) if taking else _out(inner, outer) for outer, inner in pairwise(way)]
        if taking and (end in self._sources or any(self._entered.get((each.within, each.end), each) != each for each in segments)):
            return
        for segment, outer in zip(segments, way):
            self._note(*outer, Boundary(end, end))
            self.segments.setdefault(segment, None)
            self._entered[segment.within, segment.end] = segment

    def _note(self, system: str, name: str, boundary: Boundary) -> None:
        self.boundaries.setdefault(system, {}).setdefault(name, boundary)

    def _name(self, system: str, end: Connector, within: str, among: Collection[Connector] | None = None) -> str:
        """The connector of a system by which a variable inside is reached from a system around it: the user's own where that serves it alone.

        Others are called as the variable is. What the user's stands for must be driven alike, or be `among` some connectors.
        """
        for name, ends in self._own[system].items():
            if end in ends and self._serves(ends, end, system, within, among):
                return name
        name = connector_name(end).removeprefix(f"{system}.")
        while name in self._own[system]:
            name += "_"
        return name

    def _serves(self, ends: Collection[Connector], end: Connector, system: str, within: str, among: Collection[Connector] | None) -> bool:
        if end not in self.taking:
            return len(ends) == 1

        def comes(each: Connector) -> tuple[Connector | None, list[str]]:
            return self._sources.get(each), [self._name(outer, each, within, among) for outer in _holders(system, within)]

        return all(comes(each) == comes(end) and (among is None or each in among) for each in ends)


def _common(connection: Connection) -> str:
    """The innermost system that holds both ends of a connection."""
    holders = [{"", *_holders(component, "")} for component, _ in connection]
    return max(holders[0] & holders[1], key=len)


def _holders(component: str, within: str) -> list[str]:
    """The systems around a component, inner ones first, up to but without `within`."""
    found, system = [], holder_of(component)
    while system != within:
        found.append(system)
        system = holder_of(system)
    return found


def _element(node: Connector) -> End:
    return node[0].rpartition(".")[2], node[1]


def _out(inner: Connector, outer: Connector) -> Segment:
    return Segment(outer[0], _element(inner), (None, outer[1]))


def _in(outer: Connector, inner: Connector) -> Segment:
    return Segment(outer[0], (None, outer[1]), _element(inner))
