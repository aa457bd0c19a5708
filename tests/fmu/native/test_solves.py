"""Solves with a mass matrix and Newton's in C: values against NumPy, SciPy and closed forms; derivatives against differences and each other."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.optimize import brentq
from scipy.special import lambertw

from mbfmu.base.errors import StepFailed
from mbfmu.engine.instance import Instance
from mbfmu.problem.data.ref import Ref
from mbfmu.problem.data.steps import Call, NewtonSolve, SpdSolve
from tests.engine.problems import lambert, two_masses
from tests.running import future
from tests.tolerances import CONDITIONED, EPS, INTEGRATION, ROUNDOFF

from .rig import Rig
from .solving import check_derivatives, refusal, relative_direction


def spd(solves, n: int, seed: int) -> Rig:
    random = np.random.default_rng(seed)
    G = random.normal(size=(n, n + 3))
    step = SpdSolve(Ref("M", 0, n * n), Ref("f", 0, n), Ref("x", 0, n), "the mass matrix of the rig")
    return Rig(solves, "SPD_SOLVE", step, {"M": G @ G.T, "f": random.normal(size=n), "x": np.zeros(n)})


@pytest.mark.parametrize("n", [1, 2, 10, 30])
def test_spd_solve(solves, n: int) -> None:
    rig = spd(solves, n, n)
    M = rig["M"].reshape(n, n)
    rig.run()
    assert rig["x"] == pytest.approx(np.linalg.solve(M, rig["f"]), abs=CONDITIONED * EPS * np.linalg.cond(M) * np.abs(rig["x"]).max())
    direction = relative_direction(rig, "Mf", 1)
    direction["M"] *= 1e-2 / n
    check_derivatives(rig, direction, ("x",))


def test_spd_solve_in_motion() -> None:
    """A linear oscillator by the matrix exponential."""
    instance = Instance(two_masses())
    instance.initialize()
    instance.advance(3.0, 1e-10)
    system = np.zeros((4, 4))
    system[:2, 2:], system[2:, :2] = np.eye(2), -np.linalg.inv([[2, 0.5], [0.5, 1]])
    assert instance.get("q") == pytest.approx((expm(3 * system) @ [1, 0, 0, 0])[:2], abs=INTEGRATION)


def test_spd_solve_names_the_row(solves) -> None:
    rig = spd(solves, 3, 0)
    rig["M"] = np.diag([1.0, -1.0, 1.0])
    assert refusal(rig) == "the mass matrix of the rig: the matrix is not positive definite at row 2 of 3; look for a direction without inertia"
    assert not rig["x"].any()


def newton(solves, u, z=(0.0, 0.0)) -> Rig:
    results = (Ref("r", 0, 2), Ref("J", 0, 4))
    evaluate = Call("equations", (Ref("z", 0, 2), Ref("u", 0, 2)), results)
    step = NewtonSolve((evaluate,), *results, Ref("z", 0, 2), (1.0, 1.0), "the unknown W")
    return Rig(solves, "NEWTON_SOLVE", step, {"z": z, "u": u, "r": [0, 0], "J": np.zeros(4)})


def roots(u) -> np.ndarray:
    """The solution of newton_functions' equations for u[1] >= 0, where both unknowns grow with the first, bracket by bracket."""
    precise = {"xtol": 1e-15, "rtol": 4 * EPS}
    second = lambda z: brentq(lambda y: y + y**3 - u[1] * z, 0.0, 1.0 + u[1] * z, **precise)
    first = brentq(lambda z: z * np.exp(z) - u[0] + 0.1 * second(z), 0.0, 20.0, **precise)
    return np.array([first, second(first)])


@pytest.mark.parametrize("u", [(1.0, 0.0), (1e6, 0.0), (3.0, 2.0), (0.0, 1.0), (-0.3, 0.0)])
def test_newton_solve(solves, u) -> None:
    """Lambert's W where the unknowns are apart, to roundoff from a guess of 0, however far; the roots of SciPy where they are coupled."""
    rig = newton(solves, u)
    rig.run()
    expected = roots(u) if u[1] else np.array([lambertw(u[0]).real, 0.0])
    assert rig["z"] == pytest.approx(expected, rel=ROUNDOFF, abs=ROUNDOFF)
    check_derivatives(rig, {"u": np.array([0.1, -0.2]) * (1 + np.abs(u))}, ("z",))


@pytest.mark.parametrize("u", [(-5.0, 0.0), (np.nan, 0.0), (1.0, np.inf)])
def test_newton_solve_names_the_unknown(solves, u) -> None:
    """The unknowns keep their values."""
    rig = newton(solves, u, z=(0.25, 0.5))
    said = refusal(rig)
    assert said.startswith("the unknown W: ")
    assert ("the residual is not a number at 0.25, 0.5" in said) != np.isfinite(u).all()
    assert rig["z"].tolist() == [0.25, 0.5]


def test_newton_solve_that_fails_changes_nothing() -> None:
    instance = Instance(lambert())
    instance.initialize()
    before = future(instance)
    instance.set("u", -5.0)
    with pytest.raises(StepFailed, match="the unknown W: "):
        instance.advance(1.0)
    instance.set("u", 0.0)
    assert future(instance) == before
