"""How many steps C takes until Python hears of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import perf_counter

import numpy as np

PULSE = 0.05  # s: so often Ctrl-C is heard and progress shown
MOST = 4096  # steps at once
FASTER = 2  # by which the number of steps grows or shrinks at most


def beats(blocks: Iterable[np.ndarray], each: bool = False) -> Iterator[np.ndarray]:
    """Yield blocks of steps in parts, each of which takes about PULSE; or `each` by itself."""
    count = 1
    for steps in blocks:
        while len(steps):
            begun = perf_counter()
            yield steps[:count]
            taken, steps = perf_counter() - begun, steps[count:]
            if each:
                continue
            if taken < PULSE / FASTER:
                count = min(count * FASTER, MOST)
            elif taken > PULSE * FASTER:
                count = max(count // FASTER, 1)
