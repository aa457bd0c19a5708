"""All integrators against SciPy's DOP853, published numbers, and the orders they claim."""

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu.base.errors import StepFailed
from mbfmu.engine.instance import Instance
from mbfmu.problem.data.integrators import BY_ERROR, INTEGRATORS
from mbfmu.problem.data.problem import Problem, Variable
from mbfmu.problem.data.ref import Ref
from mbfmu.problem.data.steps import Call
from tests.tolerances import ASYMPTOTIC, INTEGRATION, LAST_PLACES, PROPORTIONAL

from .problems import DAMPING, LENGTH, MASS, X2, X_DOT2, Y2, G, bursting, pendulum, robertson


def exact_pendulum(t: np.ndarray) -> np.ndarray:
    inertia = MASS * LENGTH**2
    rates = lambda _, x: [x[1], (-MASS * G * LENGTH * np.sin(x[0]) - DAMPING * x[1]) / inertia]
    return solve_ivp(rates, (0, t[-1]), [1.0, 0.0], "DOP853", t, rtol=1e-13, atol=1e-13).y


def spiral(integrator: str) -> Problem:
    """x_dot = [[-0.5, -1], [1, -0.5]] x from (1, 0): x = exp(-t / 2) (cos t, sin t); of a size at which no step is refused."""
    x = ca.SX.sym("x", 2)
    return oscillating(ca.vertcat(-0.5 * x[0] - x[1], x[0] - 0.5 * x[1]), x, (1.0, 0.0), integrator, nominal=1e6)


def oscillating(rates: ca.SX, x: ca.SX, start: tuple[float, float], integrator: str = "dormand_prince", nominal: float = 1.0) -> Problem:
    """x_dot = rates(x) from `start`; the states are shown."""
    functions = {
        "start": ca.Function("start", [], [ca.DM(start)]),
        "rates": ca.Function("rates", [x], [rates]),
        "outputs": ca.Function("outputs", [x], [x]),
    }
    return Problem(
        "Oscillator",
        "",
        (Variable("x", "output", "continuous", "1", "states", Y2, (), (2,)),),
        {"t": 1, "x": 2, "x_dot": 2, "y": 2},
        functions,
        (),
        (Call("start", (), (X2,)),),
        (Call("rates", (X2,), (X_DOT2,)),),
        (Call("outputs", (X2,), (Y2,)),),
        state_names=("x", "v"),
        nominal_x=(nominal, nominal),
        integrator=integrator,
    )


def started(problem: Problem) -> tuple[Instance, list[float]]:
    """An instance, and the times of its accepted steps."""
    instance, times = Instance(problem), []
    instance.passing = times.append
    instance.initialize()
    return instance, times


@pytest.mark.parametrize(("integrator", "order"), [("bogacki_shampine", 3), ("dormand_prince", 5), ("radau", 5)])
def test_order(integrator: str, order: int) -> None:
    """One step's error shrinks with its size to the power of its order and one more."""
    errors = []
    for h in (0.4, 0.2):
        instance, times = started(spiral(integrator))
        instance.advance(1.0, 0.5)  # from here steps are long enough
        turn = np.exp(-h / 2) * np.array([[np.cos(h), -np.sin(h)], [np.sin(h), np.cos(h)]])
        exact, _ = turn @ instance.buffers["x"], times.clear()
        instance.advance(1.0 + h, 0.5)
        assert len(times) == 1
        errors.append(np.abs(instance.buffers["x"] - exact).max())
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order + 1, abs=ASYMPTOTIC)


def following(rate: float) -> Problem:
    """x_dot = rate (u - x) from 0."""
    x, u = ca.SX.sym("x"), ca.SX.sym("u")
    state, x_dot, y, given = Ref("x", 0, 1), Ref("x_dot", 0, 1), Ref("y", 0, 1), Ref("u", 0, 1)
    functions = {
        "start": ca.Function("start", [], [ca.DM(0.0)]),
        "rates": ca.Function("rates", [x, u], [rate * (u - x)]),
        "outputs": ca.Function("outputs", [x], [x]),
    }
    variables = (Variable("u", "input", "continuous", "1", "goal", given, (0.0,)), Variable("x", "output", "continuous", "1", "follows", y, ()))
    return Problem(
        "Following",
        "",
        variables,
        {"t": 1, "u": 1, "x": 1, "x_dot": 1, "y": 1},
        functions,
        (),
        (Call("start", (), (state,)),),
        (Call("rates", (state, given), (x_dot,)),),
        (Call("outputs", (state,), (y,)),),
        state_names=("x",),
        nominal_x=(1.0,),
        integrator="radau",
    )


def test_a_stiff_state_jumps_in_one_step() -> None:
    """An input that jumps is followed within 1e-8 s: Radau IIA needs no steps for that, as only the error that is filtered twice tells.

    Hairer, Wanner, Solving Ordinary Differential Equations II, section IV.8: filtered once, the error tends to the jump, filtered twice to zero.
    """
    instance, times = started(following(1e8))
    instance.advance(10.0, 1e-4)
    instance.set("u", 1.0)
    times.clear()
    instance.advance(11.0, 1e-4)
    assert times == [11.0]
    assert instance.get("x") == pytest.approx(1.0, abs=INTEGRATION)


@pytest.mark.parametrize("integrator", BY_ERROR)
def test_error_follows_tolerance(integrator: str) -> None:
    """A tolerance a hundred times smaller gives an error about a hundred times smaller, and errors are of its size."""
    exact, errors = exact_pendulum(np.array([0.0, 3.0]))[:, -1], []
    for tolerance in (1e-5, 1e-7, 1e-9):
        instance = Instance(replace(pendulum(), integrator=integrator))
        instance.initialize()
        instance.advance(3.0, tolerance)
        errors.append(np.abs(instance.buffers["x"] - exact).max())
        assert errors[-1] < PROPORTIONAL * tolerance
    assert errors[0] / errors[1] > 10 and errors[1] / errors[2] > 10


@pytest.mark.parametrize("integrator", ["bogacki_shampine", "dormand_prince"])
@pytest.mark.parametrize("tolerance", [1e-3, 1e-4, 1e-5])
def test_steps_with_modes_end_where_the_equations_hold(integrator: str, tolerance: float) -> None:
    """A tank with h_dot = 50 (0.001 - sqrt(h)) comes to rest at 1e-6 m; below 0 there is no rate, and a step that ends there is taken again."""
    x, h, h_dot, full, y = ca.SX.sym("x"), Ref("x", 0, 1), Ref("x_dot", 0, 1), Ref("g", 0, 1), Ref("y", 0, 1)
    functions = {
        "start": ca.Function("start", [], [ca.DM(1.0)]),
        "rates": ca.Function("rates", [x], [50.0 * (1e-3 - ca.sqrt(x)), x - 2.0]),
        "outputs": ca.Function("outputs", [x], [x]),
    }
    tank = Problem(
        "Tank",
        "",
        (Variable("h", "output", "continuous", "m", "level", y, ()),),
        {"t": 1, "x": 1, "x_dot": 1, "y": 1, "m": 1, "g": 1},
        functions,
        (),
        (Call("start", (), (h,)),),
        (Call("rates", (h,), (h_dot, full)),),
        (Call("outputs", (h,), (y,)),),
        state_names=("h",),
        mode_names=("full",),
        nominal_x=(1.0,),
        integrator=integrator,
    )
    instance, _ = started(tank)
    instance.advance(1.0, tolerance)
    assert 0.0 <= instance.outputs()[0] < PROPORTIONAL * tolerance


@pytest.mark.parametrize("integrator", BY_ERROR)
def test_any_partition_of_time(integrator: str) -> None:
    """Steps of any length meet the same trajectory and end exactly where they should."""
    times = np.array([0.0, 1e-6, 1e-3, 0.3, 0.3005, 2.0, 5.0])
    instance = Instance(replace(pendulum(), integrator=integrator))
    instance.initialize()
    for t, exact in zip(times, exact_pendulum(times).T):
        instance.advance(t, 1e-10)
        assert instance.t == t
        assert instance.buffers["x"] == pytest.approx(exact, abs=INTEGRATION)


@pytest.mark.parametrize("integrator", BY_ERROR)
def test_steps_that_share_memory_cost_no_more(integrator: str) -> None:
    """Communication points that the step size reaches anyway make no steps but their own."""
    problem = replace(pendulum(), integrator=integrator)
    instance, once = started(problem)
    instance.advance(2.0, 1e-8)
    instance, often = started(problem)
    for k in range(1, 21):
        instance.advance(0.1 * k, 1e-8)
    assert len(often) <= len(once) + 20


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_restored_run_continues_to_the_last_bit(integrator: str) -> None:
    """Also in an instance that was elsewhere in between."""
    (instance, _), (other, _) = (started(replace(pendulum(), integrator=integrator)) for _ in range(2))
    for k in range(1, 20):
        instance.advance(0.05 * k)
    state = instance.save()
    other.advance(7.0, 1e-3)
    other.restore(state)
    for each in (instance, other):
        for k in range(20, 40):
            each.advance(0.05 * k)
    assert other.save() == instance.save()


def test_robertson() -> None:
    """The published solution at t = 40 (Hairer & Wanner II, section IV.10)."""
    instance = Instance(robertson())
    instance.initialize()
    instance.advance(40.0, 1e-9)
    assert instance.buffers["x"] == pytest.approx([0.7158270688, 9.185534765e-6, 0.2841637457], abs=INTEGRATION)


def test_van_der_pol() -> None:
    """The published solution for mu = 1000 at t = 2000 (Mazzia & Magherini, Test Set for IVP Solvers, problem VDPOLM)."""
    x = ca.SX.sym("x", 2)
    instance, times = started(oscillating(ca.vertcat(x[1], 1e3 * (1 - x[0] ** 2) * x[1] - x[0]), x, (2.0, 0.0), integrator="radau"))
    instance.advance(2000.0, 1e-10)
    assert instance.buffers["x"] == pytest.approx([1.706167732170483, -8.928097010247975e-4], abs=INTEGRATION)
    assert len(times) < 20_000  # an explicit method would take a million and more


@pytest.mark.parametrize("integrator", BY_ERROR)
@pytest.mark.parametrize(
    ("u", "words"), [(0.0, r"from t = (0\.9999|1).* s: .*growing .*(too fast|not a number)"), (1.0, r"from t = 0\.[45].* s: the rate of rooted")]
)
def test_dead_ends_are_named(integrator: str, u: float, words: str) -> None:
    """Where rates are infinite or not a number, the error says which state and when, and the instance is as before."""
    instance = Instance(replace(bursting(), integrator=integrator))
    instance.set("u", u)
    instance.initialize()
    before = instance.save()
    with pytest.raises(StepFailed, match=words):
        instance.advance(2.0)
    assert instance.save() == before


@pytest.mark.parametrize("most", [100, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_steps_are_limited(most: int) -> None:
    """A run that would take for ever ends in words, the instance as before."""
    x = ca.SX.sym("x", 2)
    instance, _ = started(replace(oscillating(ca.vertcat(x[1], -1e12 * x[0]), x, (2.0, 0.0)), max_steps=most))
    with pytest.raises(StepFailed, match=rf"after {most} steps the integration is only at t = .* s; loosen the tolerance, .* or allow more"):
        instance.advance(1e3, 1e-8)
    assert instance.t == 0.0


def test_time_moves_forward_only() -> None:
    """To no earlier time, and to a time that is a number; to the present one nothing changes."""
    instance, _ = started(pendulum())
    instance.advance(0.5)
    before = instance.save()
    for t_end, shown in ((0.25, "0.25"), (np.nan, "nan"), (np.inf, "inf")):
        with pytest.raises(StepFailed, match=rf"time moves forward only: from t = 0\.5 s it cannot go to {shown} s"):
            instance.advance(t_end)
    with pytest.raises(StepFailed, match=r"the tolerance must be > 0 and < 1, not 1\.0"):
        instance.advance(1.0, 1.0)
    instance.advance(0.5)
    assert instance.save() == before


@pytest.mark.parametrize("integrator", [name for name in INTEGRATORS if name != "linearly_implicit_euler"])  # which errs in parabolas
def test_rounding_does_not_add_up(integrator: str) -> None:
    """Ten thousand steps of 0.1 s at 7.7 km/s and 1/3 m/s2, 6.7e6 m from the origin: both states are exact to the last places."""
    x = ca.SX.sym("x", 2)
    start, a, steps = (6.7e6, 7.7e3), 1.0 / 3.0, 10_000
    instance, _ = started(oscillating(ca.vertcat(x[1], ca.SX(a)), x, start, integrator))
    for i in range(steps):
        instance.advance(0.1 * (i + 1), 1e-9)
    t = 0.1 * steps
    exact = np.array([start[0] + start[1] * t + 0.5 * a * t**2, start[1] + a * t])
    assert (np.abs(instance.buffers["x"] - exact) <= LAST_PLACES * np.spacing(exact)).all()


def test_what_rounding_took_is_not_given_to_another_state() -> None:
    """A state that is set to zero from afar starts there exactly."""
    x = ca.SX.sym("x", 2)
    instance, _ = started(oscillating(ca.vertcat(x[1], ca.SX(0.0)), x, (6.7e6, 7.7e3 + 0.1)))
    for i in range(10):
        instance.advance(0.1 * (i + 1), 1e-9)
    instance.place(1.0, np.zeros(2))
    instance.advance(2.0, 1e-9)
    assert not instance.buffers["x"].any()
