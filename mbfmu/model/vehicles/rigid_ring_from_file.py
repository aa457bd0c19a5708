"""A tire on a rigid ring with the data of a .tir file."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

from ...base.errors import MbfmuError, ProblemsFound
from ...base.files.given_path import given_path
from ..declare.place_in_code import folder_of_caller
from ..elements.tires import MagicFormula52Tire, RigidRingTire
from ..elements.tires.tir import Tir, read_tir
from ..elements.tires.tire_from_file import tire_parameters, version
from .rigid_ring import BeltMode, RigidRing

# What a file must say of the belt: its unit, and what it is.
BELT = {
    "BELT_MASS": ("kg", "mass of the belt"),
    "BELT_IXX": ("kg.m2", "moment of inertia of the belt about a diameter"),
    "BELT_IYY": ("kg.m2", "moment of inertia of the belt about the axle"),
    "FREQ_LONG": ("Hz", "frequency of the belt on a held rim, ahead and up"),
    "FREQ_LAT": ("Hz", "frequency of the belt on a held rim, along the axle"),
    "FREQ_YAW": ("Hz", "frequency of the belt on a held rim, about a diameter"),
    "FREQ_WINDUP": ("Hz", "frequency of the belt on a held rim, about the axle"),
}
DAMPING = {"DAMP_LONG": "1", "DAMP_LAT": "1", "DAMP_YAW": "1", "DAMP_WINDUP": "1", "DAMP_RESIDUAL": "s"}  # zero where a file has none
SOFTEST = 1e-3  # keeps a damping finite where a sidewall is too soft, which RigidRingTire refuses
UNUSED = ("Q_BVX", "Q_BVT", "YAW_STIFFNESS", "PCMZ1", "DAMP_VLOW")


def rigid_ring_tire(file: str | Path, side: str | None = None, **values: Any) -> RigidRing:
    """The tire on a rigid ring that a .tir file of version 6.1 or 6.2 describes. A relative path is looked for in the folder of the file that calls.

    `side` and `values` are as for `tire_from_file`; `values` may be of the belt too: BELT_MASS, BELT_IXX, BELT_IYY, the frequencies FREQ_LONG,
    FREQ_LAT, FREQ_YAW and FREQ_WINDUP, the damping ratios DAMP_LONG ... DAMP_WINDUP, and DAMP_RESIDUAL [s], vertical damping over stiffness between
    belt and road, which takes the place of VERTICAL_DAMPING where it is not zero. Warnings name what mbfmu does not use. Raises MbfmuError if the
    file cannot be read or is for another tire model, ProblemsFound if it says too little of the belt.
    """
    tir = read_tir(folder_of_caller() / given_path(file))
    if issubclass(version(tir), MagicFormula52Tire):
        raise MbfmuError(
            f"{tir.file} is for version 5.2 of the Magic Formula, which has no belt: take tire_from_file, or a file of version 6.1 or 6.2"
        )
    return _ring(tir, side, values)


def _ring(tir: Tir, side: str | None, values: dict[str, Any]) -> RigidRing:
    """The ring that a file of version 6.1 or 6.2 describes."""
    of_belt = _of_belt(tir, values)
    tire = tire_parameters(tir, RigidRingTire, side, {name: value for name, value in values.items() if name not in BELT | DAMPING})
    if unused := [name for name in UNUSED if tir.numbers.get(name)]:
        warnings.warn(f"{tir.file} has {', '.join(unused)}, which mbfmu does not use in RigidRingTire", stacklevel=3)
    modes = {name: BeltMode(of_belt[f"FREQ_{name}"], of_belt[f"DAMP_{name}"]) for name in ("LONG", "LAT", "WINDUP", "YAW")}
    m = of_belt["BELT_MASS"]
    if of_belt["DAMP_RESIDUAL"]:
        whole, sidewall = float(tire["VERTICAL_STIFFNESS"]), modes["LONG"].stiffness(m)
        tire["VERTICAL_DAMPING"] = of_belt["DAMP_RESIDUAL"] * whole / max(1.0 - whole / sidewall, SOFTEST)
    return RigidRing(
        m=m,
        I_axle=of_belt["BELT_IYY"],
        I_across=of_belt["BELT_IXX"],
        in_plane=modes["LONG"],
        sideways=modes["LAT"],
        windup=modes["WINDUP"],
        yaw=modes["YAW"],
        tire=tire,
    )


def _of_belt(tir: Tir, values: dict[str, Any]) -> dict[str, float]:
    """What a file, or an argument in its place, says of the belt, in SI units."""
    units = {name: unit for name, (unit, _) in BELT.items()} | DAMPING
    found = {name: tir.in_si(name, unit) if name in tir.numbers else 0.0 for name, unit in units.items()}
    found |= {name: float(value) for name, value in values.items() if name in units}
    if missing := [f"{name}, {words}" for name, (_, words) in BELT.items() if not found[name] > 0.0]:
        raise ProblemsFound(
            f"{tir.file} lacks values > 0 that a tire on a rigid ring needs; give them in its sections [INERTIA] and [STRUCTURAL] or as arguments, "
            "or take tire_from_file, a tire without a belt:",
            missing,
        )
    return found
