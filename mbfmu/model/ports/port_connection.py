"""Two ports joined: each output drives the input of the same name."""

from __future__ import annotations

from .port_names import Port

Connector = tuple[str, str]


def joined(a: tuple[str, Port], b: tuple[str, Port], interface: bool = True) -> list[tuple[Connector, Connector]]:
    """The connections (from, to) between two ports, each given with the name of the part that has it; both ends as (part, variable).

    Members of the interface mass that one side lacks, or that nobody wants, are left out. Raises ValueError with what does not fit.
    """
    port_a, port_b = a[1], b[1]
    names = [f"{part}.{port.name}" for part, port in (a, b)]
    if port_a.kind != port_b.kind:
        kinds = [f"{name} is a {port.kind.name} port ({port.kind.summary()})" for name, port in zip(names, (port_a, port_b))]
        raise ValueError(", ".join(kinds))
    if port_a.side == port_b.side:
        gives = "motion and take force" if port_a.side == "motion" else "force and take motion"
        raise ValueError(f"both {' and '.join(names)} give {gives}; of two connected ports one gives motion, the other force")
    force, motion = (port_a, port_b) if port_a.side == "force" else (port_b, port_a)
    missing = sorted((force.inputs - motion.outputs) - force.kind.needed) if interface else []
    if missing:
        name = next(f"{part}.{port.name}" for part, port in (a, b) if port is motion)
        raise ValueError(f"{name} does not give its inertia ({missing[0]}, ...): expose it with interface_mass=True, or build the other side without")
    return [
        ((part, f"{source.name}.{scalar}"), (other, f"{target.name}.{scalar}"))
        for (part, source), (other, target) in ((a, b), (b, a))
        for member in source.kind.members
        if interface or not member.optional
        for scalar in member.scalars
        if scalar in source.outputs & target.inputs
    ]
