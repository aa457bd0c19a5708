"""The engine's query of two convex cores, called alone."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from mbfmu.base.convex.convex_pair import FOUND
from mbfmu.base.convex.core import CORES
from mbfmu.base.convex.difference import ConvexDifference
from mbfmu.engine.sources import C


@cache
def _library() -> ctypes.CDLL:
    with TemporaryDirectory() as folder:
        to = Path(folder) / "convex_query.so"
        options = ("-shared", "-fPIC", "-O2", "-std=c99", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror")
        sources = sorted(map(str, (C / "geometry").glob("*.c")))
        subprocess.run([sys.executable, "-m", "ziglang", "cc", *options, "-o", str(to), *sources, "-lm"], check=True)
        return ctypes.CDLL(str(to))


def queried(of: ConvexDifference) -> np.ndarray:
    """What convex_query of the engine says of two cores (18,)."""
    given, found = np.array([*of.r, *of.R.ravel(), *of.a.numbers, *of.b.numbers]), np.zeros(FOUND)
    pointer = lambda array: array.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
    sizes = (number for core in (of.a, of.b) for number in (CORES.index(core.kind), core.numbers.size))
    _library().convex_query(*sizes, pointer(given), pointer(found))
    return found
