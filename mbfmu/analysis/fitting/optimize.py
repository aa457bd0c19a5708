"""optimize(model, parameters, criterion): the design that a criterion finds best."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

import numpy as np

from ...base.errors import MbfmuError
from ...problem.blocks.python_block import refuse_program
from ...problem.compile import Declared
from ..instant.drive import Inputs, Values, by_name, inputs_of
from .arguments import Arguments
from .design import Criterion, Design, Judged, Numbers
from .load_cases import LoadCase, VibrationCase
from .optimum import Optimum
from .search import Progress, Search
from .uncertainty import at_bounds
from .unknowns import Parameters, Unknown, bounds_of, unknowns_of, values_of

UNMOVED = 1e-12  # relative: a parameter that has changed by less is looked at again


def optimize(
    model: Declared,
    parameters: Parameters,
    criterion: Criterion,
    stop_time: float | None = None,
    interval: float | None = None,
    values: Values = None,
    inputs: Inputs = None,
    cases: Sequence[LoadCase | VibrationCase] = (LoadCase(),),
    constraints: Mapping[str, Numbers] | None = None,
    equations: Mapping[str, Numbers] | None = None,
    everywhere: bool = False,
    progress: Progress = lambda runs, criterion: None,
) -> Optimum:
    """Find the values of parameters that minimize a criterion, summed over runs.

    `criterion` is a function of a result of `simulate`, such as `lambda r: np.trapezoid(r["s"] ** 2, r["time"])`. `parameters` are names, or a dict
    from names to bounds, (lower, upper) or None. Parameters of a Model's elements need not be tunable. They start at `values`, or else at their
    values in the model. `stop_time`, `interval`, `values` and `inputs` are those of `simulate`. `cases` are several runs with their own values and
    inputs. With a VibrationCase, the criterion receives a linear system instead of a run. `constraints` are functions of a result by name, which must
    be >= 0 in each case, and `equations` such that must be 0. Each gives a number, or an array of always as many.

    Sequential quadratic programming descends from the start, with exact derivatives of runs. With `everywhere`, differential evolution first searches
    between the bounds, on all cores. `progress` is called with the number of designs tried and the last criterion.

    Raises ProblemsFound for unknown names, for bounds, and if constraints cannot be met. Raises StepFailed if the start cannot be run or its
    criterion is not finite, and MbfmuError if a function raises. Logs a warning for parameters on which neither
    the criterion nor a constraint depends.
    Source: D. Kraft, A software package for sequential quadratic programming, DFVLR-FB 88-28, 1988; R. Storn, K. Price, Differential evolution,
    Journal of Global Optimization 11, 1997.
    """
    values = by_name("values", values)
    problem, unknowns = unknowns_of(model, bounds_of(parameters), values)
    refuse_program(problem, "optimize")
    given = Arguments(values, inputs_of(problem, inputs))
    if not isinstance(cases, (list, tuple)) or not all(isinstance(case, LoadCase | VibrationCase) for case in cases):
        raise MbfmuError(f"cases must be a list, such as [LoadCase(values={{'payload.m': 500.0}})], not {cases!r}")
    asked = [case.of(problem, stop_time, interval, given.with_own(problem, case.values, case.inputs, unknowns)) for case in cases]
    design = Design(
        cases=asked,
        weights=[case.weight for case in cases],
        criterion=criterion,
        constraints=by_name("constraints", constraints),
        equations=by_name("equations", equations),
        unknowns=unknowns,
    )
    search = Search(design, progress)
    start = np.array([unknown.start for unknown in unknowns])
    first = search.at(start)
    numbers, found, converged = search.downhill(search.everywhere(first) if everywhere else start)
    if everywhere or np.isclose(numbers, start, rtol=UNMOVED, atol=0.0).any():
        _warn_of_idle(design.idle(start))
    return _described(search, numbers, found, converged, first)


def _warn_of_idle(unknowns: Sequence[Unknown]) -> None:
    for unknown in unknowns:
        words = "the criterion does not depend on %s near its start, %g %s: check what the criterion reads, or leave this parameter out"
        logging.getLogger("mbfmu").warning(words, unknown.name, unknown.start, unknown.unit)


def _described(search: Search, numbers: np.ndarray, found: Judged, converged: bool, first: Judged) -> Optimum:
    """The optimum with what there is to say of it."""
    unknowns = search.design.unknowns
    findings = [f"{u.name} ended at its bound, {x:g} {u.unit}" for u, x, at in zip(unknowns, numbers, at_bounds(unknowns, numbers)) if at]
    if not converged:
        findings.append(f"the search has not converged in {search.runs} runs: start nearer, or give bounds")
    units = {unknown.name: unknown.unit for unknown in unknowns}
    return Optimum(
        values=values_of(unknowns, numbers),
        units=units,
        criterion=found.criterion,
        before=first.criterion,
        constraints=search.design.least(found),
        equations=search.design.largest(found),
        results=found.results,
        findings=findings,
        runs=search.runs,
    )
