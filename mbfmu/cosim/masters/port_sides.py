"""Where the flow and the effort of power ports lie for a master in C."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..c_master import structures
from ..c_master.memory import Memory
from ..power.power_port import Connectors, PowerPort
from ..system.system import Connector
from .coupling import Coupling

Place = tuple[int, int]
"""Outputs of a Coupling and a place there, or -1 and a place among the inputs that a component takes."""


class PortSides:
    """The sides of power `ports`, and the outputs that jump there; those with a fitted effort do not, since it is a mean."""

    def __init__(self, memory: Memory, coupling: Coupling, ports: Sequence[PowerPort]):
        self._memory, self._ports, self._wires = memory, ports, coupling.wires
        self._outputs: Mapping[Connector, Place] = {
            (of.component, name): (i, place) for i, of in enumerate(coupling.outputs) for place, name in enumerate(of.names)
        }
        jumping = [end for port in ports if not port.fitted for end in (*port.flow, *port.effort) if end in coupling.jumping]
        self.jumping = {name: list(dict.fromkeys(v for c, v in jumping if c == name)) for name in coupling.wires}

    def of(self, name: str) -> list[structures.PortSide]:
        """Those that a component has."""
        return [
            self._side(name, number, side)
            for number, port in enumerate(self._ports)
            for side, given in enumerate((port.flow, port.effort))
            if given[0][0] == name
        ]

    def _side(self, name: str, number: int, side: int) -> structures.PortSide:
        """Side 0 gives the flow, side 1 the effort, and sees the flow that the other will have, if it is fitted."""
        port = self._ports[number]
        flow = port.flow if port.fitted or side == 0 else port.flow_taken
        effort = port.effort if side == 1 else port.effort_taken
        return structures.PortSide(
            port=number,
            side=side,
            is_hub=port.is_hub,
            fitted=port.fitted,
            flow=self._places(name, flow),
            effort=self._places(name, effort),
            flow_jumps=self._jumps(name, flow),
            effort_jumps=self._jumps(name, effort),
            watts=port.watts[side],
        )

    def _places(self, name: str, ends: Connectors) -> int:
        taken = {(name, v): (-1, place) for place, v in enumerate(self._wires[name].names)}
        return self._memory.integers(number for end in ends for number in ({**self._outputs, **taken}[end]))

    def _jumps(self, name: str, ends: Connectors) -> int:
        jumping = self.jumping[name]
        return self._memory.integers(jumping.index(v) if c == name and v in jumping else -1 for c, v in ends)
