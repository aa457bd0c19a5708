"""An order in which the instructions of a function, alone or in pairs, stand behind what they read.

What is needed under a condition only stands in branches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import casadi as ca

from .branches import Path, begins_branch
from .expressions import Instruction, read
from .pairs import Pair

Unit = int | Pair  # an instruction by its number, or two


@dataclass(frozen=True)
class Branch:
    """An instruction that gives a value where a condition holds, else zero, with what only this value needs, in order."""

    step: int
    body: tuple[Unit | Branch, ...]


Item = Unit | Branch


def ordered(steps: Sequence[Instruction], pairs: Iterable[Pair], under: Sequence[Path], in_place: bool = False) -> list[Item]:
    """What the outputs of a function need, one output after the other, as late as it can be; `under` which conditions each instruction is needed.

    A function works `in_place` if it writes where it reads: its outputs come last.
    """
    outputs = [i for i, step in enumerate(steps) if step.operation == ca.OP_OUTPUT]
    items = _Ordering(steps, pairs, under).needed(outputs)
    return sorted(items, key=lambda item: isinstance(item, int) and steps[item].operation == ca.OP_OUTPUT) if in_place else items


def values(item: Item) -> tuple[int, ...]:
    """The instructions whose values it gives, without those inside of a branch."""
    if isinstance(item, Pair):
        return (item.first, item.second)
    return (item.step if isinstance(item, Branch) else item,)


def reads(steps: Sequence[Instruction], item: Item) -> Sequence[int]:
    """The instructions whose values it reads, inside of a branch or not."""
    if isinstance(item, Pair):
        return [value for operand in item.operands for value in operand]
    if isinstance(item, int):
        return read(steps[item])
    return [*read(steps[item.step]), *(value for one in item.body for value in reads(steps, one))]


def read_elsewhere(steps: Sequence[Instruction], items: Iterable[Item]) -> set[int]:
    """The instructions whose values are read outside of the Branch in which they are computed: in another one of the same condition."""
    home: dict[int, Path] = {}
    found: list[tuple[int, Path]] = []

    def look(items: Iterable[Item], place: Path) -> None:
        for item in items:
            home.update(dict.fromkeys(values(item), place))
            if isinstance(item, Branch):
                look(item.body, (*place, item.step))
                condition, value = steps[item.step].inputs
                found.extend([(condition, place), (value, (*place, item.step))])
            else:
                found.extend((value, place) for value in reads(steps, item))

    look(items, ())
    return {value for value, place in found if home[value] != place[: len(home[value])]}


class _Ordering:
    """The instructions of a function while they are put in order."""

    def __init__(self, steps: Sequence[Instruction], pairs: Iterable[Pair], under: Sequence[Path]):
        self.steps, self.under = steps, under
        self.pair = {i: pair for pair in pairs for i in (pair.first, pair.second)}
        self.met: set[Unit] = set()

    def needed(self, roots: Iterable[int]) -> list[Item]:
        """These instructions, of the same conditions, behind all they need that is not there yet."""
        items: list[Item] = []
        for root in roots:
            ahead = [(self._unit(root), False)]
            while ahead:
                unit, is_ready = ahead.pop()
                if is_ready:
                    items.append(self._item(unit))
                elif unit not in self.met:
                    self.met.add(unit)
                    ahead += [(unit, True), *((below, False) for below in reversed([*self._outside(unit)]))]
        return items

    def _unit(self, i: int) -> Unit:
        return self.pair.get(i, i)

    def _item(self, unit: Unit) -> Item:
        if isinstance(unit, Pair) or not begins_branch(self.steps, self.under, unit):
            return unit
        return Branch(unit, tuple(self.needed([self.steps[unit].inputs[1]])))

    def _outside(self, unit: Unit) -> Iterator[Unit]:
        """What a unit reads; what stands before the branch that it begins."""
        if isinstance(unit, Pair) or not begins_branch(self.steps, self.under, unit):
            yield from map(self._unit, reads(self.steps, unit))
            return
        condition, value = self.steps[unit].inputs
        inside = (*self.under[unit], condition)
        yield self._unit(condition)
        ahead, seen = [self._unit(value)], set[Unit]()
        while ahead:
            one = ahead.pop()
            if one in self.met or one in seen:
                continue
            seen.add(one)
            if self.under[values(one)[0]][: len(inside)] == inside:
                ahead.extend(map(self._unit, reversed(reads(self.steps, one))))
            else:
                yield one
