"""The independent states near a state: how all states follow from them where constraints hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.linalg import block_diag, null_space, qr

from ...base.errors import MbfmuError, ProblemsFound
from ...engine.instance import Instance
from ...model.signals.nearest import nearest
from ...problem.data.manifold import Manifold
from ...problem.data.problem import MechanismStates, Problem
from ...problem.schedules.row_terms import CANCELLED
from .motions import motions

Choice = tuple[tuple[list[int], list[int]], ...]

DEPENDENT = 1e-9  # relative: singular values of rows below it are those of rows that follow from others
ROUNDING = 1e-12  # of the longest row: shorter ones tie nothing
ILL = 1e-8  # of the reciprocal condition of a choice of coordinates: below it they do not determine the others


@dataclass(frozen=True)
class Independent:
    """Deviations of all states x are `columns` times those of the independent ones, which are `rows` times those of x, and `by_inputs` times those of
    the inputs, since some move constraints.

    Where rows turn with a body that spins, `turning` is their rate. Along axes that coincide with theirs at this moment but stand it would be
    `standing`, along axes that all turn with bodies `along`. `choice` has the motions and speeds that were chosen, of each mechanism.
    `names` and `units` are those of the independent states; `coordinates`, `own` and `speeds` say which are coordinates, states of elements and
    speeds of mechanisms.
    """

    rows: np.ndarray
    columns: np.ndarray
    turning: np.ndarray
    standing: np.ndarray
    along: np.ndarray
    by_inputs: np.ndarray
    names: list[str]
    units: list[str]
    coordinates: list[bool]
    own: list[bool]
    speeds: list[bool]
    choice: Choice = ()


def independent(instance: Instance, A: np.ndarray, coordinates: Sequence[str] | None, choice: Choice = ()) -> Independent:
    """The independent states at the present state of an instance, whose x_dot has the derivatives A (n, n) by x.

    `coordinates` are positions and angles that must be among them; MbfmuError or ProblemsFound where they cannot. A `choice` made before is taken
    again.
    """
    problem = instance.problem
    mechanisms = [_Mechanism(instance, of, A) for of in sorted(problem.mechanisms, key=lambda of: of.first)]
    if problem.manifolds:
        instance.constraints()
    pieces, done = [], 0
    wanted = list(coordinates or ())
    for number, one in enumerate(mechanisms):
        pieces += [_as_they_are(problem, done, one.of.first), one.independent(wanted, choice[number] if choice else None)]
        done = one.of.first + one.of.nq + one.of.own + one.of.nv
    pieces += [_as_they_are(problem, done, len(A))]
    if wanted:
        known = [name for piece in pieces for name in piece.names]
        raise ProblemsFound("these coordinates cannot be chosen:", [f"there is no coordinate {name!r}{nearest(name, known)}" for name in wanted])
    return Independent(
        rows=block_diag(*(piece.rows for piece in pieces)),
        columns=block_diag(*(piece.columns for piece in pieces)),
        turning=block_diag(*(piece.turning for piece in pieces)),
        standing=block_diag(*(piece.standing for piece in pieces)),
        along=block_diag(*(piece.along for piece in pieces)),
        by_inputs=np.vstack([piece.by_inputs for piece in pieces]),
        names=[name for piece in pieces for name in piece.names],
        units=[unit for piece in pieces for unit in piece.units],
        coordinates=[coordinate for piece in pieces for coordinate in piece.coordinates],
        own=[own for piece in pieces for own in piece.own],
        speeds=[speed for piece in pieces for speed in piece.speeds],
        choice=tuple(chosen for piece in pieces for chosen in piece.choice),
    )


def _as_they_are(problem: Problem, start: int, stop: int) -> Independent:
    """The states of blocks, which no constraint ties."""
    n = stop - start
    names, units = list(problem.state_names[start:stop]), list(problem.state_units[start:stop])
    none, no_inputs, no = np.zeros((n, n)), np.zeros((n, problem.sizes.get("u", 0))), [False] * n
    return Independent(
        rows=np.eye(n),
        columns=np.eye(n),
        turning=none,
        standing=none,
        along=none,
        by_inputs=no_inputs,
        names=names,
        units=units,
        coordinates=no,
        own=no,
        speeds=no,
    )


class _Mechanism:
    """The states (q, own, v) of one mechanism: what follows from small motions, states of elements, and speeds (see Motions)."""

    def __init__(self, instance: Instance, of: MechanismStates, A: np.ndarray):
        self.instance, self.of, problem = instance, of, instance.problem
        self.manifold: Manifold | None = next((m for m in problem.manifolds if m.states_from == of.first), None)
        self.own = of.own - of.measured
        self.motions = motions(instance, of, A, of.nq + of.measured)

    def independent(self, wanted: list[str], choice: tuple[list[int], list[int]] | None) -> Independent:
        """The independent states; those of `wanted` that are among its coordinates are taken off that list."""
        phi, psi, phi_u, psi_u = self._derivatives()
        n_q, n_o, names = len(self.motions.names), self.own, self.motions.names
        asked = [names.index(name) for name in wanted if name in names]
        wanted[:] = [name for name in wanted if name not in names]
        N = _null_space(phi[:, :n_q])
        picked = choice[0] if choice else _picked(N, asked, names)
        moved = np.linalg.solve(N[picked].T, N.T).T  # the motions by those picked
        follow = _held(-_solved(phi[:, :n_q], phi[:, n_q:]), picked, moved)  # the motions by states of elements
        N = _null_space(psi[:, n_q + n_o :])
        speeds = choice[1] if choice else sorted(picked[i] for i in qr(N[picked].T, pivoting=True, mode="r")[1][: N.shape[1]].tolist())
        gained = np.linalg.solve(N[speeds].T, N.T).T
        positions = np.block([[moved, follow], [np.zeros((n_o, len(picked))), np.eye(n_o)]])
        dragged = _held(-_solved(psi[:, n_q + n_o :], psi[:, : n_q + n_o] @ positions), speeds, gained)
        driven = np.vstack([_held(-_solved(phi[:, :n_q], phi_u), picked, moved), np.zeros((n_o, phi_u.shape[1]))])
        pushed = _held(-_solved(psi[:, n_q + n_o :], psi[:, : n_q + n_o] @ driven + psi_u), speeds, gained)
        n = positions.shape[1]
        full = np.block([[positions, np.zeros((n_q + n_o, len(speeds)))], [dragged, gained]])
        inputs = np.vstack([driven, pushed])
        seen = [*picked, *range(n_q, n_q + n_o), *(n_q + n_o + i for i in speeds)]
        rows = self.motions.rows[seen]
        first = self.of.first + self.of.nq + self.of.own - n_o
        own, units = (list(of[first : first + n_o]) for of in (self.instance.problem.state_names, self.instance.problem.state_units))
        v, v_units = self.motions.speeds, self.motions.units
        units = [*(v_units[i].removesuffix("/s") for i in picked), *units, *(v_units[i] for i in speeds)]
        labels = [*(names[i] for i in picked), *own, *(v[i] for i in speeds)]
        ends = (0, len(picked), n, len(labels))
        places, of_elements, moving = ([low <= i < high for i in range(len(labels))] for low, high in pairwise(ends))
        columns, turning = self.motions.columns, -rows @ self.motions.turning @ self.motions.rows
        standing, along = (turning - rates[seen] @ self.motions.rows for rates in (self.motions.standing, self.motions.along))
        by_inputs, chosen = columns @ inputs, ((picked, speeds),)
        return Independent(
            rows=rows,
            columns=columns @ full,
            turning=turning,
            standing=standing,
            along=along,
            by_inputs=by_inputs,
            names=labels,
            units=units,
            coordinates=places,
            own=of_elements,
            speeds=moving,
            choice=chosen,
        )

    def _derivatives(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Of the residuals phi of active rows by (motions, own), of their psi by (motions, own, speeds), and of both by the inputs."""
        of, columns, m = self.of, self.motions.columns, self.instance.problem.sizes.get("u", 0)
        n = columns.shape[1]
        ahead = n - len(self.motions.speeds)
        if self.manifold is None:
            return np.zeros((0, ahead)), np.zeros((0, n)), np.zeros((0, m)), np.zeros((0, m))
        wanted = (f"{self.manifold.prefix}phi", f"{self.manifold.prefix}psi")
        states = np.eye(self.instance.buffers["x"].size)[of.first : of.first + len(columns)]
        by_x = [self.instance.constraint_tangents({"x": seed}, wanted) for seed in states]
        by_u = [self.instance.constraint_tangents({"u": seed}, wanted) for seed in np.eye(m)]
        rows, ends = self._active(self.manifold), len(columns) - of.nv
        phi, psi = (np.array([found[i] for found in by_x]).T[rows] for i in (0, 1))
        phi_u, psi_u = (np.array([found[i] for found in by_u]).reshape(m, len(rows)).T[rows] for i in (0, 1))
        by_q, by_v, n_q = phi[:, :ends], psi[:, ends:], len(self.motions.names)
        phi, psi = phi @ columns[:, :ahead], psi @ columns
        phi[:, :n_q], psi[:, ahead:] = _without_rounding(phi[:, :n_q], by_q), _without_rounding(psi[:, ahead:], by_v)
        return phi, psi, phi_u, psi_u

    def _active(self, manifold: Manifold) -> np.ndarray:
        """Which rows say more than roundoff."""
        A, terms = (np.abs(self.instance.buffers[f"{manifold.prefix}{slot}"]) for slot in ("A_nonzeros", "A_terms"))
        of_row = np.repeat(np.arange(len(manifold.rows)), [len(columns) for columns in manifold.A_pattern])
        return np.bincount(of_row, A > CANCELLED * terms, len(manifold.rows)) > 0


def _without_rounding(rows: np.ndarray, by_states: np.ndarray) -> np.ndarray:
    """Rows (m, n) by small motions, zero where nothing but rounding is left of those by states: the norm of Euler parameters sees no small motion."""
    size, longest = np.linalg.norm(rows, axis=1, keepdims=True), np.linalg.norm(by_states, axis=1).max(initial=0.0)
    return np.where(size > ROUNDING * longest, rows, 0.0)


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
