"""Quaternions of hub ports."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from fmpy.model_description import ModelDescription

from ...model.ports import HUB
from .wiring import ports_of_fmu

NUMBERS = next(member.scalars for member in HUB.members if member.name == "rot")


def quaternions(description: ModelDescription, outputs: Sequence[str]) -> np.ndarray:
    """Where the four numbers (columns) of each quaternion (rows) stand among `outputs` of an FMU."""
    hubs = (port.name for port in ports_of_fmu(description).values() if port.kind is HUB and port.side == "motion")
    named = [tuple(f"{hub}.{number}" for number in NUMBERS) for hub in hubs]
    places = {name: i for i, name in enumerate(outputs)}
    return np.array([[places[name] for name in of] for of in named if places.keys() >= {*of}], dtype=int).reshape(-1, len(NUMBERS))
