"""Results as CSV, in FMPy's format: quoted names, numbers that read back exactly."""

import re
from pathlib import Path

import fmpy
import numpy as np

from ..base.errors import MbfmuError
from ..base.files.given_path import given_path
from ..base.files.whole_file import whole_file

NUMBER = re.compile(r"[-+.\d]+(e[-+]?\d+)?", re.IGNORECASE)


def write_csv(path: str | Path, result: np.ndarray) -> None:
    """Write a result to `path`, whole or not at all; truth values become 0 and 1, which FMPy can read back."""
    numbers = [(name, np.int8 if result.dtype[name] == np.bool_ else result.dtype[name]) for name in result.dtype.names or ()]
    with whole_file(Path(path)) as partial:
        fmpy.write_csv(partial, result.astype(numbers))


def read_csv(path: str | Path) -> np.ndarray:
    """Read a result; raises MbfmuError when the file is missing or not such a table."""
    path = given_path(path)
    try:
        result = fmpy.read_csv(path)
        if all(NUMBER.fullmatch(name) for name in result.dtype.names or ()):
            raise ValueError("it has no names")
        return result
    except OSError as error:
        raise MbfmuError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, IndexError, TypeError) as error:
        why = f": {error}" if isinstance(error, ValueError) else ""  # others are Python's words for too few cells
        raise MbfmuError(f"{path} is not a table of results with a line of names and lines of numbers{why}") from error
