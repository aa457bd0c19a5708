"""What elements see when their outputs are computed: the motion with accelerations, reactions and energies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from ...base.errors import MbfmuError
from ...base.scalars import Composed, Record, element, kernel, maximum, unknown
from ...base.spatial.placement import move_force
from ...base.spatial.rotations import cross
from ...mechanics.formulations.closing_joints import acting_along, followed, layout
from ...mechanics.formulations.constraints import Constraints
from ...mechanics.formulations.inverse_dynamics import InverseDynamics, inverse_dynamics
from ...mechanics.formulations.loads import Loads, add_joint_force, plus
from ...mechanics.formulations.motion import Motion
from ...model.declare.element import Element
from ...model.declare.frame import Frame
from ...model.elements.forces.base import JointLoad, Load, dissipation, energy, joint_load, potential
from ...model.elements.forces.thermal_load import ThermalLoad
from ...model.elements.joints import Joint
from ...model.elements.parts import FlexibleBody
from ...model.structure.elastic_data import ElasticData
from ..data.constraint_manifold import PROBES
from ..schedules.builder import stack
from ..schedules.rows import split_multipliers
from .energies import damping_of_modes, energy_of_deformation, energy_of_gravity, kinetic_energy, powers_on_bodies, total

# Of the influence of all multipliers on a quantity (or of 1, that of a multiplier on its own force): more leaves it indeterminate.
INDETERMINATE = 1e-6


@dataclass
class Observer:
    """The motion of a tree under `loads`, those of constraints beside the `applied` ones, with joint accelerations v_dot, one piece a body.

    `multipliers` (m) are those of the constraints; `indeterminate` (m, PROBES) are random ones that redundant constraints leave indeterminate.
    """

    motion: Motion
    applied: Loads
    loads: Loads
    v_dot: list
    elements: tuple[Element, ...]
    parameter_records: Mapping[Element, Record]
    input_records: Mapping[Element, Record]
    constraints: Constraints
    multipliers_of_all: ca.MX
    indeterminate: ca.MX
    readings: Mapping[Element, Record]
    slots: Mapping[str, ca.MX]

    def parameters(self, of: Element) -> Record:
        """The parameters of an element."""
        return self.parameter_records[of]

    def inputs(self, of: Element) -> Record:
        """The inputs and own states of an element."""
        return self.input_records[of]

    def frame(self, frame: Frame) -> Record:
        """R (world from frame), r and v (in the world) and w (in the frame)."""
        return self.motion.frame(frame)

    @property
    def t(self) -> Any:
        """The time [s]."""
        return self.constraints.t

    def joint(self, joint: Joint) -> Record:
        """q, v and v_dot of a joint."""
        own = self.motion.joint(joint)
        if self.motion.tree.cut_of(joint) is None:
            v_dot = self.v_dot[self.motion.tree.number(joint) - 1]
        else:
            v_dot = self.motion.joint_acceleration(joint, self.v_dot, self._true_accelerations).v_dot
        return Record(q=own.q, v=own.v, v_dot=v_dot)

    def elastic_data(self, body: FlexibleBody) -> ElasticData:
        """The data of a flexible body in the modes of its coordinates."""
        return self.motion.tree.elastic_data(body)

    @cached_property
    def _true_accelerations(self) -> list:
        return self.motion.accelerations(self.v_dot, np.zeros(6))

    def temperatures(self, body: FlexibleBody) -> list[tuple[str, Any]]:
        """The temperature fields that load a flexible body, by name, and the numbers [K] that they are multiplied with."""
        loads = (load for load in self.elements if isinstance(load, ThermalLoad) and load.body is body)
        return [(load.temperature, self.inputs(load).T) for load in loads]

    def body(self, body: FlexibleBody) -> Record:
        """V (6,) of the frame of a flexible body, resolved in it, and e and e_dot (n,)."""
        k = self.motion.tree.number(body)
        return Record(V=self.motion.V[k], e=self.motion.q[k - 1], e_dot=self.motion.v[k - 1])

    def coordinate_rates(self, joint: Joint) -> Any:
        """Rates of the coordinates of a joint that closes a loop, as states of their own."""
        own = self.motion.joint(joint)
        return followed(own.q, own.q_dot, self.motion.closing[joint])

    def _frames(self, joint: Joint) -> tuple:
        cut = self.motion.tree.cut_of(joint)
        assert cut is not None  # asked of joints that close loops only
        return self.motion.frame(cut.frame_a), self.motion.frame(cut.frame_b)

    @cached_property
    def inverse(self) -> InverseDynamics:
        """Accelerations and reactions."""
        loads = replace(self.loads, F=[*self.loads.F], tau=[*self.loads.tau])
        for joint, tau in self._accelerating_rotors:
            if self.motion.tree.cut_of(joint) is not None:
                add_joint_force(loads, self.motion, joint, tau)
        return inverse_dynamics(self.motion, loads, self.v_dot)

    @property
    def _accelerating_rotors(self) -> list[tuple]:
        """The joints that have rotors, and what these exert along them."""
        rotors = zip(self.motion.tree.rotors, self.motion.d.rotors)
        return [(rotor.joint, _accelerating(inertia, self.joint(rotor.joint).v_dot)) for rotor, inertia in rotors]

    def acceleration(self, frame: Frame) -> Record:
        """a (of the frame's origin, in the world) and z (angular acceleration, in the frame)."""
        k = self.motion.body_of(frame)
        if k is None:
            raise MbfmuError(f"the acceleration of {frame.part.path} cannot be had: a MasslessPoint is held by forces alone")
        return self.motion.frame_acceleration(frame, self.inverse.A, self.loads.uniform)

    def reaction(self, joint: Joint) -> Record:
        """f and t that the joint exerts on frame_b, at frame_b and resolved in it, loads on the joint included."""
        tree = self.motion.tree
        if tree.cut_of(joint) is not None:
            return self._closing_reaction(joint)
        k = tree.number(joint)
        placement = self.motion.d.frames[self.motion.frame_index[joint.frame_b]]
        force = self.inverse.reactions[k]
        if tree.bodies[k - 1].kind is not type(joint):  # the tree enters it from frame_b: body k carries frame_a
            force = _on_lower(self.motion.placements[k], force)
        return _in_frame(placement, force)

    def _closing_reaction(self, joint: Joint) -> Record:
        frames = self._frames(joint)
        wrenches = [acting[1] for acting in self._acting(joint.path)]
        wrenches += [acting_along(type(joint), layout(joint), self.motion.joint(joint).q, *frames, tau)[1] for tau in self._along(joint)]
        return _resolved(frames[1], tuple(wrenches))

    def _along(self, joint: Joint) -> list:
        """What loads, constraints and rotors exert along a joint."""
        along = [tau for on, tau in self._accelerating_rotors if on is joint]
        for load in (e for e in self.elements if isinstance(e, JointLoad) and e.joint is joint):
            with element(load.path):
                along.append(joint_load(type(load), *load.arguments(self)))
        for held, acting in zip(self.constraints.held, self._forces):
            along += [tau for tau, target in zip(acting, held.attached) if target is joint]
        return along

    def _acting(self, path: str) -> list[tuple]:
        """What the constraints of one element exert on what they are attached to."""
        return [acting for held, acting in zip(self.constraints.held, self._forces) if held.path == path]

    @cached_property
    def _pieces(self) -> list:
        return split_multipliers(self.constraints, self.multipliers_of_all)

    @cached_property
    def _forces(self) -> list[tuple]:
        return self.constraints.forces(self._pieces)

    def multipliers(self, of: Element) -> Any:
        """The multipliers (rows,) of a constraint."""
        return next(piece for held, piece in zip(self.constraints.held, self._pieces) if held.path == of.path)

    def constraint_wrenches(self, of: Element) -> list[tuple]:
        """Force and torque of a constraint on each frame it is attached to, resolved in the world."""
        (acting,) = self._acting(of.path)
        return [a for a, target in zip(acting, of.attached.values()) if isinstance(target, Frame)]

    def constraint_loads(self, of: Element) -> list:
        """Generalized force of a constraint on each joint it is attached to."""
        (acting,) = self._acting(of.path)
        return [a for a, target in zip(acting, of.attached.values()) if isinstance(target, Joint)]

    def unique(self, of: Element) -> Any:
        """For each row of a constraint, 1.0 where its multiplier follows from the equations, 0.0 where redundant rows leave it indeterminate."""
        return self.determined(self.multipliers(of))

    def determined(self, quantity: Any) -> Any:
        """1.0 for each number of an array that depends on no multiplier that redundant constraints leave indeterminate, else 0.0."""
        if not self.multipliers_of_all.numel():
            return np.ones(quantity.shape)
        column = quantity.dense() if isinstance(quantity, Composed) else ca.MX(ca.DM(np.ravel(quantity)))
        influence = ca.jacobian(column, self.multipliers_of_all)
        m = self.multipliers_of_all.numel()
        left = ca.sum2(ca.mtimes(influence, ca.reshape(self.indeterminate, m, PROBES)) ** 2) / PROBES  # its expectation is that of the projector
        return unknown(ca.if_else(left <= INDETERMINATE**2 * (1.0 + ca.sum2(influence**2)), 1.0, 0.0), quantity.shape)

    def reading(self, of: Element) -> Record:
        """What loads read of an element's forces (mbfmu.model.elements.forces.base.Load)."""
        return self.readings[of]

    def drift(self) -> tuple[Any, Any]:
        """The largest position and velocity residuals of all constraints."""
        return largest(tuple(self.constraints.positions())), largest(tuple(self.constraints.velocities()))

    def mechanical_energy(self) -> Any:
        """Energy of motion, of gravity, and of springs whose energy follows from coordinates alone [J]."""
        return plus(self.kinetic_energy(), unknown(self._potential, ()))

    def supplied_power(self) -> Any:
        """The rate of the mechanical energy in an exact solution [W]: the power of all else."""
        rates = stack(self.motion.joint(body.joint).q_dot for body in self.motion.tree.bodies)
        x = self.slots["x"]
        direction = ca.vertcat(rates, ca.MX(x.numel() - rates.numel(), 1))
        return plus(self._total_power(), unknown(ca.jtimes(self._potential, x, direction), ()))

    @cached_property
    def _potential(self) -> ca.MX:
        """What of the potential energy follows from coordinates alone, whatever modes, inputs and time are."""
        x, coordinates = self.slots["x"], self.motion.tree.nq
        found = ca.MX(0.0)
        stored = energy_of_gravity(self.motion, self.parameter_records), energy_of_deformation(self.motion)
        for term in [*stored, *self._of_loads(potential)]:
            column = stack([term])
            known = {self.slots[slot].__hash__() for slot in ("x", "p", "d")}
            others = (symbol for symbol in ca.symvar(column) if symbol.__hash__() not in known and ca.jacobian(column, symbol).nnz())
            if next(others, None) is None and not ca.jacobian(column, x)[:, coordinates:].nnz():
                found += column
        return found

    def _total_power(self) -> Any:
        """Power of gravity and all forces on all bodies [W], that of drives included: F.y + lambda^T g of Huston & Liu eq. 55, corrected."""
        return total([*self.constraints.powers(self._pieces), *powers_on_bodies(self.motion, self.applied)])

    def kinetic_energy(self) -> Any:
        """Kinetic energy of all bodies, and of rotors against the bodies that carry them [J]."""
        return kinetic_energy(self.motion)

    def potential_energy(self) -> Any:
        """Energy of gravity and all springs [J]."""
        return total([energy_of_gravity(self.motion, self.parameter_records), energy_of_deformation(self.motion), *self._of_loads(energy)])

    def dissipation(self) -> Any:
        """Power turned into heat by all forces [W]."""
        return total([*self._of_loads(dissipation), damping_of_modes(self.motion)])

    def power(self, of: Load) -> Any:
        """Power that a force or joint load does on the bodies [W]."""
        return of.power(self)

    def _of_loads(self, quantity: Callable) -> list:
        """A quantity of every force and joint load."""
        found = []
        for load in (e for e in self.elements if isinstance(e, Load)):
            with element(load.path):
                found.append(quantity(type(load), *load.arguments(self)))
        return found


@kernel
def _resolved(frame, wrenches):
    """The sum of wrenches in a frame: of none, zeros, as a FreeMotion without loads exerts."""
    none = np.zeros(3)
    return Record(f=frame.R.T @ sum((f for f, _ in wrenches), none), t=frame.R.T @ sum((t for _, t in wrenches), none))


@kernel
def largest(pieces):
    """The largest absolute value in some arrays, zero if there are none."""
    found = 0.0
    for entry in (entry for piece in pieces for entry in piece):
        found = maximum(found, abs(entry))
    return np.array(found)


@kernel
def _on_lower(placement, force):
    return -move_force(placement, force)


@kernel
def _in_frame(placement, force):
    R, r = placement
    return Record(f=R.T @ force[3:], t=R.T @ (force[:3] - cross(r, force[3:])))


@kernel
def _accelerating(inertia, v_dot):
    """What a rotor that is accelerated exerts along its joint."""
    return -inertia * v_dot
