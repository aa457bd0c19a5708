"""Start values of components from the parameter bindings of an SSD, those of outer systems before those of inner ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ...base.model_description import items_of
from ..system.conversion import Conversion, ValueMap
from ..system.literals import start_of
from ..system.names import connector_name
from ..system.system import Value
from ..system.units import is_relative
from .ssd_connections import Chain, Number, Wiring
from .ssd_conversion import Hop, Unconvertible, converted
from .ssd_structure import Index, Part
from .ssv_reader import Given


@dataclass
class BoundValues:
    """The `values` of components by name; `passed_over` are sentences on values that are for nothing."""

    wiring: Wiring
    values: dict[str, dict[str, Value]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)

    def bind(self, part: Part, given: Given) -> None:
        """Set what a value bound to a component or a system is for; it replaces what was set before."""
        name = part.inner(given.name)
        targets = [*self._targets(name)]
        if not targets:
            self.passed_over.append(f"the value {name} = {given.values[0]!r} is for nothing in the system, so it is passed over")
        by_index: dict[Index, list[Chain]] = {}
        for index, chain in targets:
            by_index.setdefault(index, []).append(chain)
        if targets and len(by_index) != len(given.values):
            self.problems.append(f"{name} has {len(by_index)} numbers, but {len(given.values)} values are given")
            return
        for value, chains in zip(given.values, by_index.values()):
            for chain in chains:
                self._set(replace(given, values=(value,)), chain)
                if len(given.values) > 1:
                    self._leave_out_own(chain)

    def _targets(self, name: str) -> Iterator[tuple[Index, Chain]]:
        """The numbers of FMUs that a hierarchical name means, and the ways to them; there may be several."""
        for component, interface in self.wiring.interfaces.items():
            variable = name.removeprefix(f"{component}.")
            if variable != name and (variable in interface.variables or interface.description is None):
                for index in interface.numbers(variable):
                    yield index, Chain((Number((component, variable), index),), ())
        for part in self.wiring.parts.values():
            for connector in part.connectors if not part.is_component else ():
                node = part.name, connector
                if self.wiring.full_name(node) == name:
                    yield from self.wiring.behind(node)

    def _leave_out_own(self, chain: Chain) -> None:
        """Leave out a number of an array that its FMU has anyway: SSP gives arrays as a whole only."""
        component, name = self.wiring.connector(chain.numbers[-1])
        variable = self.wiring.interfaces[component].variables.get(name)
        if variable is not None and self.values.get(component, {}).get(name) == start_of(variable):
            self.values[component].pop(name, None)

    def _set(self, given: Given, chain: Chain) -> None:
        node, target = chain.numbers[-1].node, self.wiring.connector(chain.numbers[-1])
        variable = self.wiring.interfaces[node[0]].variables.get(target[1])
        (value,) = given.values
        first = chain.numbers[0].node
        hops = [Hop(given.unit, self.wiring.unit(first), False, None) if given.hop is None else replace(given.hop, target=self.wiring.unit(first))]
        items = items_of(variable) if variable is not None else {}
        try:
            conversion = converted(
                given.unit,
                [*hops, *(edge.hop for edge in chain.edges)],
                self.wiring.unit(node),
                variable is not None and is_relative(variable),
                (items, items),
            )
        except Unconvertible as problem:
            self.problems.append(f"{connector_name(target)} = {value!r}{f' {given.unit.name}' if given.unit else ''}: {problem}")
            return
        number = items.get(value, value) if isinstance(value, str) and isinstance(conversion, ValueMap) else value
        if isinstance(number, str) or (isinstance(number, bool) and isinstance(conversion, Conversion)):
            if conversion is not None:
                self.problems.append(f"{connector_name(target)} = {value!r} cannot be converted, since it is no number")
                return
        value = number if conversion is None else conversion(number)
        self.values.setdefault(target[0], {})[target[1]] = value
