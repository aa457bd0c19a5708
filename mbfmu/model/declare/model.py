"""The Model: elements by name, and what of them the FMU shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from keyword import iskeyword
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from ...base.errors import MbfmuError
from ...base.nearest import nearest
from ..ports import PortKind
from .declarations import REAL, Handle
from .element import Element
from .exposure_problems import exposure_problems
from .expression import Expression
from .frame import owner
from .model_parameter import ModelParameter, model_parameter
from .model_table import model_table
from .parameter_problems import parameter_names, parameter_problems
from .setting_problems import is_number, setting_problems

E = TypeVar("E", bound=Element)
# What of a model can be assigned.
SETTINGS = ("description", "stop_time", "step_size", "tolerance", "integrator", "formulation", "stabilization", "max_steps")


def usable_name(name: object) -> bool:
    """Whether FMI tools, file systems and Python all take it as a name."""
    return isinstance(name, str) and name.isascii() and name.isidentifier() and not iskeyword(name)


class Model:
    """A mechanism: its attributes are its elements, `expose` names the variables of its FMU.

    `stop_time` and `step_size` [s] and the relative `tolerance` become the FMU's default experiment. `integrator` is "dormand_prince",
    "bogacki_shampine" for short communication steps, "adams" for smooth models with expensive equations, or "radau" for stiff ones;
    in fixed steps, for real time, "heun", "runge_kutta" or, for stiff ones, "linearly_implicit_euler" or "rosenbrock": steps are equal parts of a
    communication step, none longer than `step_size`, whatever `tolerance` is.
    `formulation` chooses how accelerations are computed (a name of mbfmu.problem.schedules.schedules.FORMULATIONS). `stabilization` is the gain
    [rad/s] with which errors in constraints decay, by default 1 / (100 `step_size`). A communication step fails if it takes more than `max_steps`
    steps of the integrator.
    """

    name: str
    description: str
    stop_time: float
    step_size: float
    tolerance: float
    integrator: str
    formulation: str
    stabilization: float | None
    max_steps: int
    elements: dict[str, Element]
    parameters: dict[str, ModelParameter]
    inputs: dict[str, tuple[Handle, ...]]
    outputs: dict[str, Handle]
    pictures: dict[str, Handle]
    starts: dict[str, np.ndarray]
    tunable: list[Handle]
    interfaces: dict[str, Element]
    naming_problems: list[str]
    unnamed: list[Element]

    def __init__(
        self,
        name: str,
        description: str = "",
        stop_time: float = 10.0,
        step_size: float = 1e-2,
        tolerance: float = 1e-6,
        integrator: str = "dormand_prince",
        formulation: str = "articulated_body",
        stabilization: float | None = None,
        max_steps: int = 1_000_000,
    ):
        self.__dict__.update(
            name=name,
            description=description,
            stop_time=stop_time,
            step_size=step_size,
            tolerance=tolerance,
            integrator=integrator,
            formulation=formulation,
            stabilization=stabilization,
            max_steps=max_steps,
            elements={},
            parameters={},
            inputs={},
            outputs={},
            pictures={},
            starts={},
            tunable=[],
            interfaces={},
            naming_problems=[],
            unnamed=[],
        )
        if not usable_name(name):
            raise MbfmuError(f"the model's name {name!r} must be ASCII letters, digits and _, and no word of Python, like 'Crane'")

    def __getstate__(self) -> dict[str, Any]:
        """All it holds, and what hangs on its elements though it is not in it."""
        found = {id(element): element for element in (*self.elements.values(), *self.unnamed)}
        pending = list(found.values())
        for element in pending:  # grows while it is walked
            others = [*element.attachers, *map(owner, element.attached.values())]
            new = {id(other): other for other in others if id(other) not in found}
            found |= new
            pending += new.values()
        return {**vars(self), "attachers": [(element, list(element.attachers)) for element in pending]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        attachers = state.pop("attachers")
        self.__dict__.update(state)
        for element, attached in attachers:
            element.attachers[:] = attached
        for name, element in self.elements.items():
            element.name = name

    def __copy__(self) -> Model:
        """A model of its own: an element hangs on others, so that two models cannot share it."""
        return deepcopy(self)

    def __repr__(self) -> str:
        return f"<Model {self.name}: {len(self.elements)} elements>"

    def _repr_html_(self) -> str:
        return model_table(self)

    def __setattr__(self, name: str, value: Element) -> None:
        if name in SETTINGS:
            self.__dict__[name] = value
            return
        if not isinstance(value, Element):
            hint = f"; a number is declared by {self.name}.parameter({name!r}, ...)" if is_number(value) or isinstance(value, Expression) else ""
            raise MbfmuError(f"{self.name}.{name} must be an element such as Body(...), not {value!r}{hint}")
        self.add(name, value)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        elements, parameters = (self.__dict__.get(kind, {}) for kind in ("elements", "parameters"))
        if name in elements:
            return elements[name]
        if name in parameters:
            return Expression.of(parameters[name])
        refused = "".join(f"; {problem}" for problem in self.__dict__.get("naming_problems", ()))
        raise AttributeError(f"the model has no element {name!r}{nearest(name, elements)}; it has {', '.join(elements) or 'none'}{refused}")

    def __dir__(self) -> list[str]:
        """With its elements and its parameters, for completion."""
        return sorted({*super().__dir__(), *filter(usable_name, (*self.elements, *self.parameters))})

    def __delattr__(self, name: str) -> None:
        """Take an element out of the model again; what is attached to it must go too. Or a parameter."""
        if name in self.parameters:
            del self.parameters[name]
            return
        element = getattr(self, name)
        element.detach()
        element.name = None
        del self.elements[name]

    def add(self, name: str, element: E) -> E:
        """Add `element` under a name: the same as `model.<name> = element`, for names that a program makes."""
        if not isinstance(name, str):
            raise MbfmuError(f"{name!r} cannot name a {type(element).__name__} of {self.name}: a name is text, like 'boom'")
        if name in self.__dict__ or hasattr(Model, name):
            self._refuse(element, f"the name {name!r} is the model's own: give the element another")
        elif name in self.parameters:
            self._refuse(element, f"the name {name!r} is that of a parameter of the model: give the element another")
        elif name in self.elements:
            self._refuse(element, f"the name {name!r} is used twice: give each element a name of its own")
        elif element.name is not None and self.elements.get(element.name) is not element:
            self._refuse(
                element, f"{name!r} is {element.name!r} of another model, and an element belongs to one: make another {type(element).__name__}"
            )
        elif element.name is not None:
            self._refuse(element, f"{element.name!r} and {name!r} name the same element: keep one of the names")
        else:
            element.name = name
            self.elements[name] = element
        return element

    def _refuse(self, element: Element, problem: str) -> None:
        """Remember until the model is built that `element` could not be named, and why."""
        self.unnamed.append(element)
        self.naming_problems.append(problem)

    def parameter(
        self,
        name: str,
        value: Any,
        unit: str = "1",
        description: str = "",
        min: float | None = None,
        max: float | None = None,
        exclusive_min: bool = False,
    ) -> Expression:
        """A number of the model itself, to be used in the parameters of many elements, as it is or in expressions: `Body(m=rho * L, ...)`.

        It is a parameter of the FMU, which calculates the parameters that depend on it. It is tunable, unless a start value depends on it.
        `unit` is an SI unit; the value may be given in another one, as (2500, "mm"). Expressions are computed in SI units. A group of
        elements that a function adds gives its parameters names with dots, such as "left_leg.L". MbfmuError says what is wrong with any of these.
        """
        if not _dotted(name):
            raise MbfmuError(f"{name!r} cannot name a parameter: a name is words of ASCII letters, digits and _ joined by dots, not 'time'")
        if name in self.__dict__ or hasattr(Model, name):
            raise MbfmuError(f"the name {name!r} is the model's own: give the parameter another")
        if name in self.elements or name in self.parameters:
            raise MbfmuError(f"the name {name!r} is used twice in {self.name}: give the parameter another")
        declared = model_parameter(self.name, name, value, unit, description, min=min, max=max, exclusive_min=exclusive_min)
        self.parameters[name] = declared
        return Expression.of(declared)

    def expose(
        self,
        inputs: Mapping[str, Handle | Sequence[Handle]] | None = None,
        outputs: Mapping[str, Handle] | None = None,
        tunable: Iterable[Handle] = (),
        start: Mapping[str, ArrayLike] | None = None,
        ports: Mapping[str, Element] | None = None,
        interface_mass: bool = False,
    ) -> None:
        """Name the inputs and outputs of the FMU, its ports, and its tunable parameters.

        An input may feed several elements: `inputs={"brake": [left.tau, right.tau]}`. `tunable` lists parameters that a master or a run may change;
        all others are fixed numbers in the FMU. `start` sets the start values of inputs by these names, by default zero.

        A port is all inputs and outputs of one element under one name: `ports={"rod": crane.cylinder}` exposes rod.s, rod.v and rod.f.
        With `interface_mass`, each port has further outputs: its acceleration as a function of its force. The FMU on the force side predicts the
        motion from them.
        """
        for word, given in (("inputs", inputs), ("outputs", outputs)):
            if not isinstance(given or {}, Mapping):
                raise MbfmuError(f"expose({word}=...) takes names and variables, such as {{'stroke': crane.cylinder.s}}, not {given!r}")
        if not isinstance(start or {}, Mapping):
            raise MbfmuError(f"expose(start=...) takes names and values, such as {{'force': 1e3}}, not {start!r}")
        if not isinstance(ports or {}, Mapping):
            raise MbfmuError(f"expose(ports=...) takes names and elements, such as {{'wheel_FL': car.hub_FL}}, not {ports!r}")
        inputs, outputs = dict(inputs or {}), dict(outputs or {})
        for name, element in (ports or {}).items():
            self._add_port(name, element, inputs, outputs, interface_mass)
        if isinstance(tunable, Handle):
            raise MbfmuError(f"expose(tunable=...) takes a list: [{tunable.name}]")
        if not isinstance(tunable, Iterable):
            raise MbfmuError(f"expose(tunable=...) takes a list of parameters, such as [crane.boom.m], not {tunable!r}")
        fed = {name: tuple(given) if isinstance(given, (list, tuple)) else (given,) for name, given in inputs.items()}
        of_kinds: tuple[tuple[dict, Mapping], ...] = ((self.inputs, fed), (self.outputs, outputs))
        for names, given in of_kinds:
            for name, exposed in given.items():
                if name in self.inputs or name in self.outputs:
                    self.naming_problems.append(f"{name!r} is exposed twice: give each variable a name of its own")
                names[name] = exposed
        self.tunable.extend(tunable)
        for name, value in (start or {}).items():
            if name not in self.inputs:
                self.naming_problems.append(f"start gives {name!r} a value, but no input is exposed under this name")
            else:
                self._give_start(name, next(iter(self.inputs[name]), None), value)

    def _add_port(self, name: str, element: object, inputs: dict, outputs: dict, interface_mass: bool) -> None:
        """Add the inputs and outputs of an element that is a port, under its name."""
        kind = getattr(element, "port", None)
        if not isinstance(kind, PortKind):
            what = f"{element.path} ({type(element).__name__})" if isinstance(element, Element) else repr(element)
            there = ", ".join(f"{e.path}" for e in self.elements.values() if getattr(e, "port", None)) or "none"
            self.naming_problems.append(
                f"{what} cannot be exposed as the port {name!r}: a LineActuator, JointForce, JointTorque or Hub can; there: {there}"
            )
            return
        if interface_mass and isinstance(element, Element):
            self.interfaces[name] = element
        for member in kind.members:
            exposed = inputs if member.given == "force" else outputs
            if hasattr(element, member.name):
                exposed[f"{name}.{member.name}"] = getattr(element, member.name)

    def _give_start(self, name: str, handle: object, value: ArrayLike) -> None:
        declared = handle.declaration if isinstance(handle, Handle) else None
        given = declared.numbers(value) if declared else None
        if given is not None:
            self.starts[name] = given
        else:
            wanted = "finite numbers" if declared is None or declared.type == REAL else declared.type.several if declared.shape else declared.type.one
            self.naming_problems.append(f"start of {name!r} = {value!r} must be {wanted} in the input's shape")

    def of_type(self, kind: type) -> list:
        """The elements of type `kind`, in the order they were named."""
        return [e for e in self.elements.values() if isinstance(e, kind)]

    def problems(self) -> list[str]:
        """What is wrong with names, values and exposure, one sentence each."""
        found = [*self.naming_problems, *setting_problems(vars(self))]
        for name in self.elements:
            if not usable_name(name):
                found.append(f"an element's name {name!r} must be ASCII letters, digits and _, and no word of Python")
        for name in (*self.inputs, *self.outputs):
            if not _dotted(name):
                found.append(f"{name!r} cannot be exposed: a name is words of ASCII letters, digits and _ joined by dots, not 'time'")
        for element in self.elements.values():
            found += element.own_problems()
        found += exposure_problems(self.elements, self.inputs, self.outputs, self.tunable)
        found += parameter_problems(self.name, self.parameters, self.elements.values())
        taken = parameter_names(self.parameters, self.elements.values(), self.tunable) & {*self.inputs, *self.outputs}
        found += [f"{name!r} is the name of a parameter already: expose the variable as something else" for name in sorted(taken)]
        return found


def _dotted(name: object) -> bool:
    """Whether it is words joined by dots, as variables and parameters of an FMU are called; `time` is FMI's own."""
    return isinstance(name, str) and name != "time" and all(usable_name(piece) for piece in name.split("."))
