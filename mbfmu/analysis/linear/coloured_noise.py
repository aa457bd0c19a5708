"""A linear system behind filters that shape its inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
from scipy.linalg import block_diag

from ...base.errors import MbfmuError, ProblemsFound
from ...base.nearest import nearest
from .linear_system import LinearSystem

Fraction = tuple[Sequence[float], Sequence[float]]
S = TypeVar("S", bound=LinearSystem)


def shaped(system: S, filters: Mapping[str, Fraction], rates: Mapping[str, Sequence[str]]) -> S:
    """The system behind filters; see Linearization.shaped."""
    known = [*filters, *rates, *(name for those in rates.values() for name in those)]
    wrong = [f"there is no input {name!r}{nearest(name, system.inputs)}" for name in known if name not in system.inputs]
    wrong += [f"rates are given of {name}, which has no filter" for name in rates if name in system.inputs and name not in filters]
    if wrong:
        raise ProblemsFound(f"the inputs are {', '.join(system.inputs) or 'none'}:", wrong)
    for name, fraction in filters.items():
        system = _behind(system, name, fraction, rates.get(name, ()))
    return system


def _behind(system: S, name: str, fraction: Fraction, rates: Sequence[str]) -> S:
    """The system with a filter in front of one input, whose rates take the rates of what the filter gives."""
    a, b, c, d = _filter(name, fraction)
    n, own, to = len(system.A), len(a), system.inputs.index(name)
    by_filter = np.zeros((len(system.inputs), own))  # all inputs by the states of the filter
    by_noise = np.eye(len(system.inputs))  # and by what drives all inputs now
    by_noise[to, to] = 0.0
    row, direct = c, d
    for one in (name, *rates):
        u = system.inputs.index(one)
        by_filter[u], by_noise[u, to] = row, direct
        if u != to:
            by_noise[u, u] = 0.0
        if direct and one != (name, *rates)[-1]:
            raise MbfmuError(f"the noise reaches {one} directly, so that its rate is no number: give {name} a filter with a higher power of s below")
        row, direct = row @ a, float(row @ b)
    kept = [i for i, one in enumerate(system.inputs) if one not in rates]
    drives = np.zeros((own, len(system.inputs)))
    drives[:, to] = b
    A = block_diag(system.A, a)
    A[:n, n:] = system.B @ by_filter
    before = sum(state.startswith(f"{name}.filter[") for state in system.states)
    added = tuple(f"{name}.filter[{i}]" for i in range(before + 1, before + own + 1))
    return replace(
        system,
        A=A,
        B=np.vstack([system.B @ by_noise, drives])[:, kept],
        C=np.hstack([system.C, system.D @ by_filter]),
        D=(system.D @ by_noise)[:, kept],
        states=(*system.states, *added),
        units=(*system.units, *("1" for _ in added)),
        inputs=tuple(system.inputs[i] for i in kept),
        input_units=tuple(system.input_units[i] for i in kept),
        rates=np.r_[system.rates, np.zeros(own)],
    )


def _filter(name: str, fraction: Fraction) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """The matrices of a filter from its numerator and denominator; MbfmuError for what is no proper fraction."""
    try:
        above, below = (np.trim_zeros(np.atleast_1d(np.asarray(part, float)), "f") for part in fraction)
        fits = above.ndim == below.ndim == 1 and 0 < len(above) <= len(below) and np.isfinite(np.r_[above, below]).all()
    except (TypeError, ValueError):
        fits = False
    if not fits:
        raise MbfmuError(
            f"the filter of {name} must be (numerator, denominator), each the factors of falling powers of s, and the numerator's highest power not "
            f"above the denominator's, such as ([1.0], [0.5, 1.0]) for 1 / (0.5 s + 1), not {fraction!r}"
        )
    if len(below) == 1:
        return np.zeros((0, 0)), np.zeros(0), np.zeros(0), float(above[0] / below[0])
    from scipy.signal import tf2ss  # which takes longer to import than all else here

    a, b, c, d = tf2ss(above, below)
    return a, b[:, 0], c[0], float(d[0, 0])
