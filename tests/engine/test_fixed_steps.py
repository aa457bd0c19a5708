"""Integrators in fixed steps: their orders, their stability, how long steps are, and events at their ends."""

from dataclasses import replace
from pathlib import Path

import casadi as ca
import fmpy
import numpy as np
import pytest

from mbfmu import (
    Body,
    MbfmuError,
    Model,
    Prismatic,
    PrismaticEndStop,
    Revolute,
    World,
    build_native,
    build_portable,
    compile_problem,
    lyapunov_exponents,
    simulate,
)
from mbfmu.base.errors import StepFailed
from mbfmu.engine.instance import Instance
from mbfmu.problem.data.integrators import BY_DERIVATIVES, IN_FIXED_STEPS
from mbfmu.problem.data.problem import Problem, Variable
from mbfmu.problem.data.ref import Ref
from mbfmu.problem.data.steps import Call
from tests.library import problem_of
from tests.tolerances import ASYMPTOTIC, ROUNDOFF

from .problems import bursting, chattering, pendulum
from .test_integrators import exact_pendulum, following, started

ORDERS = {"heun": 2, "runge_kutta": 4, "linearly_implicit_euler": 1, "rosenbrock": 3}
every_order = pytest.mark.parametrize(("integrator", "order"), ORDERS.items())
every_one = pytest.mark.parametrize("integrator", IN_FIXED_STEPS)


def in_steps(problem: Problem, integrator: str, step: float) -> Problem:
    return replace(problem, integrator=integrator, step_size=step)


def forced() -> Problem:
    """x_dot = -x^2 + cos(3 t) + 1 from 1, which depends on time itself."""
    x, t = ca.SX.sym("x"), ca.SX.sym("t")
    state, x_dot, y = Ref("x", 0, 1), Ref("x_dot", 0, 1), Ref("y", 0, 1)
    functions = {
        "start": ca.Function("start", [], [ca.DM(1.0)]),
        "rates": ca.Function("rates", [x, t], [-(x**2) + ca.cos(3 * t) + 1]),
        "outputs": ca.Function("outputs", [x], [x]),
    }
    return Problem(
        "Forced",
        "",
        (Variable("x", "output", "continuous", "1", "state", y, ()),),
        {"t": 1, "x": 1, "x_dot": 1, "y": 1},
        functions,
        (),
        (Call("start", (), (state,)),),
        (Call("rates", (state, Ref("t", 0, 1)), (x_dot,)),),
        (Call("outputs", (state,), (y,)),),
        state_names=("x",),
        nominal_x=(1.0,),
    )


def at_the_end(problem: Problem, t: float) -> np.ndarray:
    instance, _ = started(problem)
    instance.advance(t, 1e-12)
    return instance.buffers["x"].copy()


@every_order
@pytest.mark.parametrize("problem", [pendulum(), forced()], ids=["a pendulum", "depending on time"])
def test_order(problem: Problem, integrator: str, order: int) -> None:
    exact = at_the_end(replace(problem, integrator="radau"), 1.0)
    errors = [np.abs(at_the_end(in_steps(problem, integrator, h), 1.0) - exact).max() for h in (0.02, 0.01)]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=ASYMPTOTIC)


@every_one
def test_steps_are_equal_parts_of_the_way(integrator: str) -> None:
    """As few as are no longer than the model's own, whatever the tolerance; roundoff of a communication point adds none."""
    instance, times = started(in_steps(pendulum(), integrator, 0.004))
    instance.advance(0.01, 1e-12)
    assert times == pytest.approx([0.01 / 3, 0.02 / 3, 0.01], abs=ROUNDOFF)
    for k in range(1, 11):
        instance.advance(0.01 + 0.004 * k, 1e-1)
    assert len(times) == 3 + 10


@pytest.mark.parametrize("start", [1e4, 1e5, 1e6])
def test_roundoff_of_late_times_adds_no_step(start: float) -> None:
    """A bench that has run for a day takes one step in a communication step, as in its first second."""
    instance, times = started(in_steps(pendulum(), "heun", 1e-3))
    instance.buffers["t"][0] = start
    for k in range(1, 101):
        instance.advance(start + 1e-3 * k)
    assert len(times) == 100


@pytest.mark.parametrize("integrator", ["linearly_implicit_euler", "rosenbrock"])
def test_a_rate_by_time_is_had_where_a_small_part_of_a_step_is_roundoff_of_time(integrator: str) -> None:
    late, soon = (started(in_steps(pendulum(), integrator, 4e-5))[0] for _ in range(2))
    late.buffers["t"][0] = 1e7
    soon.advance(4e-5)
    late.advance(1e7 + 4e-5)
    assert late.buffers["x"] == pytest.approx(soon.buffers["x"], abs=1e-7)  # time itself has 2e-9 s of roundoff


@every_one
def test_between_steps_it_is_a_cubic_polynomial(integrator: str) -> None:
    """Whose error is that of Hermite's interpolation: h^4 / 384 times the fourth derivative, below 1e3 rad/s4 here, beside that of the method."""
    h, times = 2e-3, np.linspace(0.0, 1.0, 1237)
    instance, steps = started(in_steps(pendulum(), integrator, h))
    found = instance.sample(times[1:], 1e-3)[:, 0]
    own, _ = started(in_steps(pendulum(), integrator, h))
    own.advance(1.0, 1e-3)
    exact = exact_pendulum(times)[0, 1:]
    assert len(steps) == 500
    assert np.abs(found - exact).max() <= 1e3 * h**4 / 384 + 2 * max(
        np.abs(found[-1] - exact[-1]), {"linearly_implicit_euler": 0.02}.get(integrator, 1e-5)
    )


@pytest.mark.parametrize("integrator", ["linearly_implicit_euler", "rosenbrock"])
def test_a_stiff_state_is_damped_in_one_step(integrator: str) -> None:
    """Both are L-stable: at 1e8 times what is stable for explicit methods, the state is where its input is after a step, but for one part in 1e6."""
    instance, times = started(in_steps(following(1e8), integrator, 1.0))
    instance.set("u", 1.0)
    instance.advance(1.0)
    instance.advance(2.0)
    assert times == [1.0, 2.0]
    assert instance.get("x") == pytest.approx(1.0, abs=1e-6)


def falling(integrator: str, step: float) -> Problem:
    """A mass falls onto an end stop."""
    model = Model("Falling", integrator=integrator, step_size=step)
    model.world = World(g=9.81)
    model.mass = Body(m=2.0)
    model.slide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[0, 0, 1], s_start=0.5)
    model.stop = PrismaticEndStop(model.slide, lower=0.0, upper=9.0, c=800.0)
    model.expose(outputs={"s": model.slide.s})
    return compile_problem(model)


@every_one
def test_events_are_met_at_the_ends_of_steps(integrator: str) -> None:
    """A stop is met late by a part of a step, and the motion is off by no more than in proportion to the step."""
    exact = simulate(falling("dormand_prince", 1e-3), 0.6, 0.1, rtol=1e-10)["s"][-1]
    errors, counts = [], []
    for h in (1e-3, 1e-4):
        instance, times = started(falling(integrator, h))
        instance.advance(0.6)
        errors.append(abs(instance.get("s") - exact))
        counts.append(len(times))
    assert counts == [600, 6000]
    assert errors[1] <= 0.3 * errors[0] or errors[0] < 1e-6
    assert errors[0] < 0.02


@every_one
def test_what_chatters_goes_on(integrator: str) -> None:
    """Events are not searched for, so none is refused, and a step costs what the others do."""
    instance, times = started(in_steps(chattering(), integrator, 1e-3))
    instance.advance(instance.t + 0.1)
    assert len(times) == 100


@every_one
@pytest.mark.parametrize("name", ["slider_crank", "crane"])
def test_fmus_take_the_same_steps(name: str, integrator: str, tmp_path: Path) -> None:
    """A portable FMU gives the numbers of this process to the last bit, communication step by communication step."""
    problem = in_steps(problem_of(name), integrator, 1e-3)
    instance = Instance(problem)
    instance.initialize()
    fmu = build_portable(problem, tmp_path)
    result = fmpy.simulate_fmu(str(fmu), stop_time=0.02, output_interval=1e-3, relative_tolerance=problem.tolerance)
    columns, rows = [column for column in result.dtype.names if "[" not in column], []
    for t in result["time"][1:]:
        instance.advance(t, problem.tolerance)
        rows.append([t, *(instance.get(column) for column in columns[1:])])
    assert [list(row) for row in result[columns][1:]] == rows


@every_order
def test_loops_stay_closed_and_converge(integrator: str, order: int) -> None:
    """A slider-crank's constraints are met at the ends of steps, of whatever order the method is."""
    values = {"drive_torque": 5.0, "gas_force": -300.0}
    run = lambda name, h: simulate(replace(problem_of("slider_crank"), step_size=h), 0.2, 0.2, values=values, integrator=name, rtol=1e-12)
    exact = run("radau", 1e-3)["crank_angle"][-1]
    coarse, fine = (run(integrator, h) for h in (2e-3, 1e-3))
    assert abs(coarse["drift"][-1]) < 1e-12
    errors = [abs(found["crank_angle"][-1] - exact) for found in (coarse, fine)]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=2 * ASYMPTOTIC)


@pytest.mark.slow
@every_one
def test_native_fmus_take_the_same_steps(integrator: str, tmp_path: Path) -> None:
    problem = in_steps(problem_of("slider_crank"), integrator, 1e-3)
    found, expected = (
        fmpy.simulate_fmu(str(build(problem, tmp_path / build.__name__)), stop_time=0.1, output_interval=1e-3)
        for build in (build_native, build_portable)
    )
    for column in ("crank_angle", "crank_speed", "piston_position"):
        assert np.abs(found[column] - expected[column]).max() <= ROUNDOFF * np.abs(expected[column]).max(), column


@every_one
def test_dead_ends_are_named(integrator: str) -> None:
    """A step that leads to no number is not tried with another size; the error says which rate it is and when, and the instance is as before."""
    instance = Instance(in_steps(bursting(), integrator, 1e-2))
    instance.set("u", 1.0)
    instance.initialize()
    before = instance.save()
    with pytest.raises(
        StepFailed, match=r"from t = 0\.[45].* s: the rate of (growing, )?rooted .*; or steps of 0.01 s are too long: shorten step_size"
    ):
        instance.advance(2.0)
    assert instance.save() == before


@every_one
def test_too_many_steps_in_one_communication_step_are_told(integrator: str) -> None:
    """A tolerance, which has no effect, is not what helps."""
    instance, _ = started(replace(in_steps(pendulum(), integrator, 1e-3), max_steps=5))
    with pytest.raises(StepFailed, match=r"after 5 steps of at most 0.001 s .* at t = 0.005 s; take shorter communication steps, lengthen step_size"):
        instance.advance(1.0)


def test_variations_are_refused() -> None:
    """Where an error is unknown, so is that of a derivative."""
    model = Model("Rod", integrator="runge_kutta")
    model.world, model.rod = World(), Body(m=1.0, r_CM=[1, 0, 0])
    model.pivot = Revolute(model.world.frame_b, model.rod.frame_a, n=[0, 1, 0])
    model.expose(outputs={"phi": model.pivot.phi})
    with pytest.raises(MbfmuError, match='variations of Rod need an integrator whose error is known, as "dormand_prince"'):
        lyapunov_exponents(model, 1.0)


def test_those_that_need_derivatives() -> None:
    assert set(BY_DERIVATIVES) & set(IN_FIXED_STEPS) == {"linearly_implicit_euler", "rosenbrock"}
