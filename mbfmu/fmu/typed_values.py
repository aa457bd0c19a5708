"""Variables of a PythonBlock: their values as the user's class has them, and as the engine's functions take them.

It travels beside slave.py, so it imports nothing but the standard library.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any, NamedTuple

TEXT = 1024  # bytes of a text with the zero at its end, as in engine/c/core/problem.h


def real(value: Any, _) -> float:
    return float(value)


def integer(value: Any, _) -> int:
    if isinstance(value, (bool, str)) or not float(value).is_integer():
        raise ValueError
    return int(value)


def boolean(value: Any, _) -> bool:
    if isinstance(value, str) or value not in (0, 1):
        raise ValueError
    return bool(value)


def item(value: Any, items: tuple[str, ...]) -> int:
    number = items.index(value) + 1 if isinstance(value, str) else integer(value, items)
    if not 1 <= number <= len(items):
        raise ValueError
    return number


def text(value: Any, _) -> str:
    if not isinstance(value, str) or len(value.encode()) >= TEXT or "\0" in value:
        raise ValueError
    return value


# By type: what the slave's methods for it are called after get_ and set_, how a value is taken, and what it must be.
KINDS: dict[str, tuple[str, Callable[[Any, tuple[str, ...]], Any], str]] = {
    "Real": ("real", real, "a number"),
    "Integer": ("integer", integer, "a whole number"),
    "Boolean": ("boolean", boolean, "True or False"),
    "Enumeration": ("integer", item, "one of {}"),
    "String": ("string", text, f"a text of at most {TEXT - 1} bytes"),
}


class TypedVariable(NamedTuple):
    """A variable: its name, its type in FMI 2, and the items of an enumeration."""

    name: str
    kind: str
    items: tuple[str, ...]

    @property
    def accessor(self) -> str:
        """What the slave's methods that get and set it are called after get_ and set_."""
        return KINDS[self.kind][0]

    def shown(self, value: Any) -> Any:
        """A value as the user's class is given it: of an enumeration the name of the item."""
        return self.items[value - 1] if self.items else value

    def taken(self, value: Any) -> Any:
        """What the user's class has returned, as the engine takes it; ValueError names what it is not."""
        _, take, wanted = KINDS[self.kind]
        try:
            found = take(value, self.items)
        except (TypeError, ValueError, OverflowError):
            raise ValueError(f"it returned {self.name} = {value!r}, which is not {wanted.format(', '.join(self.items))}") from None
        if isinstance(found, float) and not isfinite(found):
            raise ValueError(f"it returned {self.name} = {found}, which is not finite")
        return found
