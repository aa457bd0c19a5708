"""Folders of caches, which are the user's where these can be written."""

from __future__ import annotations

import atexit
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path

from ..errors import MbfmuError
from .ready_folder import ready_folder
from .temporary_folder import temporary_folder


@cache
def cache_folder(wanted: Path) -> Path:
    """The folder `wanted`, made if missing; where nothing can be written there, as in a home that is read-only, one that ends with this process.

    So it is for a relative path, such as that below a home that nobody knows.

    MbfmuError where neither can be made.
    """
    if wanted.is_absolute():
        with suppress(MbfmuError):
            return ready_folder(wanted)
    kept = ExitStack()
    atexit.register(kept.close)
    return kept.enter_context(temporary_folder())
