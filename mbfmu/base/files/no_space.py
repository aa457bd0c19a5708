"""Full file systems, reported by the folder that is full."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import MbfmuError

FULL = (errno.ENOSPC, errno.EDQUOT)


@contextmanager
def room_in(folder: Path, purpose: str, instead: str) -> Iterator[None]:
    """Raise MbfmuError where `folder` has no space left for what the block writes there; `instead` says what else can be done."""
    try:
        yield
    except OSError as error:
        if error.errno not in FULL:
            raise
        raise MbfmuError(f"no space is left in {folder} {purpose}: make room there, or {instead}") from error
