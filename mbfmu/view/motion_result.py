"""The motion of a Scene in a file of results, as any tool writes it."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ..base.errors import MbfmuError, ProblemsFound
from ..model.signals.result_csv import CsvLines
from ..model.signals.result_file import read_result
from ..scene import Scene
from .poses import entries, force_outputs, pose_outputs

ANNOTATION = re.compile(r"\s*\[[^\[\]]*[A-Za-z][^\[\]]*\]$")  # behind a name: Ecos says the type there
JOINTS = (".", "::")  # between the name of an FMU in its system and that of a variable
MOST_ROWS = 20_000  # of a long file, several to each frame that is shown
NAMED = 5  # outputs that an error names


def read_motion(path: Path, scene: Scene, whole: bool = False) -> np.ndarray:
    """A structured array with "time" [s] and the outputs that a Scene names, from the columns of a CSV or Parquet file; of a long one some rows,
    unless it is wanted `whole`.

    Columns may be called as by FMPy ("boom.frame_a.r[1]", or "boom.frame_a.r" with three numbers a cell), or have the name of a system in front, as
    by OMSimulator ("model.root.crane.boom.frame_a.r[1]"). Raises MbfmuError where it is no table, ProblemsFound with the outputs that it
    lacks.
    """
    table, needed = _table(path, None if whole else MOST_ROWS), pose_outputs(scene)
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


def _table(path: Path, most_rows: int | None) -> dict[str, np.ndarray]:
    """The columns of a result by name, one for each number; MbfmuError where it is none."""
    return _of_parquet(path, most_rows) if path.suffix.lower() == ".parquet" else _of_csv(path, most_rows)


def _of_parquet(path: Path, most_rows: int | None) -> dict[str, np.ndarray]:
    result, columns = read_result(path, most_rows=most_rows), dict[str, np.ndarray]()
    for name in result.dtype.names or ():
        numbers = result[name].reshape(len(result), -1)
        if numbers.dtype.kind in "biuf":
            named = [_plain(name)] if numbers.shape[1] == 1 else entries(_plain(name), numbers.shape[1])
            columns |= dict(zip(named, numbers.T.astype(float)))
    if "time" not in columns or not len(result):
        raise MbfmuError(f"{path} holds no result: it must have a column `time` and rows")
    return columns


def _of_csv(path: Path, most_rows: int | None) -> dict[str, np.ndarray]:
    try:
        content = CsvLines.of(path, most_rows)
        rows = [row for block in content.blocks() for row in block.rows()]
    except OSError as error:
        raise MbfmuError(f"{path} cannot be read: {error.strerror}") from error
    except csv.Error as error:
        raise MbfmuError(f"{path} is not a table of results: {error}") from error
    if not rows:
        raise MbfmuError(f"{path} holds no result: a line of names and lines of numbers are needed")
    sizes = [len(cell.split()) for cell in rows[0][1]]
    names = [number for name, size in zip(content.head, sizes) for number in (entries(_plain(name), size) if size > 1 else [_plain(name)])]
    if "time" not in names or len(content.head) != len(sizes):
        raise MbfmuError(f"{path} is not a table of results: its first line must name a column `time` and all others")
    columns = np.array([_numbers(path, line, row, len(names)) for line, row in rows]).T
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
