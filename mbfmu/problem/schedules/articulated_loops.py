"""The schedule of the recursion with loops: superelement by superelement, from the outermost inwards.

The recursion runs with the multipliers as symbols, on which its accelerations depend linearly, and is cut where bodies that move carry many
constraints: there the acceleration of such a carrier is a symbol for what it carries, and what that hands it a symbol for the rest.
So y = free + by_l l + by_a a, with the accelerations y of joints and carriers, and A y = target gives S l = b - C a with
S = A by_l and C = A by_a, apart for what each body carries. Solved outwards in, l and y then follow from the world outwards.

1. `supported`: the bodies that carry superelements, and the rows of each; without any, `by_spreading` solves all loops on the world.
2. `_linear`: the recursion with symbols for multipliers and carriers, and its parts free, by_l and by_a.
3. `_stages`: the superelements that can be solved at once, from the outermost inwards.
4. `_closing`: for each stage its S, b and C, the step that solves them, and what they reflect to their carriers.
5. `_outwards`: accelerations and multipliers, from the world outwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from ...base.scalars import unknown
from ...mechanics.formulations.articulated_body import Carrier, recursion
from ...mechanics.formulations.constraints import Constraints
from ...mechanics.formulations.loads import Loads
from ...mechanics.formulations.motion import Motion
from ...mechanics.topology import Tree, branch
from ..data.ref import Ref
from ..data.steps import REFLECTED, Step, SuperelementSolve
from .builder import Builder, stack
from .loops_on_the_world import by_spreading, lower_triangle, multiplier_solve, nonzeros
from .rows import Rows, split_multipliers
from .superelements import Supported, superelements, supported

NONE = ca.MX(0, 1)


def by_superelements(motion: Motion, loads: Loads, constraints: Constraints, rows: Rows, known: Mapping, v_dot: Ref, build: Builder) -> list[Step]:
    """The schedule that fills v_dot, l and rank_deficiency, and whatever is `known` beforehand (slot -> column)."""
    on = supported(motion.tree, superelements(constraints, rows.A.sparsity()))
    if not any(on) and not motion.tree.flexible:
        return by_spreading(motion, loads, constraints, rows, known, v_dot, build)
    linear = _linear(motion, loads, constraints, on, build)
    stages = _stages(motion.tree, on)
    steps: list[Step] = []
    for stage in stages:
        steps += _closing(stage, linear, on, rows, {} if stage.moving else known, build)
    return [*steps, build.call("accelerations", _outwards(stages, linear, v_dot, build))]


@dataclass(frozen=True)
class _Linear:
    """y = free + by_l l + by_a a: accelerations of all joints, then of the carriers (6 each), by multipliers and accelerations a of carriers.

    `reflected` is what carriers feel of their superelements with all loops open; `carriers` are in the order of a."""

    carriers: list[int]
    free: ca.MX
    by_l: ca.MX
    by_a: ca.MX
    reflected: dict[int, ca.MX]

    def a(self, carriers: Sequence[int]) -> list[int]:
        """Where the accelerations of some carriers lie in a."""
        return [6 * self.carriers.index(c) + i for c in carriers for i in range(6)]

    def standing(self, stage: _Stage) -> tuple[tuple[str, ca.MX], ...]:
        """by_l and by_a of what stands on the carriers of a stage, and their names."""
        return ("by_l", self.by_l[stage.y, stage.rows]), ("by_a", self.by_a[stage.y, self.a(stage.moving)])


def _linear(motion: Motion, loads: Loads, constraints: Constraints, on: dict[int, Supported], build: Builder) -> _Linear:
    tree, l = motion.tree, build.slots["lambda"]
    moving = [c for c in on if c]
    a = ca.MX.sym("a", 6 * len(moving))
    build.slots |= {"a": a} | {f"reflected{c}": ca.MX.sym(f"reflected{c}", REFLECTED) for c in moving}
    carriers = {}
    for c, acceleration in zip(moving, ca.vertsplit(a, 6)):
        reflected = build.slots[f"reflected{c}"]
        carriers[c] = Carrier(on[c].outboard, unknown(acceleration), unknown(reflected[:36], (6, 6)), unknown(reflected[36:]))
    within: list = [range(len(tree.bodies) + 1)] * len(constraints.held)
    for c in moving:
        above = {k for k in range(1, len(tree.bodies) + 1) if on[c].outboard & {*branch(tree.lower, k)}}
        for i in on[c].held:
            within[i] = above
    found = recursion(motion, constraints.loads(loads, split_multipliers(constraints, l), within), carriers)
    y = stack([*found.v_dot, *(found.accelerations[c] for c in moving)])
    both = ca.jacobian(y, ca.vertcat(l, a))
    columns = [y, *(stack(found.reflected[c]) for c in moving)]
    free, *reflected = ca.substitute(columns, [l, a], [ca.DM.zeros(l.numel()), ca.DM.zeros(a.numel())])
    return _Linear(carriers=moving, free=free, by_l=both[:, : l.numel()], by_a=both[:, l.numel() :], reflected=dict(zip(moving, reflected)))


@dataclass(frozen=True)
class _Stage:
    """What is solved at once: what the bodies `moving` carry, or the world (then none); the numbers of `rows`, and for each its carrier, one
    carrier after the other; the numbers in y of the accelerations of all that stands there; the `end` of the names of its slots."""

    moving: tuple[int, ...]
    rows: list[int]
    carriers: list[int]
    y: list[int]
    end: str

    def of(self, carrier: int) -> tuple[int, ...]:
        """Which of the rows a carrier carries."""
        return tuple(i for i, c in enumerate(self.carriers) if c == carrier)


def _stages(tree: Tree, on: dict[int, Supported]) -> list[_Stage]:
    """The stages from the outermost inwards; `on` has carriers of large numbers first."""
    supports = {c: _support(tree, on, c) for c in on if c}
    height = dict.fromkeys(on, 0)
    for c, support in supports.items():
        height[support] = max(height[support], height[c] + 1)
    starts = np.cumsum([0, *(body.nv for body in tree.bodies)])
    joints = {k: range(starts[k - 1], starts[k]) for k in range(1, len(tree.bodies) + 1)}
    own = {c: range(starts[-1] + 6 * i, starts[-1] + 6 * i + 6) for i, c in enumerate(supports)}
    standing: dict[int, list[int]] = {c: [] for c in on}
    for k, places in joints.items():
        standing[_support(tree, on, k)] += places
    for c, support in supports.items():
        standing[support] += own[c]
    stages = []
    for h in range(height[0] + 1):
        at = [c for c in on if height[c] == h]
        rows, carriers = [row for c in at for row in on[c].rows], [c for c in at for _ in on[c].rows]
        y, end = [place for c in at for place in standing[c]], str(h) if h < height[0] else ""
        stages.append(_Stage(moving=tuple(c for c in at if c), rows=rows, carriers=carriers, y=y, end=end))
    return stages


def _support(tree: Tree, on: dict[int, Supported], k: int) -> int:
    """The carrier on which body k stands: the uppermost one below it that carries it."""
    while k:
        child, k = k, tree.lower[k - 1]
        if k in on and child in on[k].outboard:
            return k
    return 0


def _closing(stage: _Stage, linear: _Linear, on: dict[int, Supported], rows: Rows, known: Mapping, build: Builder) -> list[Step]:
    """The steps that find what stands there, its loops closed, as a function of the accelerations of its carriers."""
    nv, k, end = rows.A.size2(), len(stage.rows), stage.end
    A, free, target = rows.A[stage.rows, :], linear.free[:nv], ca.reshape(rows.target[stage.rows], k, 1)
    S = ca.mtimes(A, linear.by_l[:nv, stage.rows])
    results = (
        dict(known)
        | {name + end: nonzeros(matrix) for name, matrix in linear.standing(stage)}
        | {
            f"free{end}": linear.free[stage.y],
            f"schur{end}": lower_triangle(S),
            f"b{end}": target - ca.mtimes(A, free),
        }
    )
    multipliers = multiplier_solve(S, stage.rows, len(rows.rows), build, end)
    if not stage.moving:
        return [build.call("derivative", results), *([multipliers] if k else [])]
    influence = ca.vertcat(*(ca.mtimes(rows.A[on[c].rows, :], linear.by_a[:nv, linear.a([c])]) for c in stage.moving))
    opened = ca.vertcat(*(linear.reflected[c] for c in stage.moving))
    results |= {f"influence{end}": ca.vec(ca.densify(influence).T), f"open_loop{end}": opened}
    solve = SuperelementSolve(
        schur=multipliers.schur,
        right_side=multipliers.right_side,
        influence=Ref(f"influence{end}", 0, 6 * k),
        open_loop=Ref(f"open_loop{end}", 0, opened.numel()),
        independent=multipliers.independent,
        rank_deficiency=multipliers.rank_deficiency,
        multipliers=multipliers.multipliers,
        following=Ref(f"following{end}", 0, 6 * k),
        reflected=tuple(Ref(f"reflected{c}", 0, REFLECTED) for c in stage.moving),
        rows=multipliers.rows,
        pattern=multipliers.pattern,
        carriers=tuple(map(stage.of, stage.moving)),
        what=build.what,
    )
    return [build.call(f"superelements{end}", results), solve]


def _outwards(stages: list[_Stage], linear: _Linear, v_dot: Ref, build: Builder) -> dict[str | Ref, ca.MX]:
    """Accelerations and multipliers, from the world outwards."""

    def slot(name: str, size: int) -> ca.MX:
        return build.slots.setdefault(name, ca.MX.sym(name, size))

    l, y = [ca.MX(1, 1)] * build.slots["lambda"].numel(), [ca.MX(1, 1)] * linear.free.numel()
    for stage in reversed(stages):
        by_l, by_a = (ca.MX(matrix.sparsity(), slot(name + stage.end, matrix.nnz())) for name, matrix in linear.standing(stage))
        found, following = slot(f"found{stage.end}", len(stage.rows)), slot(f"following{stage.end}", 6 * len(stage.rows))
        a = {c: ca.vertcat(*(y[v_dot.size + i] for i in linear.a([c]))) for c in stage.moving}
        own = [found[i] - ca.dot(following[6 * i : 6 * i + 6], a[c]) if c else found[i] for i, c in enumerate(stage.carriers)]
        for row, value in zip(stage.rows, own):
            l[row] = value
        whole = slot(f"free{stage.end}", len(stage.y)) + ca.mtimes(by_l, ca.vertcat(*own, NONE)) + ca.mtimes(by_a, ca.vertcat(*a.values(), NONE))
        for place, value in zip(stage.y, ca.vertsplit(whole)):
            y[place] = value
    rank_deficiency = sum((slot(f"rank_deficiency_{stage.end}", 1) for stage in stages if stage.rows), ca.MX(0))
    return {v_dot: ca.vertcat(*y[: v_dot.size]), "lambda": ca.vertcat(*l), "rank_deficiency": rank_deficiency}
