"""Which kind of FMU of ours a file is."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

MODEL = "resources/model.mbfmu"  # as in engine/c/data/resources.c
REQUIREMENTS = "resources/requirements.txt"  # for people and pip

PYTHON_BLOCK = "PythonBlock"
MARKS = {
    "native": "sources/problem.c",
    PYTHON_BLOCK: REQUIREMENTS,
    "interpreted": "resources/slavemodule.txt",
    "portable": MODEL,
}  # a file that no kind before it has
ABOUT: Mapping[str, str] = {
    "native": "inside are the equations, compiled; it needs nothing where it runs",
    "portable": "inside are the engine and the equations as data; it needs nothing where it runs",
    "interpreted": "inside are the engine and the equations as data, called through Python; it needs Python where it runs, but no package",
    PYTHON_BLOCK: "inside is the user's own Python; it needs Python and the packages below where it runs",
}


def fmu_kind(path: Path) -> str:
    """One of MARKS for an FMU that mbfmu has made."""
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
    return next((kind for kind, mark in MARKS.items() if mark in names), "")


def fmu_requirements(path: Path) -> list[str]:
    """The packages that an FMU of a PythonBlock needs."""
    with zipfile.ZipFile(path) as archive:
        return archive.read(REQUIREMENTS).decode().splitlines() if REQUIREMENTS in archive.namelist() else []
