"""Small problems written by hand, with answers known from outside."""

from __future__ import annotations

import casadi as ca
import numpy as np

from mbfmu.problem.data.problem import Problem, TimeEvent, ValidityCheck, Variable
from mbfmu.problem.data.ref import Ref
from mbfmu.problem.data.steps import Call, HostCall, NewtonSolve, SpdSolve

X2, X_DOT2, U, P1, P2, Y, Y2, T = (
    Ref("x", 0, 2),
    Ref("x_dot", 0, 2),
    Ref("u", 0, 1),
    Ref("p", 0, 1),
    Ref("p", 0, 2),
    Ref("y", 0, 1),
    Ref("y", 0, 2),
    Ref("t", 0, 1),
)
MASS, LENGTH, DAMPING, G = 2.0, 0.8, 0.3, 9.81


def pendulum(name: str = "Pendulum") -> Problem:
    """A damped pendulum with torque tau; its inertia is derived from the tunable mass, its start angle is fixed."""
    x, u, p, d = ca.SX.sym("x", 2), ca.SX.sym("u"), ca.SX.sym("p", 2), ca.SX.sym("d", 2)
    inertia, gravity = d[0], d[1]
    functions = {
        "derive": ca.Function("derive", [p], [ca.vertcat(p[0] * LENGTH**2, p[0] * G * LENGTH), p[0] * 10 - 1]),
        "start": ca.Function("start", [p], [ca.vertcat(p[1], 0)]),
        "rates": ca.Function("rates", [x, u, d], [ca.vertcat(x[1], (u - gravity * ca.sin(x[0]) - DAMPING * x[1]) / inertia)]),
        "outputs": ca.Function("outputs", [x, u], [ca.vertcat(x[0], u * x[1])]),
    }
    d_ref = Ref("d", 0, 2)
    return Problem(
        name,
        "A damped pendulum",
        (
            Variable("bob.m", "parameter", "tunable", "kg", "mass of the bob", Ref("p", 0, 1), (MASS,), min=0, exclusive_min=True),
            Variable("phi_start", "parameter", "fixed", "rad", "angle at the start", Ref("p", 1, 1), (1.0,)),
            Variable("tau", "input", "continuous", "N.m", "torque on the pendulum", U, (0.0,), max=100.0),
            Variable("phi", "output", "continuous", "rad", "angle from hanging", Ref("y", 0, 1), ()),
            Variable("power", "output", "continuous", "W", "power of the torque", Ref("y", 1, 1), ()),
        ),
        {"t": 1, "x": 2, "u": 1, "p": 2, "d": 2, "c": 1, "x_dot": 2, "y": 2},
        functions,
        (Call("derive", (P2,), (d_ref, Ref("c", 0, 1))),),
        (Call("start", (P2,), (X2,)),),
        (Call("rates", (X2, U, d_ref), (X_DOT2,)),),
        (Call("outputs", (X2, U), (Y2,)),),
        (ValidityCheck(Ref("c", 0, 1), "bob.m must be above 0.1 kg for this bearing"),),
        ("phi", "w"),
        nominal_x=(1.0, 1.0),
    )


def dropped_on_spring(s: float = 1.0, v: float = 0.0, g: float = G) -> Problem:
    """A mass at s [m] with speed v [m/s] above a spring (c = 400 N/m, m = 1 kg), g pulling down: mode "touching" while below 0."""
    x, m = ca.SX.sym("x", 2), ca.SX.sym("m")
    rates = ca.vertcat(x[1], -g - 400 * x[0] * m)
    functions = {
        "start": ca.Function("start", [], [ca.DM([s, v])]),
        "rates": ca.Function("rates", [x, m], [rates, -x[0]]),
        "outputs": ca.Function("outputs", [x], [x]),
    }
    return Problem(
        "Dropped",
        "A mass falls onto a spring",
        (Variable("s", "output", "continuous", "m", "height and speed", Y2, (), (2,)),),
        {"t": 1, "x": 2, "m": 1, "x_dot": 2, "g": 1, "y": 2},
        functions,
        (),
        (Call("start", (), (X2,)),),
        (Call("rates", (X2, Ref("m", 0, 1)), (X_DOT2, Ref("g", 0, 1))),),
        (Call("outputs", (X2,), (Y2,)),),
        state_names=("s", "v"),
        mode_names=("touching",),
        nominal_x=(1.0, 1.0),
        stop_time=1.0,
    )


def chattering() -> Problem:
    """x_dot = -sign(x) held by a mode: behind x = 0 no mode lasts."""
    x, m = ca.SX.sym("x"), ca.SX.sym("m")
    functions = {
        "start": ca.Function("start", [], [ca.DM([0.1])]),
        "rates": ca.Function("rates", [x, m], [1 - 2 * m, x]),
    }
    x1 = Ref("x", 0, 1)
    return Problem(
        "Chattering",
        "",
        (),
        {"t": 1, "x": 1, "m": 1, "x_dot": 1, "g": 1},
        functions,
        (),
        (Call("start", (), (x1,)),),
        (Call("rates", (x1, Ref("m", 0, 1)), (Ref("x_dot", 0, 1), Ref("g", 0, 1))),),
        (),
        state_names=("x",),
        mode_names=("slip.forward",),
        nominal_x=(1.0,),
    )


def two_masses(coupling: float = 0.5) -> Problem:
    """Two coupled coordinates, M v_dot = -q with M = [[2, c], [c, 1]], by SpdSolve; not positive definite from c = sqrt(2)."""
    x, p = ca.SX.sym("x", 4), ca.SX.sym("p")
    matrix = ca.vertcat(2, p, p, 1)
    functions = {
        "start": ca.Function("start", [], [ca.DM([1, 0, 0, 0])]),
        "matrix": ca.Function("matrix", [x, p], [matrix, -x[:2], x[2:]]),
        "outputs": ca.Function("outputs", [x], [x[:2]]),
    }
    x4 = Ref("x", 0, 4)
    matrix_ref, force_ref = Ref("M", 0, 4), Ref("f", 0, 2)
    return Problem(
        "TwoMasses",
        "Two coupled masses",
        (
            Variable("coupling", "parameter", "tunable", "kg", "common mass", P1, (coupling,)),
            Variable("q", "output", "continuous", "m", "positions", Y2, (), (2,)),
        ),
        {"t": 1, "x": 4, "p": 1, "M": 4, "f": 2, "x_dot": 4, "y": 2},
        functions,
        (),
        (Call("start", (), (x4,)),),
        (
            Call("matrix", (x4, P1), (matrix_ref, force_ref, Ref("x_dot", 0, 2))),
            SpdSolve(matrix_ref, force_ref, Ref("x_dot", 2, 2), "the mass matrix of TwoMasses"),
        ),
        (Call("outputs", (x4,), (Y2,)),),
        state_names=("q1", "q2", "v1", "v2"),
        nominal_x=(1.0,) * 4,
    )


def lambert() -> Problem:
    """x_dot = -z with z exp(z) = u + x by NewtonSolve: z is Lambert's W."""
    x, u, z = ca.SX.sym("x"), ca.SX.sym("u"), ca.SX.sym("z")
    residual = z * ca.exp(z) - u - x
    functions = {
        "start": ca.Function("start", [], [ca.DM([1.0]), ca.DM([0.0])]),
        "residual": ca.Function("residual", [z, u, x], [residual, ca.jacobian(residual, z)]),
        "rates": ca.Function("rates", [z], [-z]),
        "outputs": ca.Function("outputs", [z], [z]),
    }
    x1, z1 = Ref("x", 0, 1), Ref("z", 0, 1)
    newton = NewtonSolve(
        (Call("residual", (z1, U, x1), (Ref("r", 0, 1), Ref("J", 0, 1))),), Ref("r", 0, 1), Ref("J", 0, 1), z1, (1.0,), "the unknown W"
    )
    return Problem(
        "Lambert",
        "A state that decays by Lambert's W",
        (
            Variable("u", "input", "continuous", "1", "shift of the argument", U, (0.0,)),
            Variable("W", "output", "continuous", "1", "Lambert's W", Y, ()),
        ),
        {"t": 1, "x": 1, "u": 1, "z": 1, "r": 1, "J": 1, "x_dot": 1, "y": 1},
        functions,
        (),
        (Call("start", (), (x1, z1)),),
        (newton, Call("rates", (z1,), (Ref("x_dot", 0, 1),))),
        (Call("outputs", (z1,), (Y,)),),
        state_names=("x",),
        nominal_x=(1.0,),
    )


def robertson() -> Problem:
    """Robertson's stiff chemical reaction."""
    x = ca.SX.sym("x", 3)
    first, second, third = 0.04 * x[0], 3e7 * x[1] ** 2, 1e4 * x[1] * x[2]
    functions = {
        "start": ca.Function("start", [], [ca.DM([1, 0, 0])]),
        "rates": ca.Function("rates", [x], [ca.vertcat(third - first, first - third - second, second)]),
        "outputs": ca.Function("outputs", [x], [x]),
    }
    x3 = Ref("x", 0, 3)
    return Problem(
        "Robertson",
        "A stiff chemical reaction",
        (Variable("x", "output", "continuous", "1", "shares", Ref("y", 0, 3), (), (3,)),),
        {"t": 1, "x": 3, "x_dot": 3, "y": 3},
        functions,
        (),
        (Call("start", (), (x3,)),),
        (Call("rates", (x3,), (Ref("x_dot", 0, 3),)),),
        (Call("outputs", (x3,), (Ref("y", 0, 3),)),),
        state_names=("A", "B", "C"),
        nominal_x=(1.0, 1e-4, 1.0),
        integrator="radau",
        step_size=1.0,
        stop_time=40.0,
    )


def bursting() -> Problem:
    """x_dot = x^2 from 1: x = 1 / (1 - t) is gone at t = 1; the rate sqrt(1 - 2 u t) of the second state at t = 1 / (2 u)."""
    x, u, t = ca.SX.sym("x", 2), ca.SX.sym("u"), ca.SX.sym("t")
    functions = {
        "start": ca.Function("start", [], [ca.DM([1, 0])]),
        "rates": ca.Function("rates", [t, x, u], [ca.vertcat(x[0] ** 2, ca.sqrt(1 - 2 * u * t))]),
    }
    return Problem(
        "Bursting",
        "",
        (Variable("u", "input", "continuous", "1", "end of the second state", U, (0.0,)),),
        {"t": 1, "x": 2, "u": 1, "x_dot": 2},
        functions,
        (),
        (Call("start", (), (X2,)),),
        (Call("rates", (T, X2, U), (X_DOT2,)),),
        (),
        state_names=("growing", "rooted"),
        nominal_x=(1.0, 1.0),
    )


def resting() -> Problem:
    """x_dot = -100 x (x > 0) or -50 x (x < 0) from 1, by a mode, beside a large state that turns x's last digits into noise."""
    x, m = ca.SX.sym("x", 2), ca.SX.sym("m")
    functions = {
        "start": ca.Function("start", [], [ca.DM([1.0, 1e7])]),
        "rates": ca.Function("rates", [x, m], [ca.vertcat(-50 * x[0] * (1 + m), 1e9 * x[0] - 0.3 * x[1]), x[0]]),
    }
    return Problem(
        "Resting",
        "",
        (),
        {"t": 1, "x": 2, "m": 1, "x_dot": 2, "g": 1},
        functions,
        (),
        (Call("start", (), (X2,)),),
        (Call("rates", (X2, Ref("m", 0, 1)), (X_DOT2, Ref("g", 0, 1))),),
        (),
        state_names=("resting", "large"),
        mode_names=("positive",),
        nominal_x=(1.0, 1e5),
        integrator="radau",
    )


def sliding() -> Problem:
    """A mass that dry friction of 5 N has stopped at t = 0.2042 s, written without a mode: v_dot = sin(t) - 5 sign(v)."""
    t, x = ca.SX.sym("t"), ca.SX.sym("x", 2)
    functions = {
        "start": ca.Function("start", [], [ca.DM([0.0, 1.0])]),
        "rates": ca.Function("rates", [t, x], [ca.vertcat(x[1], ca.sin(t) - 5 * ca.sign(x[1]))]),
        "outputs": ca.Function("outputs", [x], [x]),
    }
    return Problem(
        "Sliding",
        "",
        (Variable("s", "output", "continuous", "m", "position and speed", Y2, (), (2,)),),
        {"t": 1, "x": 2, "x_dot": 2, "y": 2},
        functions,
        (),
        (Call("start", (), (X2,)),),
        (Call("rates", (T, X2), (X_DOT2,)),),
        (Call("outputs", (X2,), (Y2,)),),
        state_names=("s", "v"),
        nominal_x=(1.0, 1.0),
        step_size=0.01,
        stop_time=1.0,
    )


def oscillating(w: float) -> Problem:
    """x_dot = w y, y_dot = -w x from (1, 0): x = cos(w t)."""
    x = ca.SX.sym("x", 2)
    functions = {
        "start": ca.Function("start", [], [ca.DM([1.0, 0.0])]),
        "rates": ca.Function("rates", [x], [ca.vertcat(w * x[1], -w * x[0])]),
        "outputs": ca.Function("outputs", [x], [x[0]]),
    }
    return Problem(
        "Oscillating",
        "",
        (Variable("x", "output", "continuous", "1", "cosine", Y, ()),),
        {"t": 1, "x": 2, "x_dot": 2, "y": 1},
        functions,
        (),
        (Call("start", (), (X2,)),),
        (Call("rates", (X2,), (X_DOT2,)),),
        (Call("outputs", (X2,), (Y,)),),
        state_names=("x", "y"),
        nominal_x=(1.0, 1.0),
        step_size=0.01,
    )


def sampled(period: float = 0.1) -> Problem:
    """A state that rises or falls at the rate which the host gives for t and x at multiples of the period; the output is the state."""
    held, clock, due, x, y = Ref("r", 0, 1), Ref("r", 1, 2), Ref("next", 0, 1), Ref("x", 0, 1), Ref("y", 0, 1)
    column, first, done = ca.SX.sym("column"), ca.SX.sym("first"), ca.SX.sym("done")
    holds = ca.vertcat(first, done)
    return Problem(
        "Sampled",
        "A zigzag",
        (Variable("y", "output", "continuous", "m", "where it is", y, ()),),
        {"t": 1, "x": 1, "x_dot": 1, "y": 1, "r": 3, "next": 1},
        {
            "same": ca.Function("same", [column], [column]),
            "start": ca.Function("start", [column], [ca.vertcat(column, 0.0), column]),
            "tick": ca.Function("tick", [holds], [ca.vertcat(first, done + 1.0), first + (done + 1.0) * period]),
        },
        (),
        (Call("start", (T,), (clock, due)),),
        (Call("same", (held,), (Ref("x_dot", 0, 1),)),),
        (Call("same", (x,), (y,)),),
        state_names=("y",),
        nominal_x=(1.0,),
        events=(TimeEvent("Sampled", due, (HostCall("rate", (x, T), (held,)), Call("tick", (clock,), (clock, due)))),),
    )


def remembering() -> Problem:
    """cos t and how deep it has been behind accepted steps."""
    x, r = ca.SX.sym("x", 2), ca.SX.sym("r")
    held = Ref("r", 0, 1)
    return Problem(
        "Remembering",
        "A swing that remembers",
        (
            Variable("c", "output", "continuous", "1", "cosine", Ref("y", 0, 1), ()),
            Variable("deepest", "output", "continuous", "1", "how deep it has been", Ref("y", 1, 1), ()),
        ),
        {"t": 1, "x": 2, "x_dot": 2, "y": 2, "r": 1},
        {
            "start": ca.Function("start", [], [ca.DM([1.0, 0.0]), ca.DM(0.0)]),
            "rates": ca.Function("rates", [x], [ca.vertcat(-x[1], x[0])]),
            "outputs": ca.Function("outputs", [x, r], [ca.vertcat(x[0], r)]),
            "remember": ca.Function("remember", [x, r], [ca.fmax(r, -x[0])]),
        },
        (),
        (Call("start", (), (X2, held)),),
        (Call("rates", (X2,), (X_DOT2,)),),
        (Call("outputs", (X2, held), (Y2,)),),
        state_names=("c", "s"),
        nominal_x=(1.0, 1.0),
        accepted=(Call("remember", (X2, held), (held,)),),
    )


def conduction(arms: int = 3, cells: int = 12) -> Problem:
    """Heat in rods that meet: each cell exchanges heat with its neighbours, and its core with its own skin. Rates are a matrix times temperatures."""
    n = 2 * (1 + arms * cells)
    A = np.zeros((n, n))

    def exchange(i: int, j: int, conductance: float) -> None:
        A[[i, j], [i, j]] -= conductance
        A[[i, j], [j, i]] += conductance

    for i in range(n // 2):
        exchange(2 * i, 2 * i + 1, 3.0)
    for arm in range(arms):
        path = [0, *(1 + arm * cells + i for i in range(cells))]
        for a, b in zip(path, path[1:]):
            exchange(2 * a, 2 * b, 40.0 + a)
    x, x_ref = ca.SX.sym("x", n), Ref("x", 0, n)
    functions = {
        "start": ca.Function("start", [], [ca.DM(np.cos(np.arange(n)))]),
        "rates": ca.Function("rates", [x], [ca.mtimes(ca.sparsify(ca.DM(A)), x)]),
        "outputs": ca.Function("outputs", [x], [x]),
    }
    return Problem(
        "Conduction",
        "Heat in rods that meet",
        (Variable("x", "output", "continuous", "K", "temperatures", Ref("y", 0, n), (), (n,)),),
        {"t": 1, "x": n, "x_dot": n, "y": n},
        functions,
        (),
        (Call("start", (), (x_ref,)),),
        (Call("rates", (x_ref,), (Ref("x_dot", 0, n),)),),
        (Call("outputs", (x_ref,), (Ref("y", 0, n),)),),
        state_names=tuple(f"cell{i // 2}.{'core' if i % 2 == 0 else 'skin'}" for i in range(n)),
        nominal_x=(1.0,) * n,
        integrator="radau",
        step_size=0.1,
        stop_time=1.0,
    )


def conduction_matrix(problem: Problem) -> np.ndarray:
    """That of the rates of `conduction`."""
    rates, n = problem.functions["rates"], problem.sizes["x"]
    return np.column_stack([rates(e).full().ravel() for e in np.eye(n)])
