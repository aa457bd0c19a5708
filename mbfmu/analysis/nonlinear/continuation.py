"""continuation(model, parameter, span): how equilibria, or periodic orbits, change with a parameter, and where they change their nature.

1. Check the arguments, and make the parameter tunable.
2. `_followed`: the equations of equilibria or of orbits, with the parameter among the unknowns.
3. `_near_start`: a first solution near the start, or `_placed`: that of another branch.
4. `first`: correct it, with the parameter kept if it is near the start.
5. `_side`: follow the branch by pseudo-arclength to one side, then to the other; special points are located on the way.
6. `_described`: all points in the order along the branch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np

from ...base.errors import MbfmuError
from ...base.nearest import nearest
from ...base.one_line import one_line
from ...problem.compile import Declared
from ...problem.data.problem import Problem, Variable
from ...problem.data.ref import Ref
from ..instant.drive import Inputs, Values, by_name, inputs_of, names_of
from ..instant.exposed_variables import with_parameters
from ..instant.times import is_positive, is_time
from .arclength import ROUND, first, follow
from .continuation_problems import ContinuationPoint, Equilibria, Followed, Orbits
from .flow import Flow
from .shooting import Shooting
from .solution import SolutionPoint
from .transition import by_size
from .variation import TOLERANCE

Period = float | Callable[[float], float] | None  # of orbits [s], one for all or by the number
MOST = 500  # points on either side of the start
MENTIONED = 6  # of the states, in words


@one_line
@dataclass(frozen=True)
class BranchPoint:
    """One solution: the `value` of the parameter, the `states` by name, of an orbit those at its start and its `period` [s], else 0.

    `growth` are the eigenvalues [rad/s] of an equilibrium or the multipliers of an orbit, `unstable` tells how many directions grow. `kind` is "" or
    what happens there: "fold", "branch point", "Hopf", "period doubling" or "torus". `approximate` says that it lies between solutions, where the
    equations are too singular for one. Of a branch point, `leaving` is a solution on the branch that leaves, to start another continuation from; None
    where none is found.
    """

    value: float
    states: dict[str, float]
    period: float
    growth: np.ndarray
    unstable: int
    kind: str
    approximate: bool = False
    leaving: BranchPoint | None = None

    @property
    def stable(self) -> bool:
        """Whether no direction grows."""
        return not self.unstable


@one_line
@dataclass(frozen=True)
class Branch:
    """A branch of solutions over a `parameter` in its `unit`: its `points`, in the order along the branch, and in words where both `ends` are."""

    parameter: str
    unit: str
    points: tuple[BranchPoint, ...]
    ends: tuple[str, str]

    @property
    def special(self) -> tuple[BranchPoint, ...]:
        """The points at which something happens."""
        return tuple(point for point in self.points if point.kind)

    def column(self, state: str) -> np.ndarray:
        """A state (points) along the branch; MbfmuError where there is none of that name."""
        known = self.points[0].states
        if state not in known:
            raise MbfmuError(f"there is no state {state!r}{nearest(state, known)}")
        return np.array([point.states[state] for point in self.points])

    @property
    def values(self) -> np.ndarray:
        """The values of the parameter (points) along the branch."""
        return np.array([point.value for point in self.points])


def continuation(
    declared: Declared,
    parameter: str,
    span: tuple[float, float],
    values: Values = None,
    inputs: Inputs = None,
    period: Period = None,
    transient: float = 0.0,
    rtol: float = TOLERANCE,
    most: int = MOST,
    start: BranchPoint | None = None,
    progress: Callable[[float], None] = lambda t: None,
) -> Branch:
    """The branch of equilibria through the one near the start, over a parameter or an input that stays constant, from span[0] to span[1].

    A parameter of a Model's elements, such as "spring.c", need not be tunable. With a `period` [s], a branch of periodic orbits, the first found by
    `periodic_orbit`: the period of the drive, a function of the parameter if it changes with it, or a guess. `values` and `inputs` are those of
    `simulate`; the parameter starts from its value there. `start` is a point of another branch from which this one starts instead. The branch is
    followed by pseudo-arclength from there to both sides, also where it turns back, at most `most` points each. Points where it turns (folds), where
    other branches meet it or where stability is lost or won (Hopf, period doubling, torus) are located to eight digits, those where orbits branch to
    about five. `progress` is called now and then with the time [s] in runs over a period. Raises ProblemsFound and InvalidValue as `simulate`
    does, StepFailed if equations have no solution, MbfmuError for an unknown parameter, for a wrong `start`, and if no solution is found at the
    start.
    Source: R. Seydel, Practical Bifurcation and Stability Analysis, chapters 4, 5 and 7.
    """
    _refuse(span, period, transient)
    if not (type(most) is int and most > 0):
        raise MbfmuError(f"most = {most!r} must be a whole number of points > 0")
    problem, (low, high) = with_parameters(declared, [parameter, *by_name("values", values)]), span
    variable, ref = _number_of(problem, parameter)
    rest = dict(inputs_of(problem, inputs))
    given = {**by_name("values", values), **({parameter: rest.pop(parameter)} if parameter in rest else {})}
    flow = Flow(problem, given, rest, "continuation", rtol)
    flow.report(progress)
    if not isinstance(start, BranchPoint | None):
        raise MbfmuError(f"start = {start!r} is no point of a branch: give one of the `points` that another continuation has found")
    number = start.value if start else float(ref.view(flow.instance.buffers)[0])
    if not low <= number <= high or not low < high:
        raise MbfmuError(
            f"{parameter} = {number:.6g} {variable.unit} at the start must lie between {low!r} and {high!r}: set it by values, or widen the span"
        )
    followed = _followed(flow, ref, high - low, period)
    held = start is None
    place = _near_start(flow, number, period, transient) if start is None else _placed(flow, start)
    below, first_end = _side(followed, first(followed, place, -1.0, held), span, most)
    above, last_end = _side(followed, first(followed, place, 1.0, held), span, most) if first_end != ROUND else (below[:1], ROUND)
    points = [_described(followed, found) for found in [*reversed(below[1:]), *above]]
    return Branch(parameter, variable.unit, tuple(points), (first_end, last_end))


def _refuse(span: tuple[float, float], period: Any, transient: float) -> None:
    if not (isinstance(span, (tuple, list)) and len(span) == 2 and all(isinstance(end, Real) for end in span)):
        raise MbfmuError(f"a span is two numbers, such as (0.0, 10.0), not {span!r}")
    if not (is_time(transient) and (period is None or callable(period) or is_positive(period))):
        raise MbfmuError(f"orbits take a period > 0 s, or a function that gives it, and a transient >= 0 s, not {period!r} and {transient!r} s")


def _number_of(problem: Problem, parameter: str) -> tuple[Variable, Ref]:
    """A parameter or an input that is one number, and where it lives; MbfmuError where there is none of that name."""
    known = {name: of for name, of in names_of(problem).items() if of[0].causality in ("parameter", "input") and of[1].size == 1}
    if parameter not in known:
        raise MbfmuError(f"there is no parameter or input {parameter!r} that is one number{nearest(parameter, known)}")
    return known[parameter]


def _side(followed: Followed, begin: SolutionPoint, span: tuple[float, float], most: int) -> tuple[list[SolutionPoint], str]:
    """The points on one side of the first, with it, and in words where they end."""
    points, end = follow(followed, begin, *span, most)
    return [begin, *points], end


def _followed(flow: Flow, ref: Ref, span: float, period: Period) -> Followed:
    """The equations of equilibria, or of orbits."""
    if period is None:
        if flow.driven:
            raise MbfmuError(f"{flow.problem.name} is driven and has no equilibria: give the period of its motion")
        flow.hold()
        return Equilibria(flow, ref, span)
    return Orbits(flow, ref, span, _of_number(period))


def _of_number(period: float | Callable[[float], float]) -> Callable[[float], float]:
    return period if callable(period) else lambda number: period


def _near_start(flow: Flow, number: float, period: Period, transient: float) -> ContinuationPoint:
    """A place near the first solution, which the model comes to from its start."""
    if period is None:
        if flow.problem.mechanisms:
            flow.instance.equilibrium()
        return ContinuationPoint(flow.x, number)
    given = _of_number(period)(number)
    if transient:
        flow.go(np.ceil(transient / given) * given if flow.driven else transient)
        flow.back(flow.x)  # to the start, where the phase of what drives does not change with the period
    orbit = Shooting(flow).find(given)
    return ContinuationPoint(orbit.start, number, orbit.period)


def _placed(flow: Flow, start: BranchPoint) -> ContinuationPoint:
    """The place of a point of another branch; MbfmuError where it has other states."""
    names = flow.problem.state_names
    if set(start.states) != set(names):
        shown = ", ".join(names[:MENTIONED]) + (" ..." if len(names) > MENTIONED else "")
        raise MbfmuError(f"start is no point of a branch of {flow.problem.name}, whose states are {shown}")
    return ContinuationPoint(np.array([start.states[name] for name in names]), start.value, start.period)


def _described(followed: Followed, found: SolutionPoint) -> BranchPoint:
    place, growth = found.look.place, by_size(found.look.growth)
    states = dict(zip(followed.flow.problem.state_names, place.x.tolist()))
    leaving = _described(followed, found.leaving) if found.leaving else None
    unstable = followed.unstable(found.look.growth)
    return BranchPoint(
        value=place.number,
        states=states,
        period=place.period,
        growth=growth,
        unstable=unstable,
        kind=found.kind,
        approximate=found.approximate,
        leaving=leaving,
    )
