"""Tires: forces of a road on a wheel."""

from .base import Tire
from .linear_tire import LinearTire
from .magic_formula_tire import MagicFormula52Tire, MagicFormulaTire, ReducedMagicFormulaTire, TurnSlipTire
from .rigid_ring_tire import RigidRingTire
from .tire_from_file import tire_from_file

__all__ = [
    "LinearTire",
    "MagicFormula52Tire",
    "MagicFormulaTire",
    "ReducedMagicFormulaTire",
    "RigidRingTire",
    "Tire",
    "TurnSlipTire",
    "tire_from_file",
]
