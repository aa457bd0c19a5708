"""A tire of the Magic Formula with the coefficients of a .tir file."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from ....base.errors import MbfmuError, ProblemsFound
from ....base.files.given_path import given_path
from ...declare.declarations import REQUIRED, Parameter, declarations
from ...declare.frame import Frame
from ...declare.place_in_code import folder_of_caller
from ..roads.base import Road
from .coefficients import Lateral, Longitudinal, Moments
from .magic_formula_tire import MagicFormula52Tire, MagicFormulaTire, TurnSlipTire
from .tir import Tir, read_tir

# The versions of the Magic Formula by the number FITTYP.
VERSIONS = {5: MagicFormula52Tire, 6: MagicFormula52Tire, 21: MagicFormula52Tire} | dict.fromkeys((60, 61, 62), MagicFormulaTire)
ADAMS = "PAC2002"
TURN_SLIP = ("PHYP1", "PHYP2", "QCRP1", "QDRP1", "QDZ8")  # what a file must have for turn slip
SIDES = ("left", "right")
ZERO_IS_NONE = ("PTY2", "Q_RE0", "NOMPRES", "INFLPRES", "LONGVL")  # files write 0 for what they do not have
CONTOUR = ("Q_CAM1", "Q_CAM2")  # what a file must have one of for its width to act
PEAKS = ("PCX1", "PDX1", "PKX1", "PCY1", "PDY1", "PKY1")  # without which there is no force
CARCASS = ("LONGITUDINAL_STIFFNESS", "LATERAL_STIFFNESS")  # with which later versions have relaxation
TOLD = 12  # names of a list
NAMES = {"IP": "INFLPRES", "IP_NOM": "NOMPRES"}  # of Adams, for what others call differently


def tire_from_file(file: str | Path, wheel: Frame, road: Road, side: str | None = None, **values: Any) -> MagicFormulaTire:
    """The tire that a .tir file describes, on the frame of a wheel. A relative path is looked for in the folder of the file that calls.

    FITTYP 5, 6 and 21 and the format PAC2002 mean the Magic Formula 5.2, FITTYP 60 to 62 that of 6.1, with turn slip if the file has it. `side` is
    "left" or "right"; a tire that was measured for the other side is mirrored. `values` are parameters that take the place of those in the file.
    Missing coefficients count as zero. Warnings name them, and coefficients that mbfmu does not use. Raises MbfmuError if the file
    cannot be read, has a coefficient that is no number, lacks one without which there is no force, or is for another tire model.
    """
    kind, given = tire_data(file, side, values)
    return kind(wheel, road, **given)


def tire_data(file: str | Path, side: str | None, values: dict[str, Any]) -> tuple[type[MagicFormulaTire], dict[str, Any]]:
    """The kind of tire that a file describes, and its parameters, as `tire_from_file` takes them."""
    tir = read_tir(folder_of_caller() / given_path(file))
    kind = version(tir)
    return kind, tire_parameters(tir, kind, side, values)


def tire_parameters(tir: Tir, kind: type[MagicFormulaTire], side: str | None, values: dict[str, Any]) -> dict[str, Any]:
    """The parameters that a file has of a kind of tire, with `side` and `values` as for `tire_from_file`."""
    parameters = declarations(kind, Parameter)
    named = {NAMES.get(name, name): name for name in tir.numbers}
    for name in parameters:
        if name in tir.texts:
            raise MbfmuError(f"{tir.file} has {name} = {tir.texts[name]}, which is no number such as 1.6")
    given = {name: tir.in_si(named[name], declared.unit) for name, declared in parameters.items() if name in named}
    given = {name: value for name, value in given.items() if value or name not in ZERO_IS_NONE}
    if not any(given.get(name) for name in CONTOUR):
        given = {name: value for name, value in given.items() if name not in ("WIDTH", "ASPECT_RATIO")}
    if "INFLPRES" not in given and "NOMPRES" in given:
        given["INFLPRES"] = given["NOMPRES"]
    _tell_missing(tir, kind, parameters, {*named, *values})
    unused = [name for name in named if (name not in parameters or name in kind.unused) and _acts(name, tir.numbers[named[name]])]
    if unused:
        warnings.warn(f"{tir.file} has {_listed(unused)}, which mbfmu does not use in {kind.__name__}", stacklevel=4)
    return {**given, "mirrored": _mirrored(tir, side), **values}


def _tell_missing(tir: Tir, kind: type[MagicFormulaTire], parameters: Mapping[str, Parameter], given: Set[str]) -> None:
    """Refuse a file without which there is no tire, and warn of one that lacks coefficients; those of pressure may be left out."""
    needed = [name for name, declared in parameters.items() if declared.default is REQUIRED] + [
        *PEAKS,
        *(() if "PTX1" not in kind.unused else CARCASS),
    ]
    if missing := [f"{name}, {parameters[name].description}" for name in needed if name not in given]:
        raise ProblemsFound(f"{tir.file} lacks values that a {kind.__name__} needs; give them in the file or as arguments:", missing)
    formula = [name for group in (Longitudinal, Lateral, Moments) for name in declarations(group, Parameter)]
    if absent := [name for name in formula if name not in given | kind.unused and not name.startswith("PP")]:
        warnings.warn(f"{tir.file} lacks {_listed(absent)} of a {kind.__name__}; their effects are left out", stacklevel=5)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - TOLD} more" if len(names) > TOLD else ""
    return ", ".join(names[:TOLD]) + more


def version(tir: Tir) -> type[MagicFormulaTire]:
    """The kind of tire that a file is for."""
    if tir.texts.get("PROPERTY_FILE_FORMAT", "").upper() == ADAMS:
        return MagicFormula52Tire
    found = VERSIONS.get(int(tir.numbers.get("FITTYP", 0)))
    if found is MagicFormulaTire and all(tir.numbers.get(name) for name in TURN_SLIP):
        return TurnSlipTire
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


def _acts(name: str, number: float) -> bool:
    """Whether a number of a file is a coefficient such as PDXP1, or a scale such as LKG, that does something."""
    if name[0] == "L" and len(name) <= len("LVYKA"):
        return number != 1.0
    return name[0] in "PQRSE" and name[-1].isdigit() and number != 0.0
