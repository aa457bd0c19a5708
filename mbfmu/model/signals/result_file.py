"""Results on disk, written in blocks of rows while a run goes on, and read whole or thinned: .csv, and .parquet through the package pyarrow."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import numpy as np

from ...base.errors import MbfmuError
from ...base.files.given_path import given_path
from ...base.files.no_space import room_in
from .result import Result


class ResultWriter(ABC):
    """An open file of results. Rows behind a block that was written survive a killed process, but for the last few in a .parquet file."""

    def __init__(self, dtype: np.dtype):
        self.dtype, self.rows = dtype, 0

    def write(self, block: np.ndarray) -> None:
        """Append a structured array, whose columns are those with which the file was opened.

        Raises MbfmuError if there is no space for it; the rows before it stay.
        """
        if block.dtype.names != self.dtype.names:
            raise MbfmuError(f"the rows have the columns {', '.join(block.dtype.names or ())}; the file has {', '.join(self.dtype.names or ())}")
        if len(block):
            self.append(block)
            self.rows += len(block)

    @abstractmethod
    def append(self, block: np.ndarray) -> None: ...

    @abstractmethod
    def close(self) -> None:
        """End the file, also after a run that has failed."""


@dataclass(frozen=True)
class ResultKind:
    """How files with one ending are opened for writing, with their columns and units, and read.

    `read` takes the path, the columns to read (None: all), and how many rows to keep at most (None: all).
    """

    writer: Callable[[Path, np.dtype, Mapping[str, str]], ResultWriter]
    read: Callable[[Path, Sequence[str] | None, int | None], Result]


MODULES = {".csv": ".result_csv", ".parquet": ".result_parquet"}


def kind_of_result(path: str | Path) -> ResultKind:
    """The kind of a file by its ending. Raises MbfmuError for other endings, and if pyarrow is needed and missing."""
    file = given_path(path)
    if file.suffix.lower() not in MODULES:
        raise MbfmuError(f"{file}: results are files that end in {' or '.join(MODULES)}")
    kind: ResultKind = import_module(MODULES[file.suffix.lower()], __package__).KIND
    return kind


def is_result(path: Path) -> bool:
    """Whether the ending of a path is that of a result."""
    return path.suffix.lower() in MODULES


@contextmanager
def result_writer(path: str | Path, dtype: np.dtype, units: Mapping[str, str] | None = None) -> Iterator[ResultWriter]:
    """Open a file for rows of these columns, "time" [s] among them, and close it when the block ends, however that ends.

    The ending of `path` says of which kind it is. A file that was there is replaced at once. A .parquet file holds the `units`.
    Raises MbfmuError if the file cannot be written, or pyarrow is missing.
    """
    file = given_path(path)
    kind = kind_of_result(file)
    try:
        with room_in(file.parent, f"for {file.name}", "choose another folder"):
            writer = kind.writer(file, dtype, units or {})
            try:
                yield writer
            finally:
                writer.close()
    except OSError as error:
        raise MbfmuError(f"{file} cannot be written: {error.strerror or error}") from error


def write_result(path: str | Path, result: np.ndarray, units: Mapping[str, str] | None = None) -> None:
    """Write a whole result; see `result_writer`. Units are those that the result knows, unless `units` gives them."""
    with result_writer(path, result.dtype, getattr(result, "units", {}) if units is None else units) as writer:
        writer.write(result)


def read_result(path: str | Path, signals: Sequence[str] | None = None, most_rows: int | None = None) -> Result:
    """Read a result from a .csv or .parquet file of mbfmu or another tool.

    `signals` are the columns to read beside "time"; by default all. `most_rows` keeps memory small for long files: that many rows at equal
    distances, the first and the last among them. The units of a .parquet file are those of the result.
    Raises MbfmuError if the file is missing or no such table, or pyarrow is missing.
    """
    file = given_path(path)
    names = None if signals is None else ["time", *(name for name in signals if name != "time")]
    try:
        return kind_of_result(file).read(file, names, most_rows)
    except OSError as error:
        raise MbfmuError(f"{file} cannot be read: {error.strerror or error}") from error


def kept_rows(count: int, most: int | None) -> np.ndarray:
    """The numbers of the rows to keep of `count`."""
    if most is None or count <= most:
        return np.arange(count)
    return np.linspace(0, count - 1, max(most, 2)).round().astype(int)


def missing_columns(path: Path, wanted: Sequence[str], there: Sequence[str]) -> MbfmuError:
    """The error that names columns that a file lacks."""
    missing = [name for name in wanted if name not in there]
    return MbfmuError(f"{path} has no column {', '.join(map(repr, missing))}; it has {', '.join(there)}")
