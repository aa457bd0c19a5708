"""Locks of files and folders, which tell those that a process works on from those that a killed one has left."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout


@contextmanager
def in_use(path: Path, wait: bool = True) -> Iterator[None]:
    """Hold the lock of the file or folder `path`, which need not exist yet, until the block ends or the process, however that ends.

    Some file systems know no locks; there the block runs without one. Timeout, of filelock, where another holds it and `wait` is False.
    """
    with ExitStack() as held:
        try:
            held.enter_context(_locked(path, wait))
        except Timeout:
            raise
        except OSError:
            pass  # nor will anything be found left behind there
        yield


def delete_left_behind(folder: Path, pattern: str) -> None:
    """Delete the files and folders of `folder` whose names match `pattern`, with their locks, unless a living process holds these."""
    alone = (lock.with_suffix("") for lock in folder.glob(f"{pattern}.lock"))  # killed before it made what it had locked, or behind its end
    for path in {*folder.glob(pattern), *alone}:
        with suppress(OSError), _locked(path, wait=False):  # in use, or another user's
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)


@contextmanager
def _locked(path: Path, wait: bool) -> Iterator[None]:
    """Hold a lock on a file of its own beside `path`: Windows locks no folders, and lets nobody read or delete what is locked."""
    if not path.parent.is_dir():
        raise FileNotFoundError(path.parent)  # which filelock would make
    file = Path(f"{path}.lock")
    with FileLock(file, timeout=-1 if wait else 0, poll_interval=0.002, thread_local=False):
        try:
            yield
        finally:
            with suppress(OSError):  # Windows deletes it with the release
                file.unlink()  # while it is held: whoever waits for it notices, and makes another
