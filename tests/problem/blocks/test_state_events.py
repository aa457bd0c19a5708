"""Blocks with events, of which bouncing balls are the simplest."""

import json

import numpy as np
import pytest

from mbfmu import Block, BlockModel, Discrete, Input, Output, Parameter, State, connect, simulate, switch
from mbfmu.base.errors import MbfmuError, ProblemsFound, StepFailed
from tests.bouncing_balls import BouncingBall, E, G, H, ball, impacts, motion, resting_ball, zeno_time
from tests.files_of_others import files_of_others
from tests.tolerances import INTEGRATION, LOCATED, ROUNDOFF

LAST = 3.9  # s: behind fifteen impacts
INTERVAL = 0.01  # s


@pytest.mark.files
def test_a_ball_bounces_as_the_published_case() -> None:
    (file,) = files_of_others("MBFMU_CASES", "contact_bouncing_ball.json")
    reference = json.loads(file.read_text())["reference"]
    times, speeds = impacts(15)
    assert times == pytest.approx(reference["impact_times"], abs=ROUNDOFF)
    assert speeds == pytest.approx(reference["post_speeds"], abs=ROUNDOFF)
    assert zeno_time() == pytest.approx(reference["zeno_time"], abs=ROUNDOFF)


@pytest.mark.parametrize("integrator", ["dormand_prince", "radau", "adams"])
def test_a_ball_bounces(integrator: str) -> None:
    result = simulate(ball(), stop_time=LAST, interval=0.02, integrator=integrator)
    height, speed = motion(result["time"])
    assert result["height"] == pytest.approx(height, abs=LOCATED)
    assert result["speed"] == pytest.approx(speed, abs=LOCATED)


def test_a_solver_of_scipy_meets_the_same_impacts() -> None:
    result = simulate(ball(), stop_time=2.0, interval=0.02, solver="LSODA", rtol=1e-10)
    height, speed = motion(result["time"])
    assert result["height"] == pytest.approx(height, abs=INTEGRATION)
    assert result["speed"] == pytest.approx(speed, abs=INTEGRATION)


def test_steps_of_fixed_size_meet_impacts_at_their_ends() -> None:
    """Each comes up to a step late; its speed is that of then."""
    result = simulate(resting_ball(), stop_time=1.0, interval=0.01, integrator="runge_kutta")
    assert result["bounces"][-1] == 1
    late = np.flatnonzero(result["bounces"])[0]
    assert 0.0 <= result["time"][late] - impacts(1)[0][0] <= 0.01
    assert result["speed"][late] == pytest.approx(E * G * result["time"][late], abs=ROUNDOFF)


@pytest.mark.parametrize("e", [0.5, 0.8, 0.95])
def test_without_rest_impacts_accumulate(e: float) -> None:
    """No run goes on behind the time at which they do, and none falls through the floor."""
    with pytest.raises(StepFailed, match="updates within .* those of impact follow each other ever sooner") as failed:
        simulate(ball(e=e), stop_time=60.0, interval=0.5)
    said = float(str(failed.value).split("at t = ")[1].split(" s")[0])
    assert said == pytest.approx(zeno_time(e), abs=INTEGRATION)


def test_a_ball_comes_to_rest() -> None:
    result = simulate(resting_ball(), stop_time=10.0, interval=INTERVAL)
    count = 1 + int(np.ceil(np.log(1e-3 / np.sqrt(2 * G * H)) / np.log(E)))
    assert result["bounces"][-1] == count
    assert result["rests"][-1]
    assert result["height"][-1] == pytest.approx(0.0, abs=LOCATED)
    assert result["time"][np.flatnonzero(result["rests"])[0]] == pytest.approx(impacts(count)[0][-1], abs=INTERVAL)


def test_many_bounces_are_no_chattering() -> None:
    result = simulate(resting_ball(e=0.99), stop_time=100.0, interval=1.0)
    assert result["bounces"][-1] == 1 + int(np.ceil(np.log(1e-3 / np.sqrt(2 * G * H)) / np.log(0.99)))


class OnHeight(BouncingBall):
    """A ball whose impacts are at a height alone."""

    @staticmethod
    def events(p, u, t, x):
        return {"impact": (x.h, {"v": -p.e * x.v})}


def test_a_condition_that_an_update_turns_back_is_refused() -> None:
    """Below the noise of events it would be missed, and the ball would fall through the floor."""
    with pytest.raises(
        StepFailed, match=r"t = 0.451523641 s an update turns back what led to it, but its condition stays true: impact; .*maximum\(h, v\)"
    ):
        simulate(BlockModel("Ball", OnHeight()), stop_time=1.0, interval=0.1)


class Oscillator(Block):
    """cos t, and how often it has fallen through a level."""

    level = Parameter("1", "level", 0.0)
    c_start = Parameter("1", "cosine at the start", 1.0, start=True)
    s_start = Parameter("1", "sine at the start", 0.0, start=True)
    falls = Output("1", "how often it has fallen through the level")
    last = Output("s", "when it last has")
    c, s = State("1", "cosine"), State("1", "sine")
    falls_state = Discrete("1", "how often")
    when = Discrete("s", "when")

    @staticmethod
    def respond(p, u, t, x, r):
        return {"c": -x.s, "s": x.c}, {"falls": r.falls_state, "last": r.when}

    @staticmethod
    def events(p, u, t, x, r):
        return {"fall": (x.c - p.level, {"falls_state": r.falls_state + 1, "when": t})}


def test_an_event_that_changes_no_motion_is_met_where_the_expression_falls() -> None:
    result = simulate(BlockModel("Oscillator", Oscillator(level=0.5)), stop_time=40.0, interval=1.0, rtol=1e-11)
    expected = np.floor((result["time"] - np.pi / 3) / (2 * np.pi)) + 1
    assert result["falls"] == pytest.approx(expected)
    assert result["last"][-1] == pytest.approx(np.pi / 3 + 2 * np.pi * (expected[-1] - 1), abs=LOCATED)


def test_no_event_is_at_the_start() -> None:
    """A condition that holds from the start has not become true."""
    result = simulate(BlockModel("Oscillator", Oscillator(level=2.0)), stop_time=10.0, interval=1.0)
    assert not result["falls"].any()


class Striker(Block):
    """Sets a speed where what it hears falls below zero, and hears itself of another one."""

    heard = Input("m", "distance")
    w = Output("m/s", "speed")
    w_start = Parameter("m/s", "speed", 0.0, start=True)
    w_state = State("m/s", "speed")

    @staticmethod
    def respond(p, u, t, x):
        return {"w_state": 0.0}, {"w": x.w_state}

    @staticmethod
    def events(p, u, t, x):
        return {"strike": (u.heard - 0.5, {"w_state": x.w_state + u.heard})}


def test_events_of_connected_blocks() -> None:
    """Each reads the inputs of its instant: the heights at which the striker strikes are half a metre."""
    whole = connect("Whole", {"striker": BlockModel("Striker", Striker()), "ball": ball()}, [("ball.height", "striker.heard")])
    result = simulate(whole, stop_time=LAST, interval=0.02)
    height, _ = motion(result["time"])
    assert result["ball.height"] == pytest.approx(height, abs=LOCATED)
    assert result["striker.w"][-1] == pytest.approx(0.5 * 2, abs=LOCATED)  # at its start and before its second impact


def broken(events, **more) -> BlockModel:
    kind = type("Broken", (BouncingBall,), {"__doc__": "A ball.", "events": staticmethod(events), **more})
    return BlockModel("Ball", kind())


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (lambda p, u, t, x: {"impact": (x.h, {"w": 1.0})}, "for the event impact 'w'; its states are h, v"),
        (lambda p, u, t, x: {"impact": (x.h, {"v": [1.0, 2.0]})}, "for the event impact a list; it must return a number as v"),
        (lambda p, u, t, x: {"impact": (x.h, {"v": np.nan})}, "for the event impact NaN, whatever the motion"),
        (lambda p, u, t, x: {"impact": (1.0, {"v": 0.0})}, "returns 1 as the expression of the event impact, which never changes its sign"),
        (lambda p, u, t, x: {"impact": x.h}, "as the event impact; it must return an expression and a dict of new values"),
        (lambda p, u, t, x: {"im pact": (x.h, {})}, "returns 'im pact' as the name of an event"),
        (lambda p, u, t, x: 3.0, "returns a single number; it must return a dict of events by name"),
        (lambda p, u, t: {}, "it is called as events"),
    ],
)
def test_what_is_no_event_is_told(events, said: str) -> None:
    with pytest.raises(ProblemsFound, match=said):
        simulate(broken(events), stop_time=1.0)


def test_an_update_that_gives_no_number_is_told() -> None:
    with pytest.raises(StepFailed, match=r"the states that impact sets at t = 0.451523641 s are not all numbers: v"):
        simulate(broken(lambda p, u, t, x: {"impact": (np.maximum(x.h, x.v), {"v": np.sqrt(x.v)})}), stop_time=1.0)


@pytest.mark.parametrize("new", [{"h": 1e-9}, {"h": 0.0}])
def test_updates_behind_which_time_stands_still_are_told(new: dict[str, float]) -> None:
    with pytest.raises(StepFailed, match="updates within .* s at t = 0.4515.* those of impact follow each other ever sooner"):
        simulate(broken(lambda p, u, t, x: {"impact": (x.h, new)}), stop_time=1.0)


def test_a_state_put_onto_the_zero_of_its_expression_falls_through_it_again() -> None:
    """So the ball stays where it was stopped."""
    result = simulate(broken(lambda p, u, t, x: {"impact": (x.h, {"h": 0.0, "v": 0.0})}), stop_time=0.5, interval=0.1)
    assert result["height"][-1] == pytest.approx(0.0, abs=LOCATED)


def test_updates_that_call_each_other_are_told() -> None:
    events = lambda p, u, t, x: {"impact": (np.maximum(x.h, x.v), {"v": 1.0}), "back": (0.5 - x.v, {"v": -1.0})}
    with pytest.raises(StepFailed, match="no modes agree with their indicators; these switch each other back: impact, back"):
        simulate(broken(events), stop_time=1.0)


def test_a_name_that_a_switch_has_is_refused() -> None:
    respond = lambda p, u, t, x: ({"h": x.v, "v": switch("impact", x.h, -p.g, 0.0)}, {"height": x.h, "speed": x.v})
    with pytest.raises(MbfmuError, match="the event impact has the name of a switch of Broken"):
        simulate(broken(BouncingBall.events, respond=staticmethod(respond)), stop_time=1.0)
