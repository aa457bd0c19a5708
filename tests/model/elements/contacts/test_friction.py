"""Friction of contacts: on slopes, on a belt, rolling."""

from math import atan, radians, sin, tan

import numpy as np
import pytest

from mbfmu import (
    equilibrium,
    simulate,
)

from ....tolerances import BALANCED, BLOCK_ON_SLOPE, CREEP, INTEGRATION, STICK_SLIP
from .scenes import G, belt, block, rolling

SLOPE = radians(20.0)


def test_a_block_slides_down_a_slope_and_stays():
    result = simulate(block(SLOPE, 3.0, mu=0.5), stop_time=4.0)
    assert result["r[1]"][-1] == pytest.approx(3.588589150833375, rel=BLOCK_ON_SLOPE)
    assert result["v[1]"][100] == pytest.approx(3.0 - 1.2539746989300709, rel=BLOCK_ON_SLOPE)
    assert np.abs(result["v[1]"][300:]).max() < CREEP
    assert result["f[1]"][-1] == pytest.approx(-6.710435212050, rel=CREEP)


def test_a_block_slides_up_a_slope_and_stays():
    result = simulate(block(SLOPE, -3.0, mu=0.5), stop_time=2.0)
    assert result["r[1]"][-1] == pytest.approx(-0.5650136105873111, rel=BLOCK_ON_SLOPE)
    assert np.abs(result["v[1]"][100:]).max() < CREEP


def test_a_block_slides_from_rest():
    result = simulate(block(SLOPE, mu=0.2), stop_time=1.0)
    speeding = (result["v[1]"][-1] - result["v[1]"][50]) / 0.5
    assert speeding == pytest.approx(1.5115406840428576, rel=INTEGRATION)


def test_a_block_slides_beyond_the_angle_of_friction_only():
    ends = [simulate(block(atan(0.5) + beyond, mu=0.5), stop_time=4.0)["v[1]"][-1] for beyond in (-1e-3, 1e-3)]
    assert ends[0] < 1e-6 < 1e-2 < ends[1]


def test_a_regularized_block_creeps_as_it_says():
    result = simulate(block(SLOPE, mu=0.5, friction="simple"), stop_time=1.0)
    assert result["v[1]"][-1] == pytest.approx(0.01 * tan(SLOPE) / (0.25 - tan(SLOPE) ** 2) ** 0.5, rel=INTEGRATION)


def test_a_block_on_a_belt_sticks_and_slips():
    result = simulate(belt(), stop_time=5.0)
    x, t = result["r[1]"], result["time"]
    rising = np.flatnonzero((x[1:] > 0.03) & (x[:-1] <= 0.03))[2:]
    crossed = t[rising] + (0.03 - x[rising]) / (x[rising + 1] - x[rising]) * (t[rising + 1] - t[rising])
    assert len(crossed) == 4
    assert np.diff(crossed) == pytest.approx(0.8068887871591406, rel=STICK_SLIP)
    assert x[t > 2.0].max() == pytest.approx(0.05236067977499789, rel=STICK_SLIP)


def test_a_ball_rolls_down_a_slope():
    result = simulate(rolling(SLOPE), stop_time=1.0)
    speeding = G * sin(SLOPE) / (1.0 + 0.01 / 0.1**2)
    assert (result["v[1]"][-1] - result["v[1]"][50]) / 0.5 == pytest.approx(speeding, rel=1e-4)


def test_rolling_resistance_holds_a_ball_back():
    result = simulate(rolling(SLOPE, rolling=0.01, w_dry=1e-3), stop_time=1.0)
    speeding = G * (sin(SLOPE) - 0.1 * np.cos(SLOPE)) / (1.0 + 0.01 / 0.1**2)
    assert (result["v[1]"][-1] - result["v[1]"][50]) / 0.5 == pytest.approx(speeding, rel=1e-3)


def test_drilling_resistance_stops_a_spinning_ball():
    model = rolling(0.0, drilling=0.002, w_dry=1e-3)
    model.free.w_start = [0.0, 0.0, 10.0]
    model.expose(outputs={"w": model.free.w})
    result = simulate(model, stop_time=2.0)
    assert result["w[3]"][-1] == pytest.approx(10.0 - 2.0 * 0.002 * G / 0.01, rel=1e-3)


def test_a_block_on_a_slope_is_in_equilibrium():
    found = equilibrium(block(SLOPE, mu=0.5))
    assert found.outputs["f[1]"] == pytest.approx(-2.0 * G * sin(SLOPE), abs=BALANCED)
    assert found.outputs["N"] == pytest.approx(2.0 * G * np.cos(SLOPE), abs=BALANCED)
