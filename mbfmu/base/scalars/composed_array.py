"""Arrays in a composed graph, and the tracer that builds it.

A `Composed` array knows which of its entries are numbers already (structural zeros, say) and holds an MX column for the
rest. What is known is found again behind every kernel, so zeros travel through a whole mechanism.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

import casadi as ca
import numpy as np

from .record import Record


class Composed:
    """An array of `shape`; `known` holds its numbers with NaN where unknown, `mx` a column of the unknown entries."""

    __slots__ = ("known", "mx")
    __array_ufunc__ = None  # arithmetic belongs into kernels

    def __init__(self, known: np.ndarray, mx: ca.MX | None):
        self.known, self.mx = known, mx

    @property
    def shape(self) -> tuple[int, ...]:
        return self.known.shape

    @property
    def unknown(self) -> int:
        """How many entries are not known numbers."""
        return 0 if self.mx is None else self.mx.numel()

    def _refuse(self, *others: object) -> None:
        """Stands for all arithmetic."""
        raise TypeError("arithmetic on what `see` shows belongs into a function of its own, decorated with @kernel (from mbfmu import kernel)")

    __neg__ = __abs__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _refuse
    __pow__ = __rpow__ = __matmul__ = __rmatmul__ = __lt__ = __le__ = __gt__ = __ge__ = __getitem__ = __float__ = _refuse

    def dense(self) -> ca.MX:
        """All entries as one MX column, row-major."""
        flat = self.known.ravel()
        where = np.flatnonzero(np.isnan(flat))
        if len(where) == flat.size:
            return self.mx if self.mx is not None else ca.MX(0, 1)
        numbers = ca.MX(ca.DM(np.where(np.isnan(flat), 0.0, flat)))
        if not len(where):
            return numbers
        scatter = ca.DM.triplet(where.tolist(), list(range(len(where))), ca.DM.ones(len(where), 1), flat.size, len(where))
        return numbers + ca.mtimes(ca.MX(scatter), self.mx)


def constant(values) -> Composed:
    """A Composed array of which every entry is known."""
    return Composed(np.asarray(values, dtype=float), None)


def unknown(mx: ca.MX, shape: tuple[int, ...] | None = None) -> Composed:
    """A Composed array around an MX column of which nothing is known."""
    return Composed(np.full(shape if shape is not None else (mx.numel(),), np.nan), mx if mx.numel() else None)


@dataclass
class Tracer:
    """One build: the functions traced so far, and the switches met with their modes and indicators; none is new once they are `complete`."""

    functions: dict = field(default_factory=dict)
    modes: dict[str, ca.MX] = field(default_factory=dict)
    indicators: dict[str, ca.MX] = field(default_factory=dict)
    path: str = ""
    complete: bool = False

    @contextmanager
    def element(self, path: str) -> Iterator[None]:
        """Names the element whose kernels run now, so that its switches carry its name."""
        before, self.path = self.path, path
        try:
            yield
        finally:
            self.path = before

    def switch(self, name: str) -> tuple[str, ca.MX]:
        """The full name and the mode symbol of this element's switch `name`."""
        full = f"{self.path}.{name}" if self.path else name
        if self.complete and full not in self.modes:
            raise RuntimeError(f"the switch {full} is met after the event indicators were collected")
        return full, self.modes.setdefault(full, ca.MX.sym(full))


current_tracer: ContextVar[Tracer] = ContextVar("current_tracer")


@contextmanager
def tracing(tracer: Tracer | None = None) -> Iterator[Tracer]:
    """A new build, or one that goes on; kernels called on Composed arrays inside it are traced and composed."""
    tracer = tracer or Tracer()
    token = current_tracer.set(tracer)
    try:
        yield tracer
    finally:
        current_tracer.reset(token)


@contextmanager
def element(path: str) -> Iterator[None]:
    """Like `Tracer.element`, and nothing at all outside a build."""
    tracer = current_tracer.get(None)
    if tracer is None:
        yield
    else:
        with tracer.element(path):
            yield


def resymbol(values: Record, name: str) -> tuple[Record, ca.MX, ca.MX]:
    """Give every unknown entry in a nest of dicts, lists and tuples a fresh symbol, keeping what is known.

    Returns the nest anew, the column of symbols, and the column of the expressions they stand for.
    """
    found: list[ca.MX] = []
    _walk(values, lambda leaf: found.append(leaf.mx) if leaf.unknown else None)
    expressions = ca.vertcat(*found) if found else ca.MX(0, 1)
    symbols = ca.MX.sym(name, expressions.numel())
    pieces = iter(ca.vertsplit(symbols, np.cumsum([0, *(m.numel() for m in found)]).tolist()) if found else [])
    fresh = _walk(values, lambda leaf: Composed(leaf.known, next(pieces)) if leaf.unknown else leaf)
    return fresh, symbols, expressions


def _walk(values, function):
    if isinstance(values, dict):
        return type(values)((k, _walk(v, function)) for k, v in values.items())
    if isinstance(values, (list, tuple)):
        return type(values)(_walk(v, function) for v in values)
    return function(values) if isinstance(values, Composed) else values
