"""A file of records, a line of JSON each behind one that says what they are of: those written before their process was killed are there afterwards,
whole, and nothing else is."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, BinaryIO

from filelock import Timeout

from ..errors import MbfmuError
from .lock import in_use
from .no_space import room_in

SYNC = 0.5  # s of records that a power cut may cost; a killed process costs none


class Journal:
    """The `head` and the `records` of a file, to which more are added; `journal` opens one."""

    def __init__(self, path: Path, file: BinaryIO, lines: list[dict[str, Any]]):
        self._path, self._file, self._lines, self._synced = path, file, lines, -inf

    @property
    def head(self) -> Mapping[str, Any]:
        """What the records are of: the first line."""
        return self._lines[0]

    @property
    def records(self) -> list[dict[str, Any]]:
        """The lines behind the first."""
        return self._lines[1:]

    def add(self, record: Mapping[str, Any]) -> None:
        """Write a record whole; SYNC later it is on the disk. MbfmuError where there is no space for it."""
        line, end = memoryview(json.dumps(record).encode() + b"\n"), self._file.seek(0, os.SEEK_END)
        try:
            with room_in(self._path.parent, f"for {self._path.name}", "choose another folder"):
                while line:
                    line = line[self._file.write(line) :]
                if monotonic() > self._synced + SYNC:
                    self.sync()
        except BaseException:
            self._file.truncate(end)  # of a part of a line
            raise
        self._lines.append(dict(record))

    def sync(self) -> None:
        """Have all records on the disk when this returns."""
        os.fsync(self._file.fileno())
        self._synced = monotonic()


@contextmanager
def journal(path: Path, head: Mapping[str, Any]) -> Iterator[Journal]:
    """Yield the Journal at `path`, begun with this `head` where it is missing; what a killed process has left of a line is cut off.

    MbfmuError where another process writes to it, or a line is damaged, with what saves all others.
    """
    with ExitStack() as opened:
        try:
            opened.enter_context(in_use(path, wait=False))
        except Timeout:
            raise MbfmuError(f"another process writes to {path}: wait until it has ended, or choose another folder") from None
        file = opened.enter_context(path.open("a+b", buffering=0))
        file.seek(0)
        lines = file.readall().split(b"\n")
        if torn := lines.pop():
            file.truncate(file.seek(0, os.SEEK_END) - len(torn))
        found = Journal(path, file, [_record(path, number, line, head) for number, line in enumerate(lines, 1)])
        if not lines:
            found.add(head)
        try:
            yield found
        finally:
            found.sync()


def _record(path: Path, number: int, line: bytes, head: Mapping[str, Any]) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):  # of lists in lists in lists
        record = None
    if not isinstance(record, dict):
        again = "delete this line, and what it told is made again"
        anew = f"if its records are of the same as here, write in the place of this line\n{json.dumps(head)}"
        raise MbfmuError(f"{path} is damaged in line {number}: {again if number > 1 else anew}")
    return record
