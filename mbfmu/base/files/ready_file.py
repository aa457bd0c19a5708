"""A file to write, whose folder is made where it is missing."""

from pathlib import Path

from ..errors import MbfmuError
from .ready_folder import ready_folder


def ready_file(file: Path) -> Path:
    """Return `file`; MbfmuError, before any work is done for it, where it is a folder or cannot be written in its own."""
    if file.is_dir():
        raise MbfmuError(f"{file} cannot be written: it is a folder, where a file is needed; move it away, or choose another output")
    ready_folder(file.parent)
    return file
