"""Signals as text, as `repr` writes them and the command line takes them: `20 + step(at=1, height=2e3)`."""

from __future__ import annotations

import ast
from dataclasses import fields
from typing import Any

from ...base.errors import MbfmuError
from ...base.nearest import nearest
from .chirp import Chirp
from .noise import Noise
from .pulse import Pulse
from .ramp import Ramp
from .signal import Constant, Signal
from .sine import Sine
from .step import Step
from .table import Held, Table

KINDS: dict[str, type[Signal]] = {kind.__name__.lower(): kind for kind in (Step, Ramp, Sine, Chirp, Pulse, Noise, Table, Held)}


def read_signal(text: str) -> Signal:
    """The signal that `text` means; nothing in it is run. MbfmuError says what cannot be understood, and what could."""
    try:
        return _signal(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError, RecursionError):
        raise MbfmuError(f"{text!r} is no signal; write one such as step(at=1, height=100), or a sum: 20 + sine(amplitude=5, frequency=2)") from None


def as_signal(given: Any) -> Any:
    """What drives an input as a signal: a constant that `given` is, or itself if it is a function of time."""
    if callable(given):
        return given
    return Held((0.0,), (given,)) if isinstance(given, (bool, str)) else Constant(given)


def _signal(tree: ast.expr) -> Signal:
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Add):
        return _signal(tree.left) + _signal(tree.right)
    if not (isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name)):
        return Constant(ast.literal_eval(tree))
    name = tree.func.id.lower()
    if name not in KINDS:
        raise MbfmuError(f"there is no signal {name!r}{nearest(name, KINDS)}; there are {', '.join(map(_usage, KINDS))}")
    given = {word.arg: ast.literal_eval(word.value) for word in tree.keywords if word.arg}
    try:
        return KINDS[name](*map(ast.literal_eval, tree.args), **given)
    except TypeError:
        raise MbfmuError(f"{ast.unparse(tree)} does not fit {_usage(name)}") from None


def _usage(name: str) -> str:
    return f"{name}({', '.join(field.name for field in fields(KINDS[name]))})"  # type: ignore[arg-type]  # each signal is a dataclass
