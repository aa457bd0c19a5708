"""Ports with interface mass: what passes them is held over a step, whatever a master does with other inputs.

The force side predicts the motion from values at the start of the step, and fits its force so that masters may hold it.
Inputs that follow the motion, or continue the force, would count the step twice.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from fmpy.model_description import ModelDescription

from ...model.ports.kinds import RESPONSES, WHEN
from .system import Connection, System, Value, connector_name
from .variables import EXPECTED_STEP, looks_ahead

TOLD = tuple(f".{member}" for member in (*RESPONSES, WHEN.name))  # how the names end of what only FMUs hear that look ahead


def held_connections(system: System) -> frozenset[Connection]:
    """Return the connections of ports at which one side says how it would answer to forces."""
    ends = {connector_name(end) for connection in system.connections for end in connection}
    ports = tuple({name.removesuffix(member) for name in ends for member in RESPONSES if name.endswith(f".{member}")})
    return frozenset(connection for connection in system.connections if all(connector_name(end).startswith(ports) for end in connection))


def expected_step(system: System, name: str, description: ModelDescription) -> dict[str, Value]:
    """Return the start value by which component `name`, if it looks ahead, knows how long its first step will be."""
    return {EXPECTED_STEP: system.step_size / system.divisors.get(name, 1)} if looks_ahead(description) else {}


def at_the_instant(system: System, ahead: Collection[str]) -> System:
    """Return the System with FMUs that look `ahead` expecting no step, so that they give the force of the instant."""
    components = {name: replace(c, values={**c.values, EXPECTED_STEP: 0.0}) if name in ahead else c for name, c in system.components.items()}
    return replace(system, components=components)
