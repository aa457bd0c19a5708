"""What a function needs under a condition only, as forces that one of its coefficients turns off, or the side of a switch that is not taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import casadi as ca

from .expressions import QUERY, Instruction, read

WORTH = 20  # additions: what a processor computes in the time that it loses where it guesses a condition wrong
DEEPEST = 50  # conditions inside of each other: C promises 127 blocks
LONG = {
    *(ca.OP_POW, ca.OP_CONSTPOW, ca.OP_EXP, ca.OP_LOG, ca.OP_SIN, ca.OP_COS, ca.OP_TAN, ca.OP_ASIN, ca.OP_ACOS, ca.OP_ATAN, ca.OP_ATAN2),
    *(ca.OP_SINH, ca.OP_COSH, ca.OP_TANH, ca.OP_HYPOT, QUERY),
}  # operations that take as long as so many
Path = tuple[int, ...]  # conditions inside of each other, by the instructions that give them


@dataclass(frozen=True)
class ConditionalInstruction:
    """An instruction that gives a value where a condition holds, else zero, with what only this value needs, in order."""

    step: int
    body: tuple[int | ConditionalInstruction, ...]


def arranged(steps: Sequence[Instruction], worth: int = WORTH, deepest: int = DEEPEST) -> tuple[int | ConditionalInstruction, ...]:
    """The instructions, each of which gives its value to a place of its own, with what is needed under a condition only in Branches.

    These take as long as `worth` additions at least, and lie up to `deepest` inside of each other.
    """
    if not any(map(_is_chosen, steps)):
        return tuple(range(len(steps)))
    under, written = _needed_under(steps, worth, deepest), set[int]()

    def body(numbers: Iterable[int], path: Path) -> Iterator[int | ConditionalInstruction]:
        for i in numbers:
            if i in written or under[i] != path:
                continue
            written.add(i)
            if _is_chosen(steps[i]) and under[steps[i].inputs[1]] == (*path, steps[i].inputs[0]):
                yield ConditionalInstruction(i, tuple(body(sorted(_missing(steps, i, written)), (*path, steps[i].inputs[0]))))
            else:
                yield i

    return tuple(body(range(len(steps)), ()))


def read_elsewhere(steps: Sequence[Instruction], arrangement: Iterable[int | ConditionalInstruction]) -> set[int]:
    """The instructions whose values are read outside of the Branch in which they are computed: in another one of the same condition."""
    home: dict[int, Path] = {}
    reads: list[tuple[int, Path]] = []

    def look(items: Iterable[int | ConditionalInstruction], place: Path) -> None:
        for item in items:
            i, inner = (item, place) if isinstance(item, int) else (item.step, (*place, item.step))
            home[i] = place
            if isinstance(item, ConditionalInstruction):
                look(item.body, inner)
            reads.extend((value, inner) for value in read(steps[i]))

    look(arrangement, ())
    return {value for value, place in reads if home[value] != place[: len(home[value])]}


def _is_chosen(step: Instruction) -> bool:
    return step.operation == ca.OP_IF_ELSE_ZERO


def _needed_under(steps: Sequence[Instruction], worth: int, deepest: int) -> list[Path]:
    """Of each instruction the conditions under which its value is read at all, as far as it is worth to ask for them."""
    under: list[Path | None] = [None] * len(steps)
    for i in reversed(range(len(steps))):
        step = steps[i]
        path = under[i] = under[i] or ()
        if step.operation in (ca.OP_INPUT, ca.OP_CONST):
            under[i] = ()  # in a function that writes where it reads, reads keep their place
            continue
        chosen = _is_chosen(step) and step.inputs[0] not in path and len(path) < deepest
        for k, value in enumerate(step.inputs):
            inner = (*path, step.inputs[0]) if k and chosen else path
            before = under[value]
            under[value] = inner if before is None or before == inner else _shared(before, inner)
    time: Counter[Path] = Counter()
    for step, of in zip(steps, under):
        for depth in range(len(of or ())):
            time[of[: depth + 1]] += WORTH if step.operation in LONG else 1  # type: ignore[index]
    return [_prefix(of, time, worth) if of else () for of in under]


def _shared(a: Path, b: Path) -> Path:
    """How both begin."""
    different = (k for k, (one, other) in enumerate(zip(a, b)) if one != other)
    return a[: next(different, min(len(a), len(b)))]


def _prefix(path: Path, time: Counter[Path], worth: int) -> Path:
    """As much of it as is worth to ask for."""
    return path[: next((depth for depth in range(len(path)) if time[path[: depth + 1]] < worth), len(path))]


def _missing(steps: Sequence[Instruction], i: int, written: set[int]) -> set[int]:
    """The instructions not written yet that one needs."""
    found: set[int] = set()
    ahead = list(read(steps[i]))
    while ahead:
        value = ahead.pop()
        if value not in written and value not in found:
            found.add(value)
            ahead.extend(read(steps[value]))
    return found
