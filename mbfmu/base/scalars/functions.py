"""What NumPy cannot do on arrays of objects: the functions that kernels use instead.

Each takes and returns single numbers (float, Traced or Dimensioned), or arrays where said so.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import casadi as ca
import numpy as np

from ..errors import MbfmuError
from .dimensioned_number import Dimensioned, DimensionError
from .traced_number import Traced, chosen, root

# The switches met while a kernel is traced: name -> (indicator, mode symbol). Set by `kernel`; None where they decide at once.
traced_switches: ContextVar[dict[str, tuple[Traced, ca.SX]] | None] = ContextVar("traced_switches")


@contextmanager
def at_once() -> Iterator[None]:
    """Here switches decide at once, as `where` does: what runs at events only has nothing to locate."""
    token = traced_switches.set(None)
    try:
        yield
    finally:
        traced_switches.reset(token)


def where(condition, a, b):
    """`a` where `condition` holds, else `b`, for smooth joins; use `switch` for kinks."""
    if not isinstance(condition, Traced):
        _same_dimension("where", a, b)
    return chosen(condition, a, b)


def switch(name: str, indicator, a, b):
    """`a` while `indicator` > 0, else `b`, decided at events and held between them; `name` is unique in its element.

    On floats it decides at once. Traced, it registers an indicator whose zero crossings solvers locate.
    """
    if not isinstance(name, str):
        raise MbfmuError(f"switch({name!r}, ...) must be given its name first, such as switch('contact', penetration, force, 0.0)")
    if isinstance(indicator, Traced):
        try:
            switches = traced_switches.get()
        except LookupError:
            raise MbfmuError(f"switch({name!r}, ...) belongs into a method of an element: elsewhere write where(condition, a, b)") from None
        if switches is None:
            return Traced(ca.if_else(indicator.sx > 0, _sx(a), _sx(b)))
        _, mode = switches.setdefault(name, (indicator, ca.SX.sym(f"mode_{name}")))
        return Traced(ca.if_else(mode > 0.5, _sx(a), _sx(b)))
    _same_dimension("switch", a, b)
    return a if indicator > 0 else b


def limited(name: str, value, lower, upper):
    """`value` between two limits, with its kinks located as events; `name` is unique in its element."""
    below = switch(f"{name}_below", lower - value, lower, value)
    return switch(f"{name}_above", value - upper, upper, below)


def at_limit(name: str, value, lower, upper):
    """1 while `limited` of the same arguments is at one of its limits, else 0."""
    return switch(f"{name}_below", lower - value, 1.0, 0.0) + switch(f"{name}_above", value - upper, 1.0, 0.0)


def arctan2(y, x):
    """The angle of the point (x, y) [rad]."""
    if isinstance(y, Traced):
        return y.made(ca.atan2(y.sx, _sx(x)), x)
    if isinstance(x, Traced):
        return x.made(ca.atan2(_sx(y), x.sx), y)
    return np.arctan2(y, x)


def polar_angle(x, y):
    """The angle of the point (x, y) [rad]; its derivative at the origin is finite, not NaN."""
    square = x * x + y * y
    if isinstance(square, Traced):
        return square.made(ca.atan2(_sx(y), ca.if_else(square.sx > 0, _sx(x), 1)), x, y)
    return np.arctan2(y, x)


def norm(vector):
    """Euclidean length of a vector (n,); its derivative at zero is zero, not NaN."""
    return root(vector @ vector)


def solve_spd(A, b):
    """x with A x = b for a small symmetric positive definite A (n, n) and b (n,) or (n, k), by L D L^T without pivoting.

    For joint-sized systems inside a kernel; what grows with the model goes to a Solve of the schedule.
    """
    L, D = factor_spd(A)
    x = solve_lower(L, b)
    return solve_upper(L, [x[i] / D[i] for i in range(len(D))])


def inverse_spd(A):
    """The inverse (n, n) of a small symmetric positive definite A, by L D L^T; it is symmetric to the last bit."""
    L, D = factor_spd(A)
    W = solve_lower(L, np.eye(len(D)))
    scaled = np.array([row / d for row, d in zip(W, D)])
    upper = [[sum(W[k, i] * scaled[k, j] for k in range(j, len(D))) for j in range(i, len(D))] for i in range(len(D))]
    return np.array([[upper[min(i, j)][abs(i - j)] for j in range(len(D))] for i in range(len(D))])


def factor_spd(A):
    """L, below the diagonal by rows, and D (n) of A = L D L^T, as `solve_spd` takes it."""
    n = A.shape[0]
    L, D = [[None] * n for _ in range(n)], [None] * n
    for j in range(n):
        scaled = [L[j][k] * D[k] for k in range(j)]
        D[j] = A[j, j] - sum(L[j][k] * scaled[k] for k in range(j)) if j else A[0, 0]
        for i in range(j + 1, n):
            L[i][j] = (A[i, j] - sum(L[i][k] * scaled[k] for k in range(j))) / D[j]
    return L, D


def solve_lower(L, b):
    """x with L x = b (n,) or (n, k), L as `factor_spd` gives it."""
    x = list(b)
    for i in range(len(x)):
        for k in range(i):
            x[i] = x[i] - L[i][k] * x[k]
    return np.array(x)


def solve_upper(L, b):
    """x with L^T x = b (n,) or (n, k)."""
    x = list(b)
    for i in reversed(range(len(x))):
        for k in range(i + 1, len(x)):
            x[i] = x[i] - L[k][i] * x[k]
    return np.array(x)


def _sx(a) -> ca.SX:
    return a.sx if isinstance(a, Traced) else ca.SX(float(a))


def _same_dimension(function: str, a, b) -> None:
    exponents = [x.exponents for x in (a, b) if isinstance(x, Dimensioned)]
    plain = [x for x in (a, b) if not isinstance(x, Dimensioned) and x != 0]
    if exponents and (any(e != exponents[0] for e in exponents) or (plain and exponents[0])):
        raise DimensionError(f"{function}: {a} and {b} differ in dimension")
