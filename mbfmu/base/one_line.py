"""Reprs of one short line, for objects that hold arrays and other objects."""

from __future__ import annotations

import reprlib
from dataclasses import fields
from typing import Any, TypeVar

LONGEST = 300  # characters of a repr
ITEM = 60  # characters of one thing in it
FEW = 4  # numbers of an array that are shown

Kind = TypeVar("Kind", bound=type)


class _Short(reprlib.Repr):
    """repr of what fields hold."""

    def repr_ndarray(self, array: Any, level: int) -> str:
        return repr(array.tolist()) if array.size <= FEW else f"<array {' x '.join(map(str, array.shape))}>"

    def repr_instance(self, value: Any, level: int) -> str:
        return " ".join(super().repr_instance(value, level).split())


_short = _Short()
_short.maxlevel = 2
_short.maxdict = _short.maxlist = _short.maxtuple = FEW
_short.maxstring = _short.maxother = ITEM


def one_line(kind: Kind) -> Kind:
    """Give a dataclass a repr of one line."""

    def shown(self: Any) -> str:
        text = ", ".join(f"{field.name}={_short.repr(getattr(self, field.name))}" for field in fields(self) if field.repr)
        return f"{type(self).__name__}({text[:LONGEST]}{'...' if len(text) > LONGEST else ''})"

    kind.__repr__ = shown  # type: ignore[method-assign, assignment]
    return kind
