"""Text files of other tools: their lines, numbers, and errors that say where."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from mbfmu.base.errors import MbfmuError

DIGITS = 15  # of whole numbers


def text_of(path: str | Path, what: str) -> str:
    """The text of a file. Raises MbfmuError, with what the file should be, if it cannot be read."""
    try:
        return Path(path).read_text(encoding="latin-1")
    except OSError as error:
        raise MbfmuError(f"{path}: {what} cannot be read ({error.strerror}).") from None


def wrong(path: str | Path, line: int, what: str) -> MbfmuError:
    """An error of a line of a file."""
    return MbfmuError(f"{path}, line {line}: {what}")


def number(path: str | Path, line: int, text: str) -> float:
    """A finite number, with Fortran's D for the exponent or Nastran's exponent without a letter."""
    plain = text.strip().upper().replace("D", "E").replace("_", "?")  # which Python allows between digits
    sign = max(plain.rfind("+"), plain.rfind("-"))
    if sign > 0 and "E" not in plain:
        plain = f"{plain[:sign]}E{plain[sign:]}"
    try:
        found = float(plain)
    except ValueError:
        found = np.nan
    if not np.isfinite(found):
        raise wrong(path, line, f"{text.strip()!r} is no number. Correct it, or write the file again.")
    return found


def whole(path: str | Path, line: int, text: str) -> int:
    """A whole number that a table of integers holds."""
    if not re.fullmatch(r"[+-]?\d+", text.strip(), re.ASCII):
        raise wrong(path, line, f"{text.strip()!r} is no whole number.")
    if len(text.strip()) > DIGITS:
        raise wrong(path, line, f"{text.strip()} has more than {DIGITS} digits.")
    return int(text)
