"""A tire of the Magic Formula with the coefficients of a .tir file."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

from ...errors import MbfmuError
from ...model.declarations import Parameter, declarations
from ...model.frame import Frame
from ..roads.base import Road
from .magic_formula_tire import MagicFormula52Tire, MagicFormulaTire
from .tir import Tir, read_tir

# The versions of the Magic Formula by the number FITTYP.
VERSIONS = {5: MagicFormula52Tire, 6: MagicFormula52Tire, 21: MagicFormula52Tire} | dict.fromkeys((60, 61, 62), MagicFormulaTire)
ADAMS = "PAC2002"
SIDES = ("left", "right")
COEFFICIENT = ("P", "Q", "R", "S", "L", "E")  # how names of coefficients begin


def tire_from_file(file: str | Path, wheel: Frame, road: Road, side: str | None = None, **values: Any) -> MagicFormulaTire:
    """The tire that a .tir file describes, on the frame of a wheel.

    FITTYP 5, 6 and 21 and the format PAC2002 mean the Magic Formula 5.2, FITTYP 60 to 62 that of 6.1. `side` is "left" or "right"; a tire that was
    measured for the other side is mirrored. `values` are parameters that take the place of those in the file. Coefficients that mbfmu does not use
    are warned about. Raises MbfmuError where the file cannot be read, or is for another model of a tire.
    """
    tir = read_tir(file)
    kind = _version(tir)
    parameters = declarations(kind, Parameter)
    given = {name: tir.in_si(name, declared.unit) for name, declared in parameters.items() if name in tir.numbers}
    if "INFLPRES" not in given and "NOMPRES" in given:
        given["INFLPRES"] = given["NOMPRES"]
    unused = [name for name, number in tir.numbers.items() if number and name not in parameters and _is_coefficient(name)]
    if unused:
        warnings.warn(f"{tir.file} has {', '.join(unused)}, which mbfmu does not use", stacklevel=2)
    return kind(wheel, road, **{**given, "mirrored": _mirrored(tir, side), **values})


def _version(tir: Tir) -> type[MagicFormulaTire]:
    if tir.texts.get("PROPERTY_FILE_FORMAT", "").upper() == ADAMS:
        return MagicFormula52Tire
    found = VERSIONS.get(int(tir.numbers.get("FITTYP", 0)))
    if found is None:
        known = ", ".join(map(str, VERSIONS))
        version = tir.numbers.get("FITTYP", "none")
        raise MbfmuError(f"{tir.file} has FITTYP = {version}; mbfmu reads the Magic Formula, FITTYP {known} or PROPERTY_FILE_FORMAT '{ADAMS}'")
    return found


def _mirrored(tir: Tir, side: str | None) -> bool:
    if side is None:
        return False
    if side not in SIDES:
        raise MbfmuError(f'side={side!r}: a tire stands on the side "left" or "right"')
    measured = tir.texts.get("TYRESIDE", side).lower()
    return measured in SIDES and measured != side


def _is_coefficient(name: str) -> bool:
    """Whether a number of a file is a coefficient such as PDXP1 or Q_CAM1, and none that says what the file holds for."""
    return name[0] in COEFFICIENT and name[-1].isdigit()
