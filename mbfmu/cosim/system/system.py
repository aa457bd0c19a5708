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
from .names import Connection, Connector, connector_name
from .nested import BROUGHT, connections_of, ends_of, prefixed
from .wiring import wires

Value = float | int | bool | str


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

    A System among the components becomes part of this one: its component "left" is called "axle.left". How it is stepped is what this one says.
    `connectors` are names under which a System offers inputs and outputs to one around it: what each stands for, such as {"torque": ["left.tau",
    "right.tau"]}, which is connected as "axle.torque".

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
    connectors: Mapping[str, tuple[Connector, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check_types(self)
        parts = [prefixed(name, c) if isinstance(c, System) else {"components": {name: _component(c)}} for name, c in self.components.items()]
        fields: dict[str, dict[Any, Any]] = {key: {k: v for part in parts for k, v in part.get(key, {}).items()} for key in BROUGHT}
        components, connectors = fields["components"], fields["connectors"]
        wrong = [f"component {name!r}: a Component or the path of an FMU is wanted" for name, component in components.items() if component is None]
        for name, given in self.connectors.items():
            connectors[name] = _ends(given, components, connectors)
            if not connectors[name]:
                wrong.append(f"connector {name!r}: inputs or outputs of components are wanted, such as 'left.tau'")
        connections = [each for part in parts for each in part.get("connections", ())]
        for given in self.connections:
            connections += (found := connections_of(given, components, connectors))
            if not found:
                words = "an output and the input it drives are wanted, such as ('crane.stroke', 'pid.measurement')"
                wrong.append(f"connection {given!r}: {words}")
        for given, conversion in self.conversions.items():
            found = connections_of(given, components, connectors)
            if not found or not {*found} <= {*connections} or not isinstance(conversion, (Conversion, ValueMap)):
                wrong.append(f"conversion of {given!r}: a connection of the System and a Conversion or ValueMap are wanted")
            fields["conversions"] |= dict.fromkeys(found, conversion)
        for name, signal in self.inputs.items():
            ends = ends_of(name, components, connectors)
            fields["inputs"] |= dict.fromkeys(map(connector_name, ends) if ends else [name], signal)
        if wrong:
            raise ProblemsFound(f"System {self.name!r} cannot be made:", wrong)
        fields["divisors"] |= self.divisors
        for key, value in fields.items():
            object.__setattr__(self, key, value)
        object.__setattr__(self, "connections", tuple(connections))
        object.__setattr__(self, "assumptions", (*(each for part in parts for each in part.get("assumptions", ())), *self.assumptions))

    @property
    def degree(self) -> int:
        """The `input_order`, or its default: 1 for Newton's method, which is unstable in long steps if it holds inputs, and 0 for the others."""
        return int(self.method == "newton") if self.input_order is None else self.input_order

    def connect(self, a: str, b: str) -> "System":
        """Return the System with two ports connected, "car.wheel_FL" and "tire_FL.hub", as a whole: each output drives the input of the same name.

        The method reads the FMUs. It also connects an output and an input, in either order. MbfmuError names mismatches.
        """
        a, b = (connector_name(ends[0]) if len(ends := self.connectors.get(end, ())) == 1 else end for end in (a, b))
        fmus = {name: component.fmu for name, component in self.components.items()}
        return replace(self, connections=(*self.connections, *wires(fmus, a, b)))


def _component(given: object) -> Component | None:
    return given if isinstance(given, Component) else Component(Path(given)) if isinstance(given, (str, PathLike)) else None


def _ends(given: object, components: Mapping[str, Any], connectors: Mapping[str, tuple[Connector, ...]]) -> tuple[Connector, ...]:
    """Return what a connector of a System stands for, given as text or as a list; nothing where any of it is none."""
    found = [
        ends_of(each, components, connectors) for each in ([given] if isinstance(given, str) else given if isinstance(given, (tuple, list)) else [])
    ]
    return tuple(end for ends in found for end in ends) if all(found) else ()


def _check_types(system: System) -> None:
    """MbfmuError for a field of a wrong type."""
    examples = {
        "components": "{'crane': Component('Crane.fmu')}",
        "inputs": "{'crane.force': Step(at=1.0, height=100.0)}",
        "divisors": "{'tire': 5}",
        "conversions": "{('crane.stroke', 'pid.measurement'): Conversion(1000.0)}",
        "connectors": "{'torque': ['left.tau', 'right.tau']}",
    }
    if not isinstance(system.connections, (tuple, list)):
        raise MbfmuError(f"connections = {system.connections!r} must be a list such as [('crane.stroke', 'pid.measurement')]")
    for name, example in examples.items():
        if not isinstance(getattr(system, name), Mapping):
            raise MbfmuError(f"{name} = {getattr(system, name)!r} must be a dict such as {example}")
    numbers = {"start_time": system.start_time, "stop_time": system.stop_time, "step_size": system.step_size, "tolerance": system.tolerance or 0.0}
    for name, given in numbers.items():
        if not isinstance(given, Real):
            raise MbfmuError(f"{name} = {given!r} must be a number")
