"""Folders in the system's temporary directory."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from secrets import token_hex
from tempfile import gettempdir

from ..errors import MbfmuError
from .lock import delete_left_behind, in_use
from .no_space import room_in

PREFIX = "mbfmu-temporary-"  # with the eight characters that follow, no folder of a user's own is taken for one of these
ELSEWHERE = "name another folder in the environment variable TMPDIR"


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Yield an empty folder, deleted at the end; those that killed processes left are deleted first. MbfmuError where none can be made."""
    try:
        delete_left_behind(Path(gettempdir()), PREFIX + "????????")
        folder = Path(gettempdir()) / f"{PREFIX}{token_hex(4)}"
    except OSError as error:
        raise _none(error) from error
    with in_use(folder):
        try:
            folder.mkdir(mode=0o700)
        except OSError as error:
            raise _none(error) from error
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)  # what cannot be deleted now will be found left behind


def temporary_room(purpose: str) -> AbstractContextManager[None]:
    """Raise MbfmuError where a block that writes into temporary folders finds no space left; `purpose` says what it does."""
    return room_in(Path(gettempdir()), purpose, ELSEWHERE)


def _none(error: OSError) -> MbfmuError:
    """What to say where no folder can be made."""
    return MbfmuError(f"no temporary folder can be made: {error.strerror or error}; {ELSEWHERE}")
