"""Plain CasADi functions as statements of C."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import casadi as ca

from .branches import branches
from .expressions import Instruction, Place, expression, numbered
from .order import Branch, Item, Unit, ordered, read_elsewhere, reads, values
from .pairs import Pair, pairs
from .work_space import WorkSpace

UNBROKEN = 2**31 - 1  # instructions
INDENT = "    "


class PlainFunction:
    """The statements of an SX function on arrays: with branches, or in parts of so many instructions; what these share lies in w.

    `stored` gives the name and the length of the array that a function looks into.
    """

    def __init__(
        self,
        function: ca.Function,
        given: Sequence[str],
        found: Sequence[str],
        stored: Callable[[ca.Function], str],
        longest: int = UNBROKEN,
        in_place: bool = False,
    ):
        self.given, self.found, self.stored, self.longest = given, found, stored, longest
        self.parts: list[list[str]] = [[]]
        self.work = WorkSpace()
        self._here: dict[int, str | Place] = {}  # by instruction, where the present part reads its value
        self._later: dict[int, str | Place] = {}  # where later parts read it
        self._pairs: dict[tuple[int, int], str] = {}  # by both instructions, the names of those of the present part
        self.steps = numbered(function)
        under = branches(self.steps) if len(self.steps) <= longest else [()] * len(self.steps)
        items = ordered(self.steps, pairs(self.steps, under), under, in_place)
        units = [item for item in items if not isinstance(item, Branch)]
        if len(units) < len(items):
            self._write_branches(items)
        else:
            self._write_parts(units)

    def _write_branches(self, items: Sequence[Item]) -> None:
        outside = read_elsewhere(self.steps, items)
        declared: list[str] = []
        statements = [*self._with_branches(items, outside, declared)]
        self.parts[0] = [*declared, *statements]

    def _with_branches(self, items: Iterable[Item], outside: set[int], declared: list[str]) -> Iterator[str]:
        """The statements of items; of values that are read `outside` of their branch the declarations go to the beginning."""
        for item in items:
            is_outside = not outside.isdisjoint(values(item))
            if is_outside:
                declared.append(f"Pair {_name(item)} = BOTH(0.0);" if isinstance(item, Pair) else f"double {_name(item)} = 0.0;")
            if not isinstance(item, Branch):
                yield self._statement(item, is_outside)
                continue
            condition, value = self.steps[item.step].inputs
            yield f"{'' if is_outside else 'double '}{_name(item)} = 0.0;"
            yield f"if ({self._here[condition]} != 0.0) {{"
            yield from (INDENT + line for line in self._with_branches(item.body, outside, declared))
            yield from (f"{INDENT}{_name(item)} = {self._here[value]};", "}")
            self._here[item.step] = _name(item)

    def _write_parts(self, units: Sequence[Unit]) -> None:
        last = _last_reads(self.steps, units)
        ending: dict[int, list[tuple[int, int]]] = {}  # by unit, what of w is read for the last time
        for k, unit in enumerate(units):
            if k and k % self.longest == 0:
                self.parts.append([])
                self._here = dict(self._later)
                self._pairs.clear()
            is_shared = last[k] // self.longest > k // self.longest
            if is_shared and isinstance(unit, int) and self.steps[unit].operation in (ca.OP_INPUT, ca.OP_CONST):
                self._here[unit] = self._later[unit] = self._text(self.steps[unit])
                continue
            self.parts[-1].append(self._statement(unit))
            if is_shared:
                ending.setdefault(last[k], []).append(self._shared(unit))
            for start, size in ending.get(k, ()):
                self.work.give(start, size)

    def _statement(self, unit: Unit, is_declared: bool = False) -> str:
        """What computes a unit; from then on its values are read under its name."""
        name = _name(unit)
        if isinstance(unit, Pair):
            text = unit.text.format(*(self._both(*operand) for operand in unit.operands))
            self._pairs[unit.first, unit.second] = name
            self._here |= {unit.first: f"FIRST({name})", unit.second: f"SECOND({name})"}
            return f"{'' if is_declared else 'const Pair '}{name} = {text};"
        step = self.steps[unit]
        if step.operation == ca.OP_OUTPUT:
            array, index = step.outputs
            return f"{Place(self.found[array], index)} = {self._here[step.inputs[0]]};"
        self._here[unit] = name
        return f"{'' if is_declared else 'const double '}{name} = {self._text(step)};"

    def _both(self, first: int, second: int) -> str:
        if first == second:
            return f"BOTH({self._here[first]})"
        return self._pairs.get((first, second)) or f"PAIR({self._here[first]}, {self._here[second]})"

    def _text(self, step: Instruction) -> str | Place:
        if step.operation == ca.OP_INPUT:
            return Place(self.given[step.inputs[0]], step.inputs[1])
        if step.called is not None:
            return f"{step.called.name()}({self.stored(step.called)}, {self._here[step.inputs[0]]})"
        return expression(step, self._here)

    def _shared(self, unit: Unit) -> tuple[int, int]:
        """Put what later parts read as well into w; where it takes how much room."""
        numbers = values(unit)
        start = self.work.take(len(numbers))
        for place, value in enumerate(numbers, start):
            self._later[value] = Place("w", place)
            self.parts[-1].append(f"{self._later[value]} = {self._here[value]};")
        return start, len(numbers)


def _name(item: Item) -> str:
    return f"p{item.first}" if isinstance(item, Pair) else f"t{values(item)[0]}"


def _last_reads(steps: Sequence[Instruction], units: Sequence[Unit]) -> list[int]:
    """Of each unit the place of the last one that reads a value of it, its own if none does."""
    place = {value: k for k, unit in enumerate(units) for value in values(unit)}
    last = list(range(len(units)))
    for k, unit in enumerate(units):
        for value in reads(steps, unit):
            last[place[value]] = k
    return last
