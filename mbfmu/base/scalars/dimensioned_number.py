"""A number that carries its physical dimension: run an equation with it and a unit mistake raises."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..errors import MbfmuError


class DimensionError(MbfmuError):
    """Two quantities of different dimension were added, compared or put into a function that wants a pure number."""


class Dimensioned:
    """A float with the exponents of its SI base units; angles are pure numbers.

    A plain 0.0 goes with every dimension, because structural zeros of matrices have none.
    """

    __slots__ = ("value", "exponents")

    def __init__(self, value: float, exponents: Mapping[str, int | float] | None = None):
        self.value = float(value)
        self.exponents = {k: e for k, e in (exponents or {}).items() if e and k != "rad"}

    def __repr__(self) -> str:
        return f"{self.value} {dict(self.exponents)}"

    def _same(self, other, operation):
        if not isinstance(other, Dimensioned):
            other = Dimensioned(other, self.exponents if other == 0 else {})
        if other.exponents != self.exponents:
            raise DimensionError(f"{operation}: {self} and {other} differ in dimension")
        return other

    def _power(self, other, sign):
        exponents = dict(self.exponents)
        for k, e in other.exponents.items():
            exponents[k] = exponents.get(k, 0) + sign * e
        return exponents

    def __add__(self, other):
        if isinstance(other, np.ndarray):
            return NotImplemented
        return Dimensioned(self.value + self._same(other, "+").value, self.exponents)

    __radd__ = __add__

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -self + other

    def __neg__(self):
        return Dimensioned(-self.value, self.exponents)

    def __abs__(self):
        return Dimensioned(abs(self.value), self.exponents)

    def __mul__(self, other):
        if isinstance(other, np.ndarray):
            return NotImplemented
        if not isinstance(other, Dimensioned):
            return 0.0 if other == 0 else Dimensioned(self.value * other, self.exponents)
        return Dimensioned(self.value * other.value, self._power(other, 1))

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, np.ndarray):
            return NotImplemented
        if not isinstance(other, Dimensioned):
            return Dimensioned(self.value / other, self.exponents)
        return Dimensioned(self.value / other.value, self._power(other, -1))

    def __rtruediv__(self, other):
        return 0.0 if other == 0 else Dimensioned(other / self.value, self._power(self, -2))

    def __pow__(self, power):
        return Dimensioned(self.value**power, {k: e * power for k, e in self.exponents.items()})

    def __float__(self):
        return self._pure("float").value

    def _pure(self, function):
        if self.exponents:
            raise DimensionError(f"{function}({self}) wants a pure number")
        return self

    def sqrt(self):
        return self**0.5

    def hypot(self, other):
        return (self * self + other * other) ** 0.5

    def arctan2(self, x):
        return Dimensioned(np.arctan2(self.value, self._same(x, "arctan2").value))


for _name in "lt le gt ge".split():
    setattr(
        Dimensioned,
        f"__{_name}__",
        lambda a, b, operation=f"__{_name}__": getattr(a.value, operation)(a._same(b, operation).value),
    )
for _name in "sin cos tan arcsin arccos arctan exp log tanh".split():
    setattr(Dimensioned, _name, lambda a, f=_name: Dimensioned(getattr(np, f)(a._pure(f).value)))
