"""The anti-lock braking system against what friction allows at most, and against a wheel that locks."""

import numpy as np
import pytest

from mbfmu import Abs, Block, BlockModel, Input, Output, Parameter, State, connect, simulate
from mbfmu.scalars import Record, maximum
from tests.tolerances import ABS_STOP, LOCKED_STOP, ROUNDOFF

g, START, DEMAND = 9.81, 30.0, 2500.0  # m/s2, m/s, N.m


class QuarterCar(Block):
    """A wheel that brakes a mass: friction is largest at the slip s_peak."""

    m = Parameter("kg", "mass on the wheel", 350.0)
    I = Parameter("kg.m2", "moment of inertia of the wheel", 1.0)
    radius = Parameter("m", "radius of the wheel", 0.3)
    mu = Parameter("1", "largest friction", 1.0)
    s_peak = Parameter("1", "slip where friction is largest", 0.12)
    brake = Input("N.m", "torque of the brake")
    x = State("m", "way")
    v = State("m/s", "speed")
    w = State("rad/s", "angular velocity of the wheel")
    x_start = Parameter("m", "way at the start", 0.0, start=True)
    v_start = Parameter("m/s", "speed at the start", START, start=True)
    w_start = Parameter("rad/s", "angular velocity at the start", START / 0.3, start=True)
    way, speed, spin = Output("m", "way"), Output("m/s", "speed"), Output("rad/s", "angular velocity of the wheel")

    @staticmethod
    def respond(p, u, t, x):
        slip = (x.v - p.radius * x.w) / maximum(x.v, 0.5)
        force = p.m * g * p.mu * 2.0 * p.s_peak * slip / (p.s_peak**2 + slip**2)
        held = u.brake * x.w / (abs(x.w) + 0.5)
        return {"x": x.v, "v": -force / p.m, "w": (p.radius * force - held) / p.I}, {"way": x.x, "speed": x.v, "spin": x.w}


def stop(abs_parameters: dict | None, mu: float) -> np.ndarray:
    """Full braking until the car is slower than 2 m/s, with the system, or without it."""
    parts = {"car": BlockModel("Car", QuarterCar(mu=mu))}
    wires, demanded = [], "car.brake"
    if abs_parameters is not None:
        parts["abs"] = BlockModel("Abs", Abs(**abs_parameters))
        wires, demanded = [("car.spin", "abs.w"), ("car.speed", "abs.v"), ("abs.torque", "car.brake")], "abs.demand"
    run = simulate(connect("Braking", parts, wires), 1.2 * START / g / min(mu, 0.2), 0.01, inputs={demanded: DEMAND}, rtol=1e-6)
    return run[: np.argmax(run["car.speed"] < 2.0) + 1]


def way_at(friction: float) -> float:
    return (START**2 - 2.0**2) / (2.0 * friction * g)


@pytest.mark.parametrize("mu", [1.0, 0.3])
def test_the_wheel_does_not_lock_and_the_stop_is_nearly_the_shortest(mu):
    braked = stop({}, mu)
    assert (0.3 * braked["car.spin"] > 0.5 * braked["car.speed"]).all()
    assert way_at(mu) < braked["car.way"][-1] < (1.0 + ABS_STOP) * way_at(mu)


def test_without_it_the_wheel_locks_and_the_stop_is_that_of_sliding():
    locked, sliding = stop(None, 1.0), 2.0 * 0.12 / (1.0 + 0.12**2)
    assert 0.3 * locked["car.spin"][len(locked) // 2] < 0.01 * START
    assert locked["car.way"][-1] == pytest.approx(way_at(sliding), rel=LOCKED_STOP)


def updated(torque: float, w: float, v: float, demand: float = DEMAND) -> float:
    p = Record((name, float(value)) for name, value in Abs().values.items())
    return float(Abs.update(p, Record(w=w, v=v, demand=demand), 0.0, Record(), Record(torque_state=torque, slip_state=0.0))["torque_state"])


@pytest.mark.parametrize(
    ("torque", "slip", "then"), [(1000.0, 0.05, 1025.0), (1000.0, 0.1, 1000.0), (1000.0, 0.2, 900.0), (50.0, 0.2, 0.0), (2490.0, 0.05, DEMAND)]
)
def test_torque_follows_the_thresholds_of_slip(torque, slip, then):
    assert updated(torque, (1.0 - slip) * 20.0 / 0.3, 20.0) == pytest.approx(then, rel=ROUNDOFF)


def test_torque_is_the_demand_at_low_speed_and_never_above_it():
    assert updated(100.0, 0.0, 0.5) == DEMAND
    assert updated(1000.0, 60.0, 20.0, demand=300.0) == 300.0
