"""The equations of a mechanism near a state with their multipliers: two sparse matrices, of which no accelerations are solved for."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np
from scipy import sparse

from ...base.errors import MbfmuError
from ...engine.instance import Instance
from ...problem.data.constraint_manifold import Row
from ...problem.data.ref import Ref
from ...problem.data.steps import Call, ConstrainedSolve, ShareLoads, SpdSolve, Step
from ..instant.motions import motions

NOTHING = 1e-12  # in SI units: a row of smaller entries ties no motion, as that of the norm of Euler parameters


@dataclass(frozen=True)
class Pencil:
    """E w' = S w of deviations w: of `states` (n), motions and speeds as in Motions, and then of multipliers; it has `finite` eigenvalues."""

    E: sparse.csc_matrix
    S: sparse.csc_matrix
    states: tuple[str, ...]
    speeds: tuple[str, ...]
    finite: int


def pencil(instance: Instance) -> Pencil:
    """The equations near the present state of an instance at rest, whose derivative was evaluated there; of holonomic rows the positions are tied."""
    problem, x = instance.problem, instance.buffers["x"]
    if len(problem.mechanisms) != 1 or problem.mechanisms[0].nq + problem.mechanisms[0].own + problem.mechanisms[0].nv != x.size:
        raise MbfmuError(f"{problem.name} is not one mechanism alone: linearize it, and ask for its modes()")
    (of,) = problem.mechanisms
    equations = _Equations(instance, problem.derivative)
    E, S, by_multipliers, C, holonomic = equations.matrices(of.nq + of.own)
    A = np.zeros((x.size, x.size))
    A[: of.nq + of.own] = S[: of.nq + of.own].toarray()
    found = motions(instance, of, A, of.nq + of.measured)
    rows, columns = (sparse.csc_matrix(part) for part in (found.rows, found.columns))
    E, S, by_multipliers, C = rows @ E @ columns, rows @ S @ columns, rows @ by_multipliers, C @ columns
    own = list(problem.state_names[of.nq + of.measured : of.nq + of.own])
    names, first = [*found.names, *own, *found.speeds], len(found.names)
    idle = {i for i in range(first, first + len(own)) if not S[:, [i]].count_nonzero() and not C[:, [i]].count_nonzero()}
    kept = [i for i in range(len(names)) if i not in idle]
    tied = np.flatnonzero(abs(C).max(axis=1).toarray().ravel() > NOTHING).tolist() if C.shape[0] else []
    m, once = len(tied), sum(not holonomic[i] for i in tied)
    return Pencil(
        E=sparse.block_diag([E[kept][:, kept], sparse.csc_matrix((m, m))], format="csc"),
        S=sparse.bmat([[S[kept][:, kept], by_multipliers[kept][:, tied]], [C[tied][:, kept], None]], format="csc"),
        states=tuple(names[i] for i in kept),
        speeds=tuple(found.speeds),
        finite=len(kept) - 2 * m + once,
    )


class _Equations:
    """What steps compute, as expressions of states, of the unknown accelerations and multipliers of one solve, and of the numbers of an instance."""

    def __init__(self, instance: Instance, steps: tuple[Step, ...]):
        self.instance, self.x = instance, ca.MX.sym("x", instance.buffers["x"].size)
        self.a, self.multipliers, self.left = ca.MX(0, 1), ca.MX(0, 1), ca.MX(0, 1)
        self.slots: dict[str, ca.MX] = {"x": self.x}
        self.mass, self.rows_by_speeds = sparse.csc_matrix((0, 0)), sparse.csc_matrix((0, 0))
        for step in steps:
            self._take(step)

    def matrices(self, ahead: int) -> tuple[sparse.csc_matrix, sparse.csc_matrix, sparse.csc_matrix, sparse.csc_matrix, list[bool]]:
        """E and S by all states, of which `ahead` are before the speeds; S by multipliers of independent rows; these rows by all states, and which of
        them are holonomic."""
        x_dot, n, speeds = self.slots["x_dot"], self.x.numel(), self.a.numel()
        rates = x_dot[:ahead] if speeds else x_dot
        S = self._numbers(ca.jacobian(ca.vertcat(rates, -self.left), self.x))
        driven = self._numbers(ca.jacobian(rates, ca.vertcat(self.a, self.multipliers)))
        E = (
            sparse.bmat([[sparse.identity(ahead), -driven[:, :speeds]], [None, self.mass]], format="csc")
            if speeds
            else sparse.identity(n, format="csc")
        )
        phi, psi, rows = self._rows()
        C = ca.vertcat(*(phi[i] if row.holonomic else psi[i] for i, row in rows)) if rows else ca.MX(0, 1)
        tied, kept = self._numbers(ca.jacobian(C, self.x)), [i for i, _ in rows]
        by_multipliers = sparse.vstack([driven[:, speeds:], self.rows_by_speeds.T], format="csc")[:, kept]
        return E, S, by_multipliers, tied, [row.holonomic for _, row in rows]

    def _rows(self) -> tuple[ca.MX, ca.MX, list[tuple[int, Row]]]:
        """The residuals of positions and speeds, and which rows are independent."""
        problem = self.instance.problem
        if not problem.manifolds:
            return ca.MX(0, 1), ca.MX(0, 1), []
        (manifold,) = problem.manifolds
        for step in manifold.evaluate:
            self._take(step)
        independent = np.flatnonzero(self.instance.buffers["independent"] > 0)
        return self.slots["phi"], self.slots["psi"], [(i, manifold.rows[i]) for i in independent.tolist()]

    def _take(self, step: Step) -> None:
        if isinstance(step, Call):
            found = self.instance.problem.functions[step.function].call([self._read(ref) for ref in step.arguments], True, False)
            for ref, value in zip(step.results, found):
                self._write(ref, value)
        elif isinstance(step, (SpdSolve, ConstrainedSolve)) and not self.a.numel():
            self._solve(*_parts(step))
        elif isinstance(step, ShareLoads):
            self._write(step.shared, self._read(step.multipliers))
        else:
            raise MbfmuError(
                f"{self.instance.problem.name} has no sparse equations in its formulation: give the Model, or one of the formulation newton_euler"
            )

    def _solve(self, mass: Ref, force: Ref, unknown: Ref, jacobian: Ref | None, multipliers: Ref | None) -> None:
        n, buffers = unknown.size, self.instance.buffers
        self.a, self.mass = ca.MX.sym("a", n), sparse.csc_matrix(mass.view(buffers).reshape(n, n))
        self.left = ca.reshape(self._read(mass), n, n) @ self.a - self._read(force)
        if jacobian is not None and multipliers is not None:
            self.multipliers, self.rows_by_speeds = (
                ca.MX.sym("multipliers", multipliers.size),
                sparse.csc_matrix(jacobian.view(buffers).reshape(-1, n)),
            )
            self.left -= ca.reshape(self._read(jacobian), n, multipliers.size) @ self.multipliers
            self._write(multipliers, self.multipliers)
        self._write(unknown, self.a)

    def _read(self, ref: Ref) -> ca.MX:
        return self._slot(ref)[ref.start : ref.start + ref.size]

    def _slot(self, ref: Ref) -> ca.MX:
        """All that is known of a slot: what steps have computed, else the numbers of the instance."""
        return self.slots.get(ref.slot, ca.MX(ca.DM(self.instance.buffers[ref.slot])))

    def _write(self, ref: Ref, value: ca.MX) -> None:
        before = self._slot(ref)
        parts = before[: ref.start], ca.vec(ca.densify(value)), before[ref.start + ref.size :]
        self.slots[ref.slot] = ca.vertcat(*(part for part in parts if part.numel()))

    def _numbers(self, expression: ca.MX) -> sparse.csc_matrix:
        """An expression at the present state, accelerations and multipliers."""
        buffers = self.instance.buffers
        here = [buffers["x"], buffers["x_dot"][len(buffers["x"]) - self.a.numel() :], buffers["lambda"] if self.multipliers.numel() else np.zeros(0)]
        return sparse.csc_matrix(ca.Function("numbers", [self.x, self.a, self.multipliers], [expression])(*here).sparse())


def _parts(step: SpdSolve | ConstrainedSolve) -> tuple[Ref, Ref, Ref, Ref | None, Ref | None]:
    if isinstance(step, SpdSolve):
        return step.matrix, step.right_side, step.unknown, None, None
    return step.mass, step.force, step.acceleration, step.jacobian, step.multipliers
