"""What elements see when their outputs are computed: the motion with accelerations, reactions and energies."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Mapping

import numpy as np

from ..elements.forces.base import Load
from ..elements.joints import Joint
from ..formulations.inverse_dynamics import InverseDynamics, inverse_dynamics
from ..formulations.loads import Loads, plus
from ..formulations.motion import Motion
from ..model.element import Element
from ..model.frame import Frame
from ..runtime.errors import MbfmuError
from ..scalars import Record, element, kernel
from ..spatial.inertia import momentum
from ..spatial.placement import move_force, move_motion
from ..spatial.rotations import cross


@dataclass
class Observer:
    """The motion of a tree under loads with joint accelerations v_dot, one piece a body."""

    motion: Motion
    loads: Loads
    v_dot: list
    elements: tuple[Element, ...]
    parameter_records: Mapping[Element, Record]
    input_records: Mapping[Element, Record]

    def parameters(self, of: Element) -> Record:
        """The parameters of an element."""
        return self.parameter_records[of]

    def inputs(self, of: Element) -> Record:
        """The inputs of an element."""
        return self.input_records[of]

    def frame(self, frame: Frame) -> Record:
        """R (world from frame), r and v (in the world) and w (in the frame)."""
        return self.motion.frame(frame)

    def joint(self, joint: Joint) -> Record:
        """q, v and v_dot of a joint."""
        k = self.motion.tree.number(joint) - 1
        return Record(q=self.motion.q[k], v=self.motion.v[k], v_dot=self.v_dot[k])

    @cached_property
    def inverse(self) -> InverseDynamics:
        """Accelerations and reactions."""
        return inverse_dynamics(self.motion, self.loads, self.v_dot)

    def acceleration(self, frame: Frame) -> Record:
        """a (of the frame's origin, in the world) and z (angular acceleration, in the frame)."""
        k = self.motion.body_of(frame)
        if k is None:
            raise MbfmuError(f"the acceleration of {frame.part.path} cannot be had: a MasslessPoint is held by forces alone")
        placement = self.motion.d.frames[self.motion.frame_index[frame]]
        return _acceleration(self.motion.poses[k][0], self.motion.V[k], self.inverse.A[k], self.loads.uniform, placement)

    def reaction(self, joint: Joint) -> Record:
        """f and t that the joint exerts on frame_b, at frame_b and resolved in it, loads on the joint included."""
        tree = self.motion.tree
        k = tree.number(joint)
        placement = self.motion.d.frames[self.motion.frame_index[joint.frame_b]]
        force = self.inverse.reactions[k]
        if tree.bodies[k - 1].kind is not type(joint):  # the tree enters it from frame_b: body k carries frame_a
            force = _on_lower(self.motion.placements[k], force)
        return _in_frame(placement, force)

    def kinetic_energy(self) -> Any:
        """Kinetic energy of all bodies [J]."""
        d = self.motion.d
        return self._sum(_kinetic(b, V) for b, V in zip(d.inertias, self.motion.V[1:]) if b is not None)

    def potential_energy(self) -> Any:
        """Energy of gravity and all springs [J]."""
        tree, d = self.motion.tree, self.motion.d
        world = self.parameter_records[tree.world]
        terms = [
            _gravity(type(tree.world), world, self.motion.poses[tree.place[part]], place, self.parameter_records[part])
            for part, place in zip(tree.massive, d.places)
        ]
        return self._sum([*terms, *self._of_loads("energy")])

    def dissipation(self) -> Any:
        """Power turned into heat by all forces [W]."""
        return self._sum(self._of_loads("dissipation"))

    def power(self, of: Load) -> Any:
        """Power that a force or joint load does on the bodies [W]."""
        return of.power(self)

    def _of_loads(self, quantity: str) -> list:
        """A quantity of every force and joint load."""
        found = []
        for load in (e for e in self.elements if isinstance(e, Load)):
            motion = load.motion(self)
            with element(load.path):
                found.append(getattr(load, quantity)(self.parameters(load), self.inputs(load), *motion))
        return found

    @staticmethod
    def _sum(terms) -> Any:
        total = np.zeros(())
        for term in terms:
            total = plus(total, np.asarray(term) if isinstance(term, float) else term)
        return total


@kernel
def _acceleration(R_0b, V, A, g, placement):
    a_b = move_motion(placement, A)
    R_bf, r = placement
    w = R_bf.T @ V[:3]
    v = R_bf.T @ (V[3:] + cross(V[:3], r))
    return Record(a=R_0b @ R_bf @ (a_b[3:] + cross(w, v)) + g, z=a_b[:3])


@kernel
def _on_lower(placement, force):
    return -move_force(placement, force)


@kernel
def _in_frame(placement, force):
    R, r = placement
    return Record(f=R.T @ force[3:], t=R.T @ (force[:3] - cross(r, force[3:])))


@kernel
def _kinetic(inertia, V):
    return 0.5 * (V @ momentum(inertia, V))


@kernel
def _gravity(world, p, pose, place, body):
    r_CM = pose[1] + pose[0] @ (place[1] + place[0] @ body.r_CM)
    return world.potential(p, body.m, r_CM)
