"""The library of masters in C: loaded, and its functions with their types."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char_p, c_double, c_int, c_size_t
from functools import cache

from ...engine.compile import present
from ...engine.library import library_file
from .structures import COMPARED, Master, Step, Values

# Each takes a master first.
FUNCTIONS = {
    "new": (c_int,),
    "free": (None,),
    "start": (c_int,),
    "take": (c_int, POINTER(Step)),
    "run": (c_int, ctypes.c_void_p, c_int),
    "place": (None, c_int, c_int, POINTER(c_double), POINTER(c_double), POINTER(c_double)),
    "sample": (None, c_int, c_int, POINTER(c_double), POINTER(c_double)),
    "behind": (c_int, POINTER(Step), POINTER(c_double), POINTER(c_double)),
    "use_jacobian": (None, c_double, POINTER(c_double)),
}


@cache
def library() -> ctypes.CDLL:
    """The library of this machine; MbfmuError where there is none and it cannot be compiled."""
    loaded = ctypes.CDLL(str(library_file("master", present())))
    for name, (result, *arguments) in FUNCTIONS.items():
        function = getattr(loaded, f"master_{name}")
        function.restype, function.argtypes = result, [POINTER(Master), *arguments]
    loaded.master_set_text.restype, loaded.master_set_text.argtypes = None, [POINTER(Values), c_int, c_char_p]
    loaded.master_size.restype, loaded.master_size.argtypes = c_size_t, [c_int]
    differ = [kind.__name__ for i, kind in enumerate(COMPARED) if loaded.master_size(i) != ctypes.sizeof(kind)]
    assert not differ, f"{differ} of structures.py are not as in master.h"
    return loaded


def within_step() -> int:
    """The address of what FMUs of FMI 3 call for inputs within a step."""
    return ctypes.cast(library().master_within_step, ctypes.c_void_p).value or 0
