"""Where in the user's code something stands, for messages: "line 12 of crane.py"."""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path
from types import FrameType

PACKAGE = f"{Path(__file__).parents[2]}{os.sep}"


def caller() -> str:
    """The place from which mbfmu was called; "" where no code outside mbfmu called it."""
    frame = _calling()
    return "" if frame is None else place(frame.f_code.co_filename, frame.f_lineno)


def folder_of_caller() -> Path:
    """The folder of the file from which mbfmu was called; the present one where no file did."""
    frame = _calling()
    file = Path("" if frame is None else frame.f_code.co_filename).absolute()
    return file.parent if file.is_file() else Path.cwd()


def _calling() -> FrameType | None:
    """What called mbfmu."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(PACKAGE):
        frame = frame.f_back
    return frame


def raised_at(error: BaseException, file: str) -> str:
    """The line of `file` from which an error came; "" where it came from elsewhere."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return place(file, lines[-1]) if lines else ""


def place(file: str, line: int | None) -> str:
    """A line of a file in words."""
    return f"line {line} of {file}"
