"""What changes at events only, and so is not seen in a linear system near the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fmpy.model_description import ModelDescription

from ..system.system import System, connector_name


@dataclass(frozen=True)
class Events:
    """Connected outputs that are `sampled`: held from one event to the next; and FMUs that are `switching`: they tell by event indicators when."""

    sampled: tuple[str, ...]
    switching: tuple[str, ...]


def events(system: System, descriptions: Mapping[str, ModelDescription]) -> Events:
    """Return what FMUs say of events, in names of the system."""
    discrete = {(name, v.name) for name, d in descriptions.items() for v in d.modelVariables if v.variability == "discrete"}
    sources = dict.fromkeys((name, variable) for (name, variable), _ in system.connections)
    switching = (name for name, d in descriptions.items() if d.numberOfEventIndicators or d.eventIndicators)
    return Events(tuple(connector_name(source) for source in sources if source in discrete), tuple(switching))
