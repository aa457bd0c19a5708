"""The constraints of a mechanism over its tree: residuals, their rates, and the forces of their multipliers."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...base.errors import MbfmuError
from ...base.scalars import Record, kernel
from ...model.declare.frame import Frame
from ...model.elements.constraints.base import Constraint, acceleration, forces, position, power, velocity
from ...model.elements.joints import Coordinates, Joint
from .closing_joints import Closure, Relations, layout
from .loads import Loads, add_joint_force, add_wrench
from .motion import Motion


@dataclass(frozen=True)
class ConstraintInstance:
    """One constraint in place: its kind, whose name it bears, what it is attached to, its parameters, its signals (inputs and states),
    the units of its rows there, its `modes`, and the body from which its motion is seen: the world, or, of joints that close loops and of constraints
    that are relative, where a loop branches off, because nothing below makes a difference to how its ends move against each other."""

    kind: Any
    path: str
    attached: tuple[Frame | Joint, ...]
    p: Record
    u: Record
    units: tuple[str, ...]
    base: int = 0
    modes: tuple[str, ...] = ()

    @property
    def holonomic(self) -> tuple[bool, ...]:
        """For every row, whether it holds for positions too."""
        given = self.kind.holonomic
        return given if isinstance(given, tuple) else (given,) * len(self.units)

    def named(self, kernel: Callable, *arguments: Any) -> Any:
        """What a kernel gives; what it refuses bears the constraint's name."""
        try:
            return kernel(*arguments)
        except MbfmuError as cause:
            raise MbfmuError(f"{self.path}: {cause}") from cause


def held_constraints(motion: Motion, constraints: list[Constraint], parameters: Mapping, signals: Mapping) -> list[ConstraintInstance]:
    """All constraints of a tree: its closing joints, redundant coordinates, and the constraint elements; those that have modes are last."""
    held = []
    for cut in motion.tree.cuts:
        joint, p = cut.joint, Record(layout=layout(cut.joint))
        base = motion.tree.below((cut.frame_a, cut.frame_b))
        held.append(
            ConstraintInstance(
                kind=Closure(type(joint)),
                path=joint.path,
                attached=(cut.frame_a, cut.frame_b),
                p=p,
                u=Record(),
                units=joint.closure_units,
                base=base,
            )
        )
    for joint in (b.joint for b in motion.tree.bodies if isinstance(b.joint, Coordinates)):
        relations = Relations(type(joint))
        held.append(ConstraintInstance(kind=relations, path=joint.path, attached=(joint,), p=Record(), u=Record(), units=joint.units))
    for c in constraints:
        base = motion.tree.below(c.looks_at()) if c.relative else 0
        held.append(
            ConstraintInstance(
                kind=type(c),
                path=c.path,
                attached=c.moved,
                p=parameters[c],
                u=signals[c],
                units=c.row_units,
                base=base,
                modes=c.modes,
            )
        )
    return sorted((h for h in held if h.units), key=lambda h: bool(h.modes))


@dataclass
class Constraints:
    """Constraints at a motion and a time t."""

    motion: Motion
    t: Any
    held: list[ConstraintInstance]

    @cached_property
    def _seen(self) -> dict[int, Motion]:
        """The motion seen from each body that some constraint asks for."""
        return {base: self.motion.seen_from(base) for base in dict.fromkeys(h.base for h in self.held)}

    @cached_property
    def _motions(self) -> list[tuple]:
        return [tuple(_state(self._seen[h.base], target) for target in h.attached) for h in self.held]

    def positions(self) -> list:
        """Position residuals, one piece a constraint, zero in nonholonomic rows."""
        return [position(h.kind, h.p, h.u, self.t, m) for h, m in zip(self.held, self._motions)]

    def velocities(self) -> list:
        """Velocity residuals: rates of position residuals, and nonholonomic residuals (Huston & Liu, eqs. 40-44, corrected)."""
        return [h.named(velocity, h.kind, h.p, h.u, self.t, m) for h, m in zip(self.held, self._motions)]

    def accelerations(self, v_dot: list) -> list:
        """Rates of the velocity residuals, for speeds that change at v_dot."""
        A = {base: seen.accelerations(v_dot, np.zeros(6)) for base, seen in self._seen.items()}
        changes = [tuple(_change(self._seen[h.base], target, v_dot, A[h.base]) for target in h.attached) for h in self.held]
        return [h.named(acceleration, h.kind, h.p, h.u, self.t, m, change) for h, m, change in zip(self.held, self._motions, changes)]

    def forces(self, multipliers: list) -> list[tuple]:
        """What each constraint exerts: for each frame (f, t) in the world, for each joint its generalized force."""
        found = self._seen_forces(multipliers)
        return [acting if h.base == 0 else in_world(self.motion.poses[h.base][0], acting) for h, acting in zip(self.held, found)]

    def powers(self, multipliers: list) -> list:
        """The power of each constraint [W] while it holds: that of what drives it."""
        return [power(h.kind, h.p, h.u, self.t, m, piece) for h, m, piece in zip(self.held, self._motions, multipliers)]

    def _seen_forces(self, multipliers: list) -> list[tuple]:
        """The same, resolved in the body from which the constraint is seen."""
        return [forces(h.kind, h.p, h.u, self.t, m, piece) for h, m, piece in zip(self.held, self._motions, multipliers)]

    def loads(self, loads: Loads, multipliers: list, within: Sequence[Container[int]] | None = None) -> Loads:
        """Loads with those of the constraints added; where `within` has for each the bodies of its superelement, on these bodies only."""
        F, tau = list(loads.F), list(loads.tau)
        sums = Loads(F, tau, loads.points, loads.uniform)
        everywhere = range(len(F))
        for h, acting, bodies in zip(self.held, self._seen_forces(multipliers), within or [everywhere] * len(self.held)):
            seen = self._seen[h.base]
            for target, force in zip(h.attached, acting):
                if not isinstance(target, Frame):
                    add_joint_force(sums, seen, target, force)
                elif seen.body_of(target) in bodies:
                    add_wrench(sums, seen, target, force)
        return sums


def _state(motion: Motion, target: Frame | Joint) -> Record:
    return motion.frame(target) if isinstance(target, Frame) else motion.joint(target)


def _change(motion: Motion, target: Frame | Joint, v_dot: list, A: list) -> Record:
    if isinstance(target, Frame):
        return motion.frame_acceleration(target, A)
    return motion.joint_acceleration(target, v_dot, A)


@kernel
def in_world(R, wrenches):
    """Forces and torques resolved in the world, of some resolved in a body."""
    return tuple((R @ f, R @ t) for f, t in wrenches)
