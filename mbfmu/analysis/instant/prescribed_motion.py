"""Joints of a model whose motion is prescribed, and what that takes."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from ...base.errors import MbfmuError, ProblemsFound
from ...base.nearest import nearest
from ...model.declare.declarations import Handle
from ...model.declare.extended_model import extended
from ...model.declare.model import Model
from ...model.elements.constraints import JointMotionInput
from ...model.elements.constraints.joint_motion import JointMotion
from ...model.elements.forces import JointLoad
from ...model.elements.joints import Joint
from ...model.elements.joints.joint_units import coordinate_unit


@dataclass(frozen=True, eq=False)
class PrescribedMotion:
    """The motion of a joint of one coordinate, and the names of what belongs to it."""

    joint: Joint

    @property
    def position(self) -> str:
        """The name of the coordinate, such as "boom.phi"."""
        return f"{self.joint.path}.{self.joint.coordinate_names[0]}"

    @property
    def speed(self) -> str:
        """The name of its rate, such as "boom.w"."""
        return f"{self.joint.path}.{self.joint.speed_names[0]}"

    @property
    def acceleration(self) -> str:
        """The name of the rate of that, such as "boom.a"."""
        return f"{self.joint.path}.a"

    @property
    def effort(self) -> str:
        """The name of the torque or force along the joint, such as "boom.tau"."""
        return f"{self.joint.path}.{'f' if coordinate_unit(self.joint) == 'm' else 'tau'}"


def motions_of(model: Model, coordinates: Iterable[str]) -> list[PrescribedMotion]:
    """The motions of joints by the names of their coordinates; ProblemsFound with all that cannot be prescribed."""
    if isinstance(coordinates, str):
        raise MbfmuError(f"several motions may be prescribed, so give a list: [{coordinates!r}]")
    joints = {f"{joint.path}.{name}": joint for joint in model.of_type(Joint) for name in joint.coordinate_names}
    wanted = list(coordinates)
    wrong = [problem for name in wanted for problem in _wrong(model, name, joints)]
    if wrong:
        raise ProblemsFound(f"these motions of {model.name} cannot be prescribed:", wrong)
    return [PrescribedMotion(joints[name]) for name in wanted]


def _wrong(model: Model, name: str, joints: dict[str, Joint]) -> list[str]:
    if name not in joints:
        return [f"there is no coordinate {name!r}{nearest(name, joints)}; the coordinates are {', '.join(joints) or 'none'}"]
    joint = joints[name]
    if joint.nq != 1:
        return [f"{joint.path} is a {type(joint).__name__} with {joint.nq} coordinates; joints of one coordinate can be prescribed"]
    return [f"{e.path} prescribes the motion of {joint.path} already: leave one out" for e in model.of_type(JointMotion) if e.joint is joint]


@contextmanager
def prescribing(model: Model, motions: Sequence[PrescribedMotion]) -> Iterator[Model]:
    """The same model with these motions as inputs, and the efforts that they take as outputs; in the end the model is as it was."""
    drives = {f"motion_of_{motion.joint.path}": JointMotionInput(motion.joint) for motion in motions}
    with extended(model, drives) as copy, _free_to_start(motions):
        for motion, drive in zip(motions, drives.values()):
            given = {motion.position: drive.s, motion.speed: drive.v, motion.acceleration: drive.a}
            _make_way(copy, motion, given)
            copy.expose(inputs=given, outputs={motion.effort: drive.tau})
        yield copy


def _make_way(model: Model, motion: PrescribedMotion, given: Container[str]) -> None:
    """Take out what the model itself says of a joint by the same names: how it moves, and the force along it, as the actuator of a robot does."""
    for name in [name for name, handle in model.outputs.items() if name in given and handle.element is motion.joint]:
        del model.outputs[name]
    if _act_along(motion.joint, model.inputs.get(motion.effort, ())):
        del model.inputs[motion.effort]
        model.starts.pop(motion.effort, None)


def _act_along(joint: Joint, fed: Iterable[object]) -> bool:
    """Whether all that an input feeds, which is something, are loads on a joint."""
    loads = [handle.element if isinstance(handle, Handle) else None for handle in fed]
    return bool(loads) and all(isinstance(load, JointLoad) and load.joint is joint for load in loads)


@contextmanager
def _free_to_start(motions: Sequence[PrescribedMotion]) -> Iterator[None]:
    """Their joints start where the motions say, and not at start values that assembly would keep."""
    fixed = [(motion.joint, name, motion.joint.values[name].item()) for motion in motions for name in ("q_fixed", "v_fixed")]
    try:
        for joint, name, _ in fixed:
            setattr(joint, name, False)
        yield
    finally:
        for joint, name, value in fixed:
            setattr(joint, name, bool(value))
