"""The independent states near a state: how all states follow from them where constraints hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.linalg import block_diag, null_space, qr

from ..engine.instance import Instance
from ..errors import MbfmuError, ProblemsFound
from ..problem.data.manifold import Manifold
from ..problem.data.problem import MechanismStates, Problem
from ..signals.nearest import nearest

DEPENDENT = 1e-9  # relative: singular values of rows below it are those of rows that follow from others
ILL = 1e-8  # of the reciprocal condition of a choice of coordinates: below it they do not determine the others


@dataclass(frozen=True)
class Independent:
    """Deviations of all states x are `columns` times those of the independent ones, which are `rows` times those of x.

    `names` and `units` are those of the independent states; `own` and `speeds` say which are states of elements and speeds of mechanisms, `driving`
    which inputs move constraints.
    """

    rows: np.ndarray
    columns: np.ndarray
    names: list[str]
    units: list[str]
    own: list[bool]
    speeds: list[bool]
    driving: np.ndarray


def independent(instance: Instance, A: np.ndarray, coordinates: Sequence[str] | None) -> Independent:
    """The independent states at the present state of an instance, whose x_dot has the derivatives A (n, n) by x.

    `coordinates` are positions and angles that shall be among them; MbfmuError or ProblemsFound where they cannot.
    """
    problem = instance.problem
    if problem.manifolds:
        instance.constraints()
    pieces, done = [], 0
    wanted = list(coordinates or ())
    for of in sorted(problem.mechanisms, key=lambda of: of.first):
        pieces += [_as_they_are(problem, done, of.first)]
        pieces += [_Mechanism(instance, of, A).independent(wanted)]
        done = of.first + of.nq + of.own + of.nv
    pieces += [_as_they_are(problem, done, len(A))]
    if wanted:
        known = [name for piece in pieces for name in piece.names]
        raise ProblemsFound("these coordinates cannot be chosen:", [f"there is no coordinate {name!r}{nearest(name, known)}" for name in wanted])
    return Independent(
        block_diag(*(piece.rows for piece in pieces)),
        block_diag(*(piece.columns for piece in pieces)),
        [name for piece in pieces for name in piece.names],
        [unit for piece in pieces for unit in piece.units],
        [own for piece in pieces for own in piece.own],
        [speed for piece in pieces for speed in piece.speeds],
        np.any([piece.driving for piece in pieces], axis=0),
    )


def _as_they_are(problem: Problem, start: int, stop: int) -> Independent:
    """The states of blocks, which no constraint ties."""
    n = stop - start
    names, units = list(problem.state_names[start:stop]), list(problem.state_units[start:stop])
    return Independent(np.eye(n), np.eye(n), names, units, [False] * n, [False] * n, np.zeros(problem.sizes.get("u", 0), bool))


class _Mechanism:
    """The states (q, own, v) of one mechanism: what follows from small motions pi (nv), states of elements, and speeds.

    Coordinates q, and with them the states of elements that measure them, have rates E v, so that they change by E dpi.
    """

    def __init__(self, instance: Instance, of: MechanismStates, A: np.ndarray):
        self.instance, self.of, problem = instance, of, instance.problem
        self.manifold: Manifold | None = next((m for m in problem.manifolds if m.states_from == of.first), None)
        here = slice(of.first, of.first + of.nq + of.own + of.nv)
        self.names, self.units = problem.state_names[here], problem.state_units[here]
        self.following, self.own = of.nq + of.measured, of.own - of.measured
        self.E = A[here, here][: self.following, of.nq + of.own :]

    def independent(self, wanted: list[str]) -> Independent:
        """The independent states; those of `wanted` that are among its coordinates are taken off that list."""
        phi, psi, driving = self._derivatives()
        n_q, n_o = self.of.nv, self.own
        names = self._motions()
        chosen = [names.index(name) for name in wanted if name in names]
        wanted[:] = [name for name in wanted if name not in names]
        N = _null_space(phi[:, :n_q])
        picked = _picked(N, chosen, names)
        moved = np.linalg.solve(N[picked].T, N.T).T  # the motions by those picked
        follow = _held(-_solved(phi[:, :n_q], phi[:, n_q:]), picked, moved)  # the motions by states of elements
        N = _null_space(psi[:, n_q + n_o :])
        speeds = [picked[i] for i in qr(N[picked].T, pivoting=True, mode="r")[1][: N.shape[1]]]
        speeds.sort(key=picked.index)
        gained = np.linalg.solve(N[speeds].T, N.T).T
        positions = np.block([[moved, follow], [np.zeros((n_o, len(picked))), np.eye(n_o)]])
        dragged = _held(-_solved(psi[:, n_q + n_o :], psi[:, : n_q + n_o] @ positions), speeds, gained)
        n = positions.shape[1]
        full = np.block([[positions, np.zeros((n_q + n_o, len(speeds)))], [dragged, gained]])
        columns = block_diag(self.E, np.eye(n_o + n_q)) @ full
        chosen_rows = [*picked, *range(n_q, n_q + n_o), *(n_q + n_o + i for i in speeds)]
        rows = block_diag(self._motion_of_coordinates(), np.eye(n_o + n_q))[chosen_rows]
        first, last = self.following, self.following + n_o
        own, v, v_units = self.names[first:last], self.names[last:], self.units[last:]
        units = [*(v_units[i].removesuffix("/s") for i in picked), *self.units[first:last], *(v_units[i] for i in speeds)]
        labels = [*(names[i] for i in picked), *own, *(v[i] for i in speeds)]
        is_own, is_speed = ([low <= i < high for i in range(len(labels))] for low, high in ((len(picked), n), (n, len(labels))))
        return Independent(rows, columns, labels, units, is_own, is_speed, driving)

    def _derivatives(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Of the residuals phi by (pi, own) and psi by (pi, own, v), and which inputs either depends on."""
        of, n, m = self.of, self.of.nv + self.own + self.of.nv, self.instance.problem.sizes.get("u", 0)
        if self.manifold is None:
            return np.zeros((0, of.nv + self.own)), np.zeros((0, n)), np.zeros(m, bool)
        wanted = (f"{self.manifold.prefix}phi", f"{self.manifold.prefix}psi")
        directions = np.zeros((n, self.instance.buffers["x"].size))
        directions[:, of.first : of.first + of.nq + of.own + of.nv] = block_diag(self.E, np.eye(self.own + of.nv)).T
        by_x = [self.instance.constraint_tangents({"x": seed}, wanted) for seed in directions]
        by_u = [self.instance.constraint_tangents({"u": seed}, wanted) for seed in np.eye(m)]
        phi, psi = (np.array([found[i] for found in by_x]).T for i in (0, 1))
        return phi[:, : of.nv + self.own], psi, np.array([any(part.any() for part in found) for found in by_u], bool)

    def _motions(self) -> list[str]:
        """The names of the small motions: of coordinates where these are the motions, else after the speeds."""
        speeds, E = self.names[self.of.nq + self.of.own :], self.E[: self.of.nq]
        found = []
        for k in range(self.of.nv):
            moved = np.flatnonzero(E[:, k])
            alone = len(moved) == 1 and E[moved[0], k] == 1.0 and np.count_nonzero(E[moved[0]]) == 1
            found.append(self.names[moved[0]] if alone else f"motion of {speeds[k]}")
        return found

    def _motion_of_coordinates(self) -> np.ndarray:
        """The small motions by coordinates, and none by what measures these."""
        nq = self.of.nq
        return np.hstack([np.linalg.pinv(self.E[:nq]), np.zeros((self.of.nv, self.following - nq))])


def _null_space(rows: np.ndarray) -> np.ndarray:
    """Directions (n, f) that rows (m, n) do not see, whatever their units."""
    size = np.linalg.norm(rows, axis=1, keepdims=True)
    return null_space(rows / np.where(size > 0, size, 1.0), rcond=DEPENDENT) if len(rows) else np.eye(rows.shape[1])


def _solved(rows: np.ndarray, right: np.ndarray) -> np.ndarray:
    """What of the columns of rows (m, n) gives the columns `right` (m, k), the smallest where several do."""
    return np.linalg.lstsq(rows, right, rcond=DEPENDENT)[0] if len(rows) else np.zeros((rows.shape[1], right.shape[1]))


def _held(motion: np.ndarray, picked: list[int], by_picked: np.ndarray) -> np.ndarray:
    """The motion less that of the picked coordinates, which then stand still."""
    return motion - by_picked @ motion[picked]


def _picked(N: np.ndarray, chosen: list[int], names: Sequence[str]) -> list[int]:
    """As many coordinates as a null space N (n, f) has directions, those `chosen` among them, that determine all others."""
    if len(chosen) > N.shape[1]:
        raise MbfmuError(
            f"{', '.join(names[i] for i in chosen)} are {len(chosen)} coordinates, but the mechanism has {N.shape[1]} degrees of freedom"
        )
    if chosen and np.linalg.svd(N[chosen], compute_uv=False).min() < ILL:
        raise MbfmuError(f"{', '.join(names[i] for i in chosen)} are not independent in this state: choose others")
    rest = N @ null_space(N[chosen]) if chosen else N
    return sorted([*chosen, *qr(rest.T, pivoting=True, mode="r")[1][: rest.shape[1]].tolist()])
