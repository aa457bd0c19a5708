"""fit(model, data, parameters): the values with which a model says best what was measured, and how well the measurements tell them.

1. `unknowns_of`: compile the model with its parameters exposed; their starts and bounds.
2. `_evidence`: read each measurement, as a run in time or as a response, and check it against the model.
3. `weighed`: all numbers together, and the channel of each.
4. `solved`: least squares with exact derivatives, rounds of estimating the noise included.
5. `_described`: intervals, correlations and findings from the residuals and the slopes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...base.errors import MbfmuError, ProblemsFound
from ...base.nearest import nearest
from ...problem.blocks.python_block import refuse_program
from ...problem.compile import Declared
from ...problem.data.problem import Problem
from ..instant.drive import Inputs, Values, by_name, inputs_of
from .arguments import Arguments
from .evidence import Evidence
from .experiment import Experiment, time_series
from .fit_result import Fit
from .identifiability import told_apart
from .least_squares import Progress, Solution, Weighed, solved, weighed
from .measured_response import MeasuredResponse, holds_response, response
from .misfit import Misfit
from .uncertainty import at_bounds, correlation, estimates, explained
from .unknowns import Parameters, Unknown, bounds_of, unknowns_of

LOUD = 2.0  # times the noise that was given: residuals that are larger say that the model or the noise is another


def fit(
    model: Declared,
    data: Any,
    parameters: Parameters,
    values: Values = None,
    inputs: Inputs = None,
    noise: Mapping[str, float] | None = None,
    progress: Progress = lambda runs, misfit: None,
) -> Fit:
    """Fit parameters and start values of a model to measurements, by least squares with exact derivatives.

    `data` is a CSV file, a structured array, a dict of columns or a DataFrame, with a column "time" [s] and columns named as outputs. Columns named
    as inputs drive the run: straight lines join real numbers, other types keep their value until the next row. Or `data` is an Experiment, a
    MeasuredResponse, or a list of any of these. `parameters` are names, or a dict from names to bounds, (lower, upper) or None. Parameters of a
    Model's elements need not be tunable. They start at `values`, or else at their values in the model. `values` and `inputs` are those of `simulate`.
    `noise` gives the standard deviations of outputs by name, each in the unit of its output; others are estimated from the residuals.

    The result has 95 % confidence intervals. They follow from Student's t distribution and the linear theory of errors, and account for correlation
    of the residuals in time if it makes errors larger. `progress` is called with the number of runs and the ratio of the residuals to the noise.

    Raises ProblemsFound for unknown names, bounds and data that cannot be used, and for parameters without effect. Raises StepFailed if the model
    cannot be run.
    Source: D. M. Bates, D. G. Watts, Nonlinear Regression Analysis and Its Applications, 1988, chapter 2.
    """
    values, noise = by_name("values", values), by_name("noise", noise)
    problem, unknowns = unknowns_of(model, bounds_of(parameters), values)
    refuse_program(problem, "fit")
    all_of_them = Arguments(values, inputs_of(problem, inputs))
    evidence = [_evidence(problem, one, all_of_them, unknowns) for one in (data if isinstance(data, (list, tuple)) else [data])]
    if not evidence:
        raise MbfmuError("there is nothing to fit to: give at least one CSV file or array")
    measured = weighed(evidence)
    _refuse(measured, unknowns, noise)
    return _described(evidence, measured, unknowns, noise, solved(measured, unknowns, noise, progress))


def _evidence(problem: Problem, data: Any, given: Arguments, unknowns: Sequence[Unknown]) -> Evidence:
    if isinstance(data, MeasuredResponse):
        return response(problem, data, given.with_own(problem, data.values, data.inputs, unknowns))
    if isinstance(data, Experiment):
        return time_series(problem, data, given.with_own(problem, data.values, data.inputs, unknowns))
    return _evidence(problem, MeasuredResponse(data) if holds_response(data) else Experiment(data), given, unknowns)


def _refuse(data: Weighed, unknowns: list[Unknown], noise: Mapping[str, float]) -> None:
    """ProblemsFound for noise that cannot be, and for too few numbers."""
    unknown = [name for name in noise if name not in data.names]
    wrong = [f"there is no noise of {name!r}{nearest(name, data.names)}; measured are {', '.join(data.names)}" for name in unknown]
    wrong += [f"the noise of {name} must be a standard deviation > 0, not {given!r}" for name, given in noise.items() if not _positive(given)]
    if len(data.measured) <= len(unknowns):
        wrong.append(f"{len(data.measured)} numbers were measured, too few for {len(unknowns)} parameters: there must be more")
    if wrong:
        raise ProblemsFound("these measurements cannot be fitted:", wrong)


def _positive(given: Any) -> bool:
    return isinstance(given, (int, float, np.number)) and bool(0 < given < np.inf)


def _described(evidence: list[Evidence], data: Weighed, unknowns: list[Unknown], noise: Mapping[str, float], solution: Solution) -> Fit:
    """A solution with what its residuals say of it."""
    numbers, said = solution.numbers, solution.said
    weight = solution.noise[data.channel]
    free, slopes = ~at_bounds(unknowns, numbers), solution.slopes / weight[:, np.newaxis]
    residuals, told = (said - data.measured) / weight, explained(slopes, free)
    known = all(name in noise for name in data.names)
    misfit = Misfit(data, solution.said - data.measured, residuals, told, known)
    expected, freedom = told.freedom(misfit.correlation)
    left = float(np.sum(residuals**2)) / expected
    found = told.cautious(misfit.correlation, known) * (1.0 if known else left)
    findings = told_apart([u for u, f in zip(unknowns, free) if f], numbers[free], slopes[:, free]) if free.any() else []
    findings += [f"{unknown.name} ended at its bound, {x:g} {unknown.unit}" for unknown, x, is_free in zip(unknowns, numbers, free) if not is_free]
    findings += [doubt for one in evidence for doubt in one.doubts]
    if solution.stopped:
        findings.append(f"values next to these cannot be, and might fit better: {solution.stopped}")
    if not solution.converged:
        findings.append(f"the fit has not converged in {solution.runs} runs: start nearer, or give bounds")
    if known and left > LOUD**2:
        findings.append(f"the residuals are {np.sqrt(left):.3g} times the noise that was given: the model or the noise is another")
    pieces = np.split(np.arange(len(said)), np.cumsum([len(one.measured) for one in evidence])[:-1])
    measured, fitted, residual = ([one.table(of[at]) for one, at in zip(evidence, pieces)] for of in (data.measured, said, said - data.measured))
    return Fit(
        parameters=estimates(unknowns, numbers, found, np.inf if known else freedom),
        correlation=correlation(found),
        noise={name: float(noise.get(name, size * np.sqrt(len(said) / expected))) for name, size in zip(data.names, solution.noise)},
        left=dict(zip(data.names, misfit.left.tolist())),
        signal=dict(zip(data.names, misfit.signal.tolist())),
        units=dict(zip(data.names, data.units)),
        measured=measured,
        fitted=fitted,
        residuals=residual,
        findings=findings + misfit.findings(),
        runs=solution.runs,
        converged=solution.converged,
    )
