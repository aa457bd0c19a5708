"""The anti-lock braking system against what friction allows at most, and against a wheel that locks."""

import numpy as np
import pytest

from mbfmu import (
    Abs,
    Block,
    BlockModel,
    Body,
    Brake,
    Discrete,
    Input,
    MagicFormula52Tire,
    Model,
    Output,
    Parameter,
    Prismatic,
    Revolute,
    State,
    WashboardRoad,
    World,
    connect,
    simulate,
)
from mbfmu.base.scalars import Record, maximum
from mbfmu.model.vehicles import MID_SIZE_TIRE
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


def updated(torque: float, slip: float, v: float, demand: float = DEMAND, before: float | None = None) -> float:
    p = Record((name, float(value)) for name, value in Abs().values.items())
    seen = Record(w=(1.0 - slip) * v / 0.3, v=v, demand=demand)
    return float(Abs.update(p, seen, 0.0, Record(), Record(torque_state=torque, slip_state=slip if before is None else before))["torque_state"])


@pytest.mark.parametrize(
    ("torque", "slip", "then"), [(1000.0, 0.05, 1025.0), (1000.0, 0.12, 1000.0), (1000.0, 0.2, 900.0), (50.0, 0.2, 0.0), (2490.0, 0.05, DEMAND)]
)
def test_torque_follows_the_thresholds_of_slip(torque, slip, then):
    assert updated(torque, slip, 20.0) == pytest.approx(then, rel=ROUNDOFF)


@pytest.mark.parametrize(("before", "slip", "then"), [(0.08, 0.12, 900.0), (0.12, 0.129, 1000.0), (0.13, 0.1, 1025.0)])
def test_slip_is_seen_ahead(before, slip, then):
    """By two periods: 0.12 becomes 0.2, 0.129 becomes 0.147, and 0.1 becomes 0.04."""
    assert updated(1000.0, slip, 20.0, before=before) == pytest.approx(then, rel=ROUNDOFF)


def test_torque_changes_in_proportion_to_speed_where_it_is_low():
    assert updated(1000.0, 0.2, 3.0) == pytest.approx(1000.0 - 0.2 * 100.0, rel=ROUNDOFF)
    assert updated(1000.0, 0.0, 3.0) == pytest.approx(1000.0 + 0.2 * 25.0, rel=ROUNDOFF)


def test_torque_is_the_demand_at_low_speed_and_never_above_it():
    assert updated(100.0, 1.0, 0.5) == DEMAND
    assert updated(1000.0, 0.1, 20.0, demand=300.0) == 300.0


class Late(Block):
    """Hands on what it had at the update before, as a master does that steps all FMUs with the inputs from before the step."""

    period = Parameter("s", "time between updates", 5e-3, min=0.0, exclusive_min=True, start=True)
    offset = Parameter("s", "time of the first update", 0.0, min=0.0, start=True)
    given = Input("N.m", "torque")
    late = Output("N.m", "torque of the update before")
    kept, shown = Discrete("N.m", "torque"), Discrete("N.m", "torque of the update before")

    @staticmethod
    def respond(p, u, t, x, r):
        return {}, {"late": r.shown}

    @staticmethod
    def update(p, u, t, x, r):
        return {"kept": u.given, "shown": r.kept}


def one_wheel() -> Model:
    """A wheel with a quarter of a car on it and a tire with relaxation, on a washboard of 3 mm."""
    height, model = 0.308, Model("Wheel")
    model.world, model.body, model.wheel = World(), Body(m=340.0), Body(m=18.0, I=[0.6, 1.1, 0.6])
    model.ride = Prismatic(model.world.at([0, 0, height]), model.body.frame_a, n=[1, 0, 0], v_start=20.0)
    model.bearing = Revolute(model.body.frame_a, model.wheel.frame_a, n=[0, 1, 0], w_start=20.0 / height)
    model.brake, model.road = Brake(model.bearing), WashboardRoad(amplitude=3e-3, wavelength=0.8)
    model.tire = MagicFormula52Tire(model.wheel.frame_a, model.road, **MID_SIZE_TIRE)
    model.expose(inputs={"brake": model.brake.torque}, outputs={"spin": model.bearing.w, "speed": model.ride.v})
    return model


@pytest.mark.parametrize("late", [False, True], ids=["at once", "a period late"])
def test_a_wheel_on_a_tire_with_relaxation_comes_to_rest(late):
    """It swings against its tread at 20 Hz, hardly damped when it rolls slowly; the system does not make it swing, even a period late."""
    parts = {"car": one_wheel(), "abs": BlockModel("Abs", Abs(radius=0.308))}
    links = [("car.spin", "abs.w"), ("car.speed", "abs.v")]
    if late:
        parts["late"] = BlockModel("Late", Late())
        links += [("abs.torque", "late.given"), ("late.late", "car.brake")]
    else:
        links += [("abs.torque", "car.brake")]
    run = simulate(connect("Braking", parts, links), 3.5, 5e-3, inputs={"abs.demand": 1500.0})
    rolling = 0.308 * run["car.spin"] / run["car.speed"]
    braked = (run["car.speed"] > 1.0) & (run["time"] > 0.5)
    assert rolling[braked].min() > 0.8 and run["abs.torque"][braked].min() > 500.0
    assert abs(run["car.speed"][-1]) < 0.3  # m/s: it rocks on its tread
