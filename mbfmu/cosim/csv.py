"""Results as CSV, in FMPy's format: quoted names, numbers that read back exactly."""

from pathlib import Path

import numpy as np

from ..base.errors import MbfmuError
from ..base.files.given_path import given_path
from ..base.files.whole_file import whole_file
from ..model.signals.result_csv import BLOCK, csv_head, csv_text, read_csv_result


def write_csv(path: str | Path, result: np.ndarray) -> None:
    """Write a result to `path`, whole or not at all; truth values become 0 and 1, which FMPy can read back."""
    with whole_file(Path(path)) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        file.write(csv_head(result.dtype))
        for begin in range(0, len(result), BLOCK):
            file.write(csv_text(result[begin : begin + BLOCK]))


def read_csv(path: str | Path) -> np.ndarray:
    """Read a result; raises MbfmuError when the file is missing or not such a table."""
    file = given_path(path)
    try:
        return read_csv_result(file)
    except OSError as error:
        raise MbfmuError(f"{file} cannot be read: {error.strerror}") from error
