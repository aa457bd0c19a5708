"""Files that appear whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path
from secrets import token_hex

from ..errors import MbfmuError
from .lock import delete_left_behind, in_use
from .no_space import room_in


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield a path beside `path` to write to, which takes its place when the block ends without an exception.

    Every writer has one of its own, so the last to end wins; what killed ones left is deleted. MbfmuError where it cannot be written.
    """

    partial = path.with_name(f".{path.name}.{token_hex(4)}.part")
    try:
        delete_left_behind(path.parent, f".{escape(path.name)}.????????.part")
        with room_in(path.parent, f"for {path.name}", "choose another folder"), in_use(partial):
            try:
                partial.touch(exist_ok=False)
                yield partial
                partial.replace(path)
            finally:
                partial.unlink(missing_ok=True)
    except OSError as error:
        raise MbfmuError(f"{path} cannot be written: {error.strerror or error}") from error
