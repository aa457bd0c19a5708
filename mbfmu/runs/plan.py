"""What a sweep or a study may run, and what it may keep: said before anything runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..analysis.simulate.cores import cores
from ..base.errors import MbfmuError, ProblemsFound
from .kept_values import Kept, kept_by
from .subject import Subject

PLAIN = (bool, int, float, str, list, tuple, np.generic, np.ndarray)  # kinds of values that runs start with


def planned(what: str, subject: Subject, rows: Sequence[dict[str, Any]], asked: Mapping[str, str | Kept]) -> dict[str, Kept]:
    """What is kept of runs that start with rows of values, as `asked`; ProblemsFound, with `what` cannot be run, where names do not fit."""
    kept = kept_by(asked, subject.outputs)
    wrong = subject.unknown(rows[0])
    wrong += [
        f"{name} is kept under the name of a value; give it another, as in keep={{'last {name}': {name!r}}}" for name in kept if name in rows[0]
    ]
    odd = {name: value for row in rows for name, value in row.items() if not isinstance(value, PLAIN)}
    wrong += [f"{name} = {value!r} is no number, truth value, text or array" for name, value in odd.items()]
    if wrong:
        raise ProblemsFound(f"the {what} cannot be run:", wrong)
    return kept


def at_once(workers: int | None) -> int:
    """The number of simultaneous runs, by default one for each core."""
    workers = cores() if workers is None else workers
    if not (isinstance(workers, int) and workers > 0):
        raise MbfmuError(f"workers = {workers!r} must be a whole number > 0")
    return workers
