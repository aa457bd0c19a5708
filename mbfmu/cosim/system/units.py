"""Units as FMUs define them, and what converts one into another."""

from __future__ import annotations

from math import isfinite

from fmpy.model_description import BaseUnit, ModelDescription, ModelVariable

from ...base.model_description import unit_of
from .conversion import Conversion

EXPONENTS = ("kg", "m", "s", "A", "K", "mol", "cd", "rad")


def base_unit(description: ModelDescription, unit: str | None) -> BaseUnit | None:
    """Return what an FMU defines a unit to be, None where it does not say."""
    return next((u.baseUnit for u in description.unitDefinitions if u.name == unit), None)


def exponents(unit: BaseUnit) -> tuple[int, ...]:
    """Return the powers of kg, m, s, A, K, mol, cd and rad in a unit."""
    return tuple(getattr(unit, key) for key in EXPONENTS)


def conversion_between(source: BaseUnit, target: BaseUnit, relative: bool = False) -> Conversion | None:
    """Return what makes numbers in one unit numbers in another; None where these measure different things, or nothing.

    A number u is factor u + offset in base units (FMI 3.0, 2.4.4.1). Differences of temperatures and the like are `relative`: offsets do not count.
    """
    if exponents(source) != exponents(target) or not all(isfinite(number) for unit in (source, target) for number in (unit.factor, unit.offset)):
        return None
    if source.factor == 0.0 or target.factor == 0.0:
        return None
    offset = 0.0 if relative else (source.offset - target.offset) / target.factor
    return Conversion(source.factor / target.factor, offset)


def is_relative(variable: ModelVariable) -> bool:
    """Say whether a variable is a difference, in whose unit offsets do not count."""
    stated = variable.relativeQuantity
    return bool(getattr(variable.declaredType, "relativeQuantity", False) if stated is None else stated)


def unit_conversion(source: tuple[ModelDescription, ModelVariable], target: tuple[ModelDescription, ModelVariable]) -> Conversion | None:
    """Return what makes an output of one FMU an input of another by their units, Conversion() where one states none; None if nothing does."""
    units = [unit_of(variable) for _, variable in (source, target)]
    if None in units:
        return Conversion()  # an FMU that states no unit cannot be wrong about it
    bases = [base_unit(description, unit) for (description, _), unit in zip((source, target), units)]
    if bases[0] is None or bases[1] is None:
        return Conversion() if units[0] == units[1] else None
    return conversion_between(bases[0], bases[1], is_relative(source[1]))
