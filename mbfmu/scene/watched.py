"""A model whose outputs say all that a Scene needs to know of the motion."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager

import numpy as np

from ..elements.forces.base import Force, wrenches
from ..elements.joints.relative_turn import nearest_parameters
from ..elements.parts.base import Part
from ..elements.sensors import PositionSensor, Sensor
from ..elements.sensors.more_outputs import more_outputs
from ..model.declarations import Handle, Output
from ..model.frame import Frame
from ..model.model import Model
from ..scalars import kernel
from .names import force_name
from .scene import Scene

NO_TURN = np.array([0.0, 0.0, 0.0, 1.0])


class _EulerParameterSensor(Sensor):
    """Measures how a frame stands, in four numbers."""

    attachments = {"frame": Frame}
    Q = Output("1", "Euler parameters (e1, e2, e3, e4 = cos) of the frame against the world", shape=4)

    def observe(self, see):
        return {"Q": _parameters(see.frame(self.frame).R)}


class _ForceOnFrame(Sensor):
    """Measures what a force does at one of its frames."""

    attachments = {"force": Force, "frame": Frame}
    f = Output("N", "force on the frame, resolved in the world", shape=3)

    def observe(self, see):
        force = self.force
        frames = list(force.attached.values())
        return {"f": wrenches(type(force), *force.arguments(see))[frames.index(self.frame)][0]}


@kernel
def _parameters(R):
    return nearest_parameters(R, NO_TURN)


def watched(model: Model, scene: Scene) -> AbstractContextManager[Model]:
    """The same model with an output for every position, orientation and force that `scene` names; in the end the model is as it was."""
    return more_outputs(model, dict(_wanted(model, scene)))


def _wanted(model: Model, scene: Scene) -> Iterator[tuple[str, Handle]]:
    """For each name of an output, the variable of a sensor."""
    for node in scene.nodes:
        part = model.elements[node.name]
        assert isinstance(part, Part)
        if node.position:
            place = PositionSensor(part.frame_a)
            yield node.position, place.r
        if node.orientation:
            turn = _EulerParameterSensor(part.frame_a)
            yield node.orientation, turn.Q
    for force in model.of_type(Force):
        for at, frame in force.attached.items():
            if isinstance(frame, Frame):
                push = _ForceOnFrame(force, frame)
                yield force_name(force, at), push.f
