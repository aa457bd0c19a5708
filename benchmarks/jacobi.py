"""A master in C, compiled when it is first asked for: what a communication step of FMUs costs without what Python adds to it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from ctypes import CDLL, POINTER, Structure, c_double, c_int, c_size_t, c_uint32, c_void_p, cast
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.array_calls import ArrayCalls

SOURCE = Path(__file__).with_name("jacobi.c")


class _Fmu(Structure):
    _fields_ = [
        ("instance", c_void_p),
        ("set", c_void_p),
        ("step", c_void_p),
        ("get", c_void_p),
        ("inputs", POINTER(c_uint32)),
        ("outputs", POINTER(c_uint32)),
        ("input_count", c_size_t),
        ("output_count", c_size_t),
        ("taken", POINTER(c_double)),
        ("given", POINTER(c_double)),
    ]


@cache
def _library() -> CDLL:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "jacobi.so"
        subprocess.run([sys.executable, "-m", "ziglang", "cc", "-O2", "-shared", "-fPIC", str(SOURCE), "-o", str(file)], check=True)
        return CDLL(str(file))


def jacobi(fmus: Sequence[tuple[ArrayCalls, Any, Any]], size: float, first: int, last: int) -> None:
    """Take communication steps of `size` [s] from number `first` to before `last`.

    FMUs come with the arrays that their inputs are taken from and their outputs given to.
    """
    side_by_side = (_Fmu * len(fmus))(*(_Fmu(*fmu.for_c(), *(cast(array, POINTER(c_double)) for array in arrays)) for fmu, *arrays in fmus))
    done = _library().jacobi(side_by_side, c_int(len(fmus)), c_double(size), c_int(first), c_int(last))
    assert done == last, f"an FMU failed in step {done} of {last}"
