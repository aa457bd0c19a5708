"""Units: every variable is declared in one; inside, all is SI. The same table yields FMI's base units.

A unit is written as FMI tools write it: symbols joined by "." and "/", each with an optional integer power ("N.m/rad",
"kg.m2", "m/s2"); "1" is no unit. Symbols behind "/" are in the denominator up to the next "/" or the end; brackets may hold them, "rad/(N.m)".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np

from ...base.errors import MbfmuError
from .variable_types import read_number, reals

BASE = ("kg", "m", "s", "A", "K", "mol", "cd", "rad")


def _unit(factor: float = 1.0, **exponents: int) -> tuple[float, Mapping[str, int]]:
    return factor, MappingProxyType(exponents)


SYMBOLS: Mapping[str, tuple[float, Mapping[str, int]]] = MappingProxyType(
    {
        "1": _unit(),
        **{base: _unit(**{base: 1}) for base in BASE},
        "g": _unit(1e-3, kg=1), "t": _unit(1e3, kg=1),
        "mm": _unit(1e-3, m=1), "cm": _unit(1e-2, m=1), "km": _unit(1e3, m=1), "l": _unit(1e-3, m=3),
        "ms": _unit(1e-3, s=1), "min": _unit(60.0, s=1), "h": _unit(3600.0, s=1), "Hz": _unit(s=-1),
        "deg": _unit(np.pi / 180, rad=1), "rev": _unit(2 * np.pi, rad=1), "rpm": _unit(np.pi / 30, rad=1, s=-1),
        "N": _unit(kg=1, m=1, s=-2), "kN": _unit(1e3, kg=1, m=1, s=-2), "MN": _unit(1e6, kg=1, m=1, s=-2),
        "Pa": _unit(kg=1, m=-1, s=-2), "kPa": _unit(1e3, kg=1, m=-1, s=-2), "MPa": _unit(1e6, kg=1, m=-1, s=-2),
        "GPa": _unit(1e9, kg=1, m=-1, s=-2), "bar": _unit(1e5, kg=1, m=-1, s=-2),
        "J": _unit(kg=1, m=2, s=-2), "kJ": _unit(1e3, kg=1, m=2, s=-2),
        "W": _unit(kg=1, m=2, s=-3), "kW": _unit(1e3, kg=1, m=2, s=-3),
        "V": _unit(kg=1, m=2, s=-3, A=-1), "C": _unit(s=1, A=1), "Ohm": _unit(kg=1, m=2, s=-3, A=-2),
    }
)  # fmt: skip

_FACTOR = re.compile(r"([A-Za-z]+|1)(-?\d+)?$")


@cache
def parsed(unit: str) -> tuple[float, Mapping[str, int]]:
    """The factor to SI and the exponents of SI base units (rad among them); MbfmuError if the unit is not understood."""
    factor, exponents = 1.0, dict.fromkeys(BASE, 0)
    for place, part in enumerate(_quotient(unit)):
        for piece in part.split("."):
            match = _FACTOR.match(piece)
            if match is None or match[1] not in SYMBOLS:
                known = ", ".join(SYMBOLS)
                raise MbfmuError(f"unit {unit!r}: {piece!r} is not known; write products like 'N.m/rad' or 'kg.m2' of {known}")
            power = int(match[2] or 1) * (-1 if place else 1)
            symbol_factor, symbol_exponents = SYMBOLS[match[1]]
            factor *= symbol_factor**power
            for base, exponent in symbol_exponents.items():
                exponents[base] += exponent * power
    return factor, MappingProxyType({base: e for base, e in exponents.items() if e})


def _quotient(unit: str) -> list[str]:
    """The product above and those below, without their brackets."""
    above, *below = unit.split("/")
    return [above, *(part[1:-1] if part.startswith("(") and part.endswith(")") else part for part in below)]


def base_exponents(unit: str) -> Mapping[str, int]:
    """The exponents of SI base units in `unit`, rad among them as FMI wants it."""
    return parsed(unit)[1]


def same_dimension(a: str, b: str) -> bool:
    """Whether quantities in these two units may be added; angles count as pure numbers."""
    return physical(a) == physical(b)


def product(*factors: tuple[str, int]) -> str:
    """The unit that is the product of units raised to integer powers, as ("m", 1), ("s", -1) -> "m/s"."""
    powers: dict[str, int] = {}
    for unit, power in factors:
        for place, part in enumerate(_quotient(unit)):
            for piece in part.split("."):
                [(symbol, exponent)] = _FACTOR.findall(piece)
                powers[symbol] = powers.get(symbol, 0) + int(exponent or 1) * power * (-1 if place else 1)
    powers.pop("1", None)
    above = [s + (str(e) if e != 1 else "") for s, e in powers.items() if e > 0]
    below = [s + (str(-e) if e != -1 else "") for s, e in powers.items() if e < 0]
    return "/".join([".".join(above) or "1", *below])


def one_fraction(unit: str) -> str:
    """A unit as people write it: "rad/N/m" -> "rad/(N.m)"."""
    above, *below = _quotient(unit)
    return f"{above}/({'.'.join(below)})" if len(below) > 1 or "." in "".join(below) else unit


def foreign_product(*factors: tuple[str, int]) -> str:
    """The product, as people write it, of units that others have written in their own way: these stay as they are; "" where a unit is not known."""
    if not all(unit for unit, _ in factors):
        return ""
    if all(_FACTOR.match(piece) for unit, _ in factors for part in _quotient(unit) for piece in part.split(".")):
        return one_fraction(product(*factors))
    return ".".join(f"({unit})" + (str(power) if power != 1 else "") for unit, power in factors)


def conversion(unit: str, declared: str) -> float:
    """By what numbers in `unit` are multiplied to be in `declared`; MbfmuError if the units differ in dimension."""
    if not same_dimension(unit, declared):
        raise MbfmuError(f"the units {unit} and {declared} differ in dimension")
    return parsed(unit)[0] / parsed(declared)[0]


def si_value(value: Any, unit: str, declared: str) -> Any:
    """`value` in `unit` expressed in the SI unit `declared`; MbfmuError if they differ in dimension."""
    if not same_dimension(unit, declared):
        raise MbfmuError(f"{value} {unit} is not a quantity in {declared}: the units differ in dimension")
    factor = conversion(unit, declared)
    return value if factor == 1.0 else (reals(value) * factor).tolist()


def is_quantity_text(text: str) -> bool:
    """Whether a text is a number with its unit, as "30 deg"."""
    return len(text.split()) == 2


def read_quantity(text: str, declared: str) -> float:
    """What a number with its unit is in the unit `declared`; ValueError where it is no number, MbfmuError if the units differ in dimension."""
    number, unit = text.split()
    return read_number(number) * conversion(unit, declared)


def physical(unit: str) -> dict[str, int]:
    """The exponents of SI base units in `unit`, without rad: angles count as pure numbers."""
    return {base: e for base, e in base_exponents(unit).items() if base != "rad"}
