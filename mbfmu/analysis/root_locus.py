"""root_locus(model, parameter, over): how eigenvalues move with a parameter, and where stability ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq

from ..base.errors import MbfmuError
from ..base.files.ready_folder import ready_folder
from ..base.files.whole_file import whole_file
from ..base.one_line import one_line
from ..problem.compile import Declared
from ..problem.data.problem import Problem
from .instance_at import instance_at
from .instant.drive import Inputs, Values, by_name, inputs_of, names_of
from .instant.exposed_variables import with_parameters
from .linear.branches import branches
from .linear.eigen import Eigen, eigen
from .linear.linearization import Linearization
from .linearize.linearize import LocalSystem, near

HALVINGS = 8  # of a step between two values in which modes are not surely found again
NOTHING = 1e-9  # of the largest eigenvalue: a smaller real part neither grows nor decays, but for roundoff
JUMP = 1e-6  # of the largest eigenvalue: a larger growth where a root finder ends is no zero
EXACT = 1e-13  # of the largest value: how exactly a crossing is found


@one_line
@dataclass(frozen=True)
class Crossing:
    """The `value` of the parameter at which a motion of the `frequency` [Hz] neither grows nor decays.

    At larger values it grows if `grows`, else it decays. `shape` names the states that move in it, as that of a Mode.
    """

    value: float
    frequency: float
    grows: bool
    shape: dict[str, complex]


@dataclass(frozen=True)
class _Point:
    """The linear system at a `value` of the parameter, and its eigenvalues in the order of the branches."""

    value: float
    near: LocalSystem
    eigen: Eigen

    def ordered(self, places: np.ndarray) -> _Point:
        """With its eigenvalues in another order."""
        return _Point(self.value, self.near, Eigen(self.eigen.values[places], self.eigen.right[:, places], self.eigen.left[:, places]))


@one_line
@dataclass(frozen=True)
class RootLocus:
    """The `eigenvalues` (k, n) [rad/s] of a model at `values` (k,) of a `parameter` in `unit`. Each column follows one mode."""

    parameter: str
    unit: str
    values: np.ndarray
    eigenvalues: np.ndarray
    _points: list[_Point] = field(repr=False)
    _at: Callable[[float], _Point] = field(repr=False)

    @property
    def frequencies(self) -> np.ndarray:
        """The frequencies (k, n) [Hz] of the branches, negative for conjugates, zero for motions that do not oscillate."""
        return self.eigenvalues.imag / (2 * np.pi)

    def system(self, value: float) -> Linearization:
        """The linear system at a value of the parameter."""
        return self._at(value).near.system

    def crossings(self) -> list[Crossing]:
        """The parameter values at which motions begin or cease to grow, in ascending order, from a root finder on the linear system itself."""
        found = []
        for branch in range(self.eigenvalues.shape[1]):
            for value, grows in self._changes(branch):
                point, root = self._branch(branch, value)
                place = branch
                if abs(root.real) > JUMP * np.abs(self.eigenvalues).max():
                    place = int(np.where(point.eigen.values.imag >= 0, np.abs(point.eigen.values.real), np.inf).argmin())
                    root = complex(point.eigen.values[place])
                if root.imag >= 0:
                    found.append(Crossing(value, root.imag / (2 * np.pi), grows, point.near.system.shape(point.eigen.right[:, place])))
        return sorted(found, key=lambda one: one.value)

    def resonances(self, multiple: float = 1.0) -> list[tuple[float, float]]:
        """Where a frequency is a `multiple` of the parameter, which must be a speed of rotation [rad/s]: its values, and the frequencies [Hz].

        A rotor that is out of balance is excited once a revolution. Raises MbfmuError for other parameters.
        """
        if self.unit != "rad/s":
            raise MbfmuError(f"{self.parameter} is in {self.unit}: its multiples are no frequencies; choose a speed of rotation in rad/s")
        found = []
        for branch in range(self.eigenvalues.shape[1]):
            apart = self._signs(self.eigenvalues[:, branch].imag - multiple * self.values)
            for i in np.flatnonzero(apart[1:] * apart[:-1] < 0).tolist():
                value = self._root(partial(self._above, branch, multiple), i, i + 1)
                found.append((value, multiple * value / (2 * np.pi)))
        return sorted(found)

    def _above(self, branch: int, multiple: float, value: float) -> float:
        """How far [rad/s] the frequency of a branch is above a multiple of the value."""
        return self._branch(branch, value)[1].imag - multiple * value

    def save(self, path: str | Path) -> None:
        """Write the values and the eigenvalues to a .npz file; MbfmuError where it cannot be written."""
        ready_folder(Path(path).parent)
        with whole_file(Path(path)) as partial, partial.open("wb") as file:
            np.savez(file, parameter=self.parameter, unit=self.unit, values=self.values, eigenvalues=self.eigenvalues)

    def _changes(self, branch: int) -> list[tuple[float, bool]]:
        """The values at which the motion of a branch begins to grow (True) or ceases to."""
        growth = lambda value: self._branch(branch, value)[1].real
        signs = self._signs(self.eigenvalues[:, branch].real)
        runs = [(sign, [i for i, _ in run]) for sign, run in groupby(enumerate(signs.tolist()), key=lambda one: one[1])]
        runs = [(0.0, []), *runs, (0.0, [])]
        found = []
        for (earlier, before), (sign, here), (next_, behind) in zip(runs, runs[1:], runs[2:]):
            if sign * next_ < 0:
                found.append((self._passed(growth, here[-1], behind[0]), next_ > 0))
            elif sign == 0 and earlier * next_ < 0:
                found.append((self._passed(growth, before[-1], behind[0]), next_ > 0))
            elif sign == 0 and max(earlier, next_) > 0:
                # Without damping a motion oscillates up to where it grows.
                grows = lambda value: bool(self._signs(np.array([growth(value)]))[0])
                found += [(_first(grows, self.values[here[-1]], self.values[behind[0]]), True)] if next_ > 0 else []
                found += [(_first(grows, self.values[here[0]], self.values[before[-1]]), False)] if earlier > 0 else []
        return found

    def _passed(self, growth: Callable[[float], float], i: int, j: int) -> float:
        """The value between the i-th and the j-th at which a growth passes zero; MbfmuError where it cannot be told.

        Where an oscillation becomes two motions without oscillation, the choice of branches is arbitrary, and growth may jump from one to the other.
        How many motions grow does not depend on branches.
        """
        value = self._root(growth, i, j)
        if abs(growth(value)) <= JUMP * np.abs(self.eigenvalues).max():
            return value
        first, last = float(self.values[i]), float(self.values[j])
        before = self._growing(first)
        if self._growing(last) == before:
            raise MbfmuError(
                f"between {self.parameter} = {first:.9g} and {last:.9g} {self.unit} one motion begins and another one ceases to grow: "
                "give values that are nearer to each other there"
            )
        return _first(lambda value: self._growing(value) != before, first, last)

    def _growing(self, value: float) -> int:
        """How many eigenvalues grow at a value of the parameter."""
        return int((self._signs(self._at(value).eigen.values.real) > 0).sum())

    def _signs(self, numbers: np.ndarray) -> np.ndarray:
        """The signs of parts of eigenvalues, 0.0 of what is nothing but roundoff."""
        return np.where(np.abs(numbers) <= NOTHING * np.abs(self.eigenvalues).max(initial=0.0), 0.0, np.sign(numbers))

    def _root(self, of: Callable[[float], float], i: int, j: int) -> float:
        """The value between the i-th and the j-th at which a number becomes zero."""
        return float(brentq(of, self.values[i], self.values[j], xtol=EXACT * np.abs(self.values).max(), rtol=1e-13))

    def _branch(self, branch: int, value: float) -> tuple[_Point, complex]:
        """The point at a value, followed from the one before, and the eigenvalue of a branch there."""
        i = max(int(np.searchsorted(self.values, value, "right")) - 1, 0)
        point = _followed(self._points[i], self._at(value), self._at, HALVINGS)
        return point, complex(point.eigen.values[branch])


def _first(true: Callable[[float], bool], a: float, b: float) -> float:
    """Where, on the way from a to b, something becomes true that is false at a and true at b."""
    width = EXACT * max(abs(a), abs(b))
    while abs(b - a) > width:
        middle = 0.5 * (a + b)
        a, b = (a, middle) if true(middle) else (middle, b)
    return float(b)


def root_locus(
    declared: Declared,
    parameter: str,
    over: ArrayLike,
    values: Values = None,
    inputs: Inputs = None,
    at_rest: bool = False,
) -> RootLocus:
    """The eigenvalues of a model over a parameter.

    `parameter` is a parameter or one number of it, such as "spring.c" or "boom.I[2]"; it need not be tunable. `over` (k,) are its values in its SI
    unit, ascending. The model is linearized at its start, or at its equilibrium if `at_rest`. `values` and `inputs` are those of `simulate`. Modes
    are matched from one value to the next by eigenvectors and eigenvalues; if the match is uncertain, the method also evaluates values between, which
    it does not return. Raises what `linearize` and `equilibrium` raise, and MbfmuError for an unknown parameter and for values that do not ascend.
    """
    problem = with_parameters(declared, [parameter, *by_name("values", values)])
    try:
        grid = np.atleast_1d(np.asarray(over, float))
    except (TypeError, ValueError):
        grid = np.empty(0)
    if grid.ndim != 1 or len(grid) < 2 or not (np.isfinite(grid).all() and (np.diff(grid) > 0).all()):
        raise MbfmuError(f"the values of {parameter} must be two or more finite numbers that ascend, not {over!r}")
    at = partial(_point, problem, parameter, by_name("values", values), inputs_of(problem, inputs), at_rest)
    points = [at(grid[0])]
    for value in grid[1:].tolist():
        points.append(_followed(points[-1], at(value), at, HALVINGS))
    eigenvalues = np.array([point.eigen.values for point in points])
    return RootLocus(parameter=parameter, unit=names_of(problem)[parameter][0].unit, values=grid, eigenvalues=eigenvalues, _points=points, _at=at)


def _point(problem: Problem, parameter: str, values: Mapping[str, Any], inputs: Inputs, resting: bool, value: float) -> _Point:
    """The linear system at a value of the parameter."""
    found = near(instance_at(problem, {**values, parameter: value}, inputs, resting=resting))
    return _Point(value, found, eigen(found.system.A))


def _followed(a: _Point, b: _Point, at: Callable[[float], _Point], halvings: int) -> _Point:
    """The point b with its eigenvalues in the order of those of a."""
    if len(a.eigen.values) != len(b.eigen.values):
        raise MbfmuError(
            f"at {a.value:.9g} there are {len(a.eigen.values)} states, at {b.value:.9g} {len(b.eigen.values)}: modes can be followed only if "
            "states stay the same; leave out the value at which states vanish"
        )
    places, sure = branches(a.eigen, b.eigen, b.near.rows @ a.near.columns, a.near.rows @ b.near.columns)
    if sure or not halvings:
        return b.ordered(places)
    between = _followed(a, at(0.5 * (a.value + b.value)), at, halvings - 1)
    return _followed(between, b, at, halvings - 1)
