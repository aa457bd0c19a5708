"""The engine's library for Python: a Problem loaded into it, and its functions with their types."""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_double, c_int, c_size_t, c_void_p
from functools import cache
from weakref import finalize

from ..base.errors import MbfmuError
from ..base.garbage import no_garbage_collection
from ..problem.codegen.tables import packed_problem
from ..problem.codegen.tape_functions import record_flat
from ..problem.codegen.variables import fmi_variables
from ..problem.data.problem import Problem
from .compile import present
from .library import library_file
from .program_host import COMPUTE

REPORT = CFUNCTYPE(None, c_void_p, c_char_p)
AT_TIME = CFUNCTYPE(c_int, c_void_p, c_double)
WHY = 256  # characters, as in c/core/problem.h
DOUBLES = POINTER(c_double)

# Each takes an instance first; what can fail returns 0 or -1.
FUNCTIONS = {
    "free": (None,),
    "report_progress_seldom": (None,),
    "inputs": (None, AT_TIME),
    "compute": (None, COMPUTE),
    "numbers": (DOUBLES,),
    "tangent": (DOUBLES,),
    "adjoint": (DOUBLES,),
    "message": (c_char_p,),
    "invalid": (c_int,),
    "initialize": (c_int, c_double),
    "report_moved_starts": (c_int,),
    "report_locked": (c_int,),
    "validate": (c_int,),
    "touched": (None, c_int),
    "evaluate": (c_int,),
    "settle": (c_int, POINTER(c_int)),
    "integrated_outside": (None, c_double),
    "meet_events": (c_int,),
    "outputs": (c_int,),
    "pictures": (c_int,),
    "accept": (c_int, POINTER(c_int)),
    "project": (c_int,),
    "constraints": (c_int,),
    "constraint_tangents": (c_int,),
    "free_motions": (c_int, DOUBLES, POINTER(c_int), DOUBLES, POINTER(c_int)),
    "advance": (c_int, c_double, c_double, POINTER(c_int)),
    "advance_to_stop": (c_int, c_double, c_double),
    "sample": (c_int, DOUBLES, c_int, DOUBLES, c_double, c_double),
    "vary": (c_int, DOUBLES, c_int, c_int, DOUBLES, DOUBLES, DOUBLES, DOUBLES, DOUBLES, c_double, c_double),
    "evaluations": (c_int,),
    "drain": (c_int, c_double, c_int, DOUBLES, POINTER(c_int)),
    "start_tangents": (c_int,),
    "equilibrium": (c_int, POINTER(c_int)),
    "start_sensors": (c_int,),
    "tangents": (c_int,),
    "adjoints": (c_int,),
    "state_size": (c_size_t,),
    "save": (None, c_char_p),
    "restore": (c_int, c_char_p),
}


@cache
def library() -> ctypes.CDLL:
    """The library of this machine; MbfmuError where there is none and it cannot be compiled."""
    loaded = ctypes.CDLL(str(library_file("handle", present())))
    loaded.handle_load.restype, loaded.handle_load.argtypes = c_void_p, [c_char_p, c_size_t, c_char_p]
    loaded.handle_unload.restype, loaded.handle_unload.argtypes = None, [c_void_p]
    loaded.handle_free_directions.restype, loaded.handle_free_directions.argtypes = c_int, [DOUBLES, c_int, c_int, DOUBLES]
    loaded.handle_new.restype, loaded.handle_new.argtypes = c_void_p, [c_void_p, REPORT, AT_TIME]
    for name, (result, *arguments) in FUNCTIONS.items():
        function = getattr(loaded, f"handle_{name}")
        function.restype, function.argtypes = result, [c_void_p, *arguments]
    return loaded


_LOADED: dict[int, Loaded] = {}  # by the identity of their Problems, which cannot be hashed


def loaded(problem: Problem) -> Loaded:
    """The Problem in the engine, where it stays as long as it lives, so that further runs of it start at once."""
    if id(problem) not in _LOADED:
        _LOADED[id(problem)] = Loaded(problem)
        finalize(problem, _LOADED.pop, id(problem), None)
    return _LOADED[id(problem)]


@no_garbage_collection()
def packed(problem: Problem) -> bytes:
    """The Problem as the engine reads it."""
    return packed_problem(problem, fmi_variables(problem, 3), record_flat(problem))(problem.name)


class Loaded:
    """A Problem in the engine, there as long as this object is."""

    def __init__(self, problem: Problem):
        content, why = packed(problem), ctypes.create_string_buffer(WHY)
        self.address = library().handle_load(content, len(content), why)
        if not self.address:
            raise MbfmuError(f"the engine refuses {problem.name}: {why.value.decode()}")
        finalize(self, library().handle_unload, self.address)
