"""The folder of a study: what it is, and a record of each finished run."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from ..base.errors import MbfmuError, ProblemsFound
from ..base.files.journal import Journal, journal
from ..base.files.ready_file import ready_file
from ..base.files.ready_folder import ready_folder
from ..cosim.csv import write_csv
from .job import Outcome

RUNS, TRAJECTORIES = "runs.jsonl", "trajectories"
STUDY_OF = "study of"  # in the first line: what the model is called
KEEP = "keep"  # and what it keeps, by name
VALUES, KEPT, ERROR, TRAJECTORY = "values", "kept", "error", "trajectory"


class StudyFolder:
    """The records of finished runs, by what these started with; `study_folder` opens one.

    Each keeps what its study, as it is `told`, keeps. A run whose trajectory is wanted and gone is not finished, and runs again.
    """

    def __init__(self, folder: Path, records: Journal, told: Mapping[str, Any]):
        self._folder, self._journal, wanted = folder, records, told.get(KEEP, {})
        for line, record in enumerate(records.records, 2):
            if wrong := _wrong(record, wanted):
                raise MbfmuError(f"{folder / RUNS} {wrong} in line {line}: delete this line, and its run is repeated")
        self._runs = {key(record[VALUES]): record for record in records.records}
        # the last one in use: runs may be fewer, where lines were deleted
        self._trajectory = max((int(Path(run[TRAJECTORY]).stem) for run in self._runs.values() if TRAJECTORY in run), default=0)
        if told.get(TRAJECTORIES):
            gone = [each for each, run in self._runs.items() if not run[ERROR] and not (folder / run.get(TRAJECTORY, "")).is_file()]
            self._runs = {each: run for each, run in self._runs.items() if each not in gone}
            if gone:
                logging.getLogger("mbfmu").warning("%d trajectories are gone from %s: their runs are not finished", len(gone), folder)

    def find(self, values: Mapping[str, Any]) -> dict[str, Any] | None:
        """The record of the run that started with these values, if it is finished."""
        return self._runs.get(key(values))

    def add(self, values: Mapping[str, Any], outcome: Outcome) -> None:
        """Write the record of a finished run, behind its trajectory."""
        record: dict[str, Any] = {VALUES: _plain(values), KEPT: dict(outcome.kept), ERROR: outcome.error}
        if outcome.result is not None:
            self._trajectory += 1
            record[TRAJECTORY] = f"{TRAJECTORIES}/{self._trajectory:06d}.csv"
            ready_folder(self._folder / TRAJECTORIES)
            write_csv(self._folder / record[TRAJECTORY], outcome.result)
        self._journal.add(record)
        self._runs[key(values)] = record


@contextmanager
def study_folder(folder: Path, told: Mapping[str, Any]) -> Iterator[StudyFolder]:
    """Yield the folder of the study that is `told`; ProblemsFound where it holds another one, MbfmuError where another process runs it."""
    with journal(ready_file(folder / RUNS), told) as records:
        _refuse_another(folder, records.head, told)
        yield StudyFolder(folder, records, told)


def _wrong(record: Mapping[str, Any], wanted: Collection[str]) -> str:
    """What is wrong with the record of a run that keeps what is `wanted`, in words; nothing where it is whole."""
    kinds = {VALUES: dict, KEPT: dict, ERROR: str}
    if not all(isinstance(record.get(name), kind) for name, kind in kinds.items()):
        return "has no run"
    if not re.fullmatch(rf"{TRAJECTORIES}/\d{{1,12}}\.csv", str(record.get(TRAJECTORY, f"{TRAJECTORIES}/1.csv"))):
        return f"names {record[TRAJECTORY]!r} as a trajectory"
    kept = record[KEPT]
    if not record[ERROR] and kept.keys() != set(wanted):
        return f"keeps {', '.join(kept) or 'nothing'}, and not {', '.join(wanted) or 'nothing'},"
    return ""


def _refuse_another(folder: Path, there: Mapping[str, Any], told: Mapping[str, Any]) -> None:
    if VALUES in there:
        line = f"if its runs are of this one, write before them the line\n{json.dumps(told)}"
        raise MbfmuError(f"{folder / RUNS} does not say in its first line which study it is of; {line}")
    changed = [name for name in {**there, **told} if json.dumps(there.get(name)) != json.dumps(told.get(name))]  # as text nan is nan
    if changed:
        wrong = [f"{name}: {_short(there.get(name))} there, {_short(told.get(name))} here" for name in changed]
        raise ProblemsFound(f"{folder} holds another study; choose another folder, or delete it:", wrong)


def _short(told: Any) -> str:
    text = str(told)
    return text if len(text) < 80 else "..." + text[-12:]


def key(values: Mapping[str, Any]) -> str:
    """What a run is known by: the values it starts with, whatever their order, a whole number the same as an integer and as a float."""
    return json.dumps({name: float(v) if type(v) is int else v for name, v in _plain(values).items()}, sort_keys=True)


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: v.tolist() if isinstance(v, (np.generic, np.ndarray)) else v for name, v in values.items()}
