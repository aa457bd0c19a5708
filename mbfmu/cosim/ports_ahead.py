"""Ports with interface mass: what passes them is held over a step, whatever a master does with other inputs.

The side that gives the force predicts motion by itself, from what it is told of the start of the step, and fits its force so that it may be held.
Inputs that follow the motion, or continue the force, would count the step twice.
"""

from __future__ import annotations

from ..ports.kinds import RESPONSES
from .system import Connection, System, connector_name


def held_connections(system: System) -> frozenset[Connection]:
    """Return the connections of ports at which one side says how it would answer to forces."""
    ends = {connector_name(end) for connection in system.connections for end in connection}
    ports = tuple({name.removesuffix(member) for name in ends for member in RESPONSES if name.endswith(f".{member}")})
    return frozenset(connection for connection in system.connections if all(connector_name(end).startswith(ports) for end in connection))
