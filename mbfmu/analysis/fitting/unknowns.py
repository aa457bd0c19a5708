"""The parameters that are looked for: which numbers of a Problem they are, where they begin and between which bounds they may be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite, isnan, nan, nextafter
from typing import Any

import numpy as np

from ...base.errors import ProblemsFound
from ...base.nearest import nearest
from ...model.declare.model import Model
from ...model.declare.settable import parameters_of
from ...model.declare.variable_types import Real
from ...problem.compile import Declared, declared_in
from ...problem.data.problem import Problem, Variable
from ...problem.data.ref import Ref
from ..instant.drive import Names, names_of, numbers_for, wanted_in_words
from ..instant.exposed_variables import with_parameters

Bounds = Mapping[str, tuple[float | None, float | None] | None]
Parameters = Sequence[str] | Bounds


@dataclass(frozen=True)
class Unknown:
    """A number of slot p that is looked for, from `start` on, between `lower` and `upper`, all in `unit`."""

    name: str
    unit: str
    ref: Ref
    start: float
    lower: float
    upper: float


def values_of(unknowns: Sequence[Unknown], numbers: np.ndarray) -> dict[str, float]:
    """The numbers by the names of the parameters, as `simulate` takes values."""
    return dict(zip((unknown.name for unknown in unknowns), map(float, numbers)))


def reach(unknown: Unknown, number: float) -> float:
    """How far a parameter may be thought to move: by its own value, or else between its bounds, or by 1 in its unit."""
    width = unknown.upper - unknown.lower
    return abs(number) or (width if isfinite(width) else 1.0)


def changes(unknown: Unknown, number: float, step: float) -> tuple[float, float]:
    """How far differences go down and up from a number: by a share of its reach, and not beyond its bounds."""
    h = step * reach(unknown, number)
    return max(-h, unknown.lower - number), min(h, unknown.upper - number)


def in_words(unknowns: Sequence[Unknown], numbers: np.ndarray) -> str:
    """The parameters with their values."""
    return ", ".join(f"{unknown.name} = {number:.6g} {unknown.unit}".removesuffix(" 1") for unknown, number in zip(unknowns, numbers))


def bounds_of(parameters: Parameters) -> Bounds:
    """The parameters with their bounds, None for none."""
    if isinstance(parameters, Mapping):
        return parameters
    return dict.fromkeys([parameters] if isinstance(parameters, str) else parameters)


def unknowns_of(declared: Declared, bounds: Bounds, values: Mapping[str, Any]) -> tuple[Problem, list[Unknown]]:
    """The Problem of what is declared, and parameters by their names, with bounds; they start where `values` say, else where the model does.

    ProblemsFound names all that are no real parameters of it, and bounds that do not fit.
    """
    declared = declared_in(declared)
    problem = with_parameters(declared, [*bounds, *values])
    names, found, wrong = names_of(problem), [], []
    known = [*names, *(parameters_of(declared) if isinstance(declared, Model) else ())]
    for name, given in bounds.items():
        try:
            found.append(_unknown(names, known, name, given, values))
        except ValueError as error:
            wrong.append(str(error))
    if not bounds:
        wrong.append("there is no parameter to look for: give at least one by name, such as {'payload.m': (50.0, 500.0)}")
    if wrong:
        raise ProblemsFound(f"these parameters of {problem.name} cannot be unknowns:", wrong)
    return problem, found


def _unknown(names: Names, known: Iterable[str], name: str, bounds: Any, values: Mapping[str, Any]) -> Unknown:
    if name not in names:
        raise ValueError(f"there is no variable {name!r}{nearest(name, known)}")
    variable, ref = names[name]
    if variable.causality != "parameter":
        raise ValueError(f"{name} is of causality {variable.causality}, not parameter ({variable.description})")
    if variable.type != Real() or ref.size != 1:
        raise ValueError(f"{name} is not one real number" + (f": give one of its elements, such as '{name}[1]'" if ref.size > 1 else ""))
    start = _start(name, variable, ref, values)
    lower, upper = _bounds(name, variable, bounds)
    if not lower <= start <= upper:
        raise ValueError(f"{name} starts at {start:g} {variable.unit}, not between {lower:g} and {upper:g}: give it another value to start with")
    return Unknown(name=name, unit=variable.unit, ref=ref, start=start, lower=lower, upper=upper)


def _start(name: str, variable: Variable, ref: Ref, values: Mapping[str, Any]) -> float:
    """The value that is given for a number, or for the array that it stands in, else the model's own."""
    known = np.array(variable.start)
    for given, place in ((variable.name, variable.ref), (name, ref)):
        if given in values:
            numbers = numbers_for(values[given], variable, place)
            if numbers is None:
                raise ValueError(f"{given} takes {wanted_in_words(variable, place)}, not {values[given]!r}")
            known[place.start - variable.ref.start :][: place.size] = numbers
    return float(known[ref.start - variable.ref.start])


def _bounds(name: str, variable: Variable, given: Any) -> tuple[float, float]:
    """The bounds that are given, within those that the variable has anyhow."""
    try:
        lower, upper = ((-inf, inf)[side] if bound is None else float(bound) for side, bound in enumerate(given or (None, None)))
    except (TypeError, ValueError):
        lower = upper = nan
    if isnan(lower) or isnan(upper) or not lower < upper:
        raise ValueError(f"{name} takes bounds as (50.0, 500.0) in {variable.unit}, the lower first, or None, not {given!r}")
    own = -inf if variable.min is None else nextafter(variable.min, inf) if variable.exclusive_min else variable.min
    most = inf if variable.max is None else variable.max
    if not max(lower, own) < min(upper, most):
        raise ValueError(f"{name} takes bounds in {variable.unit} between {own:g} and {most:g}, not {given!r} ({variable.description})")
    return max(lower, own), min(upper, most)
