"""Functions in C and their derivatives."""

import casadi as ca
import numpy as np
import pytest

from mbfmu.engine.instance import Instance
from mbfmu.problem.codegen.functions import forward, reverse
from mbfmu.problem.data.steps import Call
from tests.library import problem_of
from tests.tolerances import ROUNDOFF

MODELS = ("crane", "four_bar", "hydraulics", "rolling_disk", pytest.param("wheel_loader", marks=pytest.mark.slow))


def calls(name: str):
    """The calls of a model with the values of their arguments at the start, at rest and with its inputs zero."""
    problem = problem_of(name)
    instance = Instance(problem)
    instance.initialize()
    for step in (*problem.derive, *problem.derivative, *problem.output):
        if isinstance(step, Call):
            at = [instance.get(ref) for ref in step.arguments]
            yield problem.functions[step.function], at
            rest = [np.r_[v[: v.size - v.size // 2], np.zeros(v.size // 2)] if r.slot == "x" else v for r, v in zip(step.arguments, at)]
            yield problem.functions[step.function], [0 * v if r.slot == "u" else v for r, v in zip(step.arguments, rest)]


@pytest.mark.parametrize("name", MODELS)
def test_derivatives(name: str) -> None:
    """Forward derivatives are the Jacobian times seeds, reverse ones its transpose times seeds, and all are numbers."""
    random = np.random.default_rng(1)
    for function, at in calls(name):
        if not function.n_in():
            continue
        whole = ca.vertcat(*(ca.SX.sym(f"a{i}", a.size) for i, a in enumerate(at)))
        pieces = ca.vertsplit(whole, np.cumsum([0, *(a.size for a in at)]).tolist())
        jacobian = ca.Function("jacobian", [whole], [ca.densify(ca.jacobian(ca.vertcat(*function.call(pieces)), whole))])
        J = np.array(jacobian(np.concatenate(at)))
        seeds = [random.normal(size=a.size) for a in at]
        results = [random.normal(size=function.size1_out(i)) for i in range(function.n_out())]
        along = np.concatenate([r.full().ravel() for r in forward("f", function).call([*at, *seeds])])
        back = np.concatenate([r.full().ravel() for r in reverse("f", function).call([*at, *results])])
        assert np.isfinite(along).all() and np.isfinite(back).all()
        sizes = np.abs(J) @ np.abs(np.concatenate(seeds)), np.abs(J).T @ np.abs(np.concatenate(results))
        assert (np.abs(along - J @ np.concatenate(seeds)) <= ROUNDOFF * (sizes[0].max() + 1)).all()
        assert (np.abs(back - J.T @ np.concatenate(results)) <= ROUNDOFF * (sizes[1].max() + 1)).all()
