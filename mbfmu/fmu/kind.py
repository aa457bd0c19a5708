"""Which kind of FMU of ours a file is."""

from __future__ import annotations

import zipfile
from pathlib import Path

from .portable_fmu import MODEL

MARKS = {"portable": MODEL, "native": "sources/problem.c", "interpreted": "resources/slavemodule.txt"}  # a file that only this kind has


def fmu_kind(path: Path) -> str:
    """"portable", "native" or "interpreted" of an FMU that mbfmu has made."""
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
    return next((kind for kind, mark in MARKS.items() if mark in names), "")
