"""Disjoint sets that are merged. SciPy's are part of its clusters, whose import takes as long as compiling a small model."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


class DisjointSets(Generic[T]):
    """Elements, each in a set of its own until sets are merged. The smaller set moves, so n elements move n log(n) times at most."""

    def __init__(self, elements: Iterable[T] = ()):
        self._sets = {element: [element] for element in elements}

    def __getitem__(self, element: T) -> T:
        """The element that stands for the set of another."""
        return self._sets[element][0]

    def add(self, element: T) -> None:
        """Add an element in a set of its own, unless it is there."""
        self._sets.setdefault(element, [element])

    def merge(self, a: T, b: T) -> bool:
        """Join the sets of two elements; False if they are in the same set already."""
        smaller, larger = sorted((self._sets[a], self._sets[b]), key=len)
        if smaller is larger:
            return False
        larger += smaller
        self._sets |= dict.fromkeys(smaller, larger)
        return True

    def connected(self, a: T, b: T) -> bool:
        """Whether two elements are in the same set."""
        return self._sets[a] is self._sets[b]

    def subset(self, element: T) -> frozenset[T]:
        """The set of an element."""
        return frozenset(self._sets[element])

    def subsets(self) -> list[frozenset[T]]:
        """All sets, in the order in which the first element of each was added."""
        return [frozenset(members) for members in {id(members): members for members in self._sets.values()}.values()]
