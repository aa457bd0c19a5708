"""Folders in the system's temporary directory."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import gettempdir, mkdtemp

from ..errors import MbfmuError
from .in_use import delete_left_behind, in_use
from .no_space import room_in

PREFIX = "mbfmu-working-"  # with the eight characters that follow, no folder of a user's own is taken for one of these
ELSEWHERE = "name another folder in the environment variable TMPDIR"


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Yield an empty folder, deleted at the end; those that killed processes left are deleted first. MbfmuError where none can be made."""
    with in_use(_made) as folder:
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)  # what cannot be deleted now will be found left behind


def temporary_room(purpose: str) -> AbstractContextManager[None]:
    """Raise MbfmuError where a block that writes into temporary folders finds no space left; `purpose` says what it does."""
    return room_in(Path(gettempdir()), purpose, ELSEWHERE)


def _made() -> Path:
    try:
        delete_left_behind(Path(gettempdir()), PREFIX + "????????")
        return Path(mkdtemp(prefix=PREFIX))
    except OSError as error:
        raise MbfmuError(f"no temporary folder can be made: {error.strerror or error}; {ELSEWHERE}") from error
