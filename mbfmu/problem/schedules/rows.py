"""The rows of all constraints of a mechanism, as expressions of its slots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import casadi as ca
import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from ...base.scalars import Composed, unknown
from ...mechanics.formulations.closing_joints import Closure
from ...mechanics.formulations.constraints import ConstraintInstance, Constraints
from ..data.constraint_manifold import Loop, Row
from .builder import stack


@dataclass(frozen=True)
class Rows:
    """`phi` and `psi` (m), the Jacobian `A` (m, nv) of psi by the speeds, and the `target` (m) of A v_dot, the `stabilization` (m), by which rows are
    to accelerate against what they are off, included."""

    rows: tuple[Row, ...]
    phi: ca.MX
    psi: ca.MX
    A: ca.MX
    target: ca.MX
    stabilization: ca.MX

    @property
    def superelements(self) -> tuple[tuple[int, ...], ...]:
        """Groups of rows that share coordinates (Omar (2014), section 4)."""
        return coupled(self.A.sparsity())


def constraint_rows(constraints: Constraints, loops: Mapping[str, Loop], slots: Mapping[str, ca.MX], nv: int, gain: float) -> Rows:
    """The rows of constraints, with `loops` by the joints that close them; `slots` holds the symbols t, x, u.

    Source of the stabilization, with its `gain` [rad/s]: Omar (2014), eqs. 48-49; nonholonomic rows have no position to go back to.
    """
    tree = constraints.motion.tree
    positions, velocities = constraints.positions(), constraints.velocities()
    phi, psi = stack(positions), stack(velocities)
    x = slots["x"]
    A = ca.jacobian(psi, x)[:, x.numel() - nv :]
    still = [np.zeros(body.nv) for body in tree.bodies]
    change = stack(constraints.accelerations(still))
    holonomic = [holds for held in constraints.held for holds in held.holonomic]
    damping = ca.DM([2.0 if holds else 1.0 for holds in holonomic])
    rows = tuple(row for held, r, v in zip(constraints.held, positions, velocities) for row in _rows(held, stack([r, v]), loops, slots))
    stabilization = gain * damping * psi + gain**2 * phi
    return Rows(rows=rows, phi=phi, psi=psi, A=A, target=-change - stabilization, stabilization=stabilization)


def split_multipliers(constraints: Constraints, multipliers: ca.MX) -> list[Composed]:
    """The multipliers (slot l) in pieces, one a constraint."""
    ends = np.cumsum([0, *(len(held.units) for held in constraints.held)]).tolist()
    return [unknown(multipliers[a:b]) for a, b in pairwise(ends)]


def _rows(held: ConstraintInstance, residuals: ca.MX, loops: Mapping[str, Loop], slots: Mapping[str, ca.MX]) -> list[Row]:
    closes = isinstance(held.kind, Closure)
    input_driven = ca.depends_on(residuals, slots["u"])
    driven = input_driven or len(held.u) > len(held.modes) or ca.depends_on(residuals, slots["t"])
    loop = loops.get(held.path, Loop())
    return [
        Row(element=held.path, unit=unit, holonomic=holonomic, joint=closes, driven=driven, input_driven=input_driven, loop=loop)
        for unit, holonomic in zip(held.units, held.holonomic)
    ]


def coupled(pattern: ca.Sparsity) -> tuple[tuple[int, ...], ...]:
    """Groups of rows of a pattern that have columns in common, without empty rows."""
    m, n = pattern.shape
    rows, columns = (np.array(indices, dtype=int) for indices in pattern.get_triplet())
    graph = coo_array((np.ones(len(rows)), (rows, m + columns)), shape=(m + n, m + n))
    _, labels = connected_components(graph, directed=False)
    filled = sorted(set(rows.tolist()))
    groups: dict[int, list[int]] = {}
    for row in filled:
        groups.setdefault(int(labels[row]), []).append(row)
    return tuple(tuple(group) for group in groups.values())
