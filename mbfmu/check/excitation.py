"""Inputs that move an FMU a little: around their start values, within their bounds."""

from __future__ import annotations

import numpy as np
from fmpy.model_description import ModelVariable

from .running import size
from .subject import Subject

AMOUNT = 1e-2  # of an input's nominal value, or of 1 in its unit


def start_values(variables: list[ModelVariable]) -> np.ndarray:
    """The start values as the modelDescription.xml states them, zero where it states none."""
    parts = [np.resize([float(x) for x in (v.start or "0").split()], size(v)) for v in variables]
    return np.concatenate(parts) if parts else np.zeros(0)


def nominals(variables: list[ModelVariable]) -> np.ndarray:
    """The nominal value of each number of the variables, 1 where none is stated, as FMI has it."""
    return np.array([abs(float(v.nominal or getattr(v.declaredType, "nominal", None) or 1.0)) for v in variables for _ in range(size(v))])


def amplitudes(variables: list[ModelVariable]) -> np.ndarray:
    """How far each number of the variables may sensibly be moved: its nominal value, or its start where that is larger."""
    return np.maximum(nominals(variables), np.abs(start_values(variables)))


def excited(variables: list[ModelVariable], amount: float = AMOUNT) -> np.ndarray:
    """Values off the start by `amount` of the amplitudes, where bounds forbid it to the other side, or not at all."""
    start, change = start_values(variables), amount * amplitudes(variables)
    low, high = (_bounds(variables, bound) for bound in ("min", "max"))
    up, down = start + change, start - change
    return np.where((low <= up) & (up <= high), up, np.where((low <= down) & (down <= high), down, start))


def excited_inputs(subject: Subject, amount: float = AMOUNT) -> dict[str, np.ndarray]:
    """Excited values of the continuous inputs, by name."""
    return {v.name: excited([v], amount) for v in subject.continuous_inputs}


def _bounds(variables: list[ModelVariable], bound: str) -> np.ndarray:
    free = {"min": -np.inf, "max": np.inf}[bound]
    stated = [getattr(v, bound) or getattr(v.declaredType, bound, None) for v in variables]
    parts = [np.full(size(v), free if value is None else float(value)) for v, value in zip(variables, stated)]
    return np.concatenate(parts) if parts else np.zeros(0)
