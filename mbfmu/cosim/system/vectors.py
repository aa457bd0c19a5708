"""Vectors of hub ports: their numbers have one size, so that it does not matter along which axes the world has a small one."""

from __future__ import annotations

from fmpy.model_description import ModelDescription

from ...model.ports import HUB
from ...model.ports.kinds import XYZ
from .wiring import ports_of_fmu


def vectors(description: ModelDescription) -> dict[str, str]:
    """The vector to which each number of the hub ports of an FMU belongs, both by name: "wheel_FL.pos" of "wheel_FL.pos.x"."""
    hubs = (port.name for port in ports_of_fmu(description).values() if port.kind is HUB)
    members = [member for member in HUB.members if member.pieces == XYZ]
    return {f"{hub}.{scalar}": f"{hub}.{member.name}" for hub in hubs for member in members for scalar in member.scalars}
