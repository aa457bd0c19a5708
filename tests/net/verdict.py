"""What the net says of a seed: comparisons that fail, and for each the smallest model for which they do."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mbfmu.base.errors import MbfmuError

from .case import Case
from .comparisons import ALWAYS, CHEAP, COMPARISONS, DEAR
from .description import Description
from .drawing import draw
from .runs import Deviation
from .shrink import shrunk

DEAR_EACH = 4  # one of so many seeds has a dear comparison
CHEAP_EACH = 3  # so many cheap ones has each seed


@dataclass(frozen=True)
class Failure:
    """A comparison that fails: by how much its runs are apart, or what was raised."""

    comparison: str
    words: str
    raised: str = ""

    def __str__(self) -> str:
        return f"{self.comparison}: {self.words}"


def chosen(seed: int) -> tuple[str, ...]:
    """The comparisons of a seed: some cheap ones, and for one of four seeds a dear one."""
    rng = np.random.default_rng(seed)
    cheap = rng.choice(list(CHEAP), CHEAP_EACH, replace=False)
    dear = [list(DEAR)[(seed // DEAR_EACH + 1) % len(DEAR)]] if seed % DEAR_EACH == 0 else []
    return (*ALWAYS, *map(str, cheap), *dear)


def failures(case: Case, names: Sequence[str] = tuple(COMPARISONS)) -> list[Failure]:
    """The comparisons that fail. What cannot be run at all fails as "run", unless another formulation cannot run it either."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            case.run
        except MbfmuError as error:
            return _refused(case, error)
        return [failure for name in names if (failure := _failure(case, name))]


def _refused(case: Case, error: MbfmuError) -> list[Failure]:
    try:
        COMPARISONS["kane"](case)
    except MbfmuError:
        return []
    return [Failure("run", str(error), type(error).__name__)]


def _failure(case: Case, name: str) -> Failure | None:
    try:
        deviation = COMPARISONS[name](case)
    except MbfmuError as error:
        return Failure(name, f"{type(error).__name__}: {error}", type(error).__name__)
    return None if case.allows(deviation) else Failure(name, _words(case, deviation))


def _words(case: Case, deviation: Deviation) -> str:
    return f"{deviation.of} is off by {deviation.size:.2g}, relative; perturbed by 1e-13, the run moves by {case.conditioning:.2g}"


def smallest(case: Case, failure: Failure) -> Description:
    """The smallest description that fails in the same comparison in the same way."""

    def fails(found: Description) -> bool:
        try:
            again = failures(Case(found, case.seed), [failure.comparison])
        except Exception:  # what is left is no model any more
            return False
        return any((of.comparison, of.raised) == (failure.comparison, failure.raised) for of in again)

    return shrunk(case.found, fails)


def case_of(seed: int) -> Case:
    """The case of a seed."""
    return Case(draw(seed), seed)
