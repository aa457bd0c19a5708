"""Couplings without power ports that oscillate within bounds: told beyond the stable steps, which are closed forms, and nowhere else."""

from __future__ import annotations

import logging
from dataclasses import replace

import numpy as np
import pytest

from mbfmu import Block, BlockModel, Input, Output, Parameter, State, build_portable
from mbfmu.cosim import System, simulate_system
from mbfmu.cosim.masters.loop_oscillation import loop_oscillation

from .test_divergence import HEALTHY, LOOP, RANDOM, TIME, recorded

GAIN = 5.0  # 1/s
LIMITS = {"jacobi": 1.0 / GAIN, "gauss_seidel": 2.0 / GAIN}
"""The largest stable step [s]: an integrator whose rate, -GAIN times its value, is held for a step (z = 1 - GAIN h, so GAIN h < 2), and comes a
step late as well (Jacobi: z^2 - z + GAIN h = 0, of which two roots have the size 1 at GAIN h = 1)."""


class Axis(Block):
    """Turns at the speed that it is given."""

    speed, angle = Input("rad/s", "speed"), Output("rad", "angle")
    phi = State("rad", "angle")
    phi_start = Parameter("rad", "angle at the start", 0.0, start=True)

    @staticmethod
    def respond(p, u, t, x):
        return {"phi": u.speed}, {"angle": x.phi}


class Controller(Block):
    """Asks for 1 rad, at 1 rad/s at most."""

    angle, speed = Input("rad", "angle"), Output("rad/s", "speed")

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"speed": np.tanh(GAIN * (1.0 - u.angle))}


@pytest.fixture(scope="module")
def axis(tmp_path_factory: pytest.TempPathFactory) -> System:
    folder = tmp_path_factory.mktemp("axis")
    fmus = {"axis": build_portable(BlockModel("Axis", Axis()), folder), "controller": build_portable(BlockModel("Controller", Controller()), folder)}
    return System(fmus, [("axis.angle", "controller.angle"), ("controller.speed", "axis.speed")], stop_time=60.0)


def told(system: System, caplog: pytest.LogCaptureFixture) -> list[str]:
    with caplog.at_level(logging.WARNING, "mbfmu"):
        simulate_system(system, show_progress=False)
    return caplog.messages


@pytest.mark.parametrize("method", LIMITS)
@pytest.mark.parametrize("times", [1.2, 1.9, 3.0])
def test_oscillations_that_limits_bound_are_told(axis: System, method: str, times: float, caplog: pytest.LogCaptureFixture):
    """Where half the step is stable, and where it is not."""
    (message,) = told(replace(axis, method=method, step_size=times * LIMITS[method]), caplog)
    assert f"too long for {method}: " in message and " oscillates to the end of the run, about " in message
    assert all(link in message for link in ("axis.angle -> controller.angle", "controller.speed -> axis.speed")) and "mbfmu couple" in message


@pytest.mark.parametrize("method", LIMITS)
def test_stable_steps_are_not_told(axis: System, method: str, caplog: pytest.LogCaptureFixture):
    assert told(replace(axis, method=method, step_size=0.9 * LIMITS[method]), caplog) == []


FAST = (
    "noise",
    "a random walk from zero",
    "an oscillation that steps hardly follow",
    "resonance that steps hardly follow",
    "a switching controller",
    "a sweep",
)
SLOW = {
    **{name: values for name, values in HEALTHY.items() if name not in FAST},
    "a slow oscillation": np.sin(0.3 * TIME),
    "a staircase": np.sin(0.02 * (TIME // 7)),
    "what dies away": np.exp(-2e-3 * TIME) * np.sin(1.3 * TIME),
    "small beside a large value": 100.0 + 0.5 * np.sin(1.3 * TIME),
}
HALF = np.arange(2 * len(TIME) - 1) / 2  # the times with half the step, in whole ones
SEEN_AGAIN = {
    "an oscillation that steps hardly follow": (np.sin(1.3 * TIME), np.sin(1.3 * HALF)),
    "resonance": (TIME * np.sin(1.3 * TIME), HALF * np.sin(1.3 * HALF)),
    "a sweep": (np.sin(2e-4 * TIME**2), np.sin(2e-4 * HALF**2)),
    "noise": (RANDOM, RANDOM[HALF.astype(int)]),
    "a random walk": (np.cumsum(RANDOM), np.cumsum(RANDOM)[HALF.astype(int)]),
    "a relay": (np.sign(np.sin(0.8 * TIME)), np.sign(np.sin(0.8 * HALF))),
}
OF_THE_COUPLING = {
    "from step to step": ((-1.0) ** TIME, 0.0 * HALF),
    "as fast by steps": (np.sin(1.3 * TIME), np.sin(2.6 * HALF)),
    "much smaller with half the step": (np.sin(0.5 * TIME), 0.3 * np.sin(0.5 * HALF)),
}


@pytest.mark.parametrize("signal", SLOW)
def test_most_signals_are_not_run_again(signal: str):
    assert loop_oscillation(LOOP, recorded(SLOW[signal]), lambda _: pytest.fail("it was run again")) == ""


@pytest.mark.parametrize("signal", SEEN_AGAIN)
def test_oscillations_of_the_systems_own_are_not_told(signal: str):
    whole, half = SEEN_AGAIN[signal]
    assert loop_oscillation(LOOP, recorded(whole), lambda _: recorded(half)) == ""


@pytest.mark.parametrize("signal", OF_THE_COUPLING)
def test_what_half_the_step_changes_is_told(signal: str):
    whole, half = OF_THE_COUPLING[signal]
    assert "a.y oscillates to the end of the run" in loop_oscillation(LOOP, recorded(whole), lambda _: recorded(half))


def test_where_half_the_step_does_not_run():
    """Nothing is told where it does not start; where it stops, that is another motion."""
    result = recorded(np.sin(1.3 * TIME))
    assert loop_oscillation(LOOP, result, lambda _: np.zeros(0)) == ""
    assert "a.y oscillates" in loop_oscillation(LOOP, result, lambda _: recorded(np.sin(1.3 * HALF[:100])))
