"""The schedule of the recursion with loops that hang on the world alone, where all multipliers are found at once.

With D^-1 u = own + own_by_l l of all joints, where u and D are those of the recursion with the multipliers l as symbols, the accelerations of the
rows change with l by S = own_by_l^T D own_by_l, and pass 3 spreads what own_by_l l adds to the accelerations `free`, those of open loops. So no
column of M^-1 A^T is ever computed.

Source: Rodriguez, Jain, Kreutz-Delgado, Spatial operator algebra for multibody system dynamics, Journal of the Astronautical Sciences 40 (1992): the
factors M^-1 = (1 - H Psi K)^T D^-1 (1 - H Psi K), of which the one to the right is pass 2 and the one to the left pass 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import casadi as ca

from ...base.scalars import Record, resymbol, unknown
from ...base.spatial.placement import IDENTITY
from ...mechanics.formulations.articulated_body import recursion, spread
from ...mechanics.formulations.constraints import Constraints
from ...mechanics.formulations.loads import Loads
from ...mechanics.formulations.motion import Motion
from ..data.ref import Ref
from ..data.steps import MultiplierSolve, Step
from .builder import Builder, stack
from .rows import Rows, split_multipliers


def by_spreading(motion: Motion, loads: Loads, constraints: Constraints, rows: Rows, known: Mapping, v_dot: Ref, build: Builder) -> list[Step]:
    """The schedule that fills v_dot, l and rank_deficiency, and whatever is `known` beforehand (slot -> column)."""
    l = build.slots["lambda"]
    of = recursion(motion, constraints.loads(loads, split_multipliers(constraints, l)), {})
    own_by_l = ca.jacobian(stack(one[-1] for one in of.factored if one), l)
    inertia = ca.diagcat(*(ca.reshape(stack([D]), *D.shape) for D, one in zip(of.inertia, of.factored) if one))
    (free,) = ca.substitute([stack(of.v_dot)], [l], [ca.DM.zeros(l.numel())])
    open_loops = [unknown(piece) for piece in motion.tree.split_v(free)]
    S = ca.mtimes(own_by_l.T, ca.mtimes(inertia, own_by_l))
    solve = multiplier_solve(S, range(l.numel()), l.numel(), build)
    steps = [step if lower else (IDENTITY, IDENTITY) for step, lower in zip(motion.steps[1:], motion.tree.lower)]  # the world stands still
    passed = Record(gains=[one[:-1] for one in of.factored], steps=steps)
    passed, build.slots["spread"], spreading = resymbol(passed, "spread")
    sizes = {"free": free.numel(), "own_by_l": own_by_l.nnz(), "found": l.numel(), solve.rank_deficiency.slot: 1}
    build.slots |= {slot: ca.MX.sym(slot, size) for slot, size in sizes.items()}
    added = ca.mtimes(ca.MX(own_by_l.sparsity(), build.slots["own_by_l"]), build.slots["found"])
    pieces = motion.tree.split_v(added)
    factored = [(*gain, unknown(piece)) if one else () for gain, one, piece in zip(passed.gains, of.factored, pieces)]
    results = {
        "own_by_l": nonzeros(own_by_l),
        "spread": spreading,
        "free": free,
        "schur": lower_triangle(S),
        "b": -stack(constraints.accelerations(open_loops)) - rows.stabilization,
    }
    accelerations: dict[str | Ref, ca.MX] = {
        v_dot: build.slots["free"] + stack(spread(motion.tree, motion.q, passed.steps, factored)),
        "lambda": build.slots["found"],
        "rank_deficiency": build.slots[solve.rank_deficiency.slot],
    }
    return [build.call("derivative", dict(known) | results), solve, build.call("accelerations", accelerations)]


def pattern_of(S: ca.MX) -> ca.Sparsity:
    """Where the lower triangle of a Schur complement has nonzeros, its diagonal in any case."""
    return ca.Sparsity.lower(S.size1()) * (S.sparsity() + ca.Sparsity.diag(S.size1()))


def lower_triangle(S: ca.MX) -> ca.MX:
    """Its numbers there."""
    return nonzeros(ca.project(S, pattern_of(S)))


def multiplier_solve(S: ca.MX, rows: Sequence[int], m: int, build: Builder, end: str = "") -> MultiplierSolve:
    """The step that finds the multipliers of some of m rows from their Schur complement; `end` is that of the names of its slots."""
    k, pattern = len(rows), pattern_of(S)
    return MultiplierSolve(
        schur=Ref(f"schur{end}", 0, pattern.nnz()),
        right_side=Ref(f"b{end}", 0, k),
        independent=Ref("independent", 0, m),
        rank_deficiency=Ref(f"rank_deficiency_{end}", 0, 1),
        multipliers=Ref(f"found{end}", 0, k),
        rows=tuple(rows),
        pattern=tuple(zip(*pattern.get_triplet())),
        what=build.what,
    )


def nonzeros(matrix: ca.MX) -> ca.MX:
    """The nonzeros of a matrix as a column."""
    return ca.vertcat(*ca.vertsplit(matrix.nz[:])) if matrix.nnz() else ca.MX(0, 1)
