"""What a function needs under a condition only, as forces that one of its coefficients turns off, or the side of a switch that is not taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import casadi as ca

from .expressions import Instruction, read

WORTH = 20  # additions: what a processor computes in the time that it loses where it guesses a condition wrong
DEEPEST = 50  # conditions inside of each other: C promises 127 blocks
LONG = {
    *(ca.OP_POW, ca.OP_CONSTPOW, ca.OP_EXP, ca.OP_LOG, ca.OP_SIN, ca.OP_COS, ca.OP_TAN, ca.OP_ASIN, ca.OP_ACOS, ca.OP_ATAN, ca.OP_ATAN2),
    *(ca.OP_SINH, ca.OP_COSH, ca.OP_TANH, ca.OP_HYPOT),
}  # operations that take as long as so many
Path = tuple[int, ...]  # conditions inside of each other, by the instructions that give them


def branches(steps: Sequence[Instruction]) -> list[Path]:
    """Of each instruction the conditions under which its value is read at all, as far as it is worth to ask for them."""
    under: dict[int, Path] = {}
    for i in reversed(range(len(steps))):
        path = under.setdefault(i, ())
        if steps[i].operation in (ca.OP_INPUT, ca.OP_CONST):
            under[i] = ()
        for k, value in enumerate(read(steps[i])):
            deeper = k and steps[i].operation == ca.OP_IF_ELSE_ZERO and steps[i].inputs[0] not in path and len(path) < DEEPEST
            inner = (*path, steps[i].inputs[0]) if deeper else path
            under[value] = _shared(under.get(value, inner), inner)
    time: Counter[Path] = Counter()
    for i, path in under.items():
        for depth in range(len(path)):
            time[path[: depth + 1]] += WORTH if steps[i].operation in LONG else 1
    return [_prefix(under[i], time) for i in range(len(steps))]


def begins_branch(steps: Sequence[Instruction], under: Sequence[Path], i: int) -> bool:
    """Whether an instruction gives a value where a condition holds, else zero, and its value is needed under this condition only."""
    return steps[i].operation == ca.OP_IF_ELSE_ZERO and under[steps[i].inputs[1]] == (*under[i], steps[i].inputs[0])


def _shared(a: Path, b: Path) -> Path:
    """How both begin."""
    different = (k for k, (one, other) in enumerate(zip(a, b)) if one != other)
    return a[: next(different, min(len(a), len(b)))]


def _prefix(path: Path, time: Counter[Path]) -> Path:
    """As much of it as is worth to ask for."""
    return path[: next((depth for depth in range(len(path)) if time[path[: depth + 1]] < WORTH), len(path))]
