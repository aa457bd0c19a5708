"""Designs whose optimum is known in closed form."""

import numpy as np
import pytest
from scipy.special import ellipk

from mbfmu import (
    Body,
    JointForce,
    Linearization,
    LoadCase,
    MbfmuError,
    Model,
    Prismatic,
    Revolute,
    SteadyJointMotion,
    Step,
    TranslationSpringDamper,
    VibrationCase,
    World,
    optimize,
)
from tests.analysis.fitting.oscillators import MASS, tunable_oscillator
from tests.tolerances import DEN_HARTOG, SAMPLED_OPTIMUM

RATIO = 0.05  # of the absorber's mass


def absorber() -> Model:
    """A mass of 1 kg on a spring of 1 N/m that was hit, and a smaller one on it that shall absorb the motion."""
    model = Model("Absorber", stop_time=400.0, step_size=0.1)
    model.world, model.main, model.small = World(g=0), Body(m=1.0), Body(m=RATIO)
    model.guide = Prismatic(model.world.frame_b, model.main.frame_a, n=[1, 0, 0], v_start=1.0)
    model.small_guide = Prismatic(model.main.frame_a, model.small.frame_a, n=[1, 0, 0], v_start=-1.0)
    model.spring, model.absorber = TranslationSpringDamper(model.guide, c=1.0), TranslationSpringDamper(model.small_guide, c=0.04, d=0.01)
    model.expose(outputs={"x": model.guide.s, "travel": model.small_guide.s})
    return model


def square(result: np.ndarray) -> float:
    """The integral of the square of a position."""
    return np.trapezoid(result["x"] ** 2, result["time"])


def test_the_absorber_of_least_variance():
    """Under white noise the variance of a mass is the integral of the square of its motion after a hit.

    G. B. Warburton, Optimum absorber parameters for various combinations of response and excitation parameters, Earthquake Engineering and
    Structural Dynamics 10, 1982, table I: white noise as a force.
    """
    found = optimize(absorber(), ["absorber.c", "absorber.d"], square)
    tuning = np.sqrt(1 + RATIO / 2) / (1 + RATIO)
    damping = np.sqrt(RATIO * (1 + 3 * RATIO / 4) / (4 * (1 + RATIO) * (1 + RATIO / 2)))
    exact = {"absorber.c": RATIO * tuning**2, "absorber.d": 2 * damping * RATIO * tuning}
    assert found.values == pytest.approx(exact, rel=SAMPLED_OPTIMUM)
    assert found.criterion < found.before and not found.findings and found.results[0].dtype.names == ("time", "x", "travel")


def test_den_hartogs_absorber():
    """A sine of any frequency as a force: Den Hartog's tuning and damping are the best but for what his approximation neglects.

    J. P. Den Hartog, Mechanical Vibrations, 4th ed. 1956, section 3.3.
    """
    model, frequencies = absorber(), np.linspace(0.8, 1.25, 600) / (2 * np.pi)
    model.force = JointForce(model.guide)
    model.expose(inputs={"f": model.force.f})

    def highest(system: Linearization) -> float:
        """The largest amplitude, by a norm that is nearly that and smooth."""
        amplitudes = np.abs(system.frequency_response(frequencies, outputs=["x"]).of("x", "f"))
        return amplitudes.max() * np.linalg.norm(amplitudes / amplitudes.max(), 100)

    found = optimize(model, ["absorber.c", "absorber.d"], highest, cases=[VibrationCase()])
    best = np.abs(found.results[0].frequency_response(frequencies).of("x", "f")).max()
    damping = np.sqrt(3 * RATIO / (8 * (1 + RATIO) ** 3))
    assert found.values == pytest.approx({"absorber.c": RATIO / (1 + RATIO) ** 2, "absorber.d": 2 * damping * RATIO}, rel=DEN_HARTOG)
    assert best == pytest.approx(np.sqrt(1 + 2 / RATIO), rel=DEN_HARTOG)


def test_a_pendulum_of_a_given_period():
    """A rod that starts from rest at 2 rad hangs down after a quarter of its period, 4 sqrt(J / (m g r)) K(sin(1)^2)."""
    model, period = Model("Rod"), 2.0
    length = model.parameter("length", 0.6, "m", "length of the rod", min=0.1)
    model.world, model.rod = World(g=9.81), Body(m=1.0, r_CM=[length / 2, 0, 0], I=[1e-3, length**2 / 12, length**2 / 12])
    model.pivot = Revolute(model.world.frame_b, model.rod.frame_a, n=[0, 1, 0], phi_start=np.pi / 2 - 2.0)
    model.expose(outputs={"phi": model.pivot.phi})
    found = optimize(model, ["length"], lambda result: (result["phi"][-1] - np.pi / 2) ** 2, period / 4, 0.05)
    exact = 1.5 * 9.81 * (period / (4 * ellipk(np.sin(1.0) ** 2))) ** 2
    assert found.values["length"] == pytest.approx(exact, rel=SAMPLED_OPTIMUM)


def test_a_mass_that_moves_nothing():
    """An arm at constant speed whose torque is to be 20 N.m where it stands upright again: m g r cos(2 pi) = 20 N.m."""
    model = Model("DrivenArm")
    model.world, model.arm = World(g=9.81), Body(m=1.0, r_CM=[0.5, 0.0, 0.0], I=[1.0, 2.0, 3.0])
    model.joint = Revolute(model.world.frame_b, model.arm.frame_a, n=[0, -1, 0])
    model.motion = SteadyJointMotion(model.joint, v=2 * np.pi)
    model.expose(outputs={"tau": model.motion.tau})
    found = optimize(model, {"arm.m": (1.0, 10.0)}, lambda result: (result["tau"][-1] - 20.0) ** 2, 1.0, 0.1)
    assert found.values["arm.m"] == pytest.approx(20.0 / (0.5 * 9.81), rel=SAMPLED_OPTIMUM)


def step_error(result: np.ndarray) -> float:
    return np.trapezoid((result["s"] - 1.0) ** 2, result["time"])


def test_constraints_are_met():
    """A step response has the least integral of squares at a damping ratio of 1/2; it overshoots by 5 % at ln(20) / sqrt(pi^2 + ln(20)^2)."""
    given = {"stop_time": 5.0, "interval": 0.002, "values": {"guide.s_start": 0.0}, "inputs": {"f": Step(at=0.0, height=50.0)}}
    free = optimize(tunable_oscillator(), ["spring.d"], step_error, **given)
    assert free.values["spring.d"] / (2 * np.sqrt(50.0 * MASS)) == pytest.approx(0.5, rel=SAMPLED_OPTIMUM)
    held = optimize(tunable_oscillator(), ["spring.d"], step_error, constraints={"overshoot": lambda result: 1.05 - result["s"].max()}, **given)
    exact = np.log(20.0) / np.hypot(np.pi, np.log(20.0))
    assert held.values["spring.d"] / (2 * np.sqrt(50.0 * MASS)) == pytest.approx(exact, rel=SAMPLED_OPTIMUM)
    assert held.constraints["overshoot"] == pytest.approx(0.0, abs=SAMPLED_OPTIMUM) and "overshoot" in str(held)


FLIGHT = {"stop_time": 2.0, "values": {"spring.c": 0.0, "spring.d": 0.0, "guide.s_start": 1.0, "guide.v_start": 1.0}}  # nothing acts


def from_ones(result: np.ndarray) -> float:
    return (result["s"][0] - 1.0) ** 2 + (result["v"][0] - 1.0) ** 2


def test_equations_are_met():
    """The point nearest to (1, 1) with s + 2 v = 0, from which a free flight ends at 0 behind 2 s."""
    ends = {"ends at 0": lambda result: result["s"][-1]}
    found = optimize(tunable_oscillator(), ["guide.s_start", "guide.v_start"], from_ones, equations=ends, **FLIGHT)
    assert found.values == pytest.approx({"guide.s_start": 0.4, "guide.v_start": -0.2}, rel=SAMPLED_OPTIMUM)
    assert found.equations["ends at 0"] == pytest.approx(0.0, abs=SAMPLED_OPTIMUM) and "ends at 0: " in str(found)


def test_constraints_hold_at_many_times():
    """The same where a flight stays below 1 + t / 2 all the time, and below 1.5 - t / 4: by its end, s + 2 v = 1."""
    below = {"below": lambda result: np.concatenate([1.0 + result["time"] / 2 - result["s"], 1.5 - result["time"] / 4 - result["s"]])}
    found = optimize(tunable_oscillator(), ["guide.s_start", "guide.v_start"], from_ones, constraints=below, **FLIGHT)
    assert found.values == pytest.approx({"guide.s_start": 0.6, "guide.v_start": 0.2}, rel=SAMPLED_OPTIMUM)
    assert found.constraints["below"] == pytest.approx(0.0, abs=SAMPLED_OPTIMUM)


def test_load_cases_are_summed_by_their_weights():
    """Free flights of 2 s that shall end at 0: v = - sum w s / (2 sum w)."""
    cases = [LoadCase({"guide.s_start": 1.0}), LoadCase({"guide.s_start": 3.0}, weight=3.0)]
    still = {"spring.c": 0.0, "spring.d": 0.0}
    found = optimize(tunable_oscillator(), ["guide.v_start"], lambda result: result["s"][-1] ** 2, 2.0, values=still, cases=cases)
    assert found.values["guide.v_start"] == pytest.approx(-10.0 / 8.0, rel=SAMPLED_OPTIMUM)


def test_everywhere_finds_the_best_of_several_optima():
    """Which spring makes an oscillator swing as one of 60 N/m: downhill from 10 N/m ends in the wrong valley."""
    w = np.sqrt(60.0 / MASS)

    def apart(result: np.ndarray) -> float:
        return np.trapezoid((result["s"] - 0.1 * np.cos(w * result["time"])) ** 2, result["time"])

    given = {"values": {"spring.c": 10.0, "spring.d": 0.0}}
    near = optimize(tunable_oscillator(), {"spring.c": (5.0, 100.0)}, apart, **given)
    best = optimize(tunable_oscillator(), {"spring.c": (5.0, 100.0)}, apart, everywhere=True, **given)
    assert near.values["spring.c"] < 30.0 and best.values["spring.c"] == pytest.approx(60.0, rel=SAMPLED_OPTIMUM)


@pytest.mark.parametrize(
    "parameters,criterion,given,words",
    [
        (["spring.cc"], step_error, {}, "there is no variable 'spring.cc'"),
        (["spring.c"], lambda result: result["y"][0], {}, "the criterion raised ValueError: there is no column 'y'; there is time, s, v"),
        (["spring.c"], lambda result: np.nan, {}, "the criterion gives nan"),
        (["spring.c"], step_error, {"everywhere": True}, "everywhere=True needs bounds: give a lower and an upper bound for spring.c"),
        (
            {"spring.c": (10.0, 90.0)},
            step_error,
            {"constraints": {"never": lambda result: -1.0 - result["s"][-1]}},
            "no design was found that meets all constraints",
        ),
        (
            {"spring.c": (10.0, 90.0)},
            step_error,
            {"equations": {"nowhere": lambda result: 1.0 + result["s"][-1] ** 2}},
            "nowhere is 1.*, not 0, at spring.c = ",
        ),
        (
            ["spring.c"],
            step_error,
            {"constraints": {"above": lambda result: result["s"][result["s"] > 0.0]}},
            "the constraints give .* numbers at the start, and .* now: let each give as many",
        ),
        (["spring.c"], step_error, {"equations": {"none": lambda result: []}}, "equation 'none' gives no number"),
        (["spring.c"], step_error, {"stop_time": -1.0}, "stop time -1.0 s must lie after"),
    ],
)
def test_what_cannot_be_optimized_is_refused_in_words(parameters, criterion, given, words):
    with pytest.raises(MbfmuError, match=words):
        optimize(tunable_oscillator(), parameters, criterion, **given)


def test_a_search_may_begin_at_a_bound():
    """Differences do not leave it: no damping is less than none. The trace of a mass on spring and damper is -d / m."""
    found = optimize(absorber(), ["spring.d"], lambda system: (np.trace(system.A) + 3.0) ** 2, values={"absorber.d": 0.0}, cases=[VibrationCase()])
    assert found.values["spring.d"] == pytest.approx(3.0, rel=SAMPLED_OPTIMUM)


def test_a_parameter_on_which_nothing_depends_is_named(caplog):
    """The way of an oscillator depends on its stiffness, not on where its mass has its centre; a criterion's own optimum is no reason to warn."""
    found = optimize(tunable_oscillator(), ["spring.c", "mass.r_CM[2]"], lambda r: (r["s"][-1] - 0.01) ** 2)
    (record,) = caplog.records
    assert record.message.startswith("the criterion does not depend on mass.r_CM[2] near its start, 0 m: ") and found.values["mass.r_CM[2]"] == 0.0
    caplog.clear()
    optimize(tunable_oscillator(), ["spring.c"], lambda r: 1.0)
    assert [record.message.split(" near")[0] for record in caplog.records] == ["the criterion does not depend on spring.c"]
    caplog.clear()
    at_best = optimize(tunable_oscillator(), ["spring.c"], lambda r: (r["s"][-1] - 0.01) ** 2).values
    optimize(tunable_oscillator(), ["spring.c"], lambda r: 1e-4 + (r["s"][-1] - 0.01) ** 2, values=at_best)
    assert not caplog.records
