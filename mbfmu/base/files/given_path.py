"""Paths as users give them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ..errors import MbfmuError


def given_path(given: Any) -> Path:
    """A path that was given as text or as a Path; MbfmuError where it is anything else."""
    if not isinstance(given, (str, os.PathLike)):
        raise MbfmuError(f"{given!r} is no path: give text, such as 'out/run.csv', or a Path")
    return Path(given)
