"""A file that goes along: pickled, it is its bytes, and where it is unpickled it is a file again."""

from __future__ import annotations

import atexit
from contextlib import ExitStack
from functools import cache
from hashlib import sha256
from pathlib import Path

from ..base.files.temporary_folder import temporary_folder
from ..base.files.whole_file import whole_file


class SentFile:
    """The file at `path`, in this process or, where it was sent, in a temporary folder of that one."""

    def __init__(self, path: Path):
        self.path = path

    def __reduce__(self) -> tuple:
        return _arrived, (self.path.name, self.path.read_bytes())


def digest_of(content: bytes) -> str:
    """What tells contents from each other."""
    return sha256(content).hexdigest()


def _arrived(name: str, content: bytes) -> SentFile:
    folder = _folder() / digest_of(content)
    folder.mkdir(exist_ok=True)
    if not (folder / name).exists():
        with whole_file(folder / name) as partial:
            partial.write_bytes(content)
    return SentFile(folder / name)


@cache
def _folder() -> Path:
    """A folder that ends with this process."""
    opened = ExitStack()
    atexit.register(opened.close)
    return opened.enter_context(temporary_folder())
