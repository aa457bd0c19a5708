"""The independent states of a linear system: how all states follow from them where constraints hold.

The engine says which motions and speeds constraints leave free. Here as many coordinates and speeds are chosen as there are of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.linalg import block_diag, qr

from ...base.errors import MbfmuError, ProblemsFound
from ...base.nearest import nearest
from ...engine.free_directions import free_directions
from ...engine.instance import Instance
from ...problem.data.constraint_manifold import ConstraintManifold
from ...problem.data.problem import MechanismStates, Problem
from .motions import motions

Choice = tuple[tuple[list[int], list[int]], ...]

ALIKE = 1e-10  # relative: numbers that move so nearly alike may differ by rounding only


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
    free = instance.free_motions()
    if problem.manifolds:
        instance.constraints()
    pieces, done = [], 0
    wanted = list(coordinates or ())
    for number, one in enumerate(mechanisms):
        pieces += [_as_they_are(problem, done, one.of.first), one.independent(free, wanted, choice[number] if choice else None)]
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
        self.manifold: ConstraintManifold | None = next((m for m in problem.manifolds if m.states_from == of.first), None)
        self.own = of.own - of.measured
        self.motions = motions(instance, of, A, of.nq + of.measured)

    def independent(self, free: tuple[np.ndarray, np.ndarray], wanted: list[str], choice: tuple[list[int], list[int]] | None) -> Independent:
        """The independent states, by the motions and speeds that are `free` (see Instance.free_motions); those of `wanted` that are among its
        coordinates are taken off that list."""
        phi, psi, phi_u, psi_u = self._derivatives()
        n_q, n_o, names = len(self.motions.names), self.own, self.motions.names
        asked = [names.index(name) for name in wanted if name in names]
        wanted[:] = [name for name in wanted if name not in names]
        motions, gains = (self._own(directions) for directions in free)
        picked = choice[0] if choice else _picked(motions, asked, names)
        moved = _by(motions, picked)
        follow = _following(phi[:, :n_q], -phi[:, n_q:], picked)  # the motions by states of elements
        speeds = choice[1] if choice else sorted(picked[i] for i in _clearest(gains[picked]))
        gained = _by(gains, speeds)
        positions = np.block([[moved, follow], [np.zeros((n_o, len(picked))), np.eye(n_o)]])
        by_speeds, by_positions = np.hsplit(psi, [n_q + n_o])[::-1]
        dragged = _following(by_speeds, -by_positions @ positions, speeds)
        driven = np.vstack([_following(phi[:, :n_q], -phi_u, picked), np.zeros((n_o, phi_u.shape[1]))])
        pushed = _following(by_speeds, -by_positions @ driven - psi_u, speeds)
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

    def _own(self, directions: np.ndarray) -> np.ndarray:
        """Those of `directions` (nx, k) that move this mechanism, an orthonormal basis (n, f) of them as small motions."""
        first, n = self.of.first + self.of.nq + self.of.own, len(self.motions.names)
        moving = directions[first : first + self.of.nv]
        by_speeds = self.motions.rows[n + self.own :, self.of.nq + self.of.own :]
        return np.linalg.qr(by_speeds @ moving[:, moving.any(axis=0)])[0]

    def _derivatives(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Of the residuals phi of independent holonomic rows by (motions, own), of psi of independent rows by (motions, own, speeds), and of both by
        the inputs."""
        of, columns, m = self.of, self.motions.columns, self.instance.problem.sizes.get("u", 0)
        n = columns.shape[1]
        ahead = n - len(self.motions.speeds)
        if self.manifold is None:
            return np.zeros((0, ahead)), np.zeros((0, n)), np.zeros((0, m)), np.zeros((0, m))
        wanted = (f"{self.manifold.prefix}phi", f"{self.manifold.prefix}psi")
        states = np.eye(self.instance.buffers["x"].size)[of.first : of.first + len(columns)]
        by_x = [self.instance.constraint_tangents({"x": seed}, wanted) for seed in states]
        by_u = [self.instance.constraint_tangents({"u": seed}, wanted) for seed in np.eye(m)]
        independent = self.instance.buffers[f"{self.manifold.prefix}independent"] > 0.0
        holonomic = np.array([row.holonomic for row in self.manifold.rows], dtype=bool)
        kept = independent & holonomic, independent
        phi, psi = (np.array([found[i] for found in by_x]).T[kept[i]] for i in (0, 1))
        phi_u, psi_u = (np.array([found[i] for found in by_u]).reshape(m, len(independent)).T[kept[i]] for i in (0, 1))
        return phi @ columns[:, :ahead], psi @ columns, phi_u, psi_u


def _by(directions: np.ndarray, chosen: list[int]) -> np.ndarray:
    """All motions (n) by the chosen ones (f), where only `directions` (n, f) are free."""
    return np.linalg.solve(directions[chosen].T, directions.T).T


def _following(rows: np.ndarray, right: np.ndarray, chosen: list[int]) -> np.ndarray:
    """The motions (n, k) with rows (m, n) times them = right (m, k) while the chosen ones, which with the rows determine all, stand still."""
    still = np.eye(rows.shape[1])[chosen]
    return np.linalg.lstsq(np.vstack([rows, still]), np.vstack([right, np.zeros((len(still), right.shape[1]))]), rcond=None)[0]


def _clearest(directions: np.ndarray) -> list[int]:
    """As many of n numbers as there are `directions` (n, f), which determine these well; of those that do so alike the first."""
    weights = 1.0 - ALIKE * np.arange(len(directions))
    return qr(directions.T * weights, pivoting=True, mode="r")[1][: directions.shape[1]].tolist()


def _picked(N: np.ndarray, chosen: list[int], names: Sequence[str]) -> list[int]:
    """As many coordinates as a null space N (n, f) has directions, those `chosen` among them, that determine all others."""
    if len(chosen) > N.shape[1]:
        raise MbfmuError(
            f"{', '.join(names[i] for i in chosen)} are {len(chosen)} coordinates, but the mechanism has {N.shape[1]} degrees of freedom"
        )
    rest = free_directions(np.vstack([np.eye(len(N)) - N @ N.T, np.eye(len(N))[chosen]])) if chosen else N
    if rest.shape[1] > N.shape[1] - len(chosen):
        raise MbfmuError(f"{', '.join(names[i] for i in chosen)} are not independent in this state: choose others")
    return sorted([*chosen, *_clearest(rest)])
