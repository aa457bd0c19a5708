"""A folder to write to, made where it is missing."""

from pathlib import Path
from tempfile import TemporaryFile

from ..errors import MbfmuError


def ready_folder(folder: Path) -> Path:
    """Make `folder` if it is missing; MbfmuError, before any work is done for it, where files cannot be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return folder
    except FileExistsError as error:
        raise MbfmuError(f"{folder} cannot be written: it is a file, where a folder is needed") from error
    except OSError as error:
        raise MbfmuError(f"{folder} cannot be written: {error.strerror}") from error
