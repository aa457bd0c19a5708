"""Plain CasADi functions as statements of C."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import casadi as ca

from .expressions import Instruction, Place, expression, instructions
from .work_space import WorkSpace

UNBROKEN = 2**31 - 1  # instructions


class PlainFunction:
    """The statements of an SX function on arrays, in parts of so many instructions; what they share lies in w.

    `stored` gives the name and the length of the array that a function looks into.
    """

    def __init__(
        self, function: ca.Function, given: Sequence[str], found: Sequence[str], stored: Callable[[ca.Function], str], longest: int = UNBROKEN
    ):
        self.given, self.found, self.stored, self.longest = given, found, stored, longest
        self.parts: list[list[str]] = [[]]
        self.work = WorkSpace()
        self._here: dict[int, str | Place] = {}  # by place in CasADi's work, what the present part reads there
        self._later: dict[int, str | Place] = {}  # what later parts read there
        self._write(list(instructions(function)))

    def _write(self, steps: list[Instruction]) -> None:
        last = _last_reads(steps)
        ending: dict[int, list[int]] = {}  # by instruction, what is read for the last time in w
        for i, step in enumerate(steps):
            if i and i % self.longest == 0:
                self.parts.append([])
                self._here = dict(self._later)
            if step.operation == ca.OP_OUTPUT:
                array, index = step.outputs
                self.parts[-1].append(f"{Place(self.found[array], index)} = {self._here[step.inputs[0]]};")
            elif last[i] // self.longest > i // self.longest:
                ending.setdefault(last[i], []).extend(self._shared(i, step))
            else:
                self.parts[-1].append(f"const double t{i} = {self._text(step)};")
                self._here[step.outputs[0]] = f"t{i}"
            for start in ending.get(i, ()):
                self.work.give(start, 1)

    def _text(self, step: Instruction) -> str | Place:
        if step.operation == ca.OP_INPUT:
            return Place(self.given[step.inputs[0]], step.inputs[1])
        if step.called is not None:
            return f"{step.called.name()}({self.stored(step.called)}, {self._here[step.inputs[0]]})"
        return expression(step, self._here)

    def _shared(self, i: int, step: Instruction) -> list[int]:
        """The statements of a value that later parts read as well; where it takes room in w."""
        (place,), text = step.outputs, self._text(step)
        if step.operation in (ca.OP_INPUT, ca.OP_CONST):
            self._here[place] = self._later[place] = text
            return []
        start = self.work.take(1)
        self._here[place], self._later[place] = f"t{i}", Place("w", start)
        self.parts[-1] += [f"const double t{i} = {text};", f"w[{start}] = t{i};"]
        return [start]


def _last_reads(steps: list[Instruction]) -> dict[int, int]:
    """By instruction that gives a value, the last one that reads it, itself if none does."""
    last: dict[int, int] = {}
    source: dict[int, int] = {}
    for i, step in enumerate(steps):
        if step.operation != ca.OP_INPUT:
            last |= {source[place]: i for place in step.inputs}
        if step.operation != ca.OP_OUTPUT:
            source[step.outputs[0]] = last[i] = i
    return last
