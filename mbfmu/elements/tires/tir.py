"""Files of tire data, .tir: their coefficients as numbers in SI units, under their own names.

A file has sections, [NAME], with a line NAME = value for each coefficient; $ and ! begin comments, texts are quoted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ...errors import MbfmuError
from ...variable_types import read_number

LINE = re.compile(r"^\s*(?P<name>\w+)\s*=\s*(?P<value>'[^']*'|\"[^\"]*\"|[^\s$!]+)")
SECTION = re.compile(r"^\s*\[(?P<name>[^\]]+)\]")
# What one of a file's units is in SI units.
UNITS = {
    "LENGTH": {"METER": 1.0, "M": 1.0, "MM": 1e-3, "MILLIMETER": 1e-3, "CM": 1e-2, "KM": 1e3, "INCH": 0.0254, "FOOT": 0.3048},
    "FORCE": {"NEWTON": 1.0, "N": 1.0, "KN": 1e3, "KNEWTON": 1e3, "POUND_FORCE": 4.4482216152605},
    "TIME": {"SECOND": 1.0, "S": 1.0, "SEC": 1.0, "MILLISECOND": 1e-3},
    "PRESSURE": {"PASCAL": 1.0, "PA": 1.0, "BAR": 1e5, "KPA": 1e3, "PSI": 6894.757293168361},
    "ANGLE": {"RADIANS": 1.0, "RADIAN": 1.0, "RAD": 1.0},
}


@dataclass(frozen=True)
class Tir:
    """What stands in a .tir file: numbers and texts by their names in capitals, and by their names the unit that each of `UNITS` is in SI units."""

    file: str
    numbers: Mapping[str, float]
    texts: Mapping[str, str]
    units: Mapping[str, float]

    def in_si(self, name: str, unit: str) -> float:
        """A number in SI units, of which `unit` is such as "N/m"."""
        length, force, time, pressure = (self.units[what] for what in ("LENGTH", "FORCE", "TIME", "PRESSURE"))
        mechanical = {"N": force, "N/m": force / length, "N.s/m": force * time / length, "Pa": pressure}
        factors = {"1": 1.0, "m": length, "1/m": 1.0 / length, "1/m2": 1.0 / length**2, "m/s": length / time, **mechanical}
        return self.numbers[name] * factors[unit]


def read_tir(file: str | Path) -> Tir:
    """What stands in a .tir file. MbfmuError names the file and the line that cannot be read."""
    path = Path(file)
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        raise MbfmuError(f"{path} cannot be read: {error.strerror or error}; give the path of a .tir file") from None
    section = ""
    numbers: dict[str, float] = {}
    texts: dict[str, str] = {}
    units: dict[str, float] = {}
    for n, line in enumerate(lines, 1):
        if found := SECTION.match(line):
            section = found["name"].strip().upper()
        elif found := LINE.match(line):
            name, value = found["name"].upper(), found["value"]
            if section == "UNITS":
                units[name] = _unit(path, n, name, value.strip("'\""))
            elif value[0] in "'\"":
                texts[name] = value[1:-1].strip()
            else:
                _take_number(path, n, name, value, numbers, texts)
    if not numbers:
        raise MbfmuError(f"{path} has no line like PCX1 = 1.6: it is no .tir file")
    known = {name: of[next(iter(of))] for name, of in UNITS.items()}
    return Tir(str(path), numbers, texts, known | {name: unit for name, unit in units.items() if name in UNITS})


def _take_number(path: Path, n: int, name: str, value: str, numbers: dict[str, float], texts: dict[str, str]) -> None:
    """Keep a number; what stands where a number should, as in MASS = kg, is a text."""
    try:
        numbers[name] = read_number(value.replace("d", "e").replace("D", "e"))
    except ValueError:
        texts[name] = value
        return
    if not abs(numbers[name]) < float("inf"):
        raise MbfmuError(f"line {n} of {path}: {name} = {value} is not finite")


def _unit(path: Path, n: int, name: str, value: str) -> float:
    """The unit of a line, in SI units; 1 where nothing is measured in it."""
    if name not in UNITS:
        return 1.0
    if value.upper() not in UNITS[name]:
        raise MbfmuError(f"line {n} of {path}: {name} = {value!r} is no unit that mbfmu reads; write one of {', '.join(UNITS[name]).lower()}")
    return UNITS[name][value.upper()]
