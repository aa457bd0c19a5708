"""Permanent rank: how many rows are independent nearly everywhere on the manifold, and which ones stand for all."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg.lapack import dgeqp3

from .assembly import assembled
from .errors import StepFailed
from .mechanism import Mechanism, Positions, Speeds
from .scaled_rows import ScaledRows, significant

DEPENDENT = 1e-4  # a singular value of scaled rows, relative to the largest
WALKS = 4  # configurations looked at besides the present one
STRIDE = 0.3  # of a walk: change of a coordinate relative to its size
FARTHEST = 0.5  # change of a scaled row on a walk
DEGRADED = 100.0  # how much larger the smallest pivot of a fresh choice must be for it to replace the present one
SHARE = 1e-3  # in a dependence between rows: smaller ones do not take part


@dataclass
class _Group:
    """What the configurations seen show of one superelement: row numbers, ranks of all rows and of those not driven, the best choice.

    `present` is the rank in the first configuration, the present one.
    """

    rows: np.ndarray
    present: int | None = None
    rank: int = 0
    undriven: int = 0
    choice: np.ndarray | None = None
    best: np.ndarray | None = None

    def see(self, scaled: np.ndarray, driven: np.ndarray) -> None:
        """Look at one configuration: all scaled rows of the mechanism, and which of them are driven."""
        rows = scaled[self.rows]
        self.undriven = max(self.undriven, _rank(rows[~driven[self.rows]]))
        rank = _rank(rows)
        self.present = rank if self.present is None else self.present
        if rank > self.rank:
            self.rank, self.best, self.choice = rank, rows, self.rows[_pivots(rows)[0][:rank]]


def choose_kept(mechanism: Mechanism) -> None:
    """Find the permanent rank on the manifold, where the mechanism is, and keep exactly that many rows.

    The present configuration is looked at first, and others that a walk leads to; rows are measured by their usual length, the
    longest seen. StepFailed names an over-driven joint's elements, and those of a structure that cannot stand.
    """
    seen = _seen(mechanism)
    usual = significant(np.max([np.linalg.norm(rows, axis=1) for rows in seen], axis=0))
    groups = [_Group(np.array(rows, dtype=int)) for rows in mechanism.manifold.superelements]
    for rows in seen:
        for group in groups:
            group.see(rows / usual[:, None], mechanism.driven)
    active = np.any([rows.any(axis=1) for rows in seen], axis=0)
    _refuse_over_driven(mechanism, groups, active)
    _refuse_limp(mechanism, groups, active)
    mechanism.k[:] = 0.0
    for group in groups:
        if group.choice is not None:
            mechanism.k[group.choice] = 1.0 / usual[group.choice]


def _seen(mechanism: Mechanism) -> list[np.ndarray]:
    """The rows in the mass metric, A L^-T (m, n), here and at configurations some way off; the mechanism is left where it was."""
    before, random, seen = mechanism.x.copy(), np.random.default_rng(0), []
    mechanism.evaluate()
    for walk in range(WALKS + 1):
        if walk == 0 or _walked(mechanism, random):
            seen.append(mechanism.raw()[0])
        mechanism.x[:] = before
        mechanism.evaluate()
    return seen


def choose_again(mechanism: Mechanism) -> bool:
    """Where the kept rows have become nearly dependent and others of their superelement are not, keep those; whether any changed."""
    if mechanism.kept.sum() == mechanism.active.sum():
        return False
    scaled, all_kept, changed = mechanism.measured(np.arange(len(mechanism.A))), mechanism.kept, False
    for rows in map(np.array, mechanism.manifold.superelements):
        kept = rows[all_kept[rows]]
        if not 0 < kept.size < rows.size:
            continue
        present = _pivots(scaled.rows[kept])[1][-1]
        if DEGRADED * present >= 1.0:  # no pivot is larger than a row is long
            continue
        order, pivots = _pivots(scaled.rows[rows])
        fresh = pivots[kept.size - 1]
        if fresh > DEPENDENT * pivots[0] and fresh > DEGRADED * present:
            chosen = rows[order[: kept.size]]
            mechanism.k[rows] = 0.0
            mechanism.k[chosen] = 1.0 / scaled.scale[chosen]
            changed = True
    return changed


def _rank(rows: np.ndarray) -> int:
    S = np.linalg.svd(rows, compute_uv=False) if rows.size else np.zeros(0)
    return int((S > DEPENDENT * S[0]).sum()) if S.size and S[0] > 0 else 0


def _pivots(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows in the order of a pivoted Cholesky factorization of their products, and what each adds, as lengths."""
    factors, order, *_ = dgeqp3(rows.T)
    pivots = np.zeros(len(rows))
    pivots[: min(factors.shape)] = np.abs(factors.diagonal())
    return order - 1, pivots


def _walked(mechanism: Mechanism, random: np.random.Generator) -> bool:
    """Walk along a random direction that the undriven rows leave free, and back onto them; whether that went well."""
    rows = ~mechanism.driven & mechanism.active
    scaled = mechanism.measured(rows)
    U, S, V = np.linalg.svd(scaled.rows)
    rank = int((S > DEPENDENT * S.max(initial=0.0)).sum())
    direction = scaled.change(V[rank:].T @ random.standard_normal(len(V) - rank))
    length = np.abs(direction / mechanism.sizes()).max(initial=0.0)
    if length == 0.0:
        return False
    stride, before = STRIDE / length, mechanism.x.copy()
    for _ in range(20):
        mechanism.displace(stride * direction)
        mechanism.v += stride * direction
        mechanism.evaluate()
        turned = ScaledRows.of(mechanism.A[rows], scaled.factor, scaled.scale).rows - scaled.rows
        if np.linalg.norm(turned, axis=1).max(initial=0.0) <= FARTHEST:
            positions, speeds = Positions(mechanism), Speeds(mechanism)
            if assembled(positions, positions.rows & ~mechanism.driven):
                return assembled(speeds, speeds.rows & ~mechanism.driven)
        mechanism.x[:] = before
        stride *= 0.5
    return False


def _refuse_over_driven(mechanism: Mechanism, groups: list[_Group], active: np.ndarray) -> None:
    for group in groups:
        driven = mechanism.driven[group.rows] & active[group.rows]
        if group.rank < group.undriven + driven.sum():
            U, _, _ = np.linalg.svd(group.best)
            null = U[:, group.rank :]
            _, S, V = np.linalg.svd(null[driven])
            shares = np.abs(null @ V[: (S > SHARE).sum()].T).max(axis=1, initial=0.0)
            names = mechanism.elements(group.rows[shares > SHARE])
            raise StepFailed(
                f"over-driven: {', '.join(names)} together drive the same motion more than once, even where they agree; "
                "remove a drive or free what it moves"
            )


def _refuse_limp(mechanism: Mechanism, groups: list[_Group], active: np.ndarray) -> None:
    if sum(group.rank for group in groups) < mechanism.manifold.nv or (mechanism.driven & active).any():
        return
    limp = [group.rows[active[group.rows]] for group in groups if group.present < group.rank]
    if limp:
        raise StepFailed(
            f"the structure cannot stand: {', '.join(mechanism.elements(np.concatenate(limp)))} leave it no motion, but depend on each other "
            "where it is, so that no finite forces hold it; change its lengths or where it starts"
        )
