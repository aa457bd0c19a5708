"""What a control engineer asks of a mechanism at one instant, as functions of its states: frames, closed loops, masses and forces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from ...base.errors import MbfmuError
from ...base.scalars import kernel, tracing, unknown
from ...base.scalars.look_ups import simplified
from ...base.spatial.inertia import moved, ten, total
from ...base.spatial.rotations import cross
from ...mechanics.formulations import joint_coordinates
from ...mechanics.formulations.closing_joints import closure_branch, layout
from ...mechanics.formulations.derived_parameters import place
from ...mechanics.formulations.inverse_dynamics import inverse_dynamics
from ...mechanics.formulations.loads import Loads, gather_loads
from ...model.declare.declarations import Handle, Input, Output, Parameter
from ...model.declare.element import Element, declarations
from ...model.declare.frame import Frame
from ...model.declare.model import Model
from ...model.elements.forces import PrismaticEndStop, RevoluteEndStop
from ...model.elements.forces.base import Load
from ...model.elements.joints import Joint
from ..data.constraint_manifold import Row
from ..schedules.builder import stack
from ..schedules.rotors import rotor_terms
from ..schedules.row_terms import active, row_terms
from ..schedules.schedules import FORMULATIONS, matrix
from ..tables.parameter_records import parameter_records
from .checked_tree import checked_tree
from .constraint_manifold import still_outputs
from .mechanics import Mechanics

FORMULATION = "joint_coordinates"  # its states are those of joints, redundant ones included


class PostureEquations:
    """Functions of x and p, the states and parameters of `problem`, which is that of a model.

    The states are the coordinates `q` of the tree's joints, those of joints that close loops, states of elements, and the speeds v of the tree's
    joints. What drives is left out: constraints that depend on inputs, states or time, so that a posture may be any that joints and the other
    constraints allow, and forces that have inputs. All numbers are SI, all results dense.
    """

    def __init__(self, model: Model):
        tree = self.tree = checked_tree(model, FORMULATION)
        if tree.points:
            names = ", ".join(point.path for point in tree.points)
            raise MbfmuError(f"{names}: the place of a MasslessPoint follows from forces, so {model.name} has no postures; give it a small mass")
        self._at = {part: Frame(part) for part in tree.place}
        self.closing = [cut.joint for cut in tree.cuts]
        self.stops = [*model.of_type(RevoluteEndStop), *model.of_type(PrismaticEndStop)]
        with tracing() as self._tracer:
            self._mechanics = Mechanics(model, tree, FORMULATIONS[FORMULATION], self._tracer, [*self._at.values(), *self.closing])
            self.problem = self._mechanics.problem()
        self._kept = [i for i, row in enumerate(self._mechanics.equations.rows.rows) if not row.driven]

    @property
    def constrained(self) -> bool:
        """Whether some speeds depend on others."""
        return bool(self._kept or self.closing)

    @property
    def joints(self) -> list[Joint]:
        """All joints that move: those of the tree, then those that close loops."""
        return [*(body.joint for body in self.tree.bodies), *self.closing]

    @property
    def coordinates(self) -> tuple[str, ...]:
        """The names of the coordinates: those of the tree, then those of joints that close loops."""
        return *self.tree.coordinate_names, *(f"{joint.path}.{name}" for joint in self.closing for name in joint.coordinate_names)

    @property
    def speeds(self) -> tuple[str, ...]:
        """The names of the speeds: those of the tree, then those of joints that close loops."""
        return *self.tree.speed_names, *(f"{joint.path}.{name}" for joint in self.closing for name in joint.speed_names)

    @property
    def elastic(self) -> list[int]:
        """The numbers of the elastic coordinates of flexible bodies."""
        owners = (k for k, body in enumerate(self.tree.bodies, 1) for _ in range(body.nq))
        return [i for i, k in enumerate(owners) if k in self.tree.flexible]

    @property
    def rows(self) -> list[Row]:
        """What the rows of `related` and `statics` belong to."""
        return [self._mechanics.equations.rows.rows[i] for i in self._kept]

    @property
    def start_parameters(self) -> list[Handle]:
        """The parameters by which a model is told where it starts."""
        found = []
        for joint in self.joints:
            shown = declarations(type(joint), Output)
            starts = declarations(type(joint), Parameter).values()
            found += [Handle(joint, start) for start in starts if start.name.endswith("_start") and start.name.removesuffix("_start") in shown]
        return found

    @cached_property
    def closed(self) -> ca.Function:
        """Position residuals phi (m) with their Jacobian by q, the coordinates c (n) of joints that close loops with theirs, and for each of these
        joints a number that is below zero where its frames are half a turn off, which residuals cannot tell."""
        with tracing(self._tracer):
            rows, nq = self._mechanics.equations.rows, self.tree.nq
            holonomic = [i for i in self._kept if rows.rows[i].holonomic]
            phi = _some(rows.phi, holonomic)
            measured = stack(self._mechanics.motion.joint(joint).q for joint in self.closing)
            branches = stack(self._branch(joint) for joint in self.closing)
            Phi, C = (self._by_states(column)[:, :nq] for column in (phi, measured))
            Phi *= ca.repmat(_some(self._active, holonomic), 1, nq)
            return self._function("closed", {"phi": phi, "Phi": Phi, "c": measured, "C": C, "branch": branches})

    @cached_property
    def related(self) -> ca.Function:
        """A (m, nv) and b (m) of the rows A v = 0 and their rates A v_dot + b = 0; B (n, nv) and c (n) of the speeds B v of joints that close
        loops and their rates B v_dot + c."""
        with tracing(self._tracer):
            motion, constraints = self._mechanics.motion, self._mechanics.constraints
            still = [np.zeros(body.nv) for body in self.tree.bodies]
            A = self._mechanics.equations.rows.A[self._kept, :] * ca.repmat(_some(self._active, self._kept), 1, self.tree.nv)
            b = _some(stack(constraints.accelerations(still)), self._kept)
            speeds = stack(motion.joint(joint).v for joint in self.closing)
            accelerations = motion.accelerations(still, np.zeros(6))
            rates = stack(motion.joint_acceleration(joint, still, accelerations).v_dot for joint in self.closing)
            return self._function("related", {"A": A, "b": b, "B": self._by_speeds(speeds), "c": rates})

    @cached_property
    def _active(self) -> ca.MX:
        """Of each row 1 where it says something, else 0: rows of roundoff would tie speeds that they leave alone."""
        return active(self._mechanics.equations.rows.A, row_terms(self._mechanics.constraints))

    @cached_property
    def masses(self) -> ca.Function:
        """The mass matrix (nv, nv) of the tree."""
        with tracing(self._tracer):
            equations = self._mechanics.equations
            bodies = matrix(joint_coordinates.equations(equations.motion, equations.loads)[0], equations.sizes)
            return self._function("masses", {"M": bodies + self._of_rotors()[0]})

    @cached_property
    def inertia(self) -> ca.Function:
        """The inertia (10) of all bodies together about the world's origin, as mbfmu.base.spatial.inertia orders it."""
        with tracing(self._tracer):
            mechanics = self._mechanics
            motion = mechanics.motion
            frames = {part: motion.frame(self._at[part]) for part in self.tree.massive}
            own = [part.inertia(mechanics.parameters[part], (frame.R, frame.r)) for part, frame in frames.items()]
            own += [_in_world(motion.poses[k], material.rigid) for k, material in motion.materials.items()]
            return self._function("inertia", {"b": stack([total(*own)]) if own else ca.MX.zeros(10)})

    @cached_property
    def forces(self) -> ca.Function:
        """With v_dot (nv) as third argument: the forces (nv) along the tree's joints that are missing for these accelerations."""
        with tracing(self._tracer):
            v_dot = ca.MX.sym("v_dot", self.tree.nv)
            of_bodies = inverse_dynamics(self._mechanics.motion, self._loads(), [unknown(a) for a in self.tree.split_v(v_dot)])
            M, f = self._of_rotors()
            missing = stack(of_bodies.residuals) + ca.mtimes(M, v_dot) - f
            self._refuse_read(missing)
            return self._function("forces", {"tau": missing}, v_dot)

    @cached_property
    def statics(self) -> ca.Function:
        """At rest, with multipliers (m) of the rows A v = 0 as third argument, if there are rows: `left` (nv), the forces along the joints that
        are missing beside A^T times multipliers; their derivatives K (nv, nv) by small motions; A; and N (nq, nv) of q_dot = N v."""
        with tracing(self._tracer):
            still, multipliers = ca.DM.zeros(self.tree.nv), ca.MX.sym("multipliers", len(self._kept))
            of_bodies = inverse_dynamics(self._mechanics.motion, self._loads(), [unknown(a) for a in self.tree.split_v(ca.MX(still))])
            A = self._mechanics.equations.rows.A[self._kept, :]
            self._refuse_read(of_forces := stack(of_bodies.residuals))
            left = of_forces - ca.mtimes(A.T, multipliers)
            N = self._by_speeds(stack(self._mechanics.motion.joint(body.joint).q_dot for body in self.tree.bodies))
            K = ca.mtimes(self._by_states(left)[:, : self.tree.nq], N)
            return self._function("statics", {"left": left, "K": K, "A": A, "N": N}, *([multipliers] if self._kept else []))

    @cached_property
    def starts(self) -> ca.Function:
        """The numbers of all `start_parameters` with which a model starts as it is now."""
        with tracing(self._tracer):
            see = {joint: self._mechanics.motion.joint(joint) for joint in self.joints}
            outputs = {joint: still_outputs(type(joint), own.q, own.v) for joint, own in see.items()}
            starts = stack(outputs[h.element][h.declaration.name.removesuffix("_start")] for h in self.start_parameters)
            return self._function("starts", {"start": starts})

    @cached_property
    def limits(self) -> ca.Function:
        """The lower and the upper limit of each of the `stops`."""
        with tracing(self._tracer):
            of = [self._mechanics.parameters[stop] for stop in self.stops]
            return self._function("limits", {"lower": stack(p.lower for p in of), "upper": stack(p.upper for p in of)})

    @cached_property
    def normal(self) -> ca.Function:
        """q with Euler parameters of length one."""
        with tracing(self._tracer):
            bodies = zip(self.tree.bodies, self._mechanics.motion.q)
            normal = stack(q if body.joint.nq == body.joint.nv else _normal(type(body.joint), q) for body, q in bodies)
            return self._function("normal", {"q": normal})

    def _refuse_read(self, forces: ca.MX) -> None:
        """MbfmuError where forces depend on reactions."""
        if ca.depends_on(forces, self._mechanics.build.slots["z"]):
            names = ", ".join(element.path for element in self._mechanics.read)
            raise MbfmuError(f"the forces of a posture cannot be had: something acts by what it reads of {names}, which only a run knows")

    def _loads(self) -> Loads:
        """The loads of gravity and of all that needs no input."""
        mechanics = self._mechanics
        passive = [e for e in mechanics.elements if isinstance(e, Load) and not declarations(type(e), Input)]
        return gather_loads(mechanics.motion, passive, mechanics.parameters, mechanics.signals, mechanics.constraints.t, mechanics.readings)

    def _of_rotors(self) -> tuple[ca.MX, ca.MX]:
        return rotor_terms(self._mechanics.motion, self._mechanics.x, self.tree.nv)

    def frame(self, part: Element, placements: tuple[Element, ...]) -> ca.Function:
        """The position (3) and rotation matrix (9, row by row) of a frame, and its Jacobian (6, nv): see Posture.jacobian."""
        with tracing(self._tracer):
            R, r, V = self._carried(part, placements)
            return self._function("frame", {"place": stack([r, R]), "J": self._by_speeds(stack([V]))})

    def aim(self, part: Element, placements: tuple[Element, ...]) -> ca.Function:
        """The position and rotation matrix (12) of a frame, and their derivatives (12, nq) by q."""
        with tracing(self._tracer):
            R, r, _ = self._carried(part, placements)
            place = stack([r, R])
            return self._function("aim", {"place": place, "P": self._by_states(place)[:, : self.tree.nq]})

    def _carried(self, part: Element, placements: tuple[Element, ...]) -> tuple:
        mechanics = self._mechanics
        given = parameter_records(placements, mechanics.table, mechanics.build.slots["p"])
        return _carried(mechanics.motion.frame(self._at[part]), place(Frame(part, placements), given))

    def _by_states(self, column: ca.MX) -> ca.MX:
        return ca.jacobian(column, self._mechanics.x)

    def _by_speeds(self, column: ca.MX) -> ca.MX:
        return self._by_states(column)[:, self._mechanics.x.numel() - self.tree.nv :]

    def _branch(self, joint: Joint) -> Any:
        cut = self.tree.cut_of(joint)
        assert cut is not None
        frames = self._mechanics.motion.frame(cut.frame_a), self._mechanics.motion.frame(cut.frame_b)
        return closure_branch(type(joint), layout(joint), self._mechanics.motion.closing[joint], *frames)

    def _function(self, name: str, results: Mapping[str, ca.MX], *more: ca.MX) -> ca.Function:
        """A function of x, p and `more`, in the modes that belong to them. Names of matrices are capital letters."""
        slots = self._mechanics.build.slots
        modes = ca.vertcat(*self._tracer.modes.values()) if self._tracer.modes else ca.MX(0, 1)
        indicators = stack(unknown(self._tracer.indicators[mode]) for mode in self._tracer.modes)
        held = ca.MX.sym("m", modes.numel())
        symbols = [slots["x"], slots["p"], *more, held, slots["d"], slots["t"], slots["u"], slots["input_time"]]
        columns = [ca.densify(column) for column in results.values()]
        if modes.numel():
            *columns, indicators = ca.substitute([*columns, indicators], [modes], [held])
        x, p, *others = given = [ca.SX.sym(symbol.name(), symbol.numel()) for symbol in symbols[: 2 + len(more)]]
        derived = ca.Function("derive", [slots["p"]], [self._mechanics.d_of_p]).expand()
        rest = [derived(p), 0.0, ca.DM.zeros(slots["u"].numel()), 0.0]
        m = ca.SX.zeros(modes.numel())
        if modes.numel() and ca.depends_on(ca.veccat(*columns), held):
            margins = ca.Function("indicators", symbols, [indicators]).expand()
            for _ in range(modes.numel()):  # one may depend on another
                m = margins(*given, m, *rest) > 0.0
        found = ca.Function(name, symbols, columns).expand().call([*given, m, *rest])
        arguments = [f"argument_{i}" for i in range(len(given))]
        return ca.Function(name, given, simplified([ca.densify(result) for result in found], given), arguments, [*results])


def _some(column: ca.MX, rows: list[int]) -> ca.MX:
    """Some rows of a column, which may be none."""
    return ca.vertcat(ca.MX(0, 1), *(column[i] for i in rows))


@kernel
def _carried(frame, placement):
    """R (3, 3), r (3,) and the motion (6,) of a frame fixed to another: its velocity, and its angular velocity, in the world."""
    R, r = placement
    arm, w = frame.R @ r, frame.R @ frame.w
    return frame.R @ R, frame.r + arm, np.array([*(frame.v + cross(w, arm)), *w])


@kernel
def _in_world(pose, rigid):
    """The inertia (10,) about the world's origin of a body with the inertia `rigid` (6, 6) about its own."""
    return ten(moved(pose, rigid))


@kernel
def _normal(joint, q):
    return np.array(joint.coordinates_from_pose(*joint.motion(q), q))
