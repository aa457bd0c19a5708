"""Systems among the components of a System: all in one, whose components are called "axle.left"."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from .names import Connection, Connector, connector_name, connector_of

if TYPE_CHECKING:
    from .system import System

Connectors = Mapping[str, tuple[Connector, ...]]
"""What the connectors of systems stand for, by name."""

BROUGHT = ("components", "conversions", "connectors", "inputs", "divisors")
"""The fields of a System, by name, that it brings along to another one."""


def prefixed(name: str, system: System) -> dict[str, Any]:
    """Return the fields of a System that is called `name` in another one, by which the components are called there."""

    def inside(connector: Connector) -> Connector:
        return f"{name}.{connector[0]}", connector[1]

    def within(connection: Connection) -> Connection:
        return inside(connection[0]), inside(connection[1])

    return {
        "components": {f"{name}.{key}": component for key, component in system.components.items()},
        "connections": [*map(within, system.connections)],
        "conversions": {within(connection): conversion for connection, conversion in system.conversions.items()},
        "connectors": {f"{name}.{key}": tuple(map(inside, ends)) for key, ends in system.connectors.items()},
        "inputs": {f"{name}.{key}": signal for key, signal in system.inputs.items()},
        "divisors": {f"{name}.{key}": divisor for key, divisor in system.divisors.items()},
        "assumptions": [f"{name}: {sentence}" for sentence in system.assumptions],
    }


def ends_of(given: object, components: Collection[str], connectors: Connectors) -> tuple[Connector, ...]:
    """Return what "component.variable", two strings, or the name of a system's connector stand for; nothing where it is none of these."""
    name = given if isinstance(given, str) else _pair(given)
    if name is None or "." not in name and name not in connectors:
        return ()
    if isinstance(given, (tuple, list)) and given[0] in components:
        return ((given[0], given[1]),)
    found = connector_of(name, components)
    return connectors[name] if found[0] not in components and name in connectors else (found,)


def _pair(given: object) -> str | None:
    pair = tuple(given) if isinstance(given, (tuple, list)) else ()
    return connector_name((pair[0], pair[1])) if len(pair) == 2 and all(isinstance(part, str) for part in pair) else None


def connections_of(given: object, components: Collection[str], connectors: Connectors) -> tuple[Connection, ...]:
    """Return the connections that a pair of connectors stands for: one to each input behind a system's connector; nothing where it is no pair."""
    ends = [ends_of(end, components, connectors) for end in given] if isinstance(given, (tuple, list)) and len(given) == 2 else []
    if len(ends) != 2 or len(ends[0]) != 1:
        return ()
    return tuple((ends[0][0], target) for target in ends[1])
