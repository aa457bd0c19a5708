"""The crane's payload and friction fitted to noisy measurements: exact slopes against differences by SciPy's least_squares.

Differences are those of least_squares ("2-point", "3-point") over runs of `simulate` at the same tolerance, from the same start, with the noise
known, so that each is one search. Once with two unknowns, once with four start values beside them. Wall times in s without compilation, medians of
several runs, and how far the values are from each other in standard errors: python -m benchmarks.fit
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter

import numpy as np
from scipy.optimize import least_squares

from mbfmu import Fit, Model, RevoluteFriction, Table, fit, simulate
from mbfmu.analysis.instant.exposed_variables import with_parameters
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.load_problem import load_model
from tests.library import FMUS

REPETITIONS = 3
TRUTH = {"payload.m": 420.0, "friction.d": 150.0}
STARTS = {"pivot.phi_start": 0.2, "pivot.w_start": 0.0, "swing_forward.phi_start": 0.4, "swing_forward.w_start": 0.0}
ROPE = {"friction.dry": 20.0}
GUESS = {"payload.m": 500.0, "friction.d": 0.0}
NOISE = {"stroke": 1e-3, "swing_angle": 2e-3}
TIMES = np.linspace(0.0, 4.0, 81)
FORCE = Table(TIMES.tolist(), np.interp(TIMES, [0.0, 0.3, 0.5, 1.0, 1.2], [38.54e3, 38.54e3, 42e3, 42e3, 36e3]).tolist())


def crane() -> Model:
    model = load_model(FMUS / "crane/model.py")
    model.friction = RevoluteFriction(model.swing_forward)
    return model


def compare(problem: Problem, truth: Mapping[str, float], guess: Mapping[str, float]) -> None:
    """Both ways, from a guess of what is true."""
    run = simulate(problem, 4.0, 0.05, {**truth, **ROPE}, {"cylinder_force": FORCE})
    random = np.random.default_rng(1)
    data = {name: run[name] + random.normal(0, size, len(run)) for name, size in NOISE.items()}
    runs = [0]

    def residuals(numbers: np.ndarray) -> np.ndarray:
        runs[0] += 1
        found = simulate(problem, 4.0, 0.05, {**ROPE, **dict(zip(guess, numbers))}, {"cylinder_force": FORCE})
        return np.concatenate([(found[name] - data[name]) / size for name, size in NOISE.items()])

    def by_differences(kind: str) -> np.ndarray:
        runs[0] = 0
        lower = [0.0 if name in TRUTH else -np.inf for name in guess]
        return least_squares(residuals, list(guess.values()), kind, (lower, np.inf), x_scale="jac", ftol=1e-8, xtol=1e-8, gtol=None).x

    def exactly() -> Fit:
        measured = {"time": TIMES, "cylinder_force": FORCE.values, **data}
        return fit(problem, measured, list(guess), {**ROPE, **guess}, noise=NOISE)

    time, found = timed(exactly)
    errors = np.array([one.error for one in found.parameters.values()])
    print(f"{len(guess)} unknowns, exact slopes         {time:6.2f} s, {found.runs} runs and their slopes")
    for kind in ("2-point", "3-point"):
        other, values = timed(lambda kind=kind: by_differences(kind))
        apart = np.abs(values - list(found.values.values())) / errors
        print(f"            differences, {kind} {other:6.2f} s, {runs[0]} runs, {other / time:.2f} times as long; apart by {apart.max():.1e} errors")


def main() -> None:
    problem = with_parameters(crane(), [*TRUTH, *ROPE])
    compare(problem, TRUTH, GUESS)
    compare(problem, {**TRUTH, **STARTS}, {**GUESS, **dict.fromkeys(STARTS, 0.1)})


def timed(find: Callable[[], Fit | np.ndarray]):
    """The median wall time [s], and what was found."""
    times = []
    for _ in range(REPETITIONS):
        begin = perf_counter()
        found = find()
        times.append(perf_counter() - begin)
    return median(times), found


if __name__ == "__main__":
    main()
