"""A real number being traced into a CasADi SX expression."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import casadi as ca
import numpy as np


class Traced:
    """A scalar wrapped around `casadi.SX`, so that NumPy does all the shape work (bare SX changes shapes silently).

    What is computed of it is `made` of it, so that a subclass decides what that is.
    """

    __slots__ = ("sx",)

    def __init__(self, sx: ca.SX | float):
        self.sx = sx if isinstance(sx, ca.SX) else ca.SX(sx)

    def made(self, sx: ca.SX, *others: object) -> Traced:
        """The number with this expression, computed of this one and others."""
        return Traced(sx)

    def chosen(self, a: Any, b: Any) -> Any:
        """`a` where this condition holds, else `b`."""
        return self.made(ca.if_else(self.sx, *(x.sx if isinstance(x, Traced) else ca.SX(float(x)) for x in (a, b))), a, b)

    def hypot(self: Any, other: Any) -> Any:
        """The root of the sum of two squares; its derivative at zero is zero, not NaN."""
        return root(self * self + other * other)

    def clip(self, least: Any = None, most: Any = None, out: None = None) -> Any:
        """What np.clip asks numbers for."""
        raised = self if least is None else maximum(self, least)
        return raised if most is None else minimum(raised, most)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        """NumPy asks so where a traced number meets arrays: object arrays know all functions but those that compare, or begin with a plain number."""
        plain = [np.array(x, dtype=object) if isinstance(x, Traced) else x for x in inputs]
        if ufunc.__name__ in FUNCTIONS and method == "__call__" and not options:
            return np.frompyfunc(FUNCTIONS[ufunc.__name__], ufunc.nin, 1)(*plain)
        return getattr(ufunc, method)(*plain, **options)

    def __bool__(self) -> bool:
        raise TypeError(
            "a traced number has no truth value; write where(cond, a, b) or switch(name, g, a, b), and np.minimum, np.maximum and np.clip "
            "of numbers one by one, not of arrays"
        )

    def __eq__(self, other: object):
        raise TypeError("a traced number cannot be compared for equality; write where(a < b, ...)")

    __ne__ = __eq__
    __hash__ = None  # type: ignore[assignment]  # as what cannot be compared says it

    def __neg__(self) -> Traced:
        return self.made(-self.sx)

    def __abs__(self) -> Traced:
        return self.made(ca.fabs(self.sx))

    def __repr__(self) -> str:
        return f"Traced({self.sx})"


def root(square: Any) -> Any:
    """The root of a square, traced or not; its derivative at zero is zero, not NaN."""
    if isinstance(square, Traced):
        return square.made(ca.if_else(square.sx > 0, ca.sqrt(ca.if_else(square.sx > 0, square.sx, 1)), 0))
    return square**0.5


def minimum(a: Any, b: Any) -> Any:
    """The smaller of two numbers."""
    return chosen(a < b, a, b)


def maximum(a: Any, b: Any) -> Any:
    """The larger of two numbers."""
    return chosen(b < a, a, b)


def chosen(condition: Any, a: Any, b: Any) -> Any:
    """`a` where a condition holds, traced or not, else `b`."""
    return condition.chosen(a, b) if isinstance(condition, Traced) else a if condition else b


_OPERATIONS = {"add": ca.OP_ADD, "sub": ca.OP_SUB, "mul": ca.OP_MUL, "truediv": ca.OP_DIV, "pow": ca.OP_POW}
_COMPARISONS = {"__lt__": (ca.OP_LT, False), "__le__": (ca.OP_LE, False), "__gt__": (ca.OP_LT, True), "__ge__": (ca.OP_LE, True)}
# CasADi's operation of each method that takes another number, and whether that one comes first.
BINARY = {f"__{r}{name}__": (operation, bool(r)) for r in ("", "r") for name, operation in _OPERATIONS.items()} | _COMPARISONS


def binary(name: str):
    """The method `name` of numbers that takes another one. SX's own methods take eight times as long: they try all other types first."""
    operation, turned = BINARY[name]

    def method(a: Traced, b):
        if isinstance(b, np.ndarray):
            return NotImplemented
        other = b.sx if isinstance(b, Traced) else b
        return a.made(ca.SX.binary(operation, other, a.sx) if turned else ca.SX.binary(operation, a.sx, other), b)

    return method


for _name in BINARY:
    setattr(Traced, _name, binary(_name))


def _arctan2(y: Traced, x) -> Traced:
    return y.made(ca.atan2(y.sx, x.sx if isinstance(x, Traced) else ca.SX(float(x))), x)


Traced.arctan2 = _arctan2  # type: ignore[attr-defined]


def _unary(function):
    return lambda a: a.made(function(a.sx))


# NumPy's ufuncs on object arrays call the method of their own name.
_UNARY = {
    "sin": ca.sin,
    "cos": ca.cos,
    "tan": ca.tan,
    "arcsin": ca.asin,
    "arccos": ca.acos,
    "arctan": ca.atan,
    "sqrt": ca.sqrt,
    "exp": ca.exp,
    "log": ca.log,
    "tanh": ca.tanh,
}
# NumPy's functions of which its object arrays would ask for a truth value, or call a method of a plain number.
FUNCTIONS: dict[str, Callable] = {
    "minimum": minimum,
    "maximum": maximum,
    "fmin": minimum,
    "fmax": maximum,
    "clip": lambda x, least, most: minimum(maximum(x, least), most),
    "hypot": lambda x, y: x.hypot(y) if isinstance(x, Traced) else y.hypot(x),
    "arctan2": lambda y, x: _arctan2(y, x) if isinstance(y, Traced) else x.made(ca.atan2(ca.SX(float(y)), x.sx), y),
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
}
UFUNCS = (*_UNARY, "arctan2", "hypot", "minimum", "maximum", "clip")
for _ufunc, _function in _UNARY.items():
    setattr(Traced, _ufunc, _unary(_function))
