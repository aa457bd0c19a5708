"""Solves with a mass matrix and Newton's in C: values against exact solutions and Python, tangents against differences, adjoints against tangents."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import lambertw

from mbfmu.runtime.steps import Call, NewtonSolve, Ref, SpdSolve
from tests.tolerances import CONDITIONED, EPS, ROUNDOFF

from .rig import Rig
from .solving import as_python, check_derivatives, newton_functions, relative_direction


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


def test_spd_solve_names_the_row(solves) -> None:
    rig = spd(solves, 3, 0)
    rig["M"] = np.diag([1.0, -1.0, 1.0])
    native, python = as_python(rig)
    assert native == python and not rig["x"].any()


def newton(solves, tmp_path, u, z=(0.0, 0.0)) -> Rig:
    functions, _ = newton_functions(tmp_path)
    results = (Ref("r", 0, 2), Ref("J", 0, 4))
    evaluate = Call("equations", (Ref("z", 0, 2), Ref("u", 0, 2)), results)
    step = NewtonSolve((evaluate,), *results, Ref("z", 0, 2), (1.0, 1.0), "the unknown W")
    return Rig(solves, "NEWTON_SOLVE", step, {"z": z, "u": u, "r": [0, 0], "J": np.zeros(4)}, functions)


@pytest.mark.parametrize("u", [(1.0, 0.0), (1e6, 0.0), (3.0, 2.0), (0.0, 1.0)])
def test_newton_solve(solves, tmp_path, u) -> None:
    """Lambert's W where the unknowns are apart; Python's solution where they are coupled."""
    rig = newton(solves, tmp_path, u)
    rig.run()
    rig.run_python()
    assert rig["z"] == pytest.approx(rig.python["z"], rel=ROUNDOFF)
    if not u[1]:
        assert rig["z"][0] == pytest.approx(lambertw(u[0]).real, rel=ROUNDOFF)
    check_derivatives(rig, {"u": np.array([0.1, -0.2]) * (1 + np.abs(u))}, ("z",))


@pytest.mark.parametrize("u", [(-5.0, 0.0), (np.nan, 0.0), (1.0, np.inf)])
def test_newton_solve_names_the_unknown(solves, tmp_path, u) -> None:
    """In the words of Python; the unknowns keep their values."""
    rig = newton(solves, tmp_path, u, z=(0.25, 0.5))
    native, python = as_python(rig)
    assert native.split(" at ")[0] == python.split(" at ")[0]
    assert rig["z"].tolist() == [0.25, 0.5]
