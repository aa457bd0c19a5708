"""The sizes of the terms that numbers of the constraints' Jacobian are sums of: beside them a number shows whether it is more than roundoff.

Where the tree's joints already keep what a constraint asks for, how they move its ends cancels in its rows. What is left there is roundoff, and the
disagreement of parameters.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np

from ...base.scalars import Record, kernel, unknown
from ...mechanics.formulations.closing_joints import layout, relative_speeds
from ...mechanics.formulations.constraints import Constraints
from ...mechanics.formulations.motion import Motion, coordinate_rates
from ...mechanics.topology import branch
from ...model.declare.frame import Frame
from ...model.elements.constraints.base import velocity
from ...model.elements.joints import Joint
from .builder import stack

CANCELLED = 1e-7  # of its terms: a number that is less is roundoff, or what parameters of eight digits disagree by; as in mechanism.c


def row_terms(constraints: Constraints) -> ca.MX:
    """Of each number of A (m, nv) the sum of the sizes of its terms: what a row says of the motion of each of its ends, times how far one speed moves
    that end along all arms on the way."""
    reaches = {base: _Reach(constraints.motion.seen_from(base)) for base in {held.base for held in constraints.held}}
    found = []
    for held in constraints.held:
        ends = _Ends(reaches[held.base])
        motions = tuple(ends.moved(target) for target in held.attached)
        psi = stack([held.named(velocity, held.kind, held.p, held.u, constraints.t, motions)])
        found.append(ends.terms(psi))
    return ca.vertcat(*found)


def active(A: ca.MX, terms: ca.MX) -> ca.MX:
    """Of each row of A (m, nv) 1 where any of its numbers is more than roundoff of its `terms`, else 0."""
    return ca.sum2(ca.fabs(A) > CANCELLED * terms) > 0


class _Reach:
    """How far the speeds of a motion turn and move its frames, at most: (1, nv) each."""

    def __init__(self, motion: Motion):
        self.motion, tree = motion, motion.tree
        self.nv = tree.nv
        self._turns: list[ca.MX] = []
        self._shifts: list[ca.MX] = []
        for k, body in enumerate(tree.bodies, 1):
            turns, shifts = sizes(body.kind, motion.coordinates(k))
            self._turns.append(stack([turns]).T)
            self._shifts.append(stack([shifts]).T)
        self._arms = {motion.base: ca.MX(0.0)}  # the sum of all arms up to each body
        for k, (_, j) in enumerate(zip(tree.bodies, tree.lower), 1):
            if j in self._arms:
                self._arms[k] = self._arms[j] + stack([arms(motion.steps[k])])

    def of(self, frame: Frame) -> tuple[ca.MX, ca.MX]:
        """How far each speed turns a frame [rad/s], and moves it [m/s]."""
        motion = self.motion
        k = motion.body_of(frame)
        assert k is not None  # constraints do not hold massless points
        way = {body for body in branch(motion.tree.lower, k) if body in self._arms} - {motion.base}
        end = self._arms[k] + stack([arms((motion.d.frames[motion.frame_index[frame]],))])
        turns, shifts = ([ca.MX(1, body.nv) for body in motion.tree.bodies] for _ in range(2))
        for i, (turn, shift, mover) in enumerate(zip(self._turns, self._shifts, motion.tree.movers), 1):
            if i in way:
                turns[mover - 1] += turn
                shifts[mover - 1] += shift + turn * (end - self._arms[i])
        return ca.horzcat(*turns), ca.horzcat(*shifts)

    def alone(self, joint: Joint) -> ca.MX:
        """The speeds of a joint of the tree among all (nv of the joint, nv)."""
        own = self.motion.tree.split_v(range(self.nv))[self.motion.tree.number(joint) - 1]
        return ca.MX(ca.DM.eye(self.nv)[list(own), :])


@dataclass
class _Ends:
    """What one constraint is attached to, with symbols for its speeds; `parts` are these, what they are, and what becomes of a row's derivatives by
    them (m, n): terms (m, nv)."""

    reach: _Reach
    parts: list[tuple[ca.MX, ca.MX, Callable[[ca.MX], ca.MX]]] = field(default_factory=list)

    def moved(self, target: Frame | Joint) -> Record:
        """Its motion at speeds that are symbols."""
        motion = self.reach.motion
        if isinstance(target, Frame):
            now, (turns, shifts) = motion.frame(target), self.reach.of(target)
            v = self._symbol(now.v, lambda by: ca.mtimes(lengths(by), shifts))
            w = self._symbol(now.w, lambda by: ca.mtimes(lengths(by), turns))
            return Record(now, v=v, w=w)
        now, cut = motion.joint(target), motion.tree.cut_of(target)
        if cut is None:
            alone = self.reach.alone(target)
            v = self._symbol(now.v, lambda by: ca.mtimes(ca.fabs(by), alone))
        else:
            v = relative_speeds(type(target), layout(target), now.q, self.moved(cut.frame_a), self.moved(cut.frame_b))
        return Record(now, q_dot=coordinate_rates(type(target), now.q, v), v=v)

    def _symbol(self, now: Any, weighed: Callable[[ca.MX], ca.MX]) -> Any:
        value = stack([now])
        symbol = ca.MX.sym("speeds", value.numel())
        self.parts.append((symbol, value, weighed))
        return unknown(symbol)

    def terms(self, psi: ca.MX) -> ca.MX:
        """The terms (m, nv) of velocity residuals (m), at the speeds that the symbols stand for."""
        total = ca.MX(psi.numel(), self.reach.nv)
        for symbol, _, weighed in self.parts:
            total += weighed(ca.jacobian(psi, symbol))
        symbols, values = ([part[i] for part in self.parts] for i in (0, 1))
        return ca.substitute([total], symbols, values)[0]


def lengths(rows: ca.MX) -> ca.MX:
    """Of each row of a matrix."""
    return ca.sqrt(ca.sum2(rows**2))


@kernel
def sizes(kind, q):
    """How far each speed of a joint turns its body, and moves it (nv,) each."""
    columns = kind.subspace(q).T
    return tuple(np.array([(column[part] @ column[part]) ** 0.5 for column in columns]) for part in (slice(0, 3), slice(3, 6)))


@kernel
def arms(placements):
    """The sum of the lengths of placements."""
    return np.array(sum((r @ r) ** 0.5 for _, r in placements))
