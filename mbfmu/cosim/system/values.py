"""The numbers of an FMU by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from .system import Value

Places = np.ndarray | slice
"""Where numbers stand in an array."""


class Values(Mapping[str, Value]):
    """Numbers by name: real ones side by side in the array `reals`, where they have `places`; `others` one by one."""

    def __init__(self, reals: Iterable[str], others: Iterable[str] = ()):
        self._places = {name: i for i, name in enumerate(reals)}
        self.reals = np.zeros(len(self._places))
        self.others: dict[str, Any] = dict.fromkeys(others)

    def __getitem__(self, name: str) -> Value:
        return self.reals[self._places[name]].item() if name in self._places else self.others[name]

    def __iter__(self) -> Iterator[str]:
        yield from (*self._places, *self.others)

    def __len__(self) -> int:
        return len(self._places) + len(self.others)

    def places(self, names: Iterable[str]) -> Places:
        """Where real numbers stand."""
        return as_places([self._places[name] for name in names])

    def place(self, name: str) -> int:
        """Where a real number stands."""
        return self._places[name]

    def is_real(self, name: str) -> bool:
        """Whether a name is one of a real number."""
        return name in self._places

    def update(self, given: Mapping[str, Value]) -> None:
        """Take new values."""
        for name, value in given.items():
            if name in self._places:
                self.reals[self._places[name]] = value
            else:
                self.others[name] = value

    def copy(self) -> tuple[np.ndarray, dict[str, Any]]:
        """What they are now, to be given back by `restore`."""
        return self.reals.copy(), dict(self.others)

    def restore(self, copied: tuple[np.ndarray, dict[str, Any]]) -> None:
        """Make them what they were."""
        self.reals[:], self.others = copied[0], dict(copied[1])


def as_places(numbers: Sequence[int]) -> Places:
    """Places in an array: a slice where they follow each other, which is faster and gives a view."""
    found = np.array(numbers, dtype=int)
    return slice(found[0], found[-1] + 1) if len(found) and (np.diff(found) == 1).all() else found


def concatenated(parts: Sequence[np.ndarray]) -> np.ndarray:
    """Arrays one behind the other, perhaps none."""
    return np.concatenate(parts) if parts else np.zeros(0)
