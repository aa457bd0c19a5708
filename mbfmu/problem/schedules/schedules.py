"""The schedules of the formulations: which calls and solves give the accelerations and multipliers of a mechanism."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import casadi as ca

from ...base.errors import MbfmuError
from ...base.scalars import Composed
from ...mechanics.formulations import articulated_body, free_bodies, joint_coordinates, kane, newton_euler
from ...mechanics.formulations.constraints import Constraints
from ...mechanics.formulations.loads import Loads
from ...mechanics.formulations.motion import Motion
from ...model.elements.joints import FreeMotion, Joint, QuaternionCoordinates
from ..data.ref import Ref
from ..data.steps import ConstrainedSolve, ConstraintMethod, SpdSolve, Step
from .articulated_loops import by_superelements
from .builder import Builder, stack
from .rotors import rotor_terms
from .rows import Rows


@dataclass(frozen=True)
class Equations:
    """A mechanism as composed expressions of the slots' symbols; the rates of the speeds are the last `nv` entries of the slot x_dot."""

    motion: Motion
    loads: Loads
    constraints: Constraints
    rows: Rows
    nv: int
    nx: int

    @property
    def sizes(self) -> list[int]:
        """Number of speeds of each body."""
        return [body.nv for body in self.motion.tree.bodies]

    @property
    def v_dot(self) -> Ref:
        """Where the rates of the speeds lie."""
        return Ref("x_dot", self.nx - self.nv, self.nv)


Known = Mapping[str | Ref, ca.MX]  # a slot or a piece of one -> column: what needs no accelerations, and is computed on the way to them
Schedule = Callable[[Equations, Known, Builder], list[Step]]


def by_articulated_body(e: Equations, known: Known, build: Builder) -> list[Step]:
    """The schedule of the O(n) recursion: one call, or, where there are constraints, superelement by superelement.

    A joint that closes a loop is not part of it, and can have no rotor there.
    """
    for rotor in e.motion.tree.rotors:
        if e.motion.tree.cut_of(rotor.joint) is not None:
            others = ", ".join(name for name, other in FORMULATIONS.items() if other.schedule is not by_articulated_body)
            raise MbfmuError(
                f"{rotor.path}: all joints of the loop that {rotor.joint.path} closes have rotors, and the recursion cannot do with that; "
                f"remove the rotor of one of them, or choose one of the formulations {others}"
            )
    if e.rows.rows:
        return by_superelements(e.motion, e.loads, e.constraints, e.rows, known, e.v_dot, build)
    return [build.call("derivative", {**known, e.v_dot: stack(articulated_body.accelerations(e.motion, e.loads))})]


def dense_form(name: str, assemble: Callable, method: ConstraintMethod) -> Schedule:
    """The schedule of a formulation that gives M and f: `assemble(motion, loads)` -> blocks of M and pieces of f; `method` solves."""

    def schedule(e: Equations, known: Known, build: Builder) -> list[Step]:
        M, f = assemble(e.motion, e.loads)
        n, m = e.nv, len(e.rows.rows)
        M, f = (own + of_rotors for own, of_rotors in zip((matrix(M, e.sizes), stack(f)), rotor_terms(e.motion, build.slots["x"], n)))
        results: dict[str | Ref, ca.MX] = {**known, "M": ca.vec(ca.densify(M)), "f": f}
        if m:
            results |= {"A": ca.vec(ca.densify(e.rows.A).T), "b": e.rows.target}
        evaluate = build.call(name, results)
        if not n:
            return [evaluate]
        if not m:
            return [evaluate, SpdSolve(Ref("M", 0, n * n), Ref("f", 0, n), e.v_dot, f"the mass matrix of {build.name}")]
        solve = ConstrainedSolve(
            method=method,
            mass=Ref("M", 0, n * n),
            force=Ref("f", 0, n),
            jacobian=Ref("A", 0, m * n),
            target=Ref("b", 0, m),
            independent=Ref("independent", 0, m),
            rank_deficiency=Ref("rank_deficiency", 0, 1),
            acceleration=e.v_dot,
            multipliers=Ref("lambda", 0, m),
            what=build.what,
        )
        return [evaluate, solve]

    return schedule


def matrix(blocks: Mapping[tuple[int, int], Composed], sizes: Sequence[int]) -> ca.MX:
    """The symmetric matrix (nv, nv) of its blocks (i, j), i <= j, numbered from 1."""
    n = range(1, len(sizes) + 1)
    rows = []
    for i in n:
        row = []
        for j in n:
            block = blocks.get((min(i, j), max(i, j)))
            upper = ca.MX(sizes[i - 1], sizes[j - 1]) if block is None else _block(block, i > j)
            row.append(upper)
        rows.append(ca.horzcat(*row))
    return ca.vertcat(*rows) if rows else ca.MX(0, 0)


def _block(block: Composed, transposed: bool) -> ca.MX:
    rows, columns = block.shape
    upper = ca.reshape(block.dense(), columns, rows)
    return upper if transposed else upper.T


@dataclass(frozen=True)
class Formulation:
    """How accelerations are computed: `schedule`, and, in absolute coordinates, the joint that every body has on the world.

    `redundant` says that it takes redundant coordinates, which make the mass matrix singular.
    """

    schedule: Schedule
    free: type[Joint] | None = None
    redundant: bool = True


FORMULATIONS: Mapping[str, Formulation] = {
    "articulated_body": Formulation(by_articulated_body, redundant=False),
    "kane": Formulation(dense_form("kane", kane.equations, ConstraintMethod.WEIGHTED_PSEUDO_INVERSE), redundant=False),
    "kane_complement": Formulation(dense_form("kane", kane.equations, ConstraintMethod.ORTHOGONAL_COMPLEMENT)),
    "newton_euler": Formulation(dense_form("newton_euler", free_bodies.equations, ConstraintMethod.INDEX_ONE), FreeMotion),
    "newton_euler_minimal": Formulation(dense_form("newton_euler", newton_euler.equations, ConstraintMethod.TANGENT_SPACE)),
    "joint_coordinates": Formulation(dense_form("joint_coordinates", joint_coordinates.equations, ConstraintMethod.COORDINATE_PARTITION)),
    "udwadia_phohomsiri": Formulation(
        dense_form("udwadia_phohomsiri", free_bodies.equations, ConstraintMethod.UDWADIA_PHOHOMSIRI), QuaternionCoordinates
    ),
}
