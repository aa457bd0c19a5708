"""Speeds given for the start that assembly has moved onto the constraints, in words."""

from typing import Iterator

import numpy as np

from .manifold import StartSpeed
from .ref import Buffers
from .validity import quantity

MOVED = 1e-3  # of the largest number of a speed that was given: what is written with four digits and meant to fit stays unsaid


def moved_starts(start_speeds: tuple[StartSpeed, ...], buffers: Buffers) -> str:
    """A sentence about all speeds that were given, which are those that are not zero, and have become others; "" where none has."""
    moved = [words for speed in start_speeds for words in _moved(speed, buffers)]
    if not moved:
        return ""
    return f"start speeds have been moved onto the constraints: {', '.join(moved)}; keep some with v_fixed=1, or start the others so that they fit"


def _moved(speed: StartSpeed, buffers: Buffers) -> Iterator[str]:
    given, found = speed.given.view(buffers), speed.found.view(buffers)
    bound = MOVED * np.abs(given).max()
    for i in np.flatnonzero((bound > 0) & (np.abs(found - given) > bound)):
        yield f"{speed.names[i]} = {quantity(given[i], speed.unit)} became {quantity(float(f'{found[i]:.4g}'), speed.unit)}"
