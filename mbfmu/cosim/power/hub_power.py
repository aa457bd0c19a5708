"""The hub ports that power passes: a force at a point and a moment act on a body that moves and turns."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from fmpy.model_description import BaseUnit, ModelDescription

from ...model.ports import HUB
from ..system.system import Connection, Connector, System, connector_name
from ..system.wiring import ports_of_fmu
from .power_port import Connectors, PowerPort


def _scalars(*names: str) -> tuple[str, ...]:
    return tuple(scalar for name in names for member in HUB.members if member.name == name for scalar in member.scalars)


# In the order of engine/c/master/port_energy.c.
FLOW, EFFORT = _scalars("pos", "lin_vel", "ang_vel"), _scalars("force", "moment", "point")


def hub_power_ports(
    system: System, descriptions: Mapping[str, ModelDescription], units: Mapping[Connector, BaseUnit | None], held: Collection[Connection]
) -> Iterator[PowerPort]:
    """Yield the hub ports that are connected with one of another component, in both directions; those with interface mass are `held`.

    Numbers of ports are in SI units. Where FMUs state others, there is no power port.
    """
    sources, connections = {target: source for source, target in system.connections}, set(system.connections)
    for component, description in descriptions.items():
        for port in ports_of_fmu(description).values():
            source = sources.get((component, f"{port.name}.{EFFORT[0]}"))
            if port.kind is HUB and port.side == "motion" and source is not None and source[0] != component:
                here, there = (component, port.name), (source[0], source[1].removesuffix(f".{EFFORT[0]}"))
                flow, flow_taken, effort_taken, effort = (_of(end, what) for what in (FLOW, EFFORT) for end in (here, there))
                wires = {*zip(flow, flow_taken), *zip(effort, effort_taken)}
                known = [units.get(end, BaseUnit(factor=0.0)) for wire in wires for end in wire]
                if wires <= connections and wires.isdisjoint(system.conversions) and all(unit is None or unit.factor == 1.0 for unit in known):
                    yield PowerPort(
                        name=connector_name(here),
                        flow=flow,
                        flow_taken=flow_taken,
                        effort=effort,
                        effort_taken=effort_taken,
                        is_hub=True,
                        watts=(1.0, 1.0),
                        fitted=(flow[0], flow_taken[0]) in held,
                    )


def _of(port: Connector, scalars: tuple[str, ...]) -> Connectors:
    return tuple((port[0], f"{port[1]}.{scalar}") for scalar in scalars)
