"""The cruise controller on a mass that it drives, against its law in closed form."""

import numpy as np
import pytest

from mbfmu import Block, BlockModel, CruiseController, Input, Output, Parameter, State, connect, simulate
from tests.tolerances import INTEGRATION, ROUNDOFF

V = 15.0  # m/s


class Mass(Block):
    """A car that is a point: four brakes and a drive act on its wheels of 0.308 m, and the road is straight."""

    m = Parameter("kg", "mass", 1500.0)
    x_start = Parameter("m", "position at the start", 0.0, start=True)
    v_start = Parameter("m/s", "speed at the start", V, start=True)
    drive = Input("N.m", "torque of the drive")
    brake = Input("N.m", "torque of each brake")
    position = Output("m", "position", shape=3)
    velocity = Output("m/s", "velocity", shape=3)
    x = State("m", "position")
    v = State("m/s", "speed")

    @staticmethod
    def respond(p, u, t, s):
        moves = {"position": np.array([s.x, 0.0, 0.0]), "velocity": np.array([s.v, 0.0, 0.0])}
        return {"x": s.v, "v": (u.drive - 4.0 * u.brake) / (0.308 * p.m)}, moves


def followed(far: float, ahead: float, **parameters: float) -> np.ndarray:
    """A car that starts `far` [m] too far behind one that drives `ahead` [m/s]."""
    cruise = CruiseController(**parameters)
    starts = {"own.x_start": -(float(cruise.values["r_0"] + cruise.values["h"] * V) + far)}
    parts = {"first": BlockModel("First", Mass(v_start=ahead)), "own": BlockModel("Own", Mass()), "cruise": BlockModel("Cruise", cruise)}
    links = [(f"own.{what}", f"cruise.{what}") for what in ("position", "velocity")]
    links += [(f"first.{what}", f"cruise.{what}_ahead") for what in ("position", "velocity")]
    links += [(f"cruise.{what}", f"own.{what}") for what in ("drive", "brake")]
    return simulate(connect("Convoy", parts, links), 8.0, 0.1, starts, {"cruise.v_set": 30.0}, rtol=1e-10)


@pytest.mark.parametrize(("far", "ahead"), [(3.0, V), (-3.0, V), (0.0, 14.0), (2.0, 16.0)])
def test_errors_of_the_gap_fall_at_their_rate(far: float, ahead: float):
    run = followed(far, ahead, k_gap=0.7)
    assert run["cruise.gap"] == pytest.approx(far * np.exp(-0.7 * run["time"]), abs=INTEGRATION)
    assert np.all((run["cruise.drive"] > 0.0) == (run["cruise.a"] > 0.0)) and np.all((run["cruise.brake"] > 0.0) == (run["cruise.a"] < 0.0))


def test_it_accelerates_within_limits():
    run = followed(60.0, V, a_max=1.5)
    assert run["cruise.a"][0] == 1.5 and run["own.velocity[1]"][10] == pytest.approx(V + 1.5, abs=INTEGRATION)
    assert followed(-15.0, 5.0, a_min=-2.0)["cruise.a"][0] == -2.0


def test_on_a_free_road_it_comes_to_the_speed():
    parts = {"own": BlockModel("Own", Mass()), "cruise": BlockModel("Cruise", CruiseController(k=0.8))}
    links = [(f"own.{what}", f"cruise.{what}") for what in ("position", "velocity")]
    links += [(f"cruise.{what}", f"own.{what}") for what in ("drive", "brake")]
    run = simulate(connect("Free", parts, links), 6.0, 0.1, inputs={"cruise.v_set": 13.0}, rtol=1e-10)
    assert run["own.velocity[1]"] == pytest.approx(13.0 + 2.0 * np.exp(-0.8 * run["time"]), abs=INTEGRATION)


def test_distance_and_its_rate_are_those_between_the_cars():
    """As a radar sees them, not along x: 3 m to the side and 4 m ahead are 5 m."""
    p = {name: float(value) for name, value in CruiseController(a_max=100.0).values.items()}
    seen = {
        "velocity[1]": 10.0,
        "position_ahead[1]": 4.0,
        "position_ahead[2]": 3.0,
        "velocity_ahead[1]": 12.0,
        "velocity_ahead[2]": 1.0,
        "v_set": 500.0,
    }
    run = simulate(BlockModel("Cruise", CruiseController(a_max=100.0, a_min=-100.0)), 0.1, 0.1, inputs=seen)
    assert run["distance"][0] == pytest.approx(5.0, rel=ROUNDOFF)
    opening = (4.0 * 2.0 + 3.0 * 1.0) / 5.0
    assert run["a"][0] == pytest.approx((opening + p["k_gap"] * (5.0 - p["r_0"] - p["h"] * 10.0)) / p["h"], rel=ROUNDOFF)
