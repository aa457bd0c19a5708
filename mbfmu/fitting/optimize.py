"""optimize(model, parameters, criterion): the design that a criterion over runs finds best."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from scipy import optimize as scipy_optimize

from ..analysis.cores import cores
from ..errors import InvalidValue, MbfmuError, ProblemsFound, StepFailed
from ..problem.compile import Declared
from ..problem.python_block import refuse_program
from .load_cases import Criterion, Design, Judged, LoadCase
from .optimum import Optimum
from .uncertainty import at_bounds
from .unknowns import Parameters, bounds_of, in_words, reach, unknowns_of, values_of

CONVERGED = 1e-10  # relative to the criterion at the start: a step that gains less is the last
MOST_STEPS = 200
GENERATIONS, ALIKE = 200, 1e-3  # of the search everywhere: at most so many, or until all designs are so much alike
VIOLATED = 1e-6  # of a constraint's size at the start: less is rounding

Progress = Callable[[int, float], None]


def optimize(
    model: Declared,
    parameters: Parameters,
    criterion: Criterion,
    stop_time: float | None = None,
    interval: float | None = None,
    values: Mapping[str, Any] | None = None,
    inputs: Mapping[str, Any] | None = None,
    cases: Sequence[LoadCase] = (LoadCase(),),
    constraints: Mapping[str, Criterion] | None = None,
    everywhere: bool = False,
    progress: Progress = lambda runs, criterion: None,
) -> Optimum:
    """The values of parameters with which the sum of a criterion over runs is least.

    `criterion` is a function of a result as `simulate` gives it, such as `lambda r: np.trapezoid(r["s"] ** 2, r["time"])`. `parameters` are names, or a
    dict of names with bounds, (lower, upper) or None; those of a Model's elements need not be tunable. They start at the `values`, or where the
    model has them. `stop_time`, `interval`, `values` and `inputs` are those of `simulate`; several `cases` differ from them in values and inputs.
    `constraints` are functions of a result, too, that must be >= 0 for each case, by a name. Derivatives of runs are exact, and sequential quadratic
    programming goes downhill from the start. With `everywhere`, differential evolution on all cores looks between the bounds first. `progress`
    hears the number of designs that were tried and the last criterion.
    Raises ProblemsFound for names and bounds, StepFailed where the start cannot be run, MbfmuError where functions give no finite number and where
    constraints cannot be met.
    Source: D. Kraft, A software package for sequential quadratic programming, DFVLR-FB 88-28, 1988; R. Storn, K. Price, Differential evolution,
    Journal of Global Optimization 11, 1997.
    """
    bounds, values, inputs = bounds_of(parameters), values or {}, inputs or {}
    problem, unknowns = unknowns_of(model, bounds, values)
    refuse_program(problem, "optimize")
    runs = [LoadCase({**values, **case.values}, {**inputs, **case.inputs}, case.weight) for case in cases]
    stop, step = problem.stop_time if stop_time is None else stop_time, problem.step_size if interval is None else interval
    search = _Search(Design(problem, stop, step, runs, criterion, constraints or {}, unknowns), progress)
    start = np.array([unknown.start for unknown in unknowns])
    first = search.judged(start)
    if first is None:
        raise StepFailed(f"{problem.name} cannot run with the values that optimize starts with, {in_words(unknowns, start)}: {search.failed}")
    begin = search.everywhere() if everywhere else start
    return search.described(*search.downhill(begin), first)


class _Search:
    """Designs that were tried, in units in which all numbers are about one; the last is remembered, since functions of it are asked one by one."""

    def __init__(self, design: Design, progress: Progress):
        self.design, self.progress = design, progress
        self.scale = np.array([reach(unknown, unknown.start) for unknown in design.unknowns])
        self.lower, self.upper = (np.array([getattr(unknown, side) for unknown in design.unknowns]) for side in ("lower", "upper"))
        self.runs, self.failed = 0, ""
        self._at: dict[str, tuple[bytes, Any]] = {}

    def tried(self, numbers: np.ndarray) -> Judged | None:
        """What is said of a design; None where it cannot run."""
        self.runs += 1
        try:
            judged = self.design.judge(numbers)
        except (StepFailed, InvalidValue) as error:
            self.failed = str(error)
            return None
        self.progress(self.runs, judged.criterion)
        return judged

    def _remembered(self, what: str, ask: Callable[[np.ndarray], Any], numbers: np.ndarray) -> Any:
        at = numbers.tobytes()
        if self._at.get(what, (b"",))[0] != at:
            self._at[what] = at, ask(numbers)
        return self._at[what][1]

    def judged(self, numbers: np.ndarray) -> Judged | None:
        """The same, remembered."""
        return self._remembered("judged", self.tried, numbers)

    def downhill(self, start: np.ndarray) -> tuple[np.ndarray, Judged, bool]:
        """From a start to the nearest optimum, by sequential quadratic programming."""
        first = self.judged(start)
        assert first
        size = abs(first.criterion) or 1.0
        sizes = np.where(first.constraints != 0, np.abs(first.constraints), 1.0)

        def judged(z: np.ndarray) -> Judged | None:
            return self.judged(np.clip(z * self.scale, self.lower, self.upper))

        def slopes(z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            return self._remembered("slopes", self.design.slopes, np.clip(z * self.scale, self.lower, self.upper))

        def criterion(z: np.ndarray) -> float:
            return found.criterion / size if (found := judged(z)) else np.inf

        def margins(z: np.ndarray) -> np.ndarray:
            return found.constraints / sizes if (found := judged(z)) else np.zeros(len(sizes))

        found = scipy_optimize.minimize(
            criterion,
            start / self.scale,
            method="SLSQP",
            jac=lambda z: slopes(z)[0] * self.scale / size,
            bounds=scipy_optimize.Bounds(self.lower / self.scale, self.upper / self.scale),
            constraints=[{"type": "ineq", "fun": margins, "jac": lambda z: slopes(z)[1] * self.scale / sizes[:, np.newaxis]}] if len(sizes) else [],
            options={"ftol": CONVERGED, "maxiter": MOST_STEPS},
        )
        numbers, last = np.clip(found.x * self.scale, self.lower, self.upper), judged(found.x)
        if last is None:
            raise StepFailed(f"optimize cannot go on from {in_words(self.design.unknowns, numbers)}: {self.failed}; give bounds within which it runs")
        self._refuse_violated(numbers, last, sizes)
        return numbers, last, found.status in (0, 8)  # 8: rounding hides what could still be gained

    def _refuse_violated(self, numbers: np.ndarray, found: Judged, sizes: np.ndarray) -> None:
        least = _least(self.design.constraints, found)
        where = in_words(self.design.unknowns, numbers)
        wrong = [f"{name} is {least[name]:.4g} at {where}" for name, size in zip(least, sizes.reshape(len(least), -1).max(axis=1, initial=0)) if least[name] < -VIOLATED * size]
        if wrong:
            raise ProblemsFound("no design was found that meets all constraints, which must be >= 0; give other bounds, or start elsewhere:", wrong)

    def everywhere(self) -> np.ndarray:
        """The best design between the bounds that differential evolution finds, on all cores; MbfmuError where bounds are missing."""
        if not np.isfinite(self.upper - self.lower).all():
            open_ = [unknown.name for unknown in self.design.unknowns if not np.isfinite(unknown.upper - unknown.lower)]
            raise MbfmuError(f"everywhere is between bounds: give {', '.join(open_)} a lower and an upper one")
        with ThreadPoolExecutor(cores()) as pool:

            def judged(designs: np.ndarray) -> list[Judged | None]:
                return self._remembered("designs", lambda some: [*pool.map(self.tried, some.T)], designs)

            def criteria(designs: np.ndarray) -> np.ndarray:
                return np.array([found.criterion if found else np.inf for found in judged(designs)])

            def margins(designs: np.ndarray) -> np.ndarray:
                count = len(self.design.constraints) * len(self.design.cases)
                return np.array([found.constraints if found else np.full(count, -1.0) for found in judged(designs)]).T

            constraints = [scipy_optimize.NonlinearConstraint(margins, 0.0, np.inf)] if self.design.constraints else []
            found = scipy_optimize.differential_evolution(
                criteria,
                scipy_optimize.Bounds(self.lower, self.upper),
                constraints=constraints,
                vectorized=True,
                updating="deferred",
                polish=False,
                rng=0,
                maxiter=GENERATIONS,
                tol=ALIKE,
            )
        return found.x

    def described(self, numbers: np.ndarray, found: Judged, converged: bool, first: Judged) -> Optimum:
        """The optimum with what there is to say of it."""
        unknowns = self.design.unknowns
        findings = [f"{u.name} ended at its bound, {x:g} {u.unit}" for u, x, at in zip(unknowns, numbers, at_bounds(unknowns, numbers)) if at]
        if not converged:
            findings.append(f"the search has not converged in {self.runs} runs: start nearer, or give bounds")
        units = {unknown.name: unknown.unit for unknown in unknowns}
        least = _least(self.design.constraints, found)
        return Optimum(values_of(unknowns, numbers), units, found.criterion, first.criterion, least, found.results, findings, self.runs)


def _least(names: Mapping[str, Criterion], found: Judged) -> dict[str, float]:
    """The least of each constraint over all load cases."""
    return dict(zip(names, found.constraints.reshape(len(names), -1).min(axis=1).tolist())) if names else {}
