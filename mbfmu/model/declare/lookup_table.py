"""LookupTable: a function of one to three numbers, given at the points of a grid."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...base.errors import MbfmuError
from ...base.scalars import Dimensioned, Record, maximum, where
from ...base.scalars.stored_array import Stored
from .table_slopes import with_slopes
from .units import base_exponents, si_value
from .variable_types import reals

OUTSIDE = ("clamped", "extrapolated")


class LookupTable:
    """A function of one, two or three numbers, given at the points of a grid; equations call it: `torque_map(n, throttle)`.

    `columns` are the abscissae of each axis, which ascend, and last the values (n1,), (n1, n2) or (n1, n2, n3). `units` has one for each of
    them; without it they are in those of the parameter that the table is given for, else in SI units.

    Between the points the function is linear along each axis. If it is `smooth`, it is cubic with continuous first derivatives, whose slopes at the
    points are those of Fritsch and Butland (1984): along lines of the grid it does not overshoot, and if its values at the points are monotone, it is
    monotone between them. `outside` the grid, the value at the border holds ("clamped"), or the function continues with its slope there
    ("extrapolated").

    A table that cannot be used says why where it is given to an element or called, with MbfmuError.
    """

    def __init__(self, *columns: ArrayLike, units: Sequence[str] | None = None, smooth: bool = False, outside: str = "clamped"):
        self.units, self.smooth, self.outside = None if units is None else tuple(units), smooth, outside
        self.axes: tuple[np.ndarray, ...] = ()
        self._converted: dict[tuple[str, ...], LookupTable] = {}
        self.values = np.zeros(0)
        try:
            *axes, self.values = (reals(column) for column in columns)
            self.axes = tuple(axes)
        except (TypeError, ValueError):
            self.problem = "takes arrays of numbers: the abscissae of each axis, then the values"
            return
        self.problem = self._shape_problem() or self._number_problem()

    def __repr__(self) -> str:
        return f"<LookupTable {' x '.join(map(str, self.values.shape))}>"

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if not name.startswith("_stored")}

    def _shape_problem(self) -> str:
        """What is wrong with its options and the sizes of its arrays, "" if nothing."""
        if self.outside not in OUTSIDE:
            return f"has outside={self.outside!r}; write {' or '.join(map(repr, OUTSIDE))}"
        if not 1 <= len(self.axes) <= 3:
            return f"has {len(self.axes)} axes; it takes the abscissae of one to three axes, then the values"
        for i, axis in enumerate(self.axes):
            if axis.ndim != 1 or axis.size < 2:
                return f"takes at least two abscissae along axis {i + 1}, one behind the other; it has an array of shape {axis.shape}"
        grid = tuple(axis.size for axis in self.axes)
        if self.values.shape != grid:
            return f"has values of shape {self.values.shape}; its axes are for {grid}"
        if self.units is not None and len(self.units) != len(grid) + 1:
            return f"has {len(self.units)} units; give one for each axis and one for the values"
        return ""

    def _number_problem(self) -> str:
        """The first number that cannot be used and its place, "" if there is none."""
        for i, axis in enumerate(self.axes):
            for k in np.flatnonzero(~np.isfinite(axis)):
                return f"has {axis[k]} as number {k + 1} of axis {i + 1}, which is not finite"
            for k in np.flatnonzero(np.diff(axis) <= 0):
                return f"has abscissae that do not ascend: along axis {i + 1}, number {k + 2} is {axis[k + 1]:g} and comes after {axis[k]:g}"
        for place in np.argwhere(~np.isfinite(self.values)):
            at = ", ".join(f"{axis[k]:g}" for axis, k in zip(self.axes, place))
            return f"has the value {self.values[tuple(place)]} at ({at}), which is not finite"
        return ""

    @cached_property
    def curvature(self) -> float:
        """The largest second difference quotient along an axis, [unit of the values over the square of that of the axis]."""
        found = 0.0
        for i, axis in enumerate(self.axes):
            slopes = np.diff(np.moveaxis(self.values, i, -1)) / np.diff(axis)
            found = max(found, float(np.abs(np.diff(slopes) / (0.5 * (axis[2:] - axis[:-2]))).max(initial=0.0)))
        return found

    def in_units(self, units: Sequence[str]) -> LookupTable:
        """The same table with its numbers in these units, one table for all who ask; MbfmuError where it has others that differ in dimension."""
        wanted = tuple(units)
        if self.units == wanted:
            return self
        if wanted not in self._converted:
            columns = [si_value(column, given, unit) for column, given, unit in zip((*self.axes, self.values), self.units or wanted, wanted)]
            self._converted[wanted] = LookupTable(*columns, units=wanted, smooth=self.smooth, outside=self.outside)
        return self._converted[wanted]

    def __call__(self, *at: Any) -> Any:
        """Its value at a point: one number for each axis, of any kind that kernels have."""
        if self.problem:
            raise MbfmuError(f"LookupTable {self.problem}")
        if len(at) != len(self.axes):
            raise MbfmuError(f"a LookupTable with {len(self.axes)} axes was called with {len(at)} numbers")
        if any(isinstance(x, Dimensioned) for x in at):
            return self._dimensioned(at)
        places, weights = zip(*(self._along(axis, x) for axis, x in zip(self._stored_axes, at)))
        kinds = len(weights[0][0])
        total: Any = 0.0
        for corner in product((0, 1), repeat=len(at)):
            node: Any = 0
            for axis, place, step in zip(self.axes, places, corner):
                node = node * axis.size + (place + step)
            for number, kind in enumerate(product(range(kinds), repeat=len(at))):
                weight: Any = 1.0
                for of, step, k in zip(weights, corner, kind):
                    weight = weight * of[step][k]
                total = total + weight * self._stored_values.at(node * kinds ** len(at) + number)
        return total

    def corners(self, *at: Any) -> list[Record]:
        """The points of the grid around a point, for linear interpolation: `place` among all values, `weight`, `at`, its abscissae, and `value`."""
        places, weights = zip(*(self._along(axis, x) for axis, x in zip(self._stored_axes, at)))
        found = []
        for corner in product((0, 1), repeat=len(at)):
            node: Any = 0
            weight: Any = 1.0
            for axis, place, of, step in zip(self.axes, places, weights, corner):
                node = node * axis.size + (place + step)
                weight = weight * of[step][0]
            abscissae = tuple(axis.at(place + step) for axis, place, step in zip(self._stored_axes, places, corner))
            found.append(Record(place=node, weight=weight, at=abscissae, value=self._stored_values.at(node)))
        return found

    def beyond(self, *at: Any) -> Any:
        """How far a point is outside of the grid, along the axis where it is furthest out; zero inside."""
        found: Any = 0.0
        for axis, x in zip(self.axes, at):
            found = maximum(found, maximum(axis[0] - x, x - axis[-1]))
        return found

    def integral(self, x: Any) -> Any:
        """Its integral along its only axis, from 0 to a number of any kind that kernels have: of a spring's curve the energy stored."""
        if len(self.axes) != 1:
            raise MbfmuError(f"a LookupTable with {len(self.axes)} axes has no integral; it takes one axis")
        if isinstance(x, Dimensioned):
            along, unit = self.units or ("1", "1")
            plain = (x + Dimensioned(0.0, base_exponents(along))).value
            return Dimensioned(self.integral(plain), base_exponents(along)) * Dimensioned(1.0, base_exponents(unit))
        return self._from_first(x) - self._from_first(0.0)

    def _from_first(self, x: Any) -> Any:
        """Its integral from the first abscissa to x. Outside of its axis it is linear."""
        axis, stored = self._stored_axes[0], self._stored_values
        lowest, highest = axis.numbers[0], axis.numbers[-1]
        inside = where(x < lowest, lowest, where(x > highest, highest, x))
        place = axis.cell(inside)
        start, h = axis.at(place), axis.at(place + 1) - axis.at(place)
        border = self(inside)
        beyond = 0.5 * (x - inside) * (border + self(x))
        if not self.smooth:
            return self._stored_sums.at(place) + 0.5 * (inside - start) * (stored.at(place) + border) + beyond
        s = (inside - start) / h
        f_0, slope_0, f_1, slope_1 = (stored.at(2 * place + k) for k in range(4))
        square, cube = s * s, s * s * s
        values = f_0 * s + (f_1 - f_0) * cube * (1.0 - 0.5 * s)
        slopes = slope_0 * square * (0.5 - 2.0 / 3.0 * s + 0.25 * square) + slope_1 * cube * (0.25 * s - 1.0 / 3.0)
        return self._stored_sums.at(place) + h * values + h * h * slopes + beyond

    def _along(self, axis: Stored, x: Any) -> tuple[Any, tuple[tuple[Any, ...], tuple[Any, ...]]]:
        """The interval in which x lies, and the weights at its two ends: of the value, and of the slope where the table is smooth."""
        lowest, highest = axis.numbers[0], axis.numbers[-1]
        inside = where(x < lowest, lowest, where(x > highest, highest, x))
        place = axis.cell(x)
        start = axis.at(place)
        h = axis.at(place + 1) - start
        if not self.smooth:
            s = ((x if self.outside == "extrapolated" else inside) - start) / h
            return place, ((1.0 - s,), (s,))
        s = (inside - start) / h
        r = 1.0 - s
        before, behind = h * s * r * r, -h * s * s * r
        if self.outside == "extrapolated":
            before, behind = before + where(x < lowest, x - lowest, 0.0), behind + where(x > highest, x - highest, 0.0)
        return place, ((r * r * (1.0 + 2.0 * s), before), (s * s * (1.0 + 2.0 * r), behind))

    def _dimensioned(self, at: tuple[Any, ...]) -> Dimensioned:
        """Its value at a point whose numbers carry dimensions; DimensionError where they are not those of its axes."""
        *units, unit = self.units or ("1",) * (len(at) + 1)
        plain = [(x + Dimensioned(0.0, base_exponents(of))).value if isinstance(x, Dimensioned) else x for x, of in zip(at, units)]
        return Dimensioned(self(*plain), base_exponents(unit))

    @cached_property
    def _stored_axes(self) -> tuple[Stored, ...]:
        return tuple(map(Stored, self.axes))

    @cached_property
    def _stored_sums(self) -> Stored:
        """The integral of a table with one axis from its first abscissa to each."""
        h = np.diff(self.axes[0])
        pieces = 0.5 * h * (self.values[1:] + self.values[:-1])
        if self.smooth:
            slopes = with_slopes(self.axes, self.values)[:, 1]
            pieces = pieces + h * h * (slopes[:-1] - slopes[1:]) / 12.0
        return Stored(np.r_[0.0, np.cumsum(pieces)])

    @cached_property
    def _stored_values(self) -> Stored:
        """The values at all points one behind the other; if it is smooth, with their slopes."""
        return Stored((with_slopes(self.axes, self.values) if self.smooth else self.values).ravel())
