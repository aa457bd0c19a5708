"""The search for the best design: downhill from a start, or everywhere between bounds first."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
from scipy import optimize

from ...base.errors import InvalidValue, MbfmuError, ProblemsFound, StepFailed
from ..simulate.cores import cores
from .design import Design, Judged
from .memoize import Memoized
from .unknowns import in_words, reach

CONVERGED = 1e-10  # relative to the criterion at the start: a step that gains less is the last
MOST_STEPS = 200
GENERATIONS, ALIKE = 200, 1e-3  # of the search everywhere: at most so many, or until all designs are so much alike
VIOLATED = 1e-6  # of a constraint's size at the start: less is rounding

Progress = Callable[[int, float], None]


class Search:
    """Designs that were tried, in units in which all numbers are about one; the last is remembered, since functions of it are asked one by one."""

    def __init__(self, design: Design, progress: Progress):
        self.design, self.progress = design, progress
        self.scale = np.array([reach(unknown, unknown.start) for unknown in design.unknowns])
        self.lower, self.upper = (np.array([getattr(unknown, side) for unknown in design.unknowns]) for side in ("lower", "upper"))
        self.runs, self.failed = 0, ""
        self.judged, self.slopes = Memoized(self.tried), Memoized(design.slopes)

    def tried(self, numbers: np.ndarray) -> Judged | None:
        """What is said of a design; None where it cannot run, or a criterion is no number."""
        self.runs += 1
        try:
            judged = self.design.judge(numbers)
        except (StepFailed, InvalidValue) as error:
            self.failed = str(error)
            return None
        self.progress(self.runs, judged.criterion)
        return judged

    def at(self, numbers: np.ndarray) -> Judged:
        """What is said of a design; StepFailed where nothing can be."""
        found = self.judged(numbers)
        if found is None:
            where = in_words(self.design.unknowns, numbers)
            raise StepFailed(f"nothing can be said of the design with {where}: {self.failed}; start elsewhere, or give bounds")
        return found

    def downhill(self, start: np.ndarray) -> tuple[np.ndarray, Judged, bool]:
        """From a start to the nearest optimum, by sequential quadratic programming."""
        first = self.at(start)
        size = abs(first.criterion) or 1.0
        sizes = np.where(first.constraints != 0, np.abs(first.constraints), 1.0)

        def judged(z: np.ndarray) -> Judged | None:
            return self.judged(np.clip(z * self.scale, self.lower, self.upper))

        def slopes(z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            return self.slopes(np.clip(z * self.scale, self.lower, self.upper))

        def criterion(z: np.ndarray) -> float:
            return found.criterion / size if (found := judged(z)) else np.inf

        def margins(z: np.ndarray) -> np.ndarray:
            return found.constraints / sizes if (found := judged(z)) else np.zeros(len(sizes))

        found = optimize.minimize(
            criterion,
            start / self.scale,
            method="SLSQP",
            jac=lambda z: slopes(z)[0] * self.scale / size,
            bounds=optimize.Bounds(self.lower / self.scale, self.upper / self.scale),
            constraints=[{"type": "ineq", "fun": margins, "jac": lambda z: slopes(z)[1] * self.scale / sizes[:, np.newaxis]}] if len(sizes) else [],
            options={"ftol": CONVERGED, "maxiter": MOST_STEPS},
        )
        numbers = np.clip(found.x * self.scale, self.lower, self.upper)
        last = self.at(numbers)
        self._refuse_violated(numbers, last, sizes)
        return numbers, last, found.status in (0, 8)  # 8: rounding hides what could still be gained

    def _refuse_violated(self, numbers: np.ndarray, found: Judged, sizes: np.ndarray) -> None:
        if not (found.constraints < -VIOLATED * sizes).any():
            return
        where = in_words(self.design.unknowns, numbers)
        wrong = [f"{name} is {least:.4g} at {where}" for name, least in self.design.least(found).items() if least < 0]
        raise ProblemsFound("no design was found that meets all constraints, which must be >= 0; give other bounds, or start elsewhere:", wrong)

    def everywhere(self) -> np.ndarray:
        """The best design between the bounds that differential evolution finds, on all cores; MbfmuError where bounds are missing."""
        if not np.isfinite(self.upper - self.lower).all():
            open_ = [unknown.name for unknown in self.design.unknowns if not np.isfinite(unknown.upper - unknown.lower)]
            raise MbfmuError(f"everywhere=True needs bounds: give a lower and an upper bound for {', '.join(open_)}")
        known: dict[bytes, Judged | None] = {}  # constraints are asked for all designs, criteria for those that meet them

        def judge(numbers: np.ndarray) -> None:
            found = self.tried(numbers)
            known[numbers.tobytes()] = found and replace(found, results=())

        with ThreadPoolExecutor(cores()) as pool:

            def judged(designs: np.ndarray) -> list[Judged | None]:
                rows = np.atleast_2d(designs.T)
                list(pool.map(judge, [numbers for numbers in rows if numbers.tobytes() not in known]))
                return [known[numbers.tobytes()] for numbers in rows]

            def criteria(designs: np.ndarray) -> np.ndarray:
                return np.array([found.criterion if found else np.inf for found in judged(designs)])

            def margins(designs: np.ndarray) -> np.ndarray:
                count = len(self.design.constraints) * len(self.design.cases)
                return np.array([found.constraints if found else np.full(count, -1.0) for found in judged(designs)]).T

            constraints = [optimize.NonlinearConstraint(margins, 0.0, np.inf)] if self.design.constraints else []
            found = optimize.differential_evolution(
                criteria,
                optimize.Bounds(self.lower, self.upper),
                constraints=constraints,
                vectorized=True,
                updating="deferred",
                polish=False,
                rng=0,
                maxiter=GENERATIONS,
                tol=ALIKE,
            )
        return found.x
