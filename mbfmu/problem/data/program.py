"""Program: a user's own Python, which computes the outputs of a Problem at a fixed period; only interpreted FMUs can run it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .problem import Variable


@dataclass(frozen=True)
class Program:
    """The class `kind` in a file of Python, called every `period` [s]; `requirements` are as pip takes them.

    `held` are inputs beside those that the Problem shows: in each lies what the last update gave for the output of the same name.
    """

    file: str
    source: bytes
    kind: str
    period: float
    requirements: tuple[str, ...]
    held: tuple[Variable, ...]
