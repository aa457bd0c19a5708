"""The integrators in C: against SciPy's DOP853, published numbers, and what they say where they cannot go on."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest

from mbfmu.runtime.errors import StepFailed
from mbfmu.runtime.problem import Problem
from mbfmu.runtime.steps import Call
from tests.runtime.problems import X2, X_DOT2, bursting, pendulum, robertson
from tests.runtime.test_integrators import exact_pendulum
from tests.tolerances import INTEGRATION, PROPORTIONAL

from .native_model import NativeModel, build


def oscillator(rate: ca.SX, x: ca.SX, stiff: bool = False) -> Problem:
    """x'' = rate, from (2, 0)."""
    functions = {"start": ca.Function("start", [], [ca.DM([2, 0])]), "rates": ca.Function("rates", [x], [ca.vertcat(x[1], rate)])}
    return Problem(
        "Oscillator", "", (), {"t": 1, "x": 2, "x_dot": 2}, functions, (), (Call("start", (), (X2,)),), (Call("rates", (X2,), (X_DOT2,)),), (),
        state_names=("x", "v"), nominal_x=(1.0, 1.0), stiff=stiff,
    )  # fmt: skip


def van_der_pol(mu: float) -> Problem:
    x = ca.SX.sym("x", 2)
    return oscillator(mu * (1 - x[0] ** 2) * x[1] - x[0], x, stiff=True)


@pytest.fixture(scope="module", params=[False, True], ids=["dormand_prince", "radau"])
def swing(request, tmp_path_factory):
    """Makes instances of a damped pendulum."""
    problem = replace(pendulum(), stiff=request.param)
    library = build(tmp_path_factory.mktemp("pendulum"), problem)
    return lambda: started(NativeModel(library, problem))


def started(model: NativeModel) -> NativeModel:
    model.initialize()
    return model


def test_error_follows_tolerance(swing) -> None:
    exact, errors = exact_pendulum(np.array([0.0, 3.0]))[:, -1], []
    for tolerance in (1e-5, 1e-7, 1e-9):
        model = swing()
        model.advance(3.0, tolerance)
        errors.append(np.abs(model["x"] - exact).max())
        assert errors[-1] < PROPORTIONAL * tolerance
    assert errors[0] / errors[1] > 10 and errors[1] / errors[2] > 10


def test_any_partition_of_time(swing) -> None:
    times = np.array([0.0, 1e-6, 1e-3, 0.3, 0.3005, 2.0, 5.0])
    model = swing()
    for t, exact in zip(times, exact_pendulum(times).T):
        model.advance(t, 1e-10)
        assert model["t"][0] == t
        assert model["x"] == pytest.approx(exact, abs=INTEGRATION)


def test_restored_run_continues_to_the_last_bit(swing) -> None:
    model, other = swing(), swing()
    for k in range(1, 20):
        model.advance(0.05 * k)
    state = model.save()
    for k in range(20, 40):
        model.advance(0.05 * k)
    other.advance(7.0, 1e-3)
    other.restore(state)
    for k in range(20, 40):
        other.advance(0.05 * k)
    assert other.save() == model.save()


def test_steps_that_share_memory_cost_no_more(swing) -> None:
    """Communication points that the step size reaches anyway make no steps but their own."""
    model = swing()
    model.advance(2.0, 1e-8)
    once, model = model.points, swing()
    for k in range(1, 21):
        model.advance(0.1 * k, 1e-8)
    assert model.points <= once + 20


def test_robertson(tmp_path) -> None:
    """The published solution at t = 40 (Hairer & Wanner II, section IV.10)."""
    problem = robertson()
    model = started(NativeModel(build(tmp_path, problem), problem))
    model.advance(40.0, 1e-9)
    assert model["x"] == pytest.approx([0.7158270688, 9.185534765e-6, 0.2841637457], abs=INTEGRATION)


def test_van_der_pol(tmp_path) -> None:
    """The published solution for mu = 1000 at t = 2000 (Mazzia & Magherini, Test Set for IVP Solvers, problem VDPOLM)."""
    problem = van_der_pol(1e3)
    model = started(NativeModel(build(tmp_path, problem), problem))
    model.advance(2000.0, 1e-10)
    assert model["x"] == pytest.approx([1.706167732170483, -8.928097010247975e-4], abs=INTEGRATION)
    assert model.points < 20_000  # an explicit method would take a million and more


@pytest.mark.parametrize("stiff", [False, True])
def test_dead_ends_are_named(stiff: bool, tmp_path) -> None:
    """Where rates are infinite or not a number, the error says which state and when, and the instance is as before."""
    problem = replace(bursting(), stiff=stiff)
    library = build(tmp_path, problem)
    for u, words in ((0.0, r"from t = (0\.9999|1).* s: .*growing .*(too fast|not a number)"), (1.0, r"from t = 0\.[45].* s: the rate of rooted")):
        model = NativeModel(library, problem)
        model.set("u", u)
        model.initialize()
        before = model.save()
        with pytest.raises(StepFailed, match=words):
            model.advance(2.0)
        assert model.save() == before


def test_steps_are_limited(tmp_path) -> None:
    x = ca.SX.sym("x", 2)
    problem = oscillator(-1e12 * x[0], x)
    model = started(NativeModel(build(tmp_path, problem), problem))
    with pytest.raises(StepFailed, match=r"after 1000000 steps the integration is only at t = .* s; loosen the tolerance or look for a stiff part"):
        model.advance(1e3, 1e-8)
    assert model["t"][0] == 0.0


def test_time_moves_forward_only(swing) -> None:
    model = swing()
    model.advance(0.5)
    before = model.save()
    for t_end, shown in ((0.25, "0.25"), (np.nan, "nan"), (np.inf, "inf")):
        with pytest.raises(StepFailed, match=rf"time moves forward only: from t = 0\.5 s it cannot go to {shown} s"):
            model.advance(t_end)
    with pytest.raises(StepFailed, match=r"the tolerance must be > 0 and < 1, not 1\.0"):
        model.advance(1.0, 1.0)
    model.advance(0.5)
    assert model.save() == before
