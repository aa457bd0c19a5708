"""CSource: a C file of constant tables."""

from __future__ import annotations

import math
from collections.abc import Iterable

SHORT = 120  # characters: longer arrays have a line an entry


class CSource:
    """Collects `static const` arrays and structs, each once, and knows how to write them.

    What its methods return is an expression that stands for what was added: the name of an array, or NULL where it has no entries.
    """

    def __init__(self, *headers: str):
        self._lines = [*(f"#include {header}" for header in headers), ""]
        self._names: dict[str, str] = {}

    def line(self, text: str) -> None:
        """Add a line as it is."""
        self._lines.append(text)

    def number(self, value: float | None) -> str:
        """A double; NAN for None."""
        return number(value)

    def string(self, text: str) -> str:
        """A string."""
        return string(text)

    def ref(self, start: int, size: int) -> str:
        """A piece of an instance's numbers."""
        return f"{{{start}, {size}}}"

    def choice(self, name: str, names: tuple[str, ...]) -> str:
        """One of the names of an enumeration."""
        return name

    def struct(self, **fields: str | int) -> str:
        """The initializer of a struct."""
        return "{" + ", ".join(f".{name} = {value}" for name, value in fields.items()) + "}"

    def step(self, kind: str, table: str, **fields: str | int) -> str:
        """A step of that kind, whose struct is a `table`."""
        return f"{{&{kind}, &{self._named(table, '', self.struct(**fields))}}}"

    def array(self, kind: str, entries: Iterable[str], inner: str = "") -> str:
        """An array of `kind`, whose entries are arrays themselves where there is an `inner` size, as "[2]"."""
        entries = list(entries)
        short = sum(map(len, entries)) < SHORT
        content = f"{{{', '.join(entries)}}}" if short else "{\n    " + ",\n    ".join(entries) + ",\n}"
        return self._named(kind, f"[]{inner}", content) if entries else "NULL"

    def strings(self, texts: Iterable[str]) -> str:
        """An array of strings."""
        return self.array("char *const", map(string, texts))

    def numbers(self, values: Iterable[float]) -> str:
        """An array of doubles."""
        return self.array("double", map(number, values))

    def integers(self, values: Iterable[int]) -> str:
        """An array of ints."""
        return self.array("int", map(str, values))

    def pairs(self, values: Iterable[tuple[int, int]]) -> str:
        """An array of pairs of ints."""
        return self.array("int", (f"{{{i}, {j}}}" for i, j in values), "[2]")

    def encode(self) -> bytes:
        """The file."""
        return ("\n".join(self._lines) + "\n").encode("ascii")

    def _named(self, kind: str, dimensions: str, content: str) -> str:
        key = f"{kind}{dimensions} = {content}"
        if key not in self._names:
            self._names[key] = f"table_{len(self._names) + 1}"
            self.line(f"static const {kind} {self._names[key]}{dimensions} = {content};")
        return self._names[key]


def number(value: float | None) -> str:
    """A double that reads back to the same bits; NAN for None."""
    if value is None or math.isnan(value):
        return "NAN"
    return ("-" if value < 0 else "") + "INFINITY" if math.isinf(value) else repr(float(value))


def string(text: str) -> str:
    """A C string in UTF-8; question marks are escaped since two of them would begin a trigraph."""
    plain = (chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}" for byte in text.encode())
    return f'"{"".join(plain)}"'
