"""The connections of an SSD between variables of FMUs, through whatever connectors of systems lie between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from lxml.etree import _Element

from ...base.model_description import items_of
from ..system.conversion import Conversion, ValueMap
from ..system.names import Connection, Connector, connector_name
from ..system.units import is_relative
from .ssd_conversion import Hop, Unconvertible, converted, transformation_of
from .ssd_structure import Declared, Index, Interface, Part, indexed, indices
from .ssp_names import NAMESPACES
from .ssp_units import Unit

GIVES, TAKES = {"output", "calculatedParameter", "constant", "local"}, {"input", "parameter", "structuralParameter"}


class Number(NamedTuple):
    """A number of a connector of a part, which is `at` an index of an array."""

    node: Connector
    at: Index


@dataclass(frozen=True)
class Edge:
    """A connection from one connector to another, `within` a system; of single numbers where it has indices."""

    source: Connector
    target: Connector
    source_index: Index | None
    target_index: Index | None
    hop: Hop
    line: int
    within: str


@dataclass(frozen=True)
class Chain:
    """The way to a number of an FMU: the connectors it passes, from where nothing drives them on, and the edges between these."""

    numbers: tuple[Number, ...]
    edges: tuple[Edge, ...]


@dataclass
class Wiring:
    """The connections of all systems; `problems` are what is wrong with them."""

    parts: Mapping[str, Part]
    interfaces: Mapping[str, Interface]
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        elements = [(part, each) for part in self.parts.values() for each in part.element.iterfind("ssd:Connections/ssd:Connection", NAMESPACES)]
        edges = [edge for part, element in elements if (edge := self._edge(part, element))]
        self.into: dict[Connector, list[Edge]] = {}
        for edge in edges:
            self.into.setdefault(edge.target, []).append(edge)
        for edge in [edge for edge in edges if not self._fits(edge)]:
            self.problems.append(
                f"line {edge.line}: {self._sized(edge.source, edge.source_index)} cannot drive {self._sized(edge.target, edge.target_index)}"
            )
            self.into[edge.target].remove(edge)
        self._rank = {id(edge): i for i, edge in enumerate(edges)}
        chains = [chain for node in self.into if node[0] in self.interfaces for chain in self._chains_to(node)]
        self.chains = sorted(chains, key=self._place)

    def connections(self) -> tuple[tuple[Connection, ...], dict[Connection, Conversion | ValueMap]]:
        """Return the connections between numbers of FMUs, and what they convert."""
        found, conversions = [], dict[Connection, Conversion | ValueMap]()
        for chain in self.chains:
            if chain.numbers[0].node[0] in self.interfaces:
                connection = self.connector(chain.numbers[0]), self.connector(chain.numbers[-1])
                found.append(connection)
                try:
                    if (conversion := self.conversion(chain, self.unit(chain.numbers[0].node))) is not None:
                        conversions[connection] = conversion
                except Unconvertible as problem:
                    self.problems.append(f"line {chain.edges[-1].line}: {' -> '.join(map(connector_name, connection))}: {problem}")
        return tuple(found), conversions

    def connectors(self) -> dict[str, tuple[Connector, ...]]:
        """Return what the numbers of systems' connectors stand for, by hierarchical name."""
        found: dict[str, tuple[Connector, ...]] = {}
        chains = [*self.chains, *(chain for node in self._given_by_systems() for chain in self._chains_to(node))]
        for chain in chains:
            for number in chain.numbers:
                if number.node[0] not in self.interfaces:
                    end = chain.numbers[-1] if self._kind(number.node) in TAKES else chain.numbers[0]
                    if end.node[0] in self.interfaces:
                        name = indexed(self.full_name(number.node), number.at)
                        found[name] = tuple(dict.fromkeys((*found.get(name, ()), self.connector(end))))
        return found

    def behind(self, node: Connector) -> Iterator[tuple[Index, Chain]]:
        """Yield for a connector of a system the rest of the chains that lead from it, with the number of it where they start."""
        seen = set()
        for chain in self.chains:
            for i, number in enumerate(chain.numbers):
                if number.node == node and (number, chain.numbers[-1]) not in seen:
                    seen.add((number, chain.numbers[-1]))
                    yield number.at, Chain(chain.numbers[i:], chain.edges[i:])

    def conversion(self, chain: Chain, start: Unit | None) -> Conversion | ValueMap | None:
        """Return what a chain does to a value in the unit `start`; raises Unconvertible."""
        (first, last) = (chain.numbers[i].node for i in (0, -1))
        variables = [self.interfaces[part].variables.get(name) if part in self.interfaces else None for part, name in (first, last)]
        relative = any(v is not None and is_relative(v) for v in variables)
        items = [items_of(v) if v is not None else {} for v in variables]
        return converted(start, [edge.hop for edge in chain.edges], self.unit(last), relative, (items[0] or items[1], items[1]))

    def unit(self, node: Connector) -> Unit | None:
        """Return the unit of a variable of an FMU, or else of a connector of a system."""
        part, name = node
        return self.interfaces[part].unit(name) if part in self.interfaces else self._stated(node)

    def full_name(self, node: Connector) -> str:
        """Return the hierarchical name of a connector."""
        return connector_name(node) if node[0] else node[1]

    def _given_by_systems(self) -> list[Connector]:
        systems = [part for part in self.parts.values() if not part.is_component]
        return [(part.name, name) for part in systems for name, declared in part.connectors.items() if declared.kind in GIVES]

    def _edge(self, system: Part, element: _Element) -> Edge | None:
        ends, found = (("startElement", "startConnector", "startIndices"), ("endElement", "endConnector", "endIndices")), []
        for named, connector, at in ends:
            node = system.inner(element.get(named)), element.get(connector)
            if node[0] not in self.parts:
                self.problems.append(
                    f"line {element.sourceline}: a connection names {element.get(named)!r}, which is no element of {system.name or 'the system'}"
                )
                return None
            found.append((node, tuple(map(int, element.get(at).split())) if element.get(at) else None))
        gives = [self._gives(node, system) for node, _ in found]
        if None not in gives and gives[0] == gives[1]:
            words = " and ".join(f"{self.full_name(node)} ({self._kind(node)})" for node, _ in found)
            self.problems.append(f"line {element.sourceline}: {words} cannot be connected: both {'give' if gives[0] else 'take'} values there")
            return None
        if gives[0] is False or gives[1] is True:
            found.reverse()
        (source, source_index), (target, target_index) = found
        hop = Hop(self._stated(source), self._stated(target), element.get("suppressUnitConversion") in ("true", "1"), transformation_of(element))
        return Edge(source, target, source_index, target_index, hop, element.sourceline, system.name)

    def _gives(self, node: Connector, system: Part) -> bool | None:
        """Say whether a connector gives values inside a system, where what the system takes is given; None where nothing says."""
        kind = self._kind(node)
        return None if kind not in GIVES | TAKES else (kind in GIVES) != (node[0] == system.name)

    def _kind(self, node: Connector) -> str | None:
        variable = self.interfaces[node[0]].variables.get(node[1]) if node[0] in self.interfaces else None
        declared = self._declared(node)
        return variable.causality if variable else declared.kind if declared else None

    def _declared(self, node: Connector) -> Declared | None:
        return self.parts[node[0]].connectors.get(node[1])

    def _stated(self, node: Connector) -> Unit | None:
        """The unit of a connector, its own or that of its FMU's variable."""
        declared = self._declared(node)
        own = declared.unit if declared else None
        of_fmu = self.interfaces[node[0]].unit(node[1]) if node[0] in self.interfaces else None
        return of_fmu if own is None or (own.base is None and of_fmu and own.name == of_fmu.name) else own

    def connector(self, number: Number) -> Connector:
        """The connector of a System that a number of an FMU's variable is."""
        (part, name), index = number
        return part, self.interfaces[part].numbers(name).get(index, indexed(name, index))

    def _chains_to(self, node: Connector) -> Iterator[Chain]:
        for index in self._indices(node, ()):
            for chain in self._back(Number(node, index), ()):
                if len(chain.numbers) > 1:
                    yield chain

    def _back(self, number: Number, passed: tuple[Connector, ...]) -> Iterator[Chain]:
        edges = [edge for edge in self.into.get(number.node, ()) if edge.target_index in (None, number.at)]
        if number.node in passed:
            self.problems.append(f"line {edges[0].line}: {self.full_name(number.node)} is connected with itself")
        elif not edges or (passed and number.node[0] in self.interfaces):
            yield Chain((number,), ())
        else:
            for edge in edges:
                index = edge.source_index if edge.source_index is not None else () if edge.target_index is not None else number.at
                for chain in self._back(Number(edge.source, index), (*passed, number.node)):
                    yield Chain((*chain.numbers, number), (*chain.edges, edge))

    def _place(self, chain: Chain) -> tuple[int, Index, list[int]]:
        """Where a chain stands among others: by the connection between elements of one system, the number there, and those that lead inward."""
        top = sum(edge.target[0] == edge.within for edge in chain.edges)
        inward = [self._rank[id(edge)] for edge in chain.edges[top:]]
        return (inward or [0])[0], chain.numbers[top].at, inward

    def _fits(self, edge: Edge) -> bool:
        """Whether numbers of a connection's ends fit: those that indices choose, or all of two arrays of one shape."""
        numbers = [self._indices(node, ()) for node in (edge.source, edge.target)]
        if any(node[0] in self.interfaces and not self.interfaces[node[0]].variables for node in (edge.source, edge.target)):
            return True  # an FMU that cannot be read is reported when the System is checked
        if edge.source_index is edge.target_index is None:
            return numbers[0] == numbers[1]
        return all((index or ()) in of for index, of in zip((edge.source_index, edge.target_index), numbers))

    def _sized(self, node: Connector, index: Index | None) -> str:
        count = len(self._indices(node, ()))
        return f"{indexed(self.full_name(node), index or ())} ({count} number{'s' if count > 1 else ''})"

    def _indices(self, node: Connector, passed: tuple[Connector, ...]) -> list[Index]:
        """The indices of a connector's numbers: as its FMU has them, as they are declared, or as those it is connected with."""
        part, name = node
        if part in self.interfaces:
            return [*self.interfaces[part].numbers(name)]
        declared = self._declared(node)
        if declared and None not in declared.sizes:
            return indices(tuple(size or 0 for size in declared.sizes))
        edges = [edge for edges in self.into.values() for edge in edges if node in (edge.source, edge.target)]
        whole = [edge.target if edge.source == node else edge.source for edge in edges if edge.source_index is edge.target_index is None]
        others = [self._indices(other, (*passed, node)) for other in whole if other not in passed]
        return max(others, key=len, default=[()])
