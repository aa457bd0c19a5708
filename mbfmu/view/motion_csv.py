"""The motion of a Scene in a CSV file, as any tool writes it."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ..base.errors import MbfmuError, ProblemsFound
from ..scene import Scene
from .poses import entries, force_outputs, pose_outputs

ANNOTATION = re.compile(r"\s*\[[^\[\]]*[A-Za-z][^\[\]]*\]$")  # behind a name: Ecos says the type there
JOINTS = (".", "::")  # between the name of an FMU in its system and that of a variable
NAMED = 5  # outputs that an error names


def read_motion(path: Path, scene: Scene) -> np.ndarray:
    """A structured array with "time" [s] and the outputs that a Scene names, from the columns of a CSV file.

    Columns may be called as by FMPy ("boom.frame_a.r[1]", or "boom.frame_a.r" with three numbers a cell), or have the name of a system in front, as
    by OMSimulator ("model.root.crane.boom.frame_a.r[1]"). Raises MbfmuError where it is no table, ProblemsFound with the outputs that it
    lacks.
    """
    table, needed = _table(path), pose_outputs(scene)
    prefix = _prefix(path, table, [number for numbers in needed.values() for number in numbers])
    missing = [f"{name}[1] to [{len(numbers)}]" for name, numbers in needed.items() if not all(prefix + number in table for number in numbers)]
    if missing:
        again = "run `mbfmu simulate` or `mbfmu cosim` again with --poses, or record these outputs in another tool"
        title = f"{path} lacks the poses of the parts of {scene.name}: {again}:"
        raise ProblemsFound(title, _first(missing))
    wanted = needed | force_outputs(scene)
    there = {number: table[prefix + number] for numbers in wanted.values() for number in numbers if prefix + number in table}
    found = np.empty(len(table["time"]), dtype=[(name, np.float64) for name in ("time", *there)])
    for name, column in {"time": table["time"], **there}.items():
        found[name] = column
    return found


def _first(missing: list[str]) -> list[str]:
    """The first of many outputs."""
    if len(missing) <= NAMED:
        return missing
    return [*missing[:NAMED], f"and {len(missing) - NAMED} others; FMPy records all outputs by default"]


def _prefix(path: Path, table: Mapping[str, np.ndarray], wanted: list[str]) -> str:
    """What stands before the names of the FMU's variables in those of columns."""
    if not wanted or all(name in table for name in wanted):
        return ""
    ends = tuple(joint + wanted[0] for joint in JOINTS)
    prefixes = [name.removesuffix(wanted[0]) for name in table if name.endswith(ends)]
    fitting = [prefix for prefix in prefixes if all(prefix + name in table for name in wanted)]
    if len(fitting) > 1:
        raise MbfmuError(f"{path} holds several such mechanisms, {', '.join(fitting)}: view the system that they are in, or keep the columns of one")
    return fitting[0] if fitting else prefixes[0] if prefixes else ""


def _table(path: Path) -> dict[str, np.ndarray]:
    """The columns of a CSV file by name, one for each number; MbfmuError where it is none."""
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            rows = [row for row in csv.reader(file, skipinitialspace=True) if row]
    except OSError as error:
        raise MbfmuError(f"{path} cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise MbfmuError(f"{path} is not a table of results: {error}") from error
    if len(rows) < 2:
        raise MbfmuError(f"{path} holds no result: a line of names and lines of numbers are needed")
    sizes = [len(cell.split()) for cell in rows[1]]
    names = [number for name, size in zip(rows[0], sizes) for number in (entries(_plain(name), size) if size > 1 else [_plain(name)])]
    if "time" not in names or len(rows[0]) != len(sizes):
        raise MbfmuError(f"{path} is not a table of results: its first line must name a column `time` and all others")
    columns = np.array([_numbers(path, line, row, len(names)) for line, row in enumerate(rows[1:], 2)]).T
    return dict(zip(names, columns))


def _plain(name: str) -> str:
    name = ANNOTATION.sub("", name.strip())
    return "time" if name.lower() == "time" else name


def _numbers(path: Path, line: int, row: list[str], count: int) -> list[float]:
    numbers = [_number(text) for text in " ".join(row).split()]
    if len(numbers) != count:
        raise MbfmuError(f"{path}: line {line} has {len(numbers)} numbers, but the first line names {count}")
    return numbers


def _number(text: str) -> float:
    """What is no number, such as a truth value, is none that a Scene needs."""
    try:
        return float(text)
    except ValueError:
        return np.nan
