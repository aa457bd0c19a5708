"""Files of tire data, .tir: their coefficients as numbers in SI units, under their own names.

A file has sections, [NAME], with a line NAME = value for each coefficient; $ and ! begin comments, texts are quoted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ....base.errors import MbfmuError, ProblemsFound

LINE = re.compile(r"^\s*(?P<name>\w+)\s*=\s*(?P<value>'[^']*'|\"[^\"]*\"|[^$!]*?)\s*(?:[$!].*)?$")
SECTION = re.compile(r"^\s*\[(?P<name>[^\]]+)\]")
BLOCK = re.compile(r"^\s*[{(]")  # begins a table, or words in a header, until the next section
WORDS = re.compile(r"^\s*[A-Za-z]\w*(\s|$)")  # a line that might be meant as one with a value
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eEdD][+-]?\d+)?|[+-]?(inf|nan)", re.IGNORECASE)
HEADER = "MDI_HEADER"
# What one of a file's units is in SI units.
UNITS = {
    "LENGTH": {"METER": 1.0, "M": 1.0, "MM": 1e-3, "MILLIMETER": 1e-3, "CM": 1e-2, "KM": 1e3, "INCH": 0.0254, "FOOT": 0.3048},
    "FORCE": {"NEWTON": 1.0, "N": 1.0, "KN": 1e3, "KNEWTON": 1e3, "POUND_FORCE": 4.4482216152605},
    "TIME": {"SECOND": 1.0, "S": 1.0, "SEC": 1.0, "MILLISECOND": 1e-3},
    "MASS": {"KG": 1.0, "KILOGRAM": 1.0, "GRAM": 1e-3, "G": 1e-3, "TONNE": 1e3, "POUND_MASS": 0.45359237, "SLUG": 14.593902937206364},
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
        length, force, time, mass, pressure = (self.units[what] for what in ("LENGTH", "FORCE", "TIME", "MASS", "PRESSURE"))
        mechanical = {"N": force, "N/m": force / length, "N.s/m": force * time / length, "Pa": pressure, "kg": mass, "kg.m2": mass * length**2}
        temporal = {"s": time, "Hz": 1.0 / time, "m/s": length / time}
        factors = {"1": 1.0, "m": length, "1/m": 1.0 / length, "1/m2": 1.0 / length**2, **temporal, **mechanical}
        return self.numbers[name] * factors[unit]


def read_tir(file: str | Path) -> Tir:
    """What stands in a .tir file. ProblemsFound names the lines that cannot be read, MbfmuError a file that is none."""
    path = Path(file)
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        raise MbfmuError(f"{path} cannot be read: {error.strerror or error}; give the path of a .tir file") from None
    found = _Found()
    section, in_block = "", False
    for n, line in enumerate(lines, 1):
        if opened := SECTION.match(line):
            section, in_block = opened["name"].strip().upper(), False
        elif BLOCK.match(line):
            in_block = True
        elif in_block and "=" not in line:
            continue
        elif entry := LINE.match(line):
            found.take(f"line {n}", section, entry["name"].upper(), entry["value"])
        elif section != HEADER and WORDS.match(line):
            found.wrong.append(f"line {n}: {line.strip()!r} is no line like PCX1 = 1.6")
    if found.wrong:
        raise ProblemsFound(f"{path} cannot be read:", found.wrong)
    numbers, texts, units = found.numbers, found.texts, found.units
    if not numbers:
        raise MbfmuError(f"{path} has no line like PCX1 = 1.6: it is no .tir file")
    known = {name: of[next(iter(of))] for name, of in UNITS.items()}
    return Tir(str(path), numbers, texts, known | units)


@dataclass
class _Found:
    """What was read so far, and what is `wrong`."""

    numbers: dict[str, float] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    units: dict[str, float] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def take(self, line: str, section: str, name: str, value: str) -> None:
        """Keep the value of a line; what stands where a number should, as in MASS = kg, is a text."""
        number = NUMBER.fullmatch(value)
        if section == "UNITS":
            self._take_unit(line, name, value.strip("'\""))
        elif not value:
            self.wrong.append(f"{line}: {name} has no value")
        elif number and name in self.numbers and self.numbers[name] != _number_in(value):
            self.wrong.append(f"{line}: {name} is given twice, as {self.numbers[name]:g} and as {value}")
        elif number:
            self._take_number(line, name, value)
        elif section != HEADER and NUMBER.fullmatch(value.split()[0]):
            self.wrong.append(f"{line}: {name} = {value} is not one number; a comment begins with $")
        else:
            self.texts[name] = value.strip("'\"").strip()

    def _take_number(self, line: str, name: str, value: str) -> None:
        self.numbers[name] = _number_in(value)
        if not abs(self.numbers[name]) < float("inf"):
            self.wrong.append(f"{line}: {name} = {value} is not finite")

    def _take_unit(self, line: str, name: str, value: str) -> None:
        """Keep a unit, in SI units; nothing is measured in others than `UNITS`."""
        if name not in UNITS:
            return
        if value.upper() not in UNITS[name]:
            self.wrong.append(f"{line}: {name} = {value!r} is no unit that mbfmu reads; write one of {', '.join(UNITS[name]).lower()}")
            return
        self.units[name] = UNITS[name][value.upper()]


def _number_in(text: str) -> float:
    """What a number says, whose exponent may begin with d as in Fortran."""
    return float(text.lower().replace("d", "e"))
