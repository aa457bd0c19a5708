"""Runs in this process against closed forms: events, inputs, grids and what goes wrong."""

import numpy as np
import pytest

from mbfmu import (
    BlockModel,
    Body,
    FreeMotion,
    JointForce,
    JointLoad,
    LineActuator,
    MbfmuError,
    Model,
    Pid,
    Prismatic,
    PrismaticEndStop,
    SpringDamperParallel,
    World,
    equilibrium,
    linearize,
    sweep,
)
from mbfmu.analysis.simulate.simulate import simulate
from mbfmu.base.errors import InvalidValue, ProblemsFound, StepFailed
from mbfmu.base.scalars import switch
from mbfmu.problem.compile import compile_problem

from ...tolerances import INTEGRATION, PROPORTIONAL


def falling_mass(c: float = 4e4, formulation: str = "articulated_body") -> Model:
    model = Model("Falling", formulation=formulation)
    model.world = World(g=9.81)
    model.ball = Body(m=1.0)
    model.guide = Prismatic(model.world.frame_b, model.ball.frame_a, n=[0, 0, 1], s_start=0.5)
    model.floor = PrismaticEndStop(model.guide, lower=0.0, upper=10.0, c=c)
    model.push = JointForce(model.guide)
    model.expose(inputs={"f": model.push.f}, outputs={"s": model.guide.s, "v": model.guide.v})
    return model


@pytest.mark.parametrize(("formulation", "solver"), [("articulated_body", "engine"), ("kane", "engine"), ("kane", "DOP853"), ("kane", "Radau")])
def test_a_mass_bounces_on_an_elastic_stop_as_the_closed_form_says(formulation, solver):
    """Free fall, then a harmonic contact about the static depth, then free flight to the same height."""
    g, c, h = 9.81, 4e4, 0.5
    w, v0 = np.sqrt(c), np.sqrt(2 * g * h)
    fall = v0 / g
    contact = 2 * (np.pi - np.arctan(v0 * w / g)) / w
    result = simulate(compile_problem(falling_mass(c, formulation)), stop_time=2 * fall + contact, interval=0.01, rtol=1e-11, solver=solver)
    assert result["s"][-1] == pytest.approx(h, abs=INTEGRATION)
    assert result["v"][-1] == pytest.approx(0.0, abs=INTEGRATION)
    in_contact = (result["time"] > fall) & (result["time"] < fall + contact)
    t = result["time"][in_contact] - fall
    exact = g / c * (np.cos(w * t) - 1) - v0 / w * np.sin(w * t)
    np.testing.assert_allclose(result["s"][in_contact], exact, atol=INTEGRATION)


@pytest.mark.parametrize("solver", ["engine", "DOP853"])
def test_inputs_are_functions_of_time(solver):
    push = {"f": lambda t: 9.81 + 6.0 * t}
    result = simulate(compile_problem(falling_mass()), stop_time=1.0, interval=0.25, inputs=push, solver=solver)
    np.testing.assert_allclose(result["s"], 0.5 + result["time"] ** 3, atol=INTEGRATION)


def test_inputs_may_be_constants_and_models_are_compiled():
    result = simulate(falling_mass(), stop_time=1.0, interval=0.25, inputs={"f": 11.81})
    np.testing.assert_allclose(result["s"], 0.5 + result["time"] ** 2, atol=INTEGRATION)
    for wrong in ("a lot", [1.0, 2.0], np.nan):
        with pytest.raises(ProblemsFound, match="input f takes a finite number, or a function of time that gives them, not"):
            simulate(falling_mass(), inputs={"f": wrong})
    with pytest.raises(MbfmuError, match=r"a Pid has no name yet: give BlockModel\('Pid', Pid\(...\)\)"):
        simulate(Pid())


def test_rates_that_are_no_numbers_end_a_run():
    """Whoever integrates; SciPy's solvers would look for a step for ever."""

    class Singular(JointLoad):
        attachments = {"joint": Prismatic}

        @staticmethod
        def load(p, u, t, q, v):
            return np.array([1.0 / (q[0] - 0.5) ** 0.5])

    model = falling_mass()
    model.singular = Singular(model.guide)
    with pytest.raises(StepFailed, match="from t = 0 s: the rate of guide.v is not a number; look for a division by zero"):
        simulate(model)
    with pytest.raises(StepFailed, match="at t = 0 s: not all rates of the states are numbers"):
        simulate(model, solver="DOP853")


class Thrust(JointLoad):
    """A force that pushes upward below the origin; how far it is from its switch is told in nanometres."""

    attachments = {"joint": Prismatic}

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([switch("below", -1e9 * q[0], 20.0, 0.0)])


@pytest.mark.parametrize("solver", ["engine", "DOP853", "Radau"])
def test_a_switch_that_is_faster_than_times_can_tell_is_passed(solver):
    """A fall by 0.5 m, then braking by 20 N beside weight: SciPy's solvers met the same switch for ever."""
    model = falling_mass()
    del model.floor
    model.thrust = Thrust(model.guide)
    run = simulate(model, 0.8, 0.1, rtol=1e-9, solver=solver)
    fall = np.sqrt(2.0 * 0.5 / 9.81)
    t = run["time"] - fall
    braked = -9.81 * fall * t + 0.5 * (20.0 - 9.81) * t * t
    np.testing.assert_allclose(run["s"], np.where(t < 0.0, 0.5 - 0.5 * 9.81 * run["time"] ** 2, braked), atol=INTEGRATION)


class SteepWall(JointLoad):
    """A potential of 1 J at the origin that grows by e in a hundredth of a metre: it overflows a few metres beyond."""

    attachments = {"joint": Prismatic}

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([-100.0 * np.exp(100.0 * q[0])])


@pytest.mark.parametrize("solver", ["engine", "RK23", "RK45", "DOP853", "Radau"])
def test_a_trial_that_overflows_makes_a_step_shorter(solver):
    """A ball comes back from a steep wall as fast as it came, v(t) = -V tanh(50 V (t - t_0)): from far away solvers try steps far behind it."""
    model = Model("Bounce")
    model.world, model.ball = World(g=0.0), Body(m=2.0, I=1.0)
    model.guide = Prismatic(model.world.frame_b, model.ball.frame_a, n=[1, 0, 0], s_start=-3.0, v_start=30.0)
    model.wall = SteepWall(model.guide)
    model.expose(outputs={"s": model.guide.s, "v": model.guide.v})
    run = simulate(model, 0.3, 0.1, rtol=1e-6, solver=solver)
    t_0 = (3.0 + np.log(4.0 * 900.0) / 100.0) / 30.0
    np.testing.assert_allclose(run["v"], -30.0 * np.tanh(1500.0 * (run["time"] - t_0)), atol=PROPORTIONAL * 30.0 * 1e-6)


@pytest.mark.parametrize("kind", [LineActuator, SpringDamperParallel])
def test_forces_along_lines_need_frames_apart(kind):
    model = falling_mass()
    model.guide.s_start = 0.0
    model.rod = kind(model.world.frame_b, model.ball.frame_a)
    with pytest.raises(ProblemsFound, match=rf"rod \({kind.__name__}\) acts along the line between its frames, but they meet at the start"):
        simulate(model)


def test_the_grid_ends_exactly_at_the_stop_time():
    result = simulate(compile_problem(falling_mass()), stop_time=0.25, interval=0.1)
    assert result["time"].tolist() == [0.0, 0.1, 0.2, 0.25]


def test_wrong_requests_are_refused():
    problem = compile_problem(falling_mass())
    with pytest.raises(MbfmuError, match="stop time -1.0 s"):
        simulate(problem, stop_time=-1.0)
    with pytest.raises(InvalidValue, match="guide.s_start"):
        simulate(problem, values={"guide.s_start": float("nan")})
    with pytest.raises(MbfmuError, match="no variable 'guide.x'"):
        simulate(problem, values={"guide.x": 1.0})


def test_a_short_contact_in_a_long_step():
    """Thrown at a stop 0.05 m below its apex, a mass comes back as the closed form says, with one row or many."""
    model = Model("Thrown")
    model.world = World(g=8.0)
    model.ball = Body(m=1.0)
    model.guide = Prismatic(model.world.frame_b, model.ball.frame_a, n=[0, 0, 1], s_start=1.0, v_start=4.0)
    model.ceiling = PrismaticEndStop(model.guide, lower=-1000.0, upper=1.95, c=1e6)
    model.expose(outputs={"s": model.guide.s, "v": model.guide.v})
    speed, w = np.sqrt(0.8), 1e3
    free = 3 - (4 - speed) / 8 - 2 / w * np.arctan(speed * w / 8)
    for interval in (3.0, 0.01):
        result = simulate(compile_problem(model), stop_time=3.0, interval=interval, rtol=1e-11)
        assert result["s"][-1] == pytest.approx(1.95 - speed * free - 4 * free**2, rel=INTEGRATION)
        assert result["v"][-1] == pytest.approx(-speed - 8 * free, rel=INTEGRATION)


def test_rows_obey_limits_where_an_input_jumps():
    problem = compile_problem(BlockModel("Limited", Pid("1", k=1.0, T_i=1e9)))
    result = simulate(problem, stop_time=1.0, interval=0.1, inputs={"measurement": lambda t: -3.0 if t >= 0.5 else 0.0})
    np.testing.assert_allclose(result["y"], np.where(result["time"] >= 0.5, 1.0, 0.0), atol=INTEGRATION)


def floating() -> Model:
    model = Model("Floating")
    model.world = World(g=0.0)
    model.body = Body(m=1.0, I=1.0)
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a)
    model.expose(outputs={"r": model.free.r})
    return model


@pytest.mark.parametrize(
    ("values", "start"),
    [
        ({"free.r_start": [1.0, 2.0, 3.0]}, (1.0, 2.0, 3.0)),
        ({"free.r_start[2]": 4.0}, (0.0, 4.0, 0.0)),
        ({"free.r_start": [1.0, 2.0, 3.0], "free.r_start[2]": 4.0}, (1.0, 4.0, 3.0)),
    ],
)
def test_start_values_go_by_variables_and_their_numbers(values, start):
    row = simulate(compile_problem(floating()), stop_time=0.1, values=values)[0]
    assert (row["r[1]"], row["r[2]"], row["r[3]"]) == start


def test_all_wrong_values_are_said_at_once():
    values = {"r": [0.0] * 3, "free.r_start": 3.0, "nope": 1.0, "free.w_start": "fast", "free.v_start[1]": float("inf")}
    with pytest.raises(ProblemsFound) as refused:
        simulate(compile_problem(floating()), values=values, inputs={"free.r_start": lambda t: 1.0})
    expected = (
        "r is of causality output, not parameter or input",
        "free.r_start takes 3 numbers, not 3.0",
        "there is no variable 'nope'",
        "free.w_start takes 3 numbers, not 'fast'",
        "free.r_start is of causality parameter, not input",
        "free.v_start[1] = inf m/s must be a finite number",
    )
    *problems, there = refused.value.problems
    assert there.startswith("its parameters are free.r_start, free.Q_start, free.v_start, free.w_start, start_in_equilibrium; ")
    assert len(problems) == len(expected)
    for problem, words in zip(problems, expected):
        assert problem.startswith(words)


def simulated(model: Model, values: dict[str, float]) -> float:
    return float(simulate(model, 0.1, values=values)["s"][-1])


def swept(model: Model, values: dict[str, float]) -> float:
    return float(sweep(model, [values], 0.1)["s"].iloc[0])


@pytest.mark.parametrize("run", [simulated, swept])
def test_runs_of_a_model_set_parameters_that_are_not_tunable(run):
    """Twice the mass under a constant force: s = s_0 + (f / m - g) t^2 / 2."""
    model = falling_mass()
    assert run(model, {"ball.m": 2.0, "f": 30.0}) == pytest.approx(0.5 + (30.0 / 2.0 - 9.81) * 0.1**2 / 2.0, rel=INTEGRATION)
    assert not model.tunable and run(model, {"f": 30.0}) == pytest.approx(0.5 + (30.0 - 9.81) * 0.1**2 / 2.0, rel=INTEGRATION)


def test_equilibrium_and_linearize_set_them_too():
    """A mass on a stop sinks by m g / c, and swings there with c / m."""
    values = {"ball.m": 2.0, "floor.c": 1e4}
    rest = equilibrium(falling_mass(), values)
    assert rest.outputs["s"] == pytest.approx(-2.0 * 9.81 / 1e4, rel=INTEGRATION)
    found = linearize(falling_mass(), {**values, "guide.s_start": -1e-3})
    assert found.A[1, 0] == pytest.approx(-1e4 / 2.0, rel=INTEGRATION)


def test_what_the_structure_depends_on_and_parameters_of_a_compiled_problem_are_refused():
    with pytest.raises(ProblemsFound, match="guide.n cannot be tunable: the structure of the equations depends on it"):
        simulate(falling_mass(), 0.1, values={"guide.n": [1, 0, 0]})
    with pytest.raises(ProblemsFound, match="can be set in a Model itself, and elsewhere if it exposes them as tunable"):
        simulate(compile_problem(falling_mass()), 0.1, values={"ball.m": 2.0})


@pytest.mark.parametrize("bad", [float("nan"), [1.0, 2.0], None])
def test_bad_input_functions_are_named(bad):
    function = lambda t: bad if t > 0.5 else 0.0
    with pytest.raises(InvalidValue, match=r"t = 0\.[5-9]\d* s:\n.*input f gives .*; it must give a finite number"):
        simulate(compile_problem(falling_mass()), stop_time=1.0, inputs={"f": function})


def test_too_many_rows_are_refused():
    with pytest.raises(MbfmuError, match=r"gives 1e\+12 rows; at most 1e\+07"):
        simulate(compile_problem(falling_mass()), stop_time=1.0, interval=1e-12)
