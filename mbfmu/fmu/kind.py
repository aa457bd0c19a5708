"""Which kind of FMU of ours a file is."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

from .portable_fmu import MODEL

MARKS = {"native": "sources/problem.c", "interpreted": "resources/slavemodule.txt", "portable": MODEL}  # a file that no kind before it has
ABOUT: Mapping[str, str] = {
    "native": "inside are the equations, compiled; it needs nothing where it runs",
    "portable": "inside are the engine and the equations as data; it needs nothing where it runs",
    "interpreted": "inside are the engine and the equations as data, called through Python; it needs Python where it runs, but no package",
}


def fmu_kind(path: Path) -> str:
    """"native", "interpreted" or "portable" of an FMU that mbfmu has made."""
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
    return next((kind for kind, mark in MARKS.items() if mark in names), "")
