"""Small mechanisms with constraints, written by hand, with answers known from outside."""

from __future__ import annotations

import casadi as ca
import numpy as np

from mbfmu.problem.data.constraint_manifold import ConstraintManifold, Row
from mbfmu.problem.data.problem import Problem, Variable
from mbfmu.problem.data.ref import Ref
from mbfmu.problem.data.steps import Call, ConstrainedSolve, ConstraintMethod
from mbfmu.problem.mechanism.patterns import factor_pattern, measured_pattern, nonzeros

G = 9.81


def mechanism(
    name: str,
    q: ca.SX,
    v: ca.SX,
    q_dot: ca.SX,
    M,
    f,
    phi,
    rows: tuple[Row, ...],
    q_start,
    v_start,
    fixed_q=(),
    fixed_v=(),
    t: ca.SX | None = None,
    u: ca.SX | None = None,
    psi=None,
    gain: float = 1.0,
    superelements=None,
    starts: tuple[str, ...] | None = None,
    stop_time: float = 5.0,
) -> Problem:
    """A Problem with coordinates q, speeds v, q_dot = N(q) v, M v_dot = f + A^T l and constraints phi(q, t) = 0, or psi where phi is None.

    q_start and v_start are start values by parameters q_start and v_start (given in p); fixed_q and fixed_v are the numbers of
    those that assembly must keep (as many coordinates as speeds, then).
    """
    nq, nv, m = q.numel(), v.numel(), len(rows)
    t = ca.SX.sym("t") if t is None else t
    u = ca.SX.sym("u", 0) if u is None else u
    p = ca.SX.sym("p", nq + nv)
    x = ca.vertcat(q, v)
    phi = ca.vertcat(*phi)
    psi = ca.jtimes(phi, q, q_dot) + ca.jacobian(phi, t) if psi is None else ca.vertcat(*psi)
    A = ca.jacobian(psi, v)
    bias = ca.jtimes(psi, q, q_dot) + ca.jacobian(psi, t)
    damping = ca.DM([2.0 if row.holonomic else 1.0 for row in rows])
    b = -bias - gain * damping * psi - gain**2 * phi
    direction = ca.SX.sym("direction", nv)
    s = nv if nq == nv else 0
    A_start = ca.SX.eye(nv)[:s, :]
    masses = factor_pattern(ca.SX(M).sparsity())
    of_rows, of_starts = (measured_pattern(matrix.sparsity(), masses) for matrix in (A, A_start))
    flat = lambda matrix: ca.vec(ca.densify(ca.SX(matrix)).T)
    mask = lambda numbers: ca.DM([1.0 if i in numbers else 0.0 for i in range(s)])
    on = [t, x, u, p]
    functions = {
        "start": ca.Function("start", [p], [p]),
        "equations": ca.Function("equations", on, [ca.densify(q_dot), flat(M), ca.densify(ca.SX(f)), flat(A), ca.densify(b)]),
        "constraints": ca.Function("constraints", on, [ca.densify(phi), ca.densify(psi), nonzeros(A, of_rows)]),
        "masses": ca.Function("masses", on, [nonzeros(ca.SX(M), masses)]),
        "starts": ca.Function(
            "starts",
            on,
            [ca.densify(q[:s] - p[:s]), v[:s] - p[nq : nq + s], nonzeros(A_start, of_starts), mask(fixed_q), mask(fixed_v)],
        ),
        "displace": ca.Function("displace", [x, direction], [ca.densify(ca.substitute(q_dot, v, direction))]),
        "output": ca.Function("output", [x], [x]),
    }
    ref = Ref
    T, X, U, P = ref("t", 0, 1), ref("x", 0, nq + nv), ref("u", 0, u.numel()), ref("p", 0, nq + nv)
    all_on = (T, X, U, P)
    sizes = {
        "t": 1,
        "x": nq + nv,
        "x_dot": nq + nv,
        "u": u.numel(),
        "p": nq + nv,
        "y": nq + nv,
        "independent": m,
        "lambda": m,
        "rank_deficiency": 1,
        "phi": m,
        "psi": m,
        "A_nonzeros": sum(map(len, of_rows)),
        "M_nonzeros": sum(map(len, masses)),
        "phi_start": s,
        "psi_start": s,
        "A_start_nonzeros": sum(map(len, of_starts)),
        "fixed_position": s,
        "fixed_speed": s,
        "direction": nv,
        "q_rate": nq,
        "mass": nv * nv,
        "force": nv,
        "jacobian": m * nv,
        "target": m,
    }
    whole = lambda slot: ref(slot, 0, sizes[slot])
    superelements = superelements or (tuple(range(m)),)
    manifold = ConstraintManifold(
        rows,
        tuple(Row(n, "rad", True) for n in starts or [f"joint {i + 1}" for i in range(s)]),
        (Call("constraints", all_on, (whole("phi"), whole("psi"), whole("A_nonzeros"))),),
        (Call("masses", all_on, (whole("M_nonzeros"),)),),
        (Call("starts", all_on, tuple(whole(slot) for slot in ("phi_start", "psi_start", "A_start_nonzeros", "fixed_position", "fixed_speed"))),),
        (Call("displace", (X, whole("direction")), (whole("q_rate"),)),),
        superelements,
        of_rows,
        masses,
        of_starts,
        nq,
        0,
        nv,
    )
    solve = ConstrainedSolve(
        ConstraintMethod.WEIGHTED_PSEUDO_INVERSE,
        whole("mass"),
        whole("force"),
        whole("jacobian"),
        whole("target"),
        whole("independent"),
        whole("rank_deficiency"),
        ref("x_dot", nq, nv),
        whole("lambda"),
        name,
    )
    variables = (
        Variable("x_start", "parameter", "fixed", "1", "start values", P, (*map(float, q_start), *map(float, v_start)), (nq + nv,)),
        *([Variable("u", "input", "continuous", "1", "inputs", U, (0.0,) * u.numel(), (u.numel(),))] if u.numel() else []),
        Variable("x", "output", "continuous", "1", "states", ref("y", 0, nq + nv), (), (nq + nv,)),
    )
    return Problem(
        name,
        "",
        variables,
        sizes,
        functions,
        (),
        (Call("start", (P,), (X,)),),
        (Call("equations", all_on, (ref("x_dot", 0, nq), whole("mass"), whole("force"), whole("jacobian"), whole("target"))), solve),
        (Call("output", (X,), (ref("y", 0, nq + nv),)),),
        state_names=tuple(f"q{i}" for i in range(nq)) + tuple(f"v{i}" for i in range(nv)),
        nominal_x=(1.0,) * (nq + nv),
        step_size=0.01,
        stop_time=stop_time,
        manifolds=(manifold,),
    )


def cartesian_pendulum(copies: int = 1, r: tuple[float, float] = (1.0, 0.0), v: tuple[float, float] = (0.0, 0.0), **options) -> Problem:
    """A point mass of 2 kg on a rod of 1 m, in x and y; its length is held `copies` times."""
    q, w = ca.SX.sym("q", 2), ca.SX.sym("v", 2)
    phi = [(i + 1) * 0.5 * (ca.sumsqr(q) - 1) for i in range(copies)]
    rows = tuple(Row(f"rod {i + 1}", "m", True) for i in range(copies))
    return mechanism("Pendulum", q, w, w, 2 * ca.DM.eye(2), ca.DM([0, -2 * G]), phi, rows, r, v, **options)


def ladder(windows: int, angle: float) -> Problem:
    """Point masses of 2 kg on rods of 1 m that hang side by side, 1 m apart, `angle` [rad] from straight down; rods of 1 m between neighbours.

    All swing as one pendulum would, and the rods between them carry nothing. Every hanging rod's length is held twice.
    """
    n = windows + 1
    q, v = ca.SX.sym("q", 2 * n), ca.SX.sym("v", 2 * n)
    r = [q[2 * i : 2 * i + 2] - ca.DM([i, 0]) for i in range(n)]
    apart = [r[i] - r[i - 1] + ca.DM([1, 0]) for i in range(1, n)]
    phi = [0.5 * (ca.sumsqr(rod) - 1) for rod in (*r, *r, *apart)]
    rows = tuple(Row(f"rod {i + 1}", "m", True) for i in range(len(phi)))
    f = ca.DM([0, -2 * G] * n)
    start = [x for i in range(n) for x in (i + np.sin(angle), -np.cos(angle))]
    return mechanism("Ladder", q, v, v, 2 * ca.DM.eye(2 * n), f, phi, rows, start, [0.0] * (2 * n))


def four_bar(q_start, v_start, lengths=(1.0, 2.0, 1.0, 2.0), copies: int = 1, drives=(), gravity: float = 0.0, **options) -> Problem:
    """Three bars with absolute angles q and point masses of 1 kg at their joints, closed onto the ground at (lengths[3], 0).

    `drives` are expressions (angle number, function of time), each a driven row "drive i".
    """
    q, v, t = ca.SX.sym("q", 3), ca.SX.sym("v", 3), ca.SX.sym("t")
    a, b, c, d = lengths
    at = lambda n: ca.vertcat(sum(l * ca.cos(q[i]) for i, l in enumerate((a, b, c)[:n])), sum(l * ca.sin(q[i]) for i, l in enumerate((a, b, c)[:n])))
    # masses at both moving joints, and of each bar about its own middle
    speeds = ca.vertcat(ca.jtimes(at(1), q, v), ca.jtimes(at(2), q, v))
    T = 0.5 * ca.sumsqr(speeds) + 0.5 * 0.1 * ca.sumsqr(v)
    V = gravity * (at(1)[1] + at(2)[1])
    M = ca.hessian(T, v)[0]
    momentum = M @ v
    f = -ca.jtimes(momentum, q, v) + ca.gradient(T, q) - ca.gradient(V, q)
    tip = at(3) - ca.vertcat(d, 0)
    phi = [row for _ in range(copies) for row in (tip[0], tip[1])]
    rows = [Row(f"pin {i + 1}" if copies > 1 else "four_bar.pin", "m", True, joint=True) for i in range(copies) for _ in range(2)]
    for i, (number, function) in enumerate(drives):
        phi.append(q[number] - function(t))
        rows.append(Row(f"drive {i + 1}", "rad", True, driven=True))
    return mechanism("FourBar", q, v, v, M, f, phi, tuple(rows), q_start, v_start, t=t, starts=("crank", "coupler", "rocker"), **options)


def slider_crank(q_start, v_start=(0.0, 0.0, 0.0), crank=0.5, rod=1.0, drive=None, **options) -> Problem:
    """Crank angle, rod angle and slider position; the rod's end is on the slider."""
    q, v, t = ca.SX.sym("q", 3), ca.SX.sym("v", 3), ca.SX.sym("t")
    tip = ca.vertcat(crank * ca.cos(q[0]) + rod * ca.cos(q[1]) - q[2], crank * ca.sin(q[0]) + rod * ca.sin(q[1]))
    rows = [Row("slider_crank.pin", "m", True, joint=True)] * 2
    phi = [tip[0], tip[1]]
    if drive is not None:
        phi.append(q[0] - drive(t))
        rows.append(Row("drive", "rad", True, driven=True))
    M = np.diag([1.0, 0.5, 2.0])
    return mechanism(
        "SliderCrank",
        q,
        v,
        v,
        ca.DM(M),
        ca.DM.zeros(3),
        phi,
        tuple(rows),
        q_start,
        v_start,
        t=t,
        starts=("crank", "rod", "slider"),
        **options,
    )
