"""Two operations of the same kind on different numbers, as mechanisms with a left and a right side have them, which processors do at once.

Operations can be a pair where the same tree of operations leads to both, from whatever inputs and constants. Both then have the same height, so
neither needs the other, nor do pairs need each other in a circle.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import casadi as ca

from .expressions import Instruction, read

OPERATIONS = {
    ca.OP_ADD: "PLUS({}, {})", ca.OP_SUB: "MINUS({}, {})", ca.OP_MUL: "TIMES({}, {})", ca.OP_DIV: "OVER({}, {})", ca.OP_NEG: "NEGATIVE({})",
    ca.OP_INV: "OVER(BOTH(1.0), {})", ca.OP_SQ: "TIMES({0}, {0})", ca.OP_TWICE: "TIMES(BOTH(2.0), {})", ca.OP_SQRT: "ROOTS({})",
    ca.OP_LT: "LESS({}, {})", ca.OP_NOT: "NOT({})", ca.OP_IF_ELSE_ZERO: "WHERE({}, {})",
}  # fmt: skip
SINE_AND_COSINE = "sine_and_cosine(FIRST({}))"  # of one angle
COMMUTE = (ca.OP_ADD, ca.OP_MUL)
SAVED = 1  # operations, by a pair


@dataclass(frozen=True)
class Pair:
    """Two instructions by number, and of each operand what the `first` and what the `second` reads."""

    first: int
    second: int
    operands: tuple[tuple[int, int], ...]
    text: str  # in C, of the operands


def pairs(steps: Sequence[Instruction]) -> list[Pair]:
    """The pairs among instructions, each of which gives its value to a place of its own, that save more than it takes to bring their numbers
    together."""
    return list(_Pairing(steps).worthwhile())


class _Pairing:
    """The instructions of a function while partners are sought."""

    def __init__(self, steps: Sequence[Instruction]):
        self.steps = steps
        self.trees, height = _trees(steps), heights(steps)
        self.users: dict[int, list[int]] = defaultdict(list)
        for i, step in enumerate(steps):
            for value in set(read(step)):
                self.users[value].append(i)
        self.pairs: dict[int, Pair] = {}  # by each of its instructions
        alike: dict[int, list[int]] = defaultdict(list)
        for i, step in enumerate(steps):
            if step.operation in OPERATIONS:
                alike[self.trees[i]].append(i)
        self._join_angles()
        for numbers in sorted(alike.values(), key=lambda numbers: -height[numbers[0]]):
            free = [i for i in numbers if i not in self.pairs]
            for first, second in zip(free[::2], free[1::2]):
                self._join(first, second)

    def _join_angles(self) -> None:
        """Pair sines and cosines of the same angles."""
        sines, cosines = ({step.inputs[0]: i for i, step in enumerate(self.steps) if step.operation == of} for of in (ca.OP_SIN, ca.OP_COS))
        for angle in sorted(sines.keys() & cosines.keys()):
            pair = Pair(sines[angle], cosines[angle], ((angle, angle),), SINE_AND_COSINE)
            self.pairs |= {pair.first: pair, pair.second: pair}

    def _join(self, first: int, second: int) -> None:
        """Pair two instructions, then what they read, and so on."""
        ahead = [(first, second)]
        while ahead:
            i, j = ahead.pop()
            free = i != j and i not in self.pairs and j not in self.pairs
            if free and self.trees[i] == self.trees[j] and self.steps[i].operation in OPERATIONS:
                pair = Pair(i, j, self._operands(i, j), OPERATIONS[self.steps[i].operation])
                self.pairs |= {i: pair, j: pair}
                ahead.extend(pair.operands)

    def _operands(self, i: int, j: int) -> tuple[tuple[int, int], ...]:
        """What both read, the second in the order that fits better where there is no order."""
        a, b = self.steps[i].inputs, self.steps[j].inputs
        straight, crossed = tuple(zip(a, b)), tuple(zip(a, reversed(b)))
        if self.steps[i].operation in COMMUTE and sum(map(self._fit, crossed)) > sum(map(self._fit, straight)):
            return crossed
        return straight

    def _fit(self, operand: tuple[int, int]) -> int:
        i, j = operand
        if self._is_pair(i, j):
            return 3
        return 2 if i == j else 1 if self.trees[i] == self.trees[j] else -1

    def _is_pair(self, i: int, j: int) -> bool:
        return i in self.pairs and (self.pairs[i].first, self.pairs[i].second) == (i, j)

    def worthwhile(self) -> Iterator[Pair]:
        """The pairs that are left when those have gone that cost more than they save, and those then that others made worth their while."""
        ahead = list(self.pairs.values())
        while ahead:
            pair = ahead.pop()
            if pair.first in self.pairs and self._cost(pair) > SAVED:
                del self.pairs[pair.first], self.pairs[pair.second]
                near = {i for lane in (pair.first, pair.second) for i in (*self.users[lane], *read(self.steps[lane]))}
                ahead.extend(self.pairs[i] for i in sorted(near & self.pairs.keys()))
        return (pair for i, pair in self.pairs.items() if i == pair.first)

    def _cost(self, pair: Pair) -> float:
        """Operations that bring its operands together, and that take its second number out for those that read it alone."""
        alone = any(user not in self.pairs for user in self.users[pair.second])
        return alone + sum(self._gathering(i, j) for i, j in pair.operands)

    def _gathering(self, i: int, j: int) -> float:
        """Operations that bring two numbers together. Both inputs of a pair would be read one by one as well."""
        kinds = {self.steps[i].operation, self.steps[j].operation}
        if i == j or self._is_pair(i, j) or kinds == {ca.OP_CONST}:
            return 0.0
        return 0.5 if kinds == {ca.OP_INPUT} else 1.0


def heights(steps: Sequence[Instruction]) -> list[int]:
    """Of each instruction the length of the longest chain of instructions that leads to it."""
    found: list[int] = []
    for step in steps:
        found.append(1 + max((found[value] for value in read(step)), default=0))
    return found


def _trees(steps: Sequence[Instruction]) -> list[int]:
    """Of each instruction the number of the tree of operations that leads to it."""
    known: dict[tuple[int, ...], int] = {}
    trees: list[int] = []
    for step in steps:
        below = [trees[value] for value in read(step)]
        if step.operation in COMMUTE:
            below.sort()
        trees.append(known.setdefault((step.operation, *below), len(known)))
    return trees
