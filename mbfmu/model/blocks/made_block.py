"""made_block: a block whose variables follow from a linear system, so that no class can declare them beforehand."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...base.errors import MbfmuError
from ..declare.declarations import Declaration
from .base import Block

MadeBy = tuple[Callable[..., Block], Sequence[Any], Mapping[str, Any]]


def made_block(name: str, sentence: str, declared: Sequence[Mapping[str, Declaration]], respond: Callable, made_by: MadeBy) -> Block:
    """A block of a class of its own with these variables. MbfmuError where two of them have one name.

    `made_by` are the public function that makes such blocks, and its arguments.
    """
    variables: dict[str, Declaration] = {}
    for group in declared:
        for variable, declaration in group.items():
            if variable in variables or hasattr(Block, variable):
                raise MbfmuError(f"{name}: {variable} is the name of two variables; give the model others where it exposes them")
            variables[variable] = declaration
    kind = type(
        name, (Block,), {"__doc__": sentence, "__module__": __name__, "respond": staticmethod(respond), "__reduce__": reduced(made_by), **variables}
    )
    kind.__qualname__ = f"made_block.<locals>.{name}"  # each is another class, which no traced kernel is kept for
    return kind()


def reduced(made_by: MadeBy) -> Callable[[Block], tuple]:
    """The method `__reduce__` of blocks that were made so: their class is found nowhere."""
    return lambda block: (made_again, (*made_by, block.__getstate__()))


def made_again(maker: Callable[..., Block], arguments: Sequence[Any], options: Mapping[str, Any], state: dict[str, Any]) -> Block:
    """A block that was copied or sent to another process, where its class is not."""
    block = maker(*arguments, **options)
    block.__setstate__(state)
    return block


def usable(names: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Names that variables of blocks can have -> what they are called elsewhere, and their units. MbfmuError where two become one."""
    found: dict[str, tuple[str, str]] = {}
    for name, unit in names.items():
        plain = re.sub(r"\W+", "_", name).strip("_")
        if plain in found:
            raise MbfmuError(f"{found[plain][0]} and {name} would both be called {plain}; name one of them otherwise")
        found[plain] = name, unit
    return found
