"""Exact derivatives of an equation by another: what a constraint's position equation says about velocities and accelerations.

Both differentiate by CasADi's chain rule, on floats and traced numbers alike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import casadi as ca
import numpy as np

from ..errors import MbfmuError
from .record import Record
from .traced_number import Traced


def rate(function: Callable, at: tuple, along: tuple) -> np.ndarray:
    """The rate of `function(*at)` (an array) while its arguments move with the rates `along`.

    `at` and `along` are nests (Record, tuple, list) of arrays and numbers of the same structure. Where a rate is None the function must not
    depend on the argument; MbfmuError names the argument if it does.
    """
    moving = _Moving()
    fresh = tuple(moving.replaced(x, x_dot) for x, x_dot in zip(at, along))
    value = np.array(function(*fresh))
    column = _column(value)
    for name, symbol in moving.still:
        if ca.depends_on(column, symbol):
            raise MbfmuError(f"the rate of {name} is needed, but it has none: what drives a constraint must bring its rates along")
    return moving.back(ca.jtimes(column, moving.symbols, moving.directions), value.shape)


def gradient(function: Callable, at: tuple, weights) -> tuple:
    """The gradient of `weights` @ `function(*at)` (an array (n,)) by each argument, in the structure of `at`."""
    return value_and_gradient(function, at, weights)[1]


def value_and_gradient(function: Callable, at: tuple, weights) -> tuple:
    """`weights` @ `function(*at)` and its gradient, which share what they have in common."""
    moving = _Moving()
    fresh = tuple(moving.replaced(x, 1.0) for x in at)
    value = np.array(function(*fresh))
    total = ca.dot(_column(value), _column(np.asarray(weights))) if value.size else ca.SX(0)
    column = ca.vertcat(total, ca.gradient(total, moving.symbols))
    first, *rest = moving.back(column, (column.numel(),))
    entries = iter(rest)
    return first, tuple(_filled(x, entries) for x in at)


def values_and_gradients(function: Callable, at: tuple, count: int) -> tuple[np.ndarray, list[tuple]]:
    """`function(*at)` (an array (n,)) and the gradients of its first `count` entries, all of which share what they have in common."""
    moving = _Moving()
    fresh = tuple(moving.replaced(x, 1.0) for x in at)
    column = _column(np.array(function(*fresh)))
    rows = ca.densify(ca.jacobian(column[:count], moving.symbols)).T
    found = moving.back(ca.vertcat(column, ca.vec(rows)), (column.numel() + rows.numel(),))
    entries = iter(found[column.numel() :])
    return found[: column.numel()], [tuple(_filled(x, entries) for x in at) for _ in range(count)]


class _Moving:
    """Fresh symbols for numbers that move, what they stand for, and their rates."""

    def __init__(self) -> None:
        self._symbols: list[ca.SX] = []
        self._values: list[ca.SX] = []
        self._rates: list[ca.SX] = []
        self.still: list[tuple[str, ca.SX]] = []

    @property
    def symbols(self) -> ca.SX:
        return ca.vertcat(*self._symbols)

    @property
    def directions(self) -> ca.SX:
        return ca.vertcat(*self._rates)

    def replaced(self, x: Any, x_dot: Any, name: str = "an argument") -> Any:
        """`x` with a symbol for every number; `x_dot` a nest of the same structure, or one number or None for all of it."""
        if isinstance(x, dict):
            by_name = x_dot if isinstance(x_dot, dict) else dict.fromkeys(x, x_dot)
            return Record((k, self.replaced(v, by_name.get(k), k)) for k, v in x.items())
        if isinstance(x, (tuple, list)):
            in_order = x_dot if isinstance(x_dot, (tuple, list)) else [x_dot] * len(x)
            return tuple(self.replaced(v, d, name) for v, d in zip(x, in_order))
        if isinstance(x, np.ndarray):
            rates = x_dot if x_dot is None else np.broadcast_to(np.asarray(x_dot), x.shape).ravel()
            flat = [self._symbol(v, None if rates is None else rates[i], name) for i, v in enumerate(x.ravel())]
            array = np.empty(len(flat), dtype=object)
            array[:] = flat
            return array.reshape(x.shape) if x.shape else flat[0]
        return self._symbol(x, x_dot, name)

    def _symbol(self, x: Any, x_dot: Any, name: str) -> Traced:
        symbol = ca.SX.sym("s")
        self._symbols.append(symbol)
        self._values.append(_sx(x))
        self._rates.append(ca.SX(0) if x_dot is None else _sx(x_dot))
        if x_dot is None:
            self.still.append((name, symbol))
        return Traced(symbol)

    def back(self, column: ca.SX, shape: tuple[int, ...]) -> np.ndarray:
        """A column in terms of what the symbols stand for, as numbers where it is no longer traced."""
        if self._symbols:
            column = ca.substitute(column, self.symbols, ca.vertcat(*self._values))
        if all(value.is_constant() for value in self._values) and not ca.symvar(column):
            column = ca.SX(ca.evalf(column))  # look-ups at numbers, which substitution leaves
        entries = [ca.densify(column)[i] for i in range(column.numel())]
        flat = np.empty(len(entries), dtype=object)
        flat[:] = [float(e) if e.is_constant() else Traced(e) for e in entries]
        numbers = all(isinstance(e, float) for e in flat)
        return (flat.astype(float) if numbers else flat).reshape(shape)


def _filled(x: Any, entries) -> Any:
    if isinstance(x, dict):
        return Record((k, _filled(v, entries)) for k, v in x.items())
    if isinstance(x, (tuple, list)):
        return tuple(_filled(v, entries) for v in x)
    if isinstance(x, np.ndarray):
        return np.array([next(entries) for _ in range(x.size)]).reshape(x.shape)
    return next(entries)


def _column(array: np.ndarray) -> ca.SX:
    return ca.vertcat(*(_sx(entry) for entry in array.ravel()), ca.SX(0, 1))


def _sx(number: Any) -> ca.SX:
    return number.sx if isinstance(number, Traced) else ca.SX(float(number))
