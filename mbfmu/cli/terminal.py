"""What the command line writes to: a console of Rich on which no name of anybody's can move the cursor or turn the line around."""

from __future__ import annotations

from typing import Any
from unicodedata import category

from rich.console import Console
from rich.text import Text

from ..base.errors import MbfmuError

UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")  # categories of Unicode: controls (C0, C1), formats (bidirectional ones), halves of characters, breaks


class Unwritable(MbfmuError):
    """Standard output takes nothing more: its disk is full, or whoever read it has gone."""

    def __init__(self, error: OSError):
        super().__init__(f"standard output cannot be written: {error.strerror or error}")


class Terminal(Console):
    """Shows characters that are not seen by their numbers, as \\x9b; Unwritable where nothing can be written."""

    def render_str(self, text: str, **options: Any) -> Text:
        """See Console."""
        return super().render_str(seen(text), **options)

    def print(self, *objects: Any, **options: Any) -> None:
        """See Console."""
        try:
            super().print(*objects, **options)
            self.file.flush()
        except OSError as error:
            raise Unwritable(error) from error

    def write(self, text: str) -> None:
        """Write a line as it is."""
        try:
            print(text, file=self.file, flush=True)
        except OSError as error:
            raise Unwritable(error) from error


def seen(text: str) -> str:
    """A text with the numbers of characters in place of those that are not seen, but for ends of lines and tabs."""
    return "".join(c if c in "\n\t" or category(c) not in UNSEEN else ascii(c)[1:-1] for c in text)
