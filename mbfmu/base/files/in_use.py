"""Files and folders in the making: locked while a process works on them, since a lock ends with its process, however that ends."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: nothing tells whether a process still works on them, so none is deleted
    fcntl = None  # type: ignore[assignment]


@contextmanager
def in_use(make: Callable[[], Path]) -> Iterator[Path]:
    """Yield the file or folder that `make` makes; until the block ends, `delete_left_behind` leaves it alone."""
    path, lock = _made(make)
    try:
        yield path
    finally:
        if lock is not None:
            os.close(lock)


def delete_left_behind(folder: Path, pattern: str) -> None:
    """Delete the files and folders of `folder` whose names match `pattern` and on which no living process works."""
    for path in folder.glob(pattern) if fcntl else ():
        with suppress(OSError):  # in use, or another user's
            lock = _locked(path, fcntl.LOCK_EX | fcntl.LOCK_NB)
            try:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
            finally:
                os.close(lock)


def _made(make: Callable[[], Path]) -> tuple[Path, int | None]:
    """What was made, and its lock; None where the system has none."""
    while True:
        path = make()
        try:
            return path, _locked(path, fcntl.LOCK_EX) if fcntl else None
        except FileNotFoundError:
            continue  # another process has found it before it was locked, and deleted it
        except OSError:  # some file systems know no locks; there nothing is ever found without one
            return path, None


def _locked(path: Path, how: int) -> int:
    """The descriptor that holds a lock on what lies at `path`; FileNotFoundError where it was deleted meanwhile."""
    lock = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(lock, how)
        if not os.path.samestat(os.fstat(lock), os.lstat(path)):
            raise FileNotFoundError(path)
    except BaseException:
        os.close(lock)
        raise
    return lock
