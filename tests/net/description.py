"""Description: a model as plain data, from which a Model is built; rewritings and shrinking act on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from mbfmu import BlockModel, Model, SampledPid
from mbfmu.base.scalars import Record
from mbfmu.base.spatial.placement import compose
from mbfmu.model.declare.declarations import REAL
from mbfmu.model.declare.element import Element, Input, Parameter, declarations
from mbfmu.model.declare.frame import Frame
from mbfmu.model.elements.joints import Revolute
from mbfmu.model.elements.parts.placed_frame import Placed
from mbfmu.problem.connect.connect import connect
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.mechanism.mechanics import compile_model

Numbers = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Place:
    """A frame at r [m] on a part, turned by the rotation vector `turn` [rad], both resolved in the part's own frame."""

    part: str
    r: np.ndarray = field(default_factory=lambda: np.zeros(3))
    turn: np.ndarray = field(default_factory=lambda: np.zeros(3))

    @property
    def R(self) -> np.ndarray:
        """From the frame to the part (3, 3)."""
        return Rotation.from_rotvec(self.turn).as_matrix()

    def at(self, R: np.ndarray, r: np.ndarray) -> Place:
        """A frame that stands at (R, r) in this one, on the same part."""
        return placed(self.part, *compose((self.R, self.r), (R, r)))


def placed(part: str, R: np.ndarray, r: np.ndarray) -> Place:
    """A frame that stands at (R, r) in a part's own."""
    return Place(part, np.asarray(r), Rotation.from_matrix(R).as_rotvec())


@dataclass(frozen=True)
class Item:
    """An element: its kind, what it is attached to (places, or names of other items), its parameters and the constant values of its inputs."""

    name: str
    kind: type[Element]
    attached: tuple[Place | str, ...] = ()
    values: Numbers = field(default_factory=dict)
    inputs: Numbers = field(default_factory=dict)

    def given(self, **values: Any) -> Item:
        """The same with other parameters."""
        return replace(self, values={**self.values, **values})

    @property
    def hangs_on(self) -> set[str]:
        """The names of the items that it is attached to."""
        return {target.part if isinstance(target, Place) else target for target in self.attached}


@dataclass(frozen=True)
class Description:
    """A model: its items in the order of their declaration, sampled controllers by the joint that each measures, and the times of a run [s].

    A controller is linked from the joint's coordinate to the input of the item `pid_<joint>`, a force or torque along that joint. `scale` are the
    length, mass and time that its numbers count as one metre, kilogram and second of the model it was drawn as.
    """

    items: tuple[Item, ...]
    stop_time: float
    start_time: float = 0.0
    controllers: Mapping[str, Numbers] = field(default_factory=dict)
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)

    def __getitem__(self, name: str) -> Item:
        return next(item for item in self.items if item.name == name)

    def of(self, *kinds: type[Element]) -> list[Item]:
        """The items of these kinds."""
        return [item for item in self.items if issubclass(item.kind, kinds)]

    def with_items(self, changed: Mapping[str, Item] | None = None, added: Iterable[Item] = ()) -> Description:
        """The same with items changed, by their names, and others added."""
        return replace(self, items=(*((changed or {}).get(item.name, item) for item in self.items), *added))

    def model(self) -> Model:
        """The mechanism, with an input `<item>.<input>` for each that has a value."""
        made: dict[str, Element] = {}
        model = Model("Net", stop_time=self.stop_time, step_size=self.stop_time / 10)
        for item in self.items:
            model.add(item.name, self._made(item.name, made))
        fed = {f"{item.name}.{name}": (getattr(made[item.name], name), value) for item in self.items for name, value in item.inputs.items()}
        model.expose(inputs={name: handle for name, (handle, _) in fed.items()}, start={name: value for name, (_, value) in fed.items()})
        return model

    def _made(self, name: str, made: dict[str, Element]) -> Element:
        if name not in made:
            item = self[name]
            on = [self._frame(to, made) if isinstance(to, Place) else self._made(to, made) for to in item.attached]
            made[name] = item.kind(*on, **item.values)
        return made[name]

    def _frame(self, place: Place, made: dict[str, Element]) -> Frame:
        part, angle = self._made(place.part, made), float(np.linalg.norm(place.turn))
        if isinstance(part, Placed):
            return part.frame_b
        return part.at(place.r, place.turn, angle) if angle else part.at(place.r)

    def problem(self, outputs: Mapping[str, tuple[str, ...]], formulation: str = "articulated_body", tunable: Iterable[str] = ()) -> Problem:
        """Compiled, with outputs `<item>.<output>` given by the items' names, and "body1.m" tunable."""
        model = self.model()
        model.formulation = formulation
        element = model.elements
        model.expose(
            outputs={f"{item}.{name}": getattr(element[item], name) for item, names in outputs.items() for name in names},
            tunable=[getattr(element[item], name) for item, name in (handle.split(".") for handle in tunable)],
        )
        return self._controlled(model) if self.controllers else compile_model(model)

    def _controlled(self, model: Model) -> Problem:
        parts: dict[str, Any] = {"net": model}
        links = []
        for joint in self.controllers:
            load, measured = f"pid_{joint}", self[joint].kind.coordinate_names[0]
            (pushed,) = declarations(self[load].kind, Input)
            element = model.elements
            model.expose(
                inputs={f"{load}.{pushed}": getattr(element[load], pushed)}, outputs={f"{joint}.{measured}": getattr(element[joint], measured)}
            )
            parts[load] = BlockModel("Pid", self.controller(joint))
            links += [(("net", f"{joint}.{measured}"), (load, "measurement")), ((load, "y"), ("net", f"{load}.{pushed}"))]
        return connect("Controlled", parts, links)

    def controller(self, joint: str) -> SampledPid:
        """The controller that holds a joint."""
        e, y = ("rad", "N.m") if self[joint].kind is Revolute else ("m", "N")
        return SampledPid(measurement_unit=e, output_unit=y, **self.controllers[joint])


def described(model: Model, stop_time: float) -> Description:
    """The description of a model."""
    return Description(tuple(_item(element) for element in model.elements.values()), stop_time)


def _item(element: Element) -> Item:
    attached = tuple(_place(to) if isinstance(to, Frame) else to.path for to in element.attached.values())
    values, parameters = element.values, declarations(type(element), Parameter)
    given = {name: values[name] for name, p in parameters.items() if p.type == REAL and values[name].any()}  # what is left out is zero
    return Item(element.path, type(element), attached, given)


def _place(frame: Frame) -> Place:
    there = [element.placement(Record(element.values)) for element in frame.placements]
    return placed(frame.part.path, *reduce(compose, there, (np.eye(3), np.zeros(3))))
