"""Inputs that move an FMU a little: around their start values, within their bounds."""

from __future__ import annotations

import numpy as np
from fmpy.model_description import ModelVariable

from ..base.model_description import items_of
from .running_fmu import size
from .subject import FLOATS, CheckedFmu

AMOUNT = 1e-2  # of an input's nominal value, or of 1 in its unit
TRUTH = {"true": 1.0, "false": 0.0}


def start_values(variables: list[ModelVariable]) -> np.ndarray:
    """The start values as the modelDescription.xml states them, zero where it states none."""
    parts = [np.resize([TRUTH.get(x) if x in TRUTH else float(x) for x in (v.start or "0").split()], size(v)) for v in variables]
    return np.concatenate(parts) if parts else np.zeros(0)


def nominals(variables: list[ModelVariable]) -> np.ndarray:
    """The nominal value of each number of the variables, 1 where none is stated, as FMI has it."""
    return np.array([abs(float(v.nominal or getattr(v.declaredType, "nominal", None) or 1.0)) for v in variables for _ in range(size(v))])


def amplitudes(variables: list[ModelVariable]) -> np.ndarray:
    """How far each number of the variables may sensibly be moved: its nominal value, or its start where that is larger."""
    return np.maximum(nominals(variables), np.abs(start_values(variables)))


def excited(variables: list[ModelVariable], amount: float = AMOUNT) -> np.ndarray:
    """Values off the start by `amount` of the amplitudes, where bounds forbid it to the other side, or not at all; whole ones by 1."""
    whole = np.array([v.type not in FLOATS for v in variables for _ in range(size(v))], bool)
    start, change = start_values(variables), np.where(whole, 1.0, amount * amplitudes(variables))
    low, high = (_bounds(variables, bound) for bound in ("min", "max"))
    up, down = start + change, start - change
    return np.where((low <= up) & (up <= high), up, np.where((low <= down) & (down <= high), down, start))


def switched_inputs(subject: CheckedFmu) -> dict[str, np.ndarray]:
    """Other values of the discrete inputs, by name."""
    return {v.name: excited([v]) for v in subject.discrete_inputs}


def excited_inputs(subject: CheckedFmu, amount: float = AMOUNT) -> dict[str, np.ndarray]:
    """Excited values of the continuous inputs, by name."""
    return {v.name: excited([v], amount) for v in subject.continuous_inputs}


def _bounds(variables: list[ModelVariable], bound: str) -> np.ndarray:
    parts = [np.full(size(v), _bound(v, bound)) for v in variables]
    return np.concatenate(parts) if parts else np.zeros(0)


def _bound(variable: ModelVariable, bound: str) -> float:
    """What is stated, else what its type has: those of a Boolean, or of the items of an enumeration."""
    stated = getattr(variable, bound) or getattr(variable.declaredType, bound, None)
    items = [float(number) for number in items_of(variable).values()] or ([0.0, 1.0] if variable.type == "Boolean" else [])
    return float(stated) if stated is not None else (min if bound == "min" else max)(items, default={"min": -np.inf, "max": np.inf}[bound])
