"""What is found of a Problem once, and kept as long as it lives: runs ask for it again and again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import finalize

from .problem import Problem

T = TypeVar("T")


def once_per_problem(find: Callable[[Problem], T]) -> Callable[[Problem], T]:
    """The same function, which finds its result once for each Problem; Problems cannot be hashed, and are known by their identity.

    The result must not be changed, nor refer to the Problem.
    """
    found: dict[int, T] = {}

    @wraps(find)
    def kept(problem: Problem) -> T:
        known = id(problem)
        if known not in found:
            found[known] = find(problem)
            finalize(problem, found.pop, known, None)
        return found[known]

    return kept
