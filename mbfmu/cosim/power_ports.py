"""Power ports: pairs of connections between two components whose product is a power, such as a force and the velocity of where it acts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from fmpy.model_description import BaseUnit, ModelDescription

from ..model_description import describe_fmu, unit_of
from .ports_ahead import held_connections
from .system import Connector, System, connector_name
from .variables import kind_of, scalar_variables

WATT = {"kg": 1, "m": 2, "s": -3, "A": 0, "K": 0, "mol": 0, "cd": 0}
"""Exponents of a power; angles count as numbers."""


@dataclass(frozen=True)
class PowerPort:
    """One component gives a flow (velocity, speed, volume flow, current), the other the effort (force, torque, pressure, voltage) that acts on it.

    The power effort times flow goes into the component that gives the flow: as that sees it, from the output `flow` and its input
    `effort_taken`, or as the other does, from its output `effort` and its input `flow_taken`. `watts` is the product in units of the FMUs.
    Where the side that moves tells its interface mass, the effort is `fitted`: a mean over the step to come.
    """

    flow: Connector
    flow_taken: Connector
    effort: Connector
    effort_taken: Connector
    watts: float
    fitted: bool
    by_input: bool = False

    @property
    def name(self) -> str:
        """In results: the port's own where both variables begin with one and it is not called `by_input`, else that of the input with the effort."""
        (component, effort), (_, flow) = self.effort_taken, self.flow
        port, same = effort.rpartition(".")[0], flow.rpartition(".")[0]
        return f"{component}.{port}" if port and port == same and not self.by_input else connector_name(self.effort_taken)

    @property
    def columns(self) -> tuple[str, str]:
        """The names of its power [W] and of its residual energy [J] in results."""
        return f"{self.name}.power", f"{self.name}.residual_energy"


def power_ports(system: System, descriptions: Mapping[str, ModelDescription]) -> tuple[PowerPort, ...]:
    """Return the ports that units tell: a flow one way and an effort the other way whose product is a power.

    Where that leaves a choice, only variables of one named port (`wheel.v` and `wheel.f`) are a pair, if that leaves none.
    """
    units = {(c, name): _base_unit(d, unit_of(v)) for c, d in descriptions.items() for name, v in scalar_variables(d).items() if kind_of(v) == "Real"}
    pairs = [*_pairs(system, units)]
    named = [port for port in pairs if connector_name(port.effort_taken) != port.name]
    alone = _without_choice(pairs)
    found = (*alone, *(port for port in _without_choice(named) if port not in alone))
    own = {connector_name((c, name)) for c, d in descriptions.items() for name in scalar_variables(d)}
    return tuple(replace(port, by_input=not own.isdisjoint(port.columns)) for port in found)  # an FMU may have a `wheel.power` of its own


def power_ports_of(system: System) -> tuple[PowerPort, ...]:
    """The same of a System whose FMUs are not read yet."""
    return power_ports(system, {name: describe_fmu(component.fmu) for name, component in system.components.items()})


def _pairs(system: System, units: Mapping[Connector, BaseUnit | None]) -> Iterator[PowerPort]:
    held = held_connections(system)
    for flow, flow_taken in system.connections:
        for effort, effort_taken in system.connections:
            ends = flow[0] == effort_taken[0] and effort[0] == flow_taken[0] and flow[0] != effort[0]
            a, b = units.get(flow), units.get(effort)
            if ends and a and b and not a.kg and all(getattr(a, key) + getattr(b, key) == exponent for key, exponent in WATT.items()):
                yield PowerPort(flow, flow_taken, effort, effort_taken, a.factor * b.factor, fitted=(flow, flow_taken) in held)


def _without_choice(ports: list[PowerPort]) -> list[PowerPort]:
    taken = Counter(end for port in ports for end in (port.flow_taken, port.effort_taken))
    return [port for port in ports if taken[port.flow_taken] == taken[port.effort_taken] == 1]


def _base_unit(description: ModelDescription, unit: str | None) -> BaseUnit | None:
    return next((u.baseUnit for u in description.unitDefinitions if u.name == unit), None)
