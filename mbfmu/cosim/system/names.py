"""Names of connectors: "component.variable", and "axle.left.force" of the component "left" in a system "axle"."""

from __future__ import annotations

from collections.abc import Collection

Connector = tuple[str, str]
"""(component, variable)."""

Connection = tuple[Connector, Connector]
"""(from an output, to an input)."""


def connector_name(connector: Connector) -> str:
    """Return the name a connector has in results and in messages: "component.variable"."""
    return f"{connector[0]}.{connector[1]}"


def connector_of(name: str, components: Collection[str]) -> Connector:
    """Return the connector of one of these components that is called "component.variable"; where none fits, the component ends at the first dot."""
    first, _, rest = name.partition(".")
    component, variable = first, rest
    while rest and component not in components:
        more, _, rest = rest.partition(".")
        component = f"{component}.{more}"
        if component in components:
            variable = rest
    return (component, variable) if component in components else (first, name.partition(".")[2])


def holder_of(component: str) -> str:
    """Return the name of the system that holds a component or system, "" for the outermost one."""
    return component.rpartition(".")[0]


def names_problems(components: Collection[str]) -> list[str]:
    """Return what is wrong with names of components."""
    wrong = [f"component name {name!r} must not be empty, nor may parts of it between dots" for name in components if not all(name.split("."))]
    holders = {name[:i] for name in components for i, letter in enumerate(name) if letter == "."}
    return wrong + [f"component {name!r} is an FMU, so it cannot hold other components" for name in components if name in holders]
