"""The engine's law of impacts, called alone, and the same law in NumPy by trying which contacts open, stick and slide."""

from __future__ import annotations

import ctypes
import subprocess
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from mbfmu.engine.sources import C
from tests.compiler import CC

POISSON, NEWTON = range(2)


class Contact(ctypes.Structure):
    """As ImpactContact of impact_law.h."""

    _fields_ = [
        ("first", ctypes.c_int),
        ("rows", ctypes.c_int),
        ("restitution", ctypes.c_double),
        ("friction", ctypes.c_double),
        ("law", ctypes.c_int),
    ]


class Impact(ctypes.Structure):
    """As Impact of impact_law.h."""

    _fields_ = [
        ("contacts", ctypes.c_int),
        ("rows", ctypes.c_int),
        ("contact", ctypes.POINTER(Contact)),
        ("S", ctypes.POINTER(ctypes.c_double)),
        ("before", ctypes.POINTER(ctypes.c_double)),
        ("bites", ctypes.c_int),
        ("size", ctypes.c_double),
    ]


@cache
def _library() -> ctypes.CDLL:
    with TemporaryDirectory() as folder:
        to = Path(folder) / "impact_law.so"
        laws = [C / "mechanism" / f"{name}.c" for name in ("impact_islands", "impact_law", "impact_transfer", "one_contact")]
        sources = [*laws, *(C / "linear_algebra" / f"{name}.c" for name in ("orthogonal_factors", "qr", "vector"))]
        options = ("-shared", "-fPIC", "-O2", "-std=c99", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", f"-I{C / 'linear_algebra'}")
        subprocess.run([*CC, *options, "-o", str(to), *map(str, sources), "-lm"], check=True)
        library = ctypes.CDLL(str(to))
    library.impact_islands_work.restype = ctypes.c_size_t
    return library


class Phases(ctypes.Structure):
    """As ImpactPhases of impact_law.h."""

    _fields_ = [("compression", ctypes.POINTER(ctypes.c_double)), ("factor", ctypes.c_double)]


def impact(
    S: np.ndarray, before: np.ndarray, rows: list[int], e, mu, law: int = POISSON, bites: bool = False, size: float = 0.0
) -> tuple[np.ndarray, np.ndarray] | None:
    """Impulses and velocities after an impact of contacts with so many rows each; None where none are found."""
    library, n = _library(), len(before)
    first = np.cumsum([0, *rows])[:-1]
    contacts = (Contact * len(rows))(*(Contact(int(f), k, a, b, law) for f, k, a, b in zip(first, rows, e, mu)))
    numbers = lambda array: np.ascontiguousarray(array, dtype=float).ctypes.data_as(ctypes.POINTER(ctypes.c_double))
    S, before = np.ascontiguousarray(S), np.ascontiguousarray(before)
    impulse, after, work = np.zeros(n), np.zeros(n), np.zeros(library.impact_islands_work(len(rows), n))
    given = Impact(len(rows), n, contacts, numbers(S), numbers(before), int(bites), size)
    phases = Phases(numbers(np.zeros(n)), 1.0)
    failed = library.impact_islands(ctypes.byref(given), numbers(impulse), numbers(after), ctypes.byref(phases), numbers(work))
    return None if failed else (impulse, after)


def planar_phase(S: np.ndarray, v: np.ndarray, least: np.ndarray, mu: np.ndarray, slack: float = 1e-10) -> list[np.ndarray]:
    """The impulses of all solutions of one phase with a tangential row a contact, by trying all combinations; `least` are the least normal ones."""
    m, found = len(least), []
    for states in product(("open", "stick", "left", "right"), repeat=m):
        M, b = np.zeros((2 * m, 2 * m)), np.zeros(2 * m)
        for c, state in enumerate(states):
            n, t = 2 * c, 2 * c + 1
            if state == "open":  # at its least impulse; friction of what it has may slide either way or stick: only tried where that is zero
                M[n, n], b[n], M[t, t] = 1.0, least[c], 1.0
                continue
            M[n], b[n] = S[n], -v[n]
            if state == "stick":
                M[t], b[t] = S[t], -v[t]
            else:
                M[t, t], M[t, n] = 1.0, mu[c] if state == "right" else -mu[c]
        if np.linalg.cond(M) > 1e10:
            continue
        p = np.linalg.solve(M, b)
        after = v + S @ p
        good = True
        for c, state in enumerate(states):
            n, t = 2 * c, 2 * c + 1
            good &= p[n] >= least[c] - slack and after[n] >= -slack and abs(p[t]) <= mu[c] * p[n] + slack
            good &= state != "open" or least[c] == 0.0
            good &= state not in ("left", "right") or after[t] * (1 if state == "right" else -1) >= -slack
        if good:
            found.append(p)
    return found
