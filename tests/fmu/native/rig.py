"""One step of the engine in an instance of its own."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, Structure, c_char_p, c_double, c_int, c_void_p
from pathlib import Path

import numpy as np

from mbfmu.base.errors import StepFailed
from mbfmu.problem.codegen.row_order import order_of_rows
from mbfmu.problem.data.ref import Ref
from mbfmu.problem.data.steps import ConstrainedSolve, MultiplierSolve, NewtonSolve, SpdSolve, SuperelementSolve

from .compiled import compiled

SOURCES = (
    "instance",
    "schedule",
    "call",
    "vector",
    "cholesky",
    "band",
    "lu",
    "complete_lu",
    "indefinite_factors",
    "qr",
    "svd",
    "symmetric_eigen",
    "free_motion",
    "refuse_not_finite",
    "schur_complement",
    "without_rows",
    "constrained_solve",
    "weighted_pseudo_inverse",
    "orthogonal_complement",
    "index_one",
    "tangent_space",
    "coordinate_partition",
    "udwadia_phohomsiri",
    "schur_band",
    "multiplier_solve",
    "superelement_solve",
    "spd_solve",
    "newton_solve",
)


def rig_library(folder: Path, *sources: Path) -> ctypes.CDLL:
    """The solves, an instance for one of them, and `sources`."""
    library = compiled(folder, *(f"{name}.c" for name in SOURCES), Path(__file__).parent / "rig.c", *sources)
    library.rig_new.restype = c_void_p
    library.rig_message.restype = c_char_p
    for name in ("rig_numbers", "rig_tangents", "rig_adjoints"):
        getattr(library, name).restype = POINTER(c_double)
    return library


class CRef(Structure):
    _fields_ = [("start", c_int), ("size", c_int)]


def structure(*fields: tuple[str, type]) -> type[Structure]:
    return type("Step", (Structure,), {"_fields_": list(fields)})


def refs(*names: str) -> list[tuple[str, type]]:
    return [(name, CRef) for name in names]


Schedule = structure(("count", c_int), ("steps", c_void_p))
Step = structure(("kind", c_void_p), ("step", c_void_p))
CallStep = structure(
    ("value", c_void_p),
    ("forward", c_void_p),
    ("reverse", c_void_p),
    ("arguments", c_int),
    ("results", c_int),
    ("argument", POINTER(CRef)),
    ("result", POINTER(CRef)),
)
Spd = structure(*refs("matrix", "right_side", "unknown"), ("what", c_char_p))
Newton = structure(("evaluate", Schedule), *refs("residual", "jacobian", "unknown"), ("nominal", POINTER(c_double)), ("what", c_char_p))
Constrained = structure(
    *refs("mass", "force", "jacobian", "target", "independent", "rank_deficiency", "acceleration", "multipliers"), ("what", c_char_p)
)
Multiplier = structure(
    *refs("schur", "right_side", "independent", "rank_deficiency", "multipliers"),
    ("count", c_int),
    ("nonzeros", c_int),
    ("rows", POINTER(c_int)),
    ("pattern", POINTER(c_int)),
    ("order", POINTER(c_int)),
    ("what", c_char_p),
    ("direct", c_void_p),
)
Superelement = structure(
    ("solve", Multiplier),
    *refs("influence", "open_loop", "following"),
    ("carriers", c_int),
    ("reflected", POINTER(CRef)),
    ("carrier_start", POINTER(c_int)),
    ("carrier_rows", POINTER(c_int)),
)


def integers(values):
    values = [int(value) for value in np.ravel(values)]
    return (c_int * max(len(values), 1))(*values)


class Rig:
    """The C step `kind` for the data of `step`, on the numbers `values` of each slot."""

    def __init__(self, library: ctypes.CDLL, kind: str, step, values: dict[str, np.ndarray]):
        self.library, self.kind, self.step = library, kind, step
        self.sizes = {slot: np.size(numbers) for slot, numbers in values.items()}
        self.starts, self.total = {}, 0
        for slot, size in self.sizes.items():
            self.starts[slot], self.total = self.total, self.total + size
        self.keep_alive: list = []
        self.c_step = self._made(step)
        kind_of = ctypes.addressof(ctypes.c_char.in_dll(library, kind))
        self.instance = c_void_p(library.rig_new(self.total, c_void_p(kind_of), ctypes.byref(self.c_step)))
        self.numbers, self.tangents, self.adjoints = (
            np.ctypeslib.as_array(getattr(library, f"rig_{name}")(self.instance), (self.total,)) for name in ("numbers", "tangents", "adjoints")
        )
        for slot, numbers in values.items():
            self[slot] = numbers

    def __del__(self) -> None:
        self.library.rig_free(self.instance)

    def place(self, slot: str) -> slice:
        return slice(self.starts[slot], self.starts[slot] + self.sizes[slot])

    def __getitem__(self, slot: str) -> np.ndarray:
        return self.numbers[self.place(slot)]

    def __setitem__(self, slot: str, values) -> None:
        self.numbers[self.place(slot)] = np.ravel(values)

    def run(self) -> None:
        """The C step; StepFailed with its message."""
        self._do("rig_run")

    def tangent(self, direction: dict[str, np.ndarray], results: tuple[str, ...]) -> np.ndarray:
        self.tangents[:] = 0.0
        for slot, numbers in direction.items():
            self.tangents[self.place(slot)] = np.ravel(numbers)
        self._do("rig_tangent")
        return np.concatenate([self.tangents[self.place(slot)] for slot in results])

    def adjoint(self, seeds: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        self.adjoints[:] = 0.0
        for slot, numbers in seeds.items():
            self.adjoints[self.place(slot)] = np.ravel(numbers)
        self._do("rig_adjoint")
        return {slot: self.adjoints[self.place(slot)].copy() for slot in self.sizes}

    def _do(self, what: str) -> None:
        failed = getattr(self.library, what)(self.instance)
        assert self.library.rig_balanced(self.instance)
        if failed:
            raise StepFailed(self.library.rig_message(self.instance).decode())

    def _ref(self, ref: Ref) -> CRef:
        return CRef(self.starts[ref.slot] + ref.start, ref.size)

    def _refs(self, refs):
        return (CRef * max(len(refs), 1))(*map(self._ref, refs))

    def _made(self, step):
        if isinstance(step, SpdSolve):
            return Spd(*map(self._ref, (step.matrix, step.right_side, step.unknown)), step.what.encode())
        if isinstance(step, ConstrainedSolve):
            given = (step.mass, step.force, step.jacobian, step.target, step.independent, step.rank_deficiency, step.acceleration, step.multipliers)
            return Constrained(*map(self._ref, given), step.what.encode())
        if isinstance(step, MultiplierSolve):
            return self._multiplier(step)
        if isinstance(step, SuperelementSolve):
            starts = np.cumsum([0, *map(len, step.carriers)])
            return Superelement(
                self._multiplier(step),
                *map(self._ref, (step.influence, step.open_loop, step.following)),
                len(step.carriers),
                self._refs(step.reflected),
                integers(starts),
                integers([row for rows in step.carriers for row in rows]),
            )
        assert isinstance(step, NewtonSolve)
        return self._newton(step)

    def _multiplier(self, step: MultiplierSolve | SuperelementSolve):
        count = len(step.rows)
        given = map(self._ref, (step.schur, step.right_side, step.independent, step.rank_deficiency, step.multipliers))
        order = order_of_rows(*np.array(step.pattern).T, count)
        return Multiplier(*given, count, len(step.pattern), integers(step.rows), integers(step.pattern), integers(order), step.what.encode())

    def _newton(self, step: NewtonSolve):
        (call,) = step.evaluate
        pointers = [ctypes.cast(getattr(self.library, call.function + end), c_void_p) for end in ("", "_forward", "_reverse")]
        arguments, results = self._refs(call.arguments), self._refs(call.results)
        made = CallStep(*pointers, len(call.arguments), len(call.results), arguments, results)
        inside = Step(c_void_p(ctypes.addressof(ctypes.c_char.in_dll(self.library, "CALL"))), ctypes.addressof(made))
        self.keep_alive += [made, inside]
        nominal = (c_double * len(step.nominal))(*step.nominal)
        evaluate = Schedule(1, ctypes.addressof(inside))
        return Newton(evaluate, *map(self._ref, (step.residual, step.jacobian, step.unknown)), nominal, step.what.encode())
