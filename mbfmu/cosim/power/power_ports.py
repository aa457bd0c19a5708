"""The power ports of a System: pairs of connections whose product is a power, such as a force and the velocity of where it acts, and hub ports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from fmpy.model_description import BaseUnit, ModelDescription

from ...base.model_description import describe_fmu, unit_of
from ..system.conversion import Conversion
from ..system.ports_ahead import held_connections
from ..system.system import Connection, Connector, System, connector_name
from ..system.units import base_unit
from ..system.variables import kind_of, scalar_variables
from .hub_power import hub_power_ports
from .power_port import PowerPort

WATT = {"kg": 1, "m": 2, "s": -3, "A": 0, "K": 0, "mol": 0, "cd": 0}
"""Exponents of a power; angles count as numbers."""

Units = Mapping[Connector, BaseUnit | None]
"""Of real variables, where they are stated."""


def power_ports(system: System, descriptions: Mapping[str, ModelDescription]) -> tuple[PowerPort, ...]:
    """Return the ports that units tell, a flow one way and an effort the other way whose product is a power, and the hub ports.

    Where units leave a choice, only variables of one named port (`wheel.v` and `wheel.f`) are a pair, if that leaves none. A port is called by its
    name, a pair without one by the input with the effort, as is a port whose columns an FMU has already.
    """
    units = {(c, name): base_unit(d, unit_of(v)) for c, d in descriptions.items() for name, v in scalar_variables(d).items() if kind_of(v) == "Real"}
    held = held_connections(system)
    hubs = [*hub_power_ports(system, descriptions, units, held)]
    pairs = [*_pairs(system, units, held)]
    named = [port for port in pairs if connector_name(port.effort_taken[0]) != port.name]
    alone = _without_choice(pairs)
    found = (*alone, *(port for port in _without_choice(named) if port not in alone), *hubs)
    own = {connector_name((c, name)) for c, d in descriptions.items() for name in scalar_variables(d)}
    return tuple(port if own.isdisjoint(port.columns) else replace(port, name=connector_name(port.effort_taken[0])) for port in found)


def power_ports_of(system: System) -> tuple[PowerPort, ...]:
    """The same of a System whose FMUs are not read yet."""
    return power_ports(system, {name: describe_fmu(component.fmu) for name, component in system.components.items()})


def _pairs(system: System, units: Units, held: Collection[Connection]) -> Iterator[PowerPort]:
    between: dict[tuple[str, str], list[Connection]] = {}
    for source, target in system.connections:
        between.setdefault((source[0], target[0]), []).append((source, target))
    for flow, flow_taken in system.connections:
        for effort, effort_taken in between.get((flow_taken[0], flow[0]), ()):
            a, b = units.get(flow), units.get(effort)
            other = flow[0] != effort[0] and not any(_shifts(system, connection) for connection in ((flow, flow_taken), (effort, effort_taken)))
            if other and a and b and not a.kg and all(getattr(a, key) + getattr(b, key) == exponent for key, exponent in WATT.items()):
                port, same = effort_taken[1].rpartition(".")[0], flow[1].rpartition(".")[0]
                name = connector_name((flow[0], port) if port and port == same else effort_taken)
                yield PowerPort(
                    name=name,
                    flow=(flow,),
                    flow_taken=(flow_taken,),
                    effort=(effort,),
                    effort_taken=(effort_taken,),
                    is_hub=False,
                    watts=(a.factor * _taken(system, units, effort, effort_taken), _taken(system, units, flow, flow_taken) * b.factor),
                    fitted=(flow, flow_taken) in held,
                )


def _shifts(system: System, connection: Connection) -> bool:
    """Whether a connection adds something, so that no power follows from what it gives."""
    conversion = system.conversions.get(connection)
    return isinstance(conversion, Conversion) and conversion.offset != 0.0


def _taken(system: System, units: Units, output: Connector, input: Connector) -> float:
    """What 1 is in base units at the input of a connection: as its FMU says, or as the output's unit and the conversion make it."""
    stated, conversion = units.get(input), system.conversions.get((output, input))
    if stated is not None:
        return stated.factor
    given = units[output]
    factor = given.factor if given else 1.0
    return factor / conversion.factor if isinstance(conversion, Conversion) and conversion.factor else factor


def _without_choice(ports: list[PowerPort]) -> list[PowerPort]:
    taken = Counter(end for port in ports for end in (*port.flow_taken, *port.effort_taken))
    return [port for port in ports if all(taken[end] == 1 for end in (*port.flow_taken, *port.effort_taken))]
