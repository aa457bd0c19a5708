"""What a power port is."""

from __future__ import annotations

from dataclasses import dataclass

from ..system.system import Connector

Connectors = tuple[Connector, ...]


@dataclass(frozen=True)
class PowerPort:
    """One component gives a flow (velocity, speed, volume flow, current), the other the effort (force, torque, pressure, voltage) that acts on it.

    The power, their product, goes into the component that gives the flow: as that sees it, from its outputs `flow` and its inputs
    `effort_taken`, or as the other does, from its outputs `effort` and its inputs `flow_taken`. `watts` are what 1 is in units of the FMUs, on the
    two sides. A port `is_hub` if a body moves and turns there, under a force at a point and a moment; else flow and effort are one number each.
    Where the side that moves tells its interface mass, the effort is `fitted`: a mean over the step to come.
    """

    name: str
    flow: Connectors
    flow_taken: Connectors
    effort: Connectors
    effort_taken: Connectors
    is_hub: bool
    watts: tuple[float, float]
    fitted: bool

    @property
    def columns(self) -> tuple[str, str]:
        """The names of its power [W] and of its residual energy [J] in results."""
        return f"{self.name}.power", f"{self.name}.residual_energy"
