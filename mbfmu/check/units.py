"""The units of Reals are defined, and those of derivatives are their states' per second."""

from __future__ import annotations

from fmpy.model_description import BaseUnit, ModelVariable

from ..base.model_description import unit_of
from .base import Check, Verdict, always, judged
from .subject import CheckedFmu

EXPONENTS = ("kg", "m", "s", "A", "K", "mol", "cd", "rad")


def run(subject: CheckedFmu) -> Verdict:
    """Look at every Real that names a unit; those that name none are counted, since they may be plain numbers."""
    defined = {unit.name: unit.baseUnit for unit in subject.description.unitDefinitions}
    named = [v for v in subject.reals if unit_of(v)]
    missing = [f"{v.name} is in {unit_of(v)!r}, which is not defined" for v in named if unit_of(v) not in defined]
    wrong = [
        f"{v.name} is in {unit_of(v)}, the derivative of {v.derivative.name} in {unit_of(v.derivative)}"
        for v in subject.reals
        if v.derivative and not _is_rate(v, defined)
    ]
    without = [v.name for v in subject.reals if not unit_of(v)]
    detail = f", none for {', '.join(without[:3])}{' and others' if len(without) > 3 else ''}" if without else ""
    return judged(not missing + wrong, f"{len(named)} of {len(subject.reals)} Reals have one{detail}", "; ".join((missing + wrong)[:2]))


def _is_rate(rate: ModelVariable, defined: dict[str, BaseUnit | None]) -> bool:
    """Whether a derivative's unit is its state's per second, as far as both say what they are in base units, which FMI leaves open."""
    of_state, of_rate = (defined.get(unit) if (unit := unit_of(v)) else None for v in (rate.derivative, rate))
    if of_state is None or of_rate is None:
        return True
    expected = {name: int(getattr(of_state, name)) - (name == "s") for name in EXPONENTS}
    same_factor = abs(float(of_rate.factor) / float(of_state.factor) - 1) < 1e-9
    return same_factor and expected == {name: int(getattr(of_rate, name)) for name in EXPONENTS}


def claim(subject: CheckedFmu) -> str:
    """Claimed where any Real names a unit."""
    return "units of Reals" if any(unit_of(v) for v in subject.reals) else ""


CHECK = Check("units declared", always, claim, run, of_description=True)
