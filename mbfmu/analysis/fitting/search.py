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
LEAST_SIZE = 1e-2  # of what a parameter changes in a constraint within its reach: so much counts as its size at the start, where that is less

Progress = Callable[[int, float], None]


class Search:
    """Designs that were tried, in units in which all numbers are about one; the last is remembered, since functions of it are asked one by one."""

    def __init__(self, design: Design, progress: Progress):
        self.design, self.progress = design, progress
        self.scale = np.array([reach(unknown, unknown.start) for unknown in design.unknowns])
        self.lower, self.upper = (np.array([getattr(unknown, side) for unknown in design.unknowns]) for side in ("lower", "upper"))
        self.runs, self.failed = 0, ""
        self._counts: dict[str, int] = {}
        self.judged, self.slopes = Memoized(self.tried), Memoized(design.slopes)

    def tried(self, numbers: np.ndarray) -> Judged | None:
        """What is said of a design; None where it cannot run, or a criterion is no number."""
        self.runs += 1
        try:
            judged = self.design.judge(numbers)
        except (StepFailed, InvalidValue) as error:
            self.failed = str(error)
            return None
        self._refuse_changed(judged)
        self.progress(self.runs, judged.criterion)
        return judged

    def _refuse_changed(self, judged: Judged) -> None:
        """MbfmuError, where there are not as many constraints as at the start."""
        now = {"constraints": len(judged.constraints), "equations": len(judged.equations)}
        if now != (before := self._counts or now):
            words = [f"{before[kind]} numbers at the start, and {count} now" for kind, count in now.items() if count != before[kind]]
            raise MbfmuError(f"the constraints give {words[0]}: let each give as many for all designs, such as those of fixed times")
        self._counts = now

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
        kinds = {"ineq": slice(1, 1 + len(first.constraints)), "eq": slice(1 + len(first.constraints), None)}
        moved = np.abs(self.slopes(start) * self.scale).max(axis=1)
        large = np.maximum(np.abs(first.numbers), LEAST_SIZE * moved)
        sizes = np.array([abs(first.criterion) or 1.0, *np.where(large > 0.0, large, 1.0)[1:]])
        failed = np.where(np.arange(len(sizes)) == 0, np.inf, 0.0)

        def inside(z: np.ndarray) -> np.ndarray:
            return np.clip(z * self.scale, self.lower, self.upper)

        def numbers(z: np.ndarray) -> np.ndarray:
            return found.numbers / sizes if (found := self.judged(inside(z))) else failed

        def slopes(z: np.ndarray) -> np.ndarray:
            return np.ascontiguousarray(self.slopes(inside(z)) * self.scale / sizes[:, np.newaxis])  # SLSQP misreads strided rows

        found = optimize.minimize(
            lambda z: numbers(z)[0],
            start / self.scale,
            method="SLSQP",
            jac=lambda z: slopes(z)[0],
            bounds=optimize.Bounds(self.lower / self.scale, self.upper / self.scale),
            constraints=[
                {"type": kind, "fun": lambda z, of=of: numbers(z)[of], "jac": lambda z, of=of: slopes(z)[of]}
                for kind, of in kinds.items()
                if len(sizes[of])
            ],
            options={"ftol": CONVERGED, "maxiter": MOST_STEPS},
        )
        best = inside(found.x)
        last = self.at(best)
        self._refuse_violated(best, last, *(sizes[of] for of in kinds.values()))
        return best, last, found.status in (0, 8)  # 8: rounding hides what could still be gained

    def _refuse_violated(self, numbers: np.ndarray, found: Judged, constraints: np.ndarray, equations: np.ndarray) -> None:
        """ProblemsFound, where constraints are violated, whose sizes these are."""
        if (found.constraints >= -VIOLATED * constraints).all() and (np.abs(found.equations) <= VIOLATED * equations).all():
            return
        where = in_words(self.design.unknowns, numbers)
        wrong = [f"{name} is {least:.4g}, not >= 0, at {where}" for name, least in self.design.least(found).items() if least < 0]
        wrong += [f"{name} is {off:.4g}, not 0, at {where}" for name, off in self.design.largest(found).items() if off]
        raise ProblemsFound("no design was found that meets all constraints; give other bounds, or start elsewhere:", wrong)

    def everywhere(self, first: Judged) -> np.ndarray:
        """The best design between the bounds that differential evolution finds, on all cores, with as many constraints as the first; MbfmuError where
        bounds are missing."""
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
                return np.array([found.numbers[1:] if found else np.full(len(upper), -1.0) for found in judged(designs)]).T

            upper = np.repeat([np.inf, 0.0], [len(first.constraints), len(first.equations)])
            constraints = [optimize.NonlinearConstraint(margins, 0.0, upper)] if len(upper) else []
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
