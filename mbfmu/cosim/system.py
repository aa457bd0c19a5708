"""The System: FMUs, the values they start with, how they are connected, and how a master steps them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

Port = tuple[str, str]
"""(component, variable)."""

Connection = tuple[Port, Port]
"""(from an output, to an input)."""

Value = float | int | bool | str


def port_name(port: Port) -> str:
    """Return the name a port has in results and in messages: "component.variable"."""
    return f"{port[0]}.{port[1]}"


@dataclass(frozen=True)
class Component:
    """One FMU in a System; `values` start its parameters and inputs, in the units of the FMU's own variables."""

    fmu: Path
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class System:
    """Connected FMUs and the experiment to run on them; times and step size in seconds.

    `method` is "jacobi" or "gauss_seidel" (see mbfmu.cosim.masters); `order` states in which order Gauss-Seidel steps
    the components (all of them; empty: found from the FMUs' direct feedthrough). `assumptions` tells, a sentence each, what
    whoever read the System from elsewhere had to assume; they come up as warnings.
    """

    components: Mapping[str, Component]
    connections: tuple[Connection, ...] = ()
    name: str = "System"
    start_time: float = 0.0
    stop_time: float = 10.0
    step_size: float = 1e-3
    method: str = "jacobi"
    order: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
