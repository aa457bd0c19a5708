"""What FMPy prints while it runs an FMU."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import TextIOBase

UNDRIVEN = "Warning: missing input for variable"


class _Without(TextIOBase):
    """Writes on what is written to it, but for lines that begin in one way."""

    def __init__(self, out: TextIOBase, beginning: str):
        self.out, self.beginning, self.dropping = out, beginning, False

    def write(self, text: str) -> int:
        if text.startswith(self.beginning):
            self.dropping = not text.endswith("\n")
        elif self.dropping:
            self.dropping = "\n" not in text
        else:
            self.out.write(text)
        return len(text)

    def flush(self) -> None:
        self.out.flush()


@contextmanager
def without_undriven() -> Iterator[None]:
    """Leave out that an input is driven by nothing: it keeps its start value, as is documented."""
    with redirect_stdout(_Without(sys.stdout, UNDRIVEN)):  # type: ignore[arg-type]
        yield
