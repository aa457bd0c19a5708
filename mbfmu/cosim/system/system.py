"""The System: FMUs, the values they start with, how they are connected, and how a master steps them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from numbers import Real
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from ...base.errors import MbfmuError, ProblemsFound
from ...base.one_line import one_line
from .conversion import Conversion, ValueMap
from .wiring import wires

Connector = tuple[str, str]
"""(component, variable)."""

Connection = tuple[Connector, Connector]
"""(from an output, to an input)."""

Value = float | int | bool | str


def connector_name(connector: Connector) -> str:
    """Return the name a connector has in results and in messages: "component.variable"."""
    return f"{connector[0]}.{connector[1]}"


def connector_of(name: str) -> Connector:
    """Return the connector that is called "component.variable"."""
    component, _, variable = name.partition(".")
    return component, variable


@one_line
@dataclass(frozen=True)
class Component:
    """One FMU in a System; `values` are start values of its parameters and inputs: numbers in the units of the FMU's variables."""

    fmu: Path
    values: Mapping[str, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.fmu, (str, PathLike)):
            raise MbfmuError(f"Component({self.fmu!r}): the path of an FMU is wanted, such as 'Crane.fmu'")
        if not isinstance(self.values, Mapping):
            raise MbfmuError(f"Component({fspath(self.fmu)!r}): values = {self.values!r} must be a dict such as {{'m': 250.0}}")
        object.__setattr__(self, "fmu", Path(self.fmu))


@one_line
@dataclass(frozen=True)
class System:
    """Connected FMUs and the experiment to run on them; times and step size in seconds.

    `components` are Components or paths of FMUs, by name. `connections` are pairs of an output and an input, each as text, "component.variable".
    `conversions` holds what connections do to values, by connection: a Conversion(factor, offset) of real numbers, such as from m to mm, or a
    ValueMap of others.

    `inputs` drives inputs that are not connected, by "component.variable": with signals such as `Step(at=1.0, height=100.0)`, other functions of
    time, or constants. An FMU follows them within a step, whatever the `input_order`; steps end where signals jump or bend.

    `method` is "jacobi", "gauss_seidel" or "newton" (see mbfmu.cosim.masters.masters). `order` lists all components in the order in which
    Gauss-Seidel steps them; by default, it follows from the FMUs' direct feedthrough. Within a step, connected real inputs follow polynomials of
    degree `input_order` (0 to 2) through their newest values; 0 holds them. The default is 1 for "newton" and 0 for the others. `divisors` gives the
    number of steps of a component in each communication step, by default 1. With a `tolerance`, the master divides communication steps until the
    estimated error of connected signals, relative to their size, is below it.

    With `start_in_equilibrium`, the states of all FMUs come to rest together before the first step. A component whose own parameter
    `start_in_equilibrium` is true requests it, too. `assumptions` lists what the reader of a file assumed; mbfmu shows them as warnings.
    Raises ProblemsFound for components and connections of another form.
    """

    components: Mapping[str, Component]
    connections: tuple[Connection, ...] = ()
    name: str = "System"
    start_time: float = 0.0
    stop_time: float = 10.0
    step_size: float = 1e-3
    method: str = "jacobi"
    order: tuple[str, ...] = ()
    input_order: int | None = None
    divisors: Mapping[str, int] = field(default_factory=dict)
    tolerance: float | None = None
    start_in_equilibrium: bool = False
    assumptions: tuple[str, ...] = ()
    inputs: Mapping[str, Callable[[float], Any] | Value] = field(default_factory=dict)
    conversions: Mapping[Connection, Conversion | ValueMap] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.components, Mapping):
            raise MbfmuError(f"components = {self.components!r} must be a dict such as {{'crane': Component('Crane.fmu')}}")
        if not isinstance(self.connections, (tuple, list)):
            raise MbfmuError(f"connections = {self.connections!r} must be a list such as [('crane.stroke', 'pid.measurement')]")
        if not isinstance(self.inputs, Mapping):
            raise MbfmuError(f"inputs = {self.inputs!r} must be a dict such as {{'crane.force': Step(at=1.0, height=100.0)}}")
        if not isinstance(self.divisors, Mapping):
            raise MbfmuError(f"divisors = {self.divisors!r} must be a dict such as {{'tire': 5}}")
        if not isinstance(self.conversions, Mapping):
            raise MbfmuError(f"conversions = {self.conversions!r} must be a dict such as {{('crane.stroke', 'pid.measurement'): Conversion(1000.0)}}")
        numbers = {"start_time": self.start_time, "stop_time": self.stop_time, "step_size": self.step_size, "tolerance": self.tolerance or 0.0}
        for name, given in numbers.items():
            if not isinstance(given, Real):
                raise MbfmuError(f"{name} = {given!r} must be a number")
        components = {name: _component(given) for name, given in self.components.items()}
        connections = [_connection(given) for given in self.connections]
        converted = [(given, _connection(given), conversion) for given, conversion in self.conversions.items()]
        wrong = [
            *(f"component {name!r}: a Component or the path of an FMU is wanted" for name, c in components.items() if c is None),
            *(
                f"connection {given!r}: an output and the input it drives are wanted, such as ('crane.stroke', 'pid.measurement')"
                for given, connection in zip(self.connections, connections)
                if connection is None
            ),
            *(
                f"conversion of {given!r}: a connection of the System and a Conversion or ValueMap are wanted"
                for given, connection, conversion in converted
                if connection not in connections or not isinstance(conversion, (Conversion, ValueMap))
            ),
        ]
        if wrong:
            raise ProblemsFound(f"System {self.name!r} cannot be made:", wrong)
        object.__setattr__(self, "components", components)
        object.__setattr__(self, "connections", tuple(connections))
        object.__setattr__(self, "conversions", {connection: conversion for _, connection, conversion in converted})

    @property
    def degree(self) -> int:
        """The `input_order`, or its default: 1 for Newton's method, which is unstable in long steps if it holds inputs, and 0 for the others."""
        return int(self.method == "newton") if self.input_order is None else self.input_order

    def connect(self, a: str, b: str) -> "System":
        """Return the System with two ports connected, "car.wheel_FL" and "tire_FL.hub", as a whole: each output drives the input of the same name.

        The method reads the FMUs. It also connects an output and an input, in either order. MbfmuError names mismatches.
        """
        fmus = {name: component.fmu for name, component in self.components.items()}
        return replace(self, connections=(*self.connections, *wires(fmus, a, b)))


def _component(given: object) -> Component | None:
    return given if isinstance(given, Component) else Component(Path(given)) if isinstance(given, (str, PathLike)) else None


def _connection(given: object) -> Connection | None:
    ends = [end for end in map(_connector, given) if end is not None] if isinstance(given, (tuple, list)) and len(given) == 2 else []
    return (ends[0], ends[1]) if len(ends) == 2 else None


def _connector(given: object) -> Connector | None:
    """Return a connector given as "component.variable" or as two strings, None for anything else."""
    connector = tuple(given.split(".", 1)) if isinstance(given, str) else tuple(given) if isinstance(given, (tuple, list)) else ()
    return connector if len(connector) == 2 and all(isinstance(part, str) for part in connector) else None
