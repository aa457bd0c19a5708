"""Problems with constrained solves: against closed forms, saved and restored; and which outputs depend on which inputs."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from mbfmu.base.errors import StepFailed
from mbfmu.engine.instance import Instance
from mbfmu.problem.data.dependencies import direct_feedthrough
from mbfmu.problem.data.problem import Problem, Variable
from mbfmu.problem.data.ref import Ref
from mbfmu.problem.data.steps import Call, ConstrainedSolve, ConstraintMethod, MultiplierSolve
from tests.tolerances import ROUNDOFF

G, MASS = 9.81, 2.0


every_method = pytest.mark.parametrize("method", ConstraintMethod, ids=lambda method: method.name.lower())


def rod(method) -> Problem:
    """A point mass on a massless rod, which two rows say: r.a = -v.v, and twice that, not kept; input: force along x."""
    x, u, a, l = ca.SX.sym("x", 4), ca.SX.sym("u"), ca.SX.sym("a", 2), ca.SX.sym("l", 2)
    r, v = x[:2], x[2:]
    row = [MASS * ca.vec(ca.SX.eye(2)), ca.vertcat(u, -MASS * G), ca.vertcat(r, 2 * r), ca.dot(v, v) * ca.DM([-1, -2]), ca.DM([1, 0])]
    functions = {
        "start": ca.Function("start", [], [ca.DM([0.6, -0.8, 0, 0])]),
        "rows": ca.Function("rows", [x, u], [*(ca.densify(part) for part in row), v]),
        "outputs": ca.Function("outputs", [a, l], [ca.vertcat(a, l)]),
    }
    x4, u1, a2, l2, y4 = Ref("x", 0, 4), Ref("u", 0, 1), Ref("x_dot", 2, 2), Ref("l", 0, 2), Ref("y", 0, 4)
    rows = Ref("M", 0, 4), Ref("f", 0, 2), Ref("A", 0, 4), Ref("b", 0, 2), Ref("kept", 0, 2)
    return Problem(
        "Rod",
        "A point mass on a rod",
        (
            Variable("f", "input", "continuous", "N", "force along x", u1, (0.0,)),
            Variable("found", "output", "continuous", "1", "accelerations, multipliers", y4, (), (4,)),
        ),
        {"t": 1, "x": 4, "u": 1, "x_dot": 4, "M": 4, "f": 2, "A": 4, "b": 2, "kept": 2, "lost": 1, "l": 2, "y": 4},
        functions,
        (),
        (Call("start", (), (x4,)),),
        (Call("rows", (x4, u1), (*rows, Ref("x_dot", 0, 2))), ConstrainedSolve(method, *rows, Ref("lost", 0, 1), a2, l2, "Rod")),
        (Call("outputs", (a2, l2), (y4,)),),
        state_names=("x", "y", "vx", "vy"),
        nominal_x=(1.0,) * 4,
    )


def two_groups(schur: tuple[float, ...], kept: tuple[float, ...]) -> Problem:
    """S l = r for the rows (0, 2) and (1,), `schur` its lower triangle, the right side of row 1 an input, of the others (3, 4)."""
    u = ca.SX.sym("u")
    functions = {
        "rows": ca.Function("rows", [u], [ca.DM(schur), ca.vertcat(3, u, 4), ca.DM(kept)]),
        "outputs": ca.Function("outputs", [l := ca.SX.sym("l", 3)], [l]),
    }
    u1, l3, y3 = Ref("u", 0, 1), Ref("l", 0, 3), Ref("y", 0, 3)
    given = Ref("S", 0, 4), Ref("r", 0, 3), Ref("kept", 0, 3)
    return Problem(
        "Loops",
        "Two loops",
        (
            Variable("r", "input", "continuous", "1", "right side", u1, (5.0,)),
            Variable("l", "output", "continuous", "1", "multipliers", y3, (), (3,)),
        ),
        {"t": 1, "u": 1, "S": 4, "r": 3, "kept": 3, "lost": 1, "l": 3, "y": 3},
        functions,
        (),
        (),
        (Call("rows", (u1,), given), MultiplierSolve(*given, Ref("lost", 0, 1), l3, (0, 1, 2), ((0, 0), (2, 0), (2, 2), (1, 1)), "Loops")),
        (Call("outputs", (l3,), (y3,)),),
    )


def multipliers(schur: tuple[float, ...], kept: tuple[float, ...] = (1, 1, 1)) -> tuple[np.ndarray, float]:
    instance = Instance(two_groups(schur, kept))
    instance.initialize()
    return instance.get("l"), instance.get(Ref("lost", 0, 1))[0]


@every_method
def test_rod(method) -> None:
    """Acceleration and multiplier from the closed form l = m (g.r - v.v) / r.r, and its own saved state gives the same bits."""
    instance = Instance(rod(method))
    instance.initialize()
    l = -MASS * G * 0.8
    assert instance.get("found") == pytest.approx([0.6 * l / MASS, -G - 0.8 * l / MASS, l, 0.0], abs=ROUNDOFF)
    saved = instance.save()
    runs = []
    for _ in range(2):
        instance.restore(saved)
        instance.advance(0.3)
        runs.append(instance.save())
    assert runs[0] == runs[1] != saved


@every_method
def test_accelerations_depend_on_forces(method) -> None:
    """Everything on everything that enters the solve."""
    assert direct_feedthrough(rod(method)).all()


def test_multipliers_by_groups() -> None:
    """Each group from its own block; rows not kept have none; only the input's group depends on it."""
    assert multipliers((2, 1, 4, 10)) == (pytest.approx([8 / 7, 0.5, 5 / 7], abs=ROUNDOFF), 0)
    assert multipliers((2, 1, 4, 10), (0, 1, 1)) == (pytest.approx([0, 0.5, 1], abs=ROUNDOFF), 0)
    assert direct_feedthrough(two_groups((2, 1, 4, 10), (1, 1, 1))).tolist() == [[False], [True], [False]]


def test_multipliers_at_a_singular_position() -> None:
    """Rows 0 and 2 depend on each other for the moment, row 1 vanishes."""
    l, lost = multipliers((1, 4 / 3, 16 / 9, 0))
    assert lost == 2 and l[1] == 0 and l[0] + 4 / 3 * l[2] == pytest.approx(3, abs=ROUNDOFF)


def test_multipliers_refuse_bad_numbers() -> None:
    with pytest.raises(StepFailed, match="Loops: .*not numbers"):
        multipliers((2, np.nan, 4, 10))
