"""States beside coordinates and speeds: those that elements declare, and coordinates of joints that close loops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import casadi as ca

from ...base.scalars import Composed, Record, unknown
from ...mechanics.topology import Tree
from ...model.declare.declarations import State
from ...model.declare.element import Element, declarations
from ...model.declare.frame import Frame
from ...model.declare.model import Model
from ...model.elements.joints import Joint
from ...model.elements.sensors import JointReaction


@dataclass(frozen=True)
class OwnStates:
    """First the coordinates of `joints`, then the states of `elements`, in order."""

    joints: tuple[Joint, ...]
    elements: tuple[Element, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The states' names."""
        of_joints = [f"{joint.path}.{name}" for joint in self.joints for name in joint.coordinate_names]
        return (*of_joints, *(f"{e.path}.{name}" for e in self.elements for name in declarations(type(e), State)))

    @property
    def units(self) -> tuple[str, ...]:
        """The states' units."""
        of_joints = [unit for joint in self.joints for unit in joint.coordinate_units]
        return (*of_joints, *(e.unit_of(state) for e in self.elements for state in declarations(type(e), State).values()))

    @property
    def nominal(self) -> tuple[float, ...]:
        """The states' nominal values."""
        of_elements = (state.nominal for e in self.elements for state in declarations(type(e), State).values())
        return (*(1.0 for joint in self.joints for _ in joint.coordinate_names), *of_elements)

    @property
    def measured(self) -> int:
        """How many of them are coordinates of joints."""
        return sum(joint.nq for joint in self.joints)

    def split(self, column: ca.MX) -> tuple[Mapping[Joint, Composed], Mapping[Element, Record]]:
        """A column of the states as coordinates by joint, and as Records by element."""
        start, coordinates, states = 0, {}, {}
        for joint in self.joints:
            coordinates[joint] = unknown(column[start : start + joint.nq])
            start += joint.nq
        for element in self.elements:
            names = declarations(type(element), State)
            states[element] = Record((name, unknown(column[start + i], ())) for i, name in enumerate(names))
            start += len(names)
        return coordinates, states


def own_states(model: Model, tree: Tree, watching: Sequence[Frame | Joint] = ()) -> OwnStates:
    """The own states of a model whose joints are cut as `tree` says; somebody asks for the coordinates of the joints in `watching`."""
    elements = tuple(model.elements.values())
    exposed = {id(handle.element) for handle in model.outputs.values()}
    looking = (e for e in elements if not isinstance(e, JointReaction))
    watched = exposed | set(map(id, watching)) | {id(target) for e in looking for target in e.attached.values() if isinstance(target, Joint)}
    joints = tuple(cut.joint for cut in tree.cuts if id(cut.joint) in watched)
    return OwnStates(joints, tuple(e for e in elements if declarations(type(e), State)))
