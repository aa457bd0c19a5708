"""Tapes in the C interpreter, driven by ctypes."""

from __future__ import annotations

import ctypes
from pathlib import Path

import casadi as ca
import numpy as np

from mbfmu.engine.sources import C
from mbfmu.problem.codegen.packed_tables import Packed
from mbfmu.problem.codegen.tape import Tapes
from mbfmu.problem.codegen.tape_functions import TapeFunctions

from .compiled import compiled

HERE = Path(__file__).parent


def tape_library(folder: Path, options: tuple[str, ...] = ()) -> ctypes.CDLL:
    """The interpreter and what reads tapes, compiled with these options too."""
    names = ("tape", "tape_trees", "tape_pairs", "tape_rows", "tape_sums", "tape_order", "reader", "load_tapes")
    sources = [*(C / "data" / f"{name}.c" for name in names), *sorted((C / "geometry").glob("*.c"))]
    library = compiled(folder, *sources, HERE / "tape_rig.c", options=options)
    library.tapes_new.restype, library.tapes_refused.restype = ctypes.c_void_p, ctypes.c_char_p
    return library


def packed_tapes(tapes: Tapes) -> bytes:
    """The bytes that read_tapes takes."""
    return TapeFunctions(tuple(tapes.tapes), tuple(tapes.stored), {}, {}).written(Packed())


class InterpretedTapes:
    """Tapes as the C interpreter has them."""

    def __init__(self, library: ctypes.CDLL, content: bytes):
        self.library, self._content = library, content
        self.rig = ctypes.c_void_p(library.tapes_new(content, ctypes.c_size_t(len(content))))
        self.refused = library.tapes_refused(self.rig).decode()

    def __del__(self) -> None:
        self.library.tapes_free(self.rig)

    def value(self, number: int, at: np.ndarray, outputs: int, count: int = 1) -> np.ndarray:
        """The outputs, evaluated `count` times."""
        return self._do("value", number, outputs, count, at)

    def tangent(self, number: int, at: np.ndarray, direction: np.ndarray, outputs: int, count: int = 1) -> np.ndarray:
        """Derivatives of the outputs along a direction."""
        return self._do("tangent", number, outputs, count, at, direction)

    def adjoint(self, number: int, at: np.ndarray, seeds: np.ndarray, count: int = 1) -> np.ndarray:
        """The derivative of the seeded sum of outputs by the inputs."""
        return self._do("adjoint", number, at.size, count, at, seeds)

    def pairs(self, number: int) -> int:
        """How many pairs of instructions it runs."""
        return self.library.tapes_pairs(self.rig, number)

    def rows(self, number: int) -> int:
        """How many products of a matrix and a vector it runs."""
        return self.library.tapes_rows(self.rig, number)

    def _do(self, what: str, number: int, size: int, count: int, *arrays: np.ndarray) -> np.ndarray:
        found = np.zeros(size)
        kept = [np.ascontiguousarray(array, dtype=float) for array in (*arrays, found)]
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in kept]
        getattr(self.library, f"tapes_{what}")(self.rig, number, count, *pointers)
        return kept[-1]


def pieces(function: ca.Function, whole: np.ndarray) -> list[ca.DM]:
    """The arguments of a function from all their numbers."""
    ends = np.cumsum([function.nnz_in(i) for i in range(function.n_in())])
    return [ca.DM(function.sparsity_in(i), part) for i, part in enumerate(np.split(whole, ends)[: function.n_in()])]


def joined(columns: list[ca.DM]) -> np.ndarray:
    """All numbers of results."""
    return np.concatenate([np.array(column.nonzeros(), dtype=float) for column in columns]) if columns else np.zeros(0)
