"""Parameters fitted to time series: closed forms, linear regression by NumPy, and what measurements cannot tell."""

from functools import cache

import numpy as np
import pytest
from scipy.stats import binom, norm, t

from mbfmu import Block, BlockModel, Experiment, Fit, Input, MbfmuError, Model, Output, Parameter, RevoluteFriction, Step, Table, fit, simulate
from mbfmu.analysis.fitting.unknowns import unknowns_of
from mbfmu.analysis.fitting.varied_run import CLOSE, SOON, varied_run
from mbfmu.analysis.instant.exposed_variables import with_parameters
from mbfmu.problem.load_problem import load_model
from tests.analysis.fitting.oscillators import MASS, START, TIMES, TRUTH, measured, motion, oscillator, tunable_oscillator
from tests.library import FMUS, problem_of
from tests.tolerances import INTEGRATION, ROUNDOFF, SETTLED, SLOPE, STOPPED

FREE = {"f": 0.0}  # nothing pushes the oscillator


class Line(Block):
    """y = slope u + offset."""

    u = Input("m", "where")
    y = Output("m", "what is measured")
    slope = Parameter("1", "slope", 1.0)
    offset = Parameter("m", "offset", 0.0)

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"y": p.slope * u.u + p.offset}


def test_linear_regression_is_that_of_numpy():
    """Values, standard errors, intervals and correlation, of a block without states whose input is a column."""
    random = np.random.default_rng(3)
    u = random.uniform(-1, 1, 30)
    y = 2.0 * u - 0.7 + random.normal(0, 0.1, 30)
    found = fit(BlockModel("Line", Line()), {"time": np.arange(30.0), "u": u, "y": y}, ["slope", "offset"])
    A = np.column_stack([u, np.ones(30)])
    exact, (left,), *_ = np.linalg.lstsq(A, y)
    covariance = left / 28 * np.linalg.inv(A.T @ A)
    errors = np.sqrt(covariance.diagonal())
    assert list(found.values.values()) == pytest.approx(exact, rel=INTEGRATION)
    assert [one.error for one in found.parameters.values()] == pytest.approx(errors, rel=INTEGRATION)
    assert [one.high for one in found.parameters.values()] == pytest.approx(exact + t.ppf(0.975, 28) * errors, rel=INTEGRATION)
    assert found.correlation[0, 1] == pytest.approx(covariance[0, 1] / errors.prod(), rel=INTEGRATION)
    assert found.noise == {"y": pytest.approx(np.sqrt(left / 28), rel=INTEGRATION)}
    assert found.residuals[0]["y"] == pytest.approx(A @ exact - y, abs=INTEGRATION)


class ShallowLine(Line):
    check_messages = ("{slope} must be < 1.9",)

    @staticmethod
    def checks(p):
        return np.array([1.9 - p.slope])


def test_where_a_model_cannot_run_a_fit_stops_and_says_so():
    line, u = BlockModel("Line", ShallowLine()), np.linspace(0.0, 1.0, 9)
    found = fit(line, {"time": u, "u": u, "y": 2.0 * u}, ["slope", "offset"])
    assert found.values["slope"] == pytest.approx(1.9, rel=STOPPED) and "slope must be < 1.9" in found.findings[0]
    with pytest.raises(MbfmuError, match="the model cannot run with the values that the fit starts with, slope = 3, offset = 0 m: .*\n.*slope must"):
        fit(line, {"time": u, "u": u, "y": 2.0 * u}, ["slope", "offset"], {"slope": 3.0})


class RisingLine(Line):
    check_messages = ("{slope} must be > 0",)

    @staticmethod
    def checks(p):
        return np.array([p.slope])


def test_a_fit_that_stops_next_to_zero_says_so():
    u = np.linspace(0.0, 1.0, 9)
    found = fit(BlockModel("Line", RisingLine()), {"time": u, "u": u, "y": -0.1 * u}, ["slope", "offset"], {"slope": 1.0})
    assert found.values["slope"] < STOPPED and "slope must be > 0" in found.findings[0]


def test_an_input_that_may_have_been_forgotten_is_named():
    found = fit(tunable_oscillator(), measured(), list(TRUTH))
    assert found.findings == ["input f has no column in data and stays at 0 N: add its measurements, or give it as a value"]


def test_a_damped_oscillator_in_closed_form():
    """Parameters that the model does not make tunable, and a start value, from measurements without noise."""
    found = fit(oscillator(), measured(), list(TRUTH), FREE)
    assert found.values == pytest.approx(TRUTH, rel=INTEGRATION)
    assert found.fitted[0]["s"] == pytest.approx(measured()["s"], abs=INTEGRATION)
    assert found.converged and not found.findings and found.parameters["spring.c"].unit == "N/m"


def test_several_outputs_are_weighed_by_their_own_noise():
    data = measured(1e-3, seed=1)
    found = fit(tunable_oscillator(), data, list(TRUTH))
    given = fit(tunable_oscillator(), data, list(TRUTH), noise={"s": 1e-3, "v": 1e-2})
    for name, one in found.parameters.items():
        assert one.low < TRUTH[name] < one.high
        assert abs(given.values[name] - one.value) < one.error
    exact = given.parameters["spring.c"]
    assert exact.high - exact.low == pytest.approx(2 * norm.ppf(0.975) * exact.error, rel=ROUNDOFF)
    assert "times the noise that was given" in fit(tunable_oscillator(), data, list(TRUTH), FREE, noise={"s": 1e-4, "v": 1e-3}).findings[0]


def test_what_measurements_cannot_tell_apart_is_named():
    """The motion of an oscillator tells c / m and d / m; a force that is known tells the mass as well."""
    unknown = ["spring.c", "spring.d", "mass.m"]
    free = fit(tunable_oscillator(), {"time": TIMES, "s": motion(70.0, 1.5, START)[0]}, unknown, FREE)
    (sentence,) = free.findings
    assert set(unknown) <= set(sentence.replace(",", "").split()) and sentence.count(" grows by 1 %") == 3
    assert not any(np.isfinite(one.error) for one in free.parameters.values())
    assert free.values["spring.c"] / free.values["mass.m"] == pytest.approx(70.0 / MASS, rel=INTEGRATION)
    pushed = Experiment({"time": TIMES, "s": motion(70.0, 1.5, START, 3.0)[0], "f": np.full(len(TIMES), 3.0)})
    found = fit(tunable_oscillator(), [Experiment({"time": TIMES, "s": motion(70.0, 1.5, START)[0]}, FREE), pushed], unknown)
    assert found.values == pytest.approx({"spring.c": 70.0, "spring.d": 1.5, "mass.m": MASS}, rel=INTEGRATION)
    assert not found.findings and len(found.fitted) == 2


def test_experiments_differ_in_values_and_inputs():
    data = [
        Experiment({"time": TIMES, "s": motion(70.0, 1.5, 0.3)[0]}, {"guide.s_start": 0.3}),
        Experiment({"time": TIMES, "s": motion(70.0, 1.5, 0.2, 5.0)[0]}, {"guide.s_start": 0.2}, {"f": Step(at=-1.0, height=5.0)}),
    ]
    found = fit(tunable_oscillator(), data, ["spring.c", "spring.d"])
    assert found.values == pytest.approx({"spring.c": 70.0, "spring.d": 1.5}, rel=INTEGRATION)


def test_a_parameter_ends_at_its_bound():
    found = fit(tunable_oscillator(), measured(), {"spring.c": (10.0, 60.0), "spring.d": None, "guide.s_start": None}, FREE)
    assert found.parameters["spring.c"].at_bound and found.values["spring.c"] == pytest.approx(60.0, rel=INTEGRATION)
    bound, of_position, of_speed, correlated = found.findings
    assert bound == "spring.c ended at its bound, 60 N/m"
    assert of_position.startswith("the model does not follow s: ") and of_speed.startswith("the model does not follow v: ")
    assert correlated.startswith("residuals are correlated in time")
    assert np.isfinite(found.parameters["spring.d"].error) and found.correlation[0, 1] == 0.0


@pytest.mark.parametrize("parameter", ["drive_shaft.w_start", "frame_length"])
def test_a_start_that_is_assembled_moves_with_parameters(parameter: str):
    """Slopes of all outputs of the four-bar, at the start and later, against differences of runs by SciPy."""
    _, (unknown,) = unknowns_of(problem_of("four_bar"), {parameter: None}, {})
    found = varied_run(problem_of("four_bar"), {}, {}, np.array([0.0, 0.05, 0.1]), [unknown], SOON).by[:, :, 0]
    h = 1e-4 * unknown.start

    def run(value: float) -> np.ndarray:
        found = simulate(problem_of("four_bar"), 0.1, 0.05, {parameter: value}, {}, 1e-12, solver="DOP853")
        return np.array([list(row)[1:] for row in found])

    by = (run(unknown.start + h) - run(unknown.start - h)) / (2 * h)
    assert np.abs(found - by).max() <= SLOPE * max(1.0, np.abs(by).max())


def test_an_experiment_that_begins_at_rest():
    """A mass hangs on a spring until it is pushed; how far it hangs is known by mass and stiffness, exactly, and so are its slopes."""
    model = oscillator()
    model.world.g, model.world.n = 9.81, [1, 0, 0]
    truth, rest = {"spring.c": 80.0, "mass.m": 1.7, "spring.d": 2.0}, {"start_in_equilibrium": True}
    problem, unknowns = unknowns_of(model, dict.fromkeys(truth), rest)
    found = varied_run(problem, rest, {}, np.array([0.0, 0.1]), unknowns, CLOSE)
    assert found.outputs[0, 0] == pytest.approx(MASS * 9.81 / 50.0, rel=SETTLED)
    assert found.by[0, 0] == pytest.approx([-MASS * 9.81 / 50.0**2, 9.81 / 50.0, 0.0], abs=SETTLED)
    run = simulate(problem, values={**rest, **truth}, inputs={"f": Step(at=0.5, height=5.0)})
    assert fit(model, run[["time", "s"]], list(truth), rest, {"f": Step(at=0.5, height=5.0)}).values == pytest.approx(truth, rel=INTEGRATION)


GOOD = {"time": [0.0, 1.0, 2.0], "s": [0.1, 0.0, 0.1]}


@pytest.mark.parametrize(
    "data,parameters,given,words",
    [
        (GOOD, ["s"], {}, "s is of causality output, not parameter"),
        (GOOD, ["mass.r_CM"], {}, r"mass.r_CM is not one real number: give one of its elements, such as 'mass.r_CM\[1\]'"),
        (GOOD, [], {}, "there is no parameter to look for"),
        (GOOD, {"spring.c": (60.0, 100.0)}, {}, "spring.c starts at 50 N/m, not between 60 and 100"),
        (GOOD, {"spring.c": (100.0, 60.0)}, {}, "spring.c takes bounds as"),
        (GOOD, {"spring.c": (-3.0, -2.0)}, {}, "spring.c takes bounds in N/m between 0 and inf"),
        (GOOD, ["mass.r_CM[2]"], {}, r"mass.r_CM\[2\] changes no measured output"),
        (GOOD, ["spring.c"], {"noise": {"x": 1.0}}, "there is no noise of 'x'"),
        (GOOD, ["spring.c"], {"noise": {"s": 0.0}}, "the noise of s must be a standard deviation > 0, not 0.0"),
        (GOOD, ["spring.c"], {"inputs": {"f": np.sin, "g": 0.0}}, "there is no variable 'g'"),
        ({"time": [0.0, 1.0], "s": [0.1, 0.0]}, ["spring.c", "spring.d"], {}, "2 numbers were measured, too few for 2 parameters"),
        ({"time": [0.0], "s": [0.1]}, ["spring.c"], {}, "one row is no motion"),
        ({"time": [0.0, 1.0, 1.0], "s": [0.1, 0.0, 0.1]}, ["spring.c"], {}, "row 2: time 1 does not come after 1"),
        ({"time": [0.0, 1.0, 2.0], "s": [0.1, np.nan, 0.1]}, ["spring.c"], {}, "row 1, column s: nan is not finite"),
        ({"time": [0.0, 1.0, 2.0], "x": [0.1, 0.0, 0.1]}, ["spring.c"], {}, "column x is neither an output nor an input"),
        ({"time": [0.0, 1.0, 2.0], "s": [0.1, 0.1]}, ["spring.c"], {}, "column s has the shape"),
        (Experiment(GOOD, {"spring.c": 3.0}), ["spring.c"], {}, "spring.c is looked for, and given for one run alone"),
        (GOOD, ["spring.c"], {"values": 3.0}, "values must be a dict by name"),
        (GOOD, ["mass.r_CM[1]"], {"values": {"mass.r_CM": [1.0, 2.0]}}, "mass.r_CM takes 3 finite numbers"),
        ([], ["spring.c"], {}, "there is nothing to fit to"),
        (3.0, ["spring.c"], {}, "data must be a CSV file"),
    ],
)
def test_what_cannot_be_fitted_is_refused_in_words(data, parameters, given, words):
    with pytest.raises(MbfmuError, match=words):
        fit(tunable_oscillator(), data, parameters, **given)


def test_names_are_looked_for_among_all_parameters_of_a_model():
    with pytest.raises(MbfmuError, match=r"there is no variable 'spring.cc' \(did you mean 'spring.c'\?\)"):
        fit(oscillator(), GOOD, ["spring.cc"])
    with pytest.raises(MbfmuError, match="guide.n cannot be tunable: the structure of the equations depends on it"):
        fit(oscillator(), GOOD, ["guide.n"])


PAYLOAD, FRICTION = 420.0, 150.0
ROPE = {"friction.dry": 20.0}
CRANE_TIMES = np.linspace(0.0, 2.0, 41)
FORCE = np.interp(CRANE_TIMES, [0.0, 0.3, 0.5, 1.0, 1.2], [38.54e3, 38.54e3, 42e3, 42e3, 36e3])


@cache
def crane() -> tuple[Model, np.ndarray]:
    """The crane with friction where its payload swings, and how it moves while its cylinder pushes."""
    model = load_model(FMUS / "crane/model.py")
    model.friction = RevoluteFriction(model.swing_forward)
    truth = {"payload.m": PAYLOAD, "friction.d": FRICTION, **ROPE}
    return model, simulate(with_parameters(model, truth), 2.0, 0.05, truth, {"cylinder_force": Table(CRANE_TIMES, FORCE)})


def fitted_crane(seed: int) -> Fit:
    """Its payload and friction from what was measured with noise."""
    model, run = crane()
    random = np.random.default_rng(seed)
    data = {name: run[name] + random.normal(0, size, len(run)) for name, size in (("stroke", 1e-3), ("swing_angle", 2e-3))}
    unknown = {"payload.m": (50.0, 1000.0), "friction.d": None}
    return fit(model, {"time": CRANE_TIMES, "cylinder_force": FORCE, **data}, unknown, ROPE)


def covered(found: Fit) -> list[bool]:
    """Whether each interval holds what is true."""
    return [one.low < truth < one.high for one, truth in zip(found.parameters.values(), (PAYLOAD, FRICTION))]


def test_the_payload_and_the_friction_of_the_crane():
    found = fitted_crane(1)
    assert all(covered(found)) and found.converged
    assert found.parameters["payload.m"].error < 0.01 * PAYLOAD and found.parameters["friction.d"].error < 0.5 * FRICTION


@pytest.mark.slow
def test_intervals_hold_what_is_true_as_often_as_they_say():
    """Of 20 fits of the crane with two intervals each: as many as one of a thousand binomial trials would not fall below."""
    holding = [sum(covered(fitted_crane(seed))) for seed in range(20)]
    assert sum(holding) >= binom.ppf(1e-3, 40, 0.95)
