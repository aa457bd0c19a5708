"""All columns of a CSV file as the signals that drive a model's inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...base.errors import MbfmuError, ProblemsFound
from ...base.nearest import nearest
from .csv_file import SAID, CsvFile
from .signal import Signal
from .table import Held, Table


@dataclass(frozen=True)
class Wanted:
    """What an input takes: real numbers in `unit`, or, if `read` is given, what it makes of a text, in words `one`; ValueError: nothing."""

    unit: str = ""
    read: Callable[[str], Any] | None = None
    one: str = "a number"


def csv_inputs(path: str | Path, inputs: Mapping[str, Wanted]) -> dict[str, Signal]:
    """A signal for each column of the file at `path`: numbers are joined by lines, other values are held from row to row.

    Raises ProblemsFound for all that is wrong: columns that are no inputs, cells that are nothing of their type, units that do not fit.
    """
    file = CsvFile.read(path)
    signals: dict[str, Signal] = {}
    unknown = [name for name in file.columns if name not in inputs]
    listed = ", ".join(inputs) or "none"
    wrong = [f"column {name}: there is no input {name!r}{nearest(name, inputs)}; the inputs are {listed}" for name in unknown[:SAID]]
    wrong += [f"and {len(unknown) - SAID} more columns that are no inputs"] if len(unknown) > SAID else []
    for name in file.columns:
        try:
            if name in inputs:
                signals[name] = column_signal(file, name, inputs[name])
        except ProblemsFound as found:
            wrong += found.problems
        except MbfmuError as error:
            wrong.append(str(error))
    if wrong:
        raise ProblemsFound(f"{path} cannot be used:", wrong)
    return signals


def column_signal(file: CsvFile, name: str, wanted: Wanted) -> Signal:
    """The signal that one column of a file holds; MbfmuError or ProblemsFound where it cannot drive what is `wanted`."""
    if wanted.read is None:
        return Table(file.times, file.numbers(name, wanted.unit))
    if name in file.units:
        raise MbfmuError(f"column {name} takes {wanted.one}, which has no unit such as {file.units[name]}")
    return Held(file.times, file.values(name, wanted.read, wanted.one))
