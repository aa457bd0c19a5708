"""An order in which the instructions of a function, alone or in pairs, stand behind what they read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import casadi as ca

from .expressions import Instruction, read
from .pairs import Pair, heights

Unit = int | Pair  # an instruction by its number, or two


def ordered(steps: Sequence[Instruction], pairs: Iterable[Pair], in_place: bool = False) -> list[Unit]:
    """What the outputs of a function need, one output after the other, as late as it can be.

    Those that need the shortest chains of operations come first: processors then find more that does not wait for the operation before.
    A function works `in_place` if it writes where it reads: its outputs come last.
    """
    height = heights(steps)
    outputs = sorted((i for i, step in enumerate(steps) if step.operation == ca.OP_OUTPUT), key=lambda i: height[i])
    paired = {i: pair for pair in pairs for i in values(pair)}
    units: list[Unit] = []
    met: set[Unit] = set()
    for output in outputs:
        ahead: list[tuple[Unit, bool]] = [(output, False)]
        while ahead:
            unit, is_ready = ahead.pop()
            if is_ready:
                units.append(unit)
            elif unit not in met:
                met.add(unit)
                ahead += [(unit, True), *((paired.get(value, value), False) for value in reversed(reads(steps, unit)))]
    return sorted(units, key=lambda unit: isinstance(unit, int) and steps[unit].operation == ca.OP_OUTPUT) if in_place else units


def values(unit: Unit) -> tuple[int, ...]:
    """The numbers of its instructions."""
    return (unit.first, unit.second) if isinstance(unit, Pair) else (unit,)


def reads(steps: Sequence[Instruction], unit: Unit) -> Sequence[int]:
    """The instructions whose values it reads."""
    return [value for operand in unit.operands for value in operand] if isinstance(unit, Pair) else read(steps[unit])
