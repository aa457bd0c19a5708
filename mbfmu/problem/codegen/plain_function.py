"""Plain CasADi functions as statements of C."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import casadi as ca

from ...base.convex.convex_pair import FOUND, pair_of
from .branches import ConditionalInstruction, arranged, read_elsewhere
from .expressions import QUERY, RESULT, Instruction, Place, expression, numbered
from .order import Unit, ordered, reads, values
from .pairs import Pair, pairs
from .work_space import WorkSpace

UNBROKEN = 2**31 - 1  # instructions
INDENT = "    "


class PlainFunction:
    """The statements of an SX function on arrays: with branches, or in pairs and in parts of so many instructions; what these share lies in w.

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
        self.given, self.found, self.stored, self.longest, self.in_place = given, found, stored, longest, in_place
        self.parts: list[list[str]] = [[]]
        self.work = WorkSpace()
        self._here: dict[int, str | Place] = {}  # by instruction, where the present part reads its value
        self._later: dict[int, str | Place] = {}  # where later parts read it
        self._queries: dict[int, Place] = {}  # by instruction, where its numbers begin
        self._pairs: dict[tuple[int, int], str] = {}  # by both instructions, the names of those of the present part
        self.steps = numbered(function)
        if len(self.steps) > longest:
            self._write_parts(ordered(self.steps, pairs(self.steps), in_place))
        else:
            self._write_branches()

    def _write_branches(self) -> None:
        arrangement = arranged(self.steps)
        queries = [i for i, step in enumerate(self.steps) if step.operation == QUERY]
        self._queries = {i: Place(f"q{i}", 0) for i in queries}
        outside = read_elsewhere(self.steps, arrangement) - set(queries)
        rooms = (f"double q{i}[{FOUND}];" for i in queries)
        self.parts[0] = [*rooms, *(f"double t{i} = 0.0;" for i in sorted(outside)), *self._with_branches(arrangement, outside)]

    def _with_branches(self, arrangement: Iterable[int | ConditionalInstruction], outside: set[int]) -> Iterator[str]:
        """The statements of instructions; what is read `outside` of its branch has been declared."""
        for item in arrangement:
            if isinstance(item, int):
                yield self._statement(item, "" if item in outside else "const double ")
                continue
            i, (condition, value) = item.step, self.steps[item.step].inputs
            yield f"{'' if i in outside else 'double '}t{i} = 0.0;"
            yield f"if (t{condition} != 0.0) {{"
            yield from (INDENT + line for line in self._with_branches(item.body, outside))
            yield from (f"{INDENT}t{i} = t{value};", "}")
            self._here[i] = f"t{i}"

    def _write_parts(self, units: Sequence[Unit]) -> None:
        anytime = (ca.OP_CONST,) if self.in_place else (ca.OP_CONST, ca.OP_INPUT)  # can be read in each part anew
        last = _last_reads(self.steps, units)
        ending: dict[int, list[tuple[int, int]]] = {}  # by unit, what of w is read for the last time
        for k, unit in enumerate(units):
            if k and k % self.longest == 0:
                self.parts.append([])
                self._here = dict(self._later)
                self._pairs.clear()
            is_shared = last[k] // self.longest > k // self.longest and not (isinstance(unit, int) and self.steps[unit].operation == QUERY)
            if is_shared and isinstance(unit, int) and self.steps[unit].operation in anytime:
                self._here[unit] = self._later[unit] = self._text(self.steps[unit])
                continue
            self.parts[-1].append(self._statement_of_two(unit) if isinstance(unit, Pair) else self._statement(unit))
            for start, size in ending.get(k, ()):  # read already: a value may lie where its operands did
                self.work.give(start, size)
            if is_shared:
                ending.setdefault(last[k], []).append(self._shared(unit))

    def _statement(self, i: int, declared: str = "const double ") -> str:
        """What computes an instruction; from then on its value is read under its name."""
        step = self.steps[i]
        if step.operation == ca.OP_OUTPUT:
            array, index = step.outputs
            return f"{Place(self.found[array], index)} = {self._here[step.inputs[0]]};"
        if step.called is not None and step.operation == QUERY:
            return self._query(i, step, step.called)
        self._here[i] = f"t{i}"
        return f"{declared}t{i} = {self._text(step)};"

    def _query(self, i: int, step: Instruction, called: ca.Function) -> str:
        """What calls a function that gives several numbers: in parts, these stay in w."""
        if i not in self._queries:
            self._queries[i] = Place("w", self.work.take(FOUND))
        array, start = self._queries[i]
        arguments = ", ".join(str(self._here[place]) for place in step.inputs)
        return f"convex_query({', '.join(map(str, pair_of(called)))}, (const double[]){{{arguments}}}, {array} + {start});"

    def _statement_of_two(self, pair: Pair) -> str:
        name, operands = f"p{pair.first}", [self._both(*operand) for operand in pair.operands]
        self._pairs[pair.first, pair.second] = name
        self._here |= {pair.first: f"FIRST({name})", pair.second: f"SECOND({name})"}
        return f"const Pair {name} = {pair.text.format(*operands)};"

    def _both(self, first: int, second: int) -> str:
        if first == second:
            return f"BOTH({self._here[first]})"
        return self._pairs.get((first, second)) or f"PAIR({self._here[first]}, {self._here[second]})"

    def _text(self, step: Instruction) -> str | Place:
        if step.operation == ca.OP_INPUT:
            return Place(self.given[step.inputs[0]], step.inputs[1])
        if step.operation == RESULT:
            array, start = self._queries[step.inputs[0]]
            return Place(array, start + int(step.value))
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


def _last_reads(steps: Sequence[Instruction], units: Sequence[Unit]) -> list[int]:
    """Of each unit the place of the last one that reads a value of it, its own if none does."""
    place = {value: k for k, unit in enumerate(units) for value in values(unit)}
    last = list(range(len(units)))
    for k, unit in enumerate(units):
        for value in reads(steps, unit):
            last[place[value]] = k
    return last
