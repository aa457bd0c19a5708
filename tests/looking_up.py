"""Lookup tables of random numbers, and functions that look into them."""

from __future__ import annotations

import casadi as ca
import numpy as np

from mbfmu import LookupTable
from mbfmu.base.scalars import Traced, gradient

GRID = (9, 6, 5)  # points along each axis
NAMED = tuple(f"{kind} {axes}" for kind in ("linear", "smooth", "slope") for axes in (1, 2, 3))


def random_table(axes: int, smooth: bool = False, outside: str = "clamped", units: tuple[str, ...] | None = None) -> LookupTable:
    """A table on [0, 1] along each axis."""
    rng = np.random.default_rng(axes)
    grid = [np.concatenate([[0.0], np.sort(rng.uniform(0.05, 0.95, n - 2)), [1.0]]) for n in GRID[:axes]]
    return LookupTable(*grid, rng.normal(size=GRID[:axes]), units=units, smooth=smooth, outside=outside)


def looks_up(name: str) -> ca.Function:
    """A function of one column that looks twice, the second time where the first has led; "slope" asks for the first slope of a smooth table."""
    kind, axes = name.split()
    table = random_table(int(axes), kind != "linear")
    x = ca.SX.sym("x", int(axes))
    given = [Traced(x[i]) for i in range(int(axes))]
    once = gradient(lambda *at: np.array([table(*at)]), tuple(given), np.array([1.0]))[0] if kind == "slope" else table(*given)
    twice = table(*(np.sin(once) * np.sin(once) + 0.1 * of for of in given))
    return ca.Function("looks_up", [x], [ca.vertcat(once.sx, (once * twice).sx)])
