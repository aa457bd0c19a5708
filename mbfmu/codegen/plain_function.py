"""Plain CasADi functions as statements of C."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import casadi as ca

from .branches import Branch, arranged, read_elsewhere
from .expressions import Instruction, Place, expression, numbered, read
from .work_space import WorkSpace

UNBROKEN = 2**31 - 1  # instructions
INDENT = "    "


class PlainFunction:
    """The statements of an SX function on arrays: with branches, or in parts of so many instructions; what these share lies in w.

    `stored` gives the name and the length of the array that a function looks into.
    """

    def __init__(
        self, function: ca.Function, given: Sequence[str], found: Sequence[str], stored: Callable[[ca.Function], str], longest: int = UNBROKEN
    ):
        self.given, self.found, self.stored, self.longest = given, found, stored, longest
        self.parts: list[list[str]] = [[]]
        self.work = WorkSpace()
        self._here: dict[int, str | Place] = {}  # by instruction, where the present part reads its value
        self._later: dict[int, str | Place] = {}  # where later parts read it
        steps = numbered(function)
        if len(steps) > longest:
            self._write_parts(steps)
        else:
            self._write_branches(steps)

    def _write_branches(self, steps: list[Instruction]) -> None:
        arrangement = arranged(steps)
        outside = read_elsewhere(steps, arrangement)
        self._here = {i: f"t{i}" for i in range(len(steps))}
        self.parts[0] = [*(f"double t{i} = 0.0;" for i in sorted(outside)), *self._statements(steps, arrangement, outside)]

    def _statements(self, steps: list[Instruction], arrangement: Iterable[int | Branch], outside: set[int]) -> Iterator[str]:
        for item in arrangement:
            i = item if isinstance(item, int) else item.step
            if isinstance(item, int):
                yield self._statement(steps[i], f"t{i}" if i in outside else f"const double t{i}")
                continue
            condition, value = steps[i].inputs
            yield f"{'' if i in outside else 'double '}t{i} = 0.0;"
            yield f"if (t{condition} != 0.0) {{"
            yield from (INDENT + line for line in self._statements(steps, item.body, outside))
            yield from (f"{INDENT}t{i} = t{value};", "}")

    def _write_parts(self, steps: list[Instruction]) -> None:
        last = _last_reads(steps)
        ending: dict[int, list[int]] = {}  # by instruction, what is read for the last time in w
        for i, step in enumerate(steps):
            if i and i % self.longest == 0:
                self.parts.append([])
                self._here = dict(self._later)
            if last[i] // self.longest > i // self.longest:
                ending.setdefault(last[i], []).extend(self._shared(i, step))
            else:
                self._here[i] = f"t{i}"
                self.parts[-1].append(self._statement(step, f"const double t{i}"))
            for start in ending.get(i, ()):
                self.work.give(start, 1)

    def _statement(self, step: Instruction, declared: str) -> str:
        if step.operation == ca.OP_OUTPUT:
            array, index = step.outputs
            return f"{Place(self.found[array], index)} = {self._here[step.inputs[0]]};"
        return f"{declared} = {self._text(step)};"

    def _text(self, step: Instruction) -> str | Place:
        if step.operation == ca.OP_INPUT:
            return Place(self.given[step.inputs[0]], step.inputs[1])
        if step.called is not None:
            return f"{step.called.name()}({self.stored(step.called)}, {self._here[step.inputs[0]]})"
        return expression(step, self._here)

    def _shared(self, i: int, step: Instruction) -> list[int]:
        """The statements of a value that later parts read as well; where it takes room in w."""
        text = self._text(step)
        if step.operation in (ca.OP_INPUT, ca.OP_CONST):
            self._here[i] = self._later[i] = text
            return []
        start = self.work.take(1)
        self._here[i], self._later[i] = f"t{i}", Place("w", start)
        self.parts[-1] += [f"const double t{i} = {text};", f"w[{start}] = t{i};"]
        return [start]


def _last_reads(steps: list[Instruction]) -> list[int]:
    """Of each instruction the last one that reads its value, itself if none does."""
    last = list(range(len(steps)))
    for i, step in enumerate(steps):
        for value in read(step):
            last[value] = i
    return last
