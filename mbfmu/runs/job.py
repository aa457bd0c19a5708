"""What each worker of a study does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..base.errors import MbfmuError
from .kept_of_runs import KeptOfRuns
from .kept_values import Kept
from .run_threads import Ended
from .subject import Subject

ENDED: set[str] = set()  # the studies that were interrupted in this process


@dataclass(frozen=True)
class Outcome:
    """What came of a run: what was `kept` of it, or its `error`, and the whole `result` where it is wanted."""

    kept: Mapping[str, Any]
    error: str = ""
    result: np.ndarray | None = None


@dataclass(frozen=True)
class Job:
    """Runs of a subject, of which something is kept as `asked`; `study` tells it from others in its process."""

    subject: Subject
    asked: Mapping[str, str | Kept]
    trajectories: bool
    study: str

    @property
    def here(self) -> bool:
        """Whether its runs are in the process that asks for them."""
        return self.subject.here

    @cached_property
    def _kept(self) -> KeptOfRuns:
        return KeptOfRuns(self.asked, self.subject.outputs)

    def __call__(self, values: Mapping[str, Any]) -> Outcome:
        return self.run(values, self.heed)

    def run(self, values: Mapping[str, Any], heed: Callable[[float], None]) -> Outcome:
        """The outcome of a run with these start values; whatever goes wrong in it is an error in words. `heed` raises Ended to end it."""
        heed(0.0)
        try:
            result = self.subject.run(values, heed) if self.trajectories else None
            found = self._kept.of_run(self.subject, values, heed) if result is None else self._kept.of(result)
            kept = {name: _plain(name, value) for name, value in found.items()}
        except Ended:
            raise
        except MbfmuError as error:
            return Outcome({}, str(error))
        except (Exception, SystemExit) as error:  # whatever it is, the other runs continue
            return Outcome({}, f"{type(error).__name__}: {error}")
        return Outcome(kept, result=result)

    def lost(self, sentence: str) -> Outcome:
        """The outcome of a run whose process has ended."""
        return Outcome({}, sentence)

    def heed(self, t: float) -> None:
        """Raise Ended if the study was interrupted."""
        if self.study in ENDED:
            raise Ended


def _plain(name: str, found: Any) -> Any:
    """A value in types of JSON."""
    plain = found.item() if isinstance(found, np.generic) else found.tolist() if isinstance(found, np.ndarray) else found
    if isinstance(plain, (bool, int, float, str, list)) or plain is None:
        return plain
    raise MbfmuError(f"keep[{name!r}] is {plain!r}, which cannot be written: give a number, a text, or an array of numbers")


def run(job: Job, values: Mapping[str, Any]) -> Outcome:
    """`job`, as Dask calls it."""
    return job(values)


def received(job: Job) -> Job:
    """A job where it was sent: what Dask makes again from its bytes when a worker is lost."""
    return job
