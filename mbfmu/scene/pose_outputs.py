"""A model whose outputs say all that a Scene needs to know of the motion."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from ..base.errors import MbfmuError
from ..base.scalars import element, kernel
from ..model.declare.declarations import Handle, Output
from ..model.declare.frame import Frame
from ..model.declare.model import Model
from ..model.elements.constraints import Contact
from ..model.elements.forces import ThermalLoad
from ..model.elements.forces.base import Force, wrenches
from ..model.elements.parts import FlexibleBody
from ..model.elements.parts.base import Part
from ..model.elements.sensors import PoseSensor, PositionSensor, Sensor
from ..model.elements.sensors.with_sensors import with_sensors
from ..model.elements.tires import Tire
from .names import force_name
from .scene import Scene
from .uses import TOUCHING


class _ForceOnFrame(Sensor):
    """Measures what a force does at one of its frames."""

    attachments = {"force": Force, "frame": Frame}
    f = Output("N", "force on the frame, resolved in the world", shape=3)

    def observe(self, see):
        force = self.force
        frames = list(force.attached.values())
        with element(force.path):  # its switches are its own, wherever they are met
            return {"f": wrenches(type(force), *force.arguments(see))[frames.index(self.frame)][0]}


class _ContactOnFrame(Sensor):
    """Measures what a rigid contact does at one of its frames."""

    attachments = {"contact": Contact, "frame": Frame}
    f = Output("N", "force on the frame, resolved in the world", shape=3)

    def looks_at(self):
        return list(self.contact.frames.values())

    def observe(self, see):
        f = self.contact.observe(see)["f"]
        return {"f": f if self.frame == self.contact.frame_a else _opposite(f)}


class _Weights(Sensor):
    """Measures how much a flexible body that is heated deforms in each of its modes, and then by each temperature field."""

    attachments = {"body": FlexibleBody}

    def observe(self, see):
        return {"e": _joined(see.joint(self.body).q, tuple(T for _, T in see.temperatures(self.body)))}


def _weights(model: Model, body: FlexibleBody) -> Handle:
    """The variable that says how much a flexible body deforms."""
    loads = sum(load.body is body for load in model.of_type(ThermalLoad))
    if not loads:
        return body.e
    output = Output("1", "elastic coordinates, then changes of temperature in K", shape=body.nq + loads)
    return type("_Weights", (_Weights,), {"__doc__": _Weights.__doc__, "__module__": __name__, "e": output})(body).e


@kernel
def _joined(e, temperatures):
    """Numbers in one array."""
    return np.array([*e, *temperatures])


@kernel
def _opposite(f):
    """The force on the other frame."""
    return -f


@contextmanager
def watched(model: Model, scene: Scene) -> Iterator[Model]:
    """The same model with pictures, a variable for each position, orientation, deformation and force that `scene` names; it is left as it was.

    Raises MbfmuError where the model has an output of such a name.
    """
    wanted = dict(_wanted(model, scene))
    with with_sensors(model, wanted.values()) as copy:
        if taken := wanted.keys() & {*model.outputs, *model.inputs}:
            names = ", ".join(sorted(taken))
            raise MbfmuError(f"{model.name} has {names} already, which pictures need: expose it as something else, or build without pictures")
        copy.pictures.update(wanted)
        yield copy


def _wanted(model: Model, scene: Scene) -> Iterator[tuple[str, Handle]]:
    """For each name of an output, the variable of a sensor."""
    named = {one.path: one for element in model.elements.values() for one in (element, *element.members)}
    for node in scene.nodes:
        part = named[node.name]
        if isinstance(part, TOUCHING | Tire):
            yield node.position, part.r_contact
            continue
        assert isinstance(part, Part)
        frame = Frame(part) if isinstance(part, FlexibleBody) else part.frame_a  # its mean axes, against which it deforms
        if node.position:
            place = PositionSensor(frame)
            yield node.position, place.r
        if node.orientation:
            turn = PoseSensor(frame)
            yield node.orientation, turn.Q
        if isinstance(part, FlexibleBody):
            yield from ((shape.weights, _weights(model, part)) for shape in node.deformables)
    for kind, sensor in ((Force, _ForceOnFrame), (Contact, _ContactOnFrame)):
        for force in model.of_type(kind):
            for at, frame in force.attached.items():
                if isinstance(frame, Frame):
                    push = sensor(force, frame)
                    yield force_name(force, at), push.f
