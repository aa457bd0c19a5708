"""Results as Parquet, through pyarrow: a column a signal, with its unit in the metadata of its field (key "unit").

A Parquet file is readable once its end is written. So rows go to whole files in the folder NAME.parquet.parts beside it, which become one file at the
end; if the process is killed, the parts stay and are read in its place.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...base.errors import MbfmuError
from ...base.files.whole_file import whole_file
from .result import Result, with_units
from .result_file import ResultKind, ResultWriter, kept_rows, missing_columns

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    raise MbfmuError("results in .parquet files need the package pyarrow: pip install 'mbfmu[parquet]', or name a .csv file") from None

PART = 2**19  # numbers in a part, 4 MB: what a killed process loses at most


def parts_folder(path: Path) -> Path:
    """Where the parts of a file that is being written are."""
    return path.with_name(f"{path.name}.parts")


class ParquetWriter(ResultWriter):
    """Parts of a Parquet file, put together when it is closed."""

    def __init__(self, path: Path, dtype: np.dtype, units: Mapping[str, str]):
        super().__init__(dtype)
        self._path, self._folder, self._schema = path, parts_folder(path), _schema(dtype, units)
        self._waiting, self._count = np.empty(max(PART // max(dtype.itemsize // 8, 1), 1), dtype), 0
        self._parts: list[Path] = []
        path.unlink(missing_ok=True)
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir()

    def append(self, block: np.ndarray) -> None:
        while len(block):
            taken = block[: len(self._waiting) - self._count]
            self._waiting[self._count : self._count + len(taken)] = taken
            self._count, block = self._count + len(taken), block[len(taken) :]
            if self._count == len(self._waiting):
                self._write_part()

    def close(self) -> None:
        self._write_part()
        with whole_file(self._path) as partial, pq.ParquetWriter(partial, self._schema) as file:
            for part in self._parts:
                file.write_table(pq.read_table(part))
        shutil.rmtree(self._folder, ignore_errors=True)

    def _write_part(self) -> None:
        if not self._count:
            return
        part = self._folder / f"{len(self._parts):06d}.parquet"
        with whole_file(part) as partial:
            pq.write_table(_arrow(self._waiting[: self._count], self._schema), partial)
        self._parts.append(part)
        self._count = 0


def _schema(dtype: np.dtype, units: Mapping[str, str]) -> Any:
    fields = []
    for name in dtype.names or ():
        base, shape = dtype[name].base, dtype[name].shape
        of = pa.string() if base.kind in "OU" else pa.from_numpy_dtype(base)
        fields.append(pa.field(name, pa.list_(of, int(np.prod(shape))) if shape else of, metadata={"unit": units[name]} if units.get(name) else None))
    return pa.schema(fields)


def _arrow(rows: np.ndarray, schema: Any) -> Any:
    return pa.Table.from_arrays([_column(rows[field.name], field.type) for field in schema], schema=schema)


def _column(numbers: np.ndarray, kind: Any) -> Any:
    if numbers.ndim > 1:
        return pa.FixedSizeListArray.from_arrays(_column(numbers.reshape(-1), kind.value_type), kind.list_size)
    return pa.array(numbers.tolist() if numbers.dtype.kind in "OU" else np.ascontiguousarray(numbers), kind)


def read_parquet_result(path: Path, names: Sequence[str] | None = None, most: int | None = None) -> Result:
    """Read a result; raises MbfmuError where it is no such table, OSError where it cannot be read."""
    parts = _parts(path)
    try:
        schema, count = pq.read_schema(parts[0]), sum(pq.read_metadata(part).num_rows for part in parts)
    except pa.ArrowInvalid as error:
        raise MbfmuError(f"{path} is not a table of results in Parquet: {error}") from error
    if names is not None and not set(names) <= set(schema.names):
        raise missing_columns(path, names, schema.names)
    fields = [schema.field(name) for name in (schema.names if names is None else names)]
    rows = kept_rows(count, most)
    table = np.empty(len(rows), [(field.name, *_numpy_type(path, field)) for field in fields])
    _fill(path, table, rows, _groups(parts, list(table.dtype.names or ())))
    return with_units(table, {field.name: field.metadata[b"unit"].decode() for field in fields if field.metadata and b"unit" in field.metadata})


def _groups(parts: Sequence[Path], names: list[str]) -> Iterator[Any]:
    """The groups of rows of files, one at a time, for each takes memory."""
    for part in parts:
        with pq.ParquetFile(part) as file:
            for i in range(file.num_row_groups):
                yield file.read_row_group(i, names)


def _parts(path: Path) -> list[Path]:
    """The file, or what a killed process has left of one."""
    left = sorted(parts_folder(path).glob("*.parquet")) if not path.exists() else []
    if not left and not path.is_file():
        raise FileNotFoundError(2, "No such file or directory")
    return left or [path]


def _numpy_type(path: Path, field: Any) -> tuple:
    of, shape = field.type, tuple[int, ...]()
    if pa.types.is_fixed_size_list(of):
        of, shape = of.value_type, (of.list_size,)
    if pa.types.is_string(of) or pa.types.is_large_string(of):
        return np.object_, shape
    if not (pa.types.is_integer(of) or pa.types.is_floating(of) or pa.types.is_boolean(of)):
        raise MbfmuError(f"{path}: column {field.name} is of type {of}; columns of results are numbers, truth values or texts")
    return np.dtype(of.to_pandas_dtype()), shape


def _fill(path: Path, table: np.ndarray, rows: np.ndarray, groups: Iterator[Any]) -> None:
    """Put the chosen rows of all groups into a table."""
    first = 0
    for group in groups:
        begin, end = np.searchsorted(rows, [first, first + group.num_rows])
        taken = group.take(pa.array(rows[begin:end] - first)).combine_chunks()
        for name in (table.dtype.names or ()) if begin < end else ():
            column = pa.concat_arrays(taken.column(name).chunks)
            if column.null_count and table.dtype[name].base.kind in "biu":
                raise MbfmuError(f"{path}: column {name} has {column.null_count} rows without a value")
            numbers = column.flatten() if pa.types.is_fixed_size_list(column.type) else column
            table[name][begin:end] = numbers.to_numpy(zero_copy_only=False).reshape(table[name][begin:end].shape)
        first += group.num_rows


KIND = ResultKind(ParquetWriter, read_parquet_result)
