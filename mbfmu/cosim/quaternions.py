"""Quaternions of hub ports, which go on without jumps: q and -q are one orientation, and FMUs give now the one, now the other."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from fmpy.model_description import ModelDescription

from ..ports import HUB
from .history import History
from .system import Connector, Value
from .wiring import ports_of_fmu

NUMBERS = next(member.scalars for member in HUB.members if member.name == "rot")


def quaternions(description: ModelDescription, outputs: Collection[str]) -> list[tuple[str, ...]]:
    """The four numbers of each quaternion among the connected `outputs` of an FMU."""
    hubs = (port.name for port in ports_of_fmu(description).values() if port.kind is HUB and port.side == "motion")
    return [named for hub in hubs if set(named := tuple(f"{hub}.{number}" for number in NUMBERS)) <= set(outputs)]


def signs(component: str, of: list[tuple[str, ...]], histories: Mapping[Connector, History], outputs: Mapping[str, Value]) -> dict[str, float]:
    """The sign with which each number of quaternions `of` a component goes on from its last sample: -1 where they have turned round."""
    found: dict[str, float] = {}
    for names in of:
        last = [histories[component, name].samples for name in names]
        along = sum(samples[-1].value * float(outputs[name]) for samples, name in zip(last, names) if samples)
        found |= dict.fromkeys(names, -1.0 if along < 0 else 1.0)
    return found
