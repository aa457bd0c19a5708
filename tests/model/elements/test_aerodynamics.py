"""The air: closed forms of a body that falls, coasts and is blown at, and what its force is at rest."""

import numpy as np
import pytest

from mbfmu import (
    Aerodynamics,
    AerodynamicsCurves,
    Body,
    EnergyError,
    FreeMotion,
    LookupTable,
    Model,
    PowerSensor,
    Prismatic,
    World,
    linearize,
    simulate,
)
from mbfmu.base.errors import ProblemsFound
from mbfmu.base.scalars import Record
from tests.tolerances import INTEGRATION, ROUNDOFF

M, A, L, RHO = 1200.0, 2.1, 2.7, 1.2
CAR = {"A": A, "l": L, "rho": RHO, "c_drag": 0.31, "c_front": 0.05, "c_rear": -0.08, "c_side": 2.0, "c_roll": -0.4, "c_yaw": 0.6}
K = 0.5 * RHO * A


def on_a_rail(push: float, v: float = 0.0, **air) -> Model:
    """A body of M kg that slides ahead, pushed by gravity along the rail."""
    model = Model("Rail")
    model.world, model.body = World(g=push / M, n=[1, 0, 0]), Body(m=M, I=[1.0, 1.0, 1.0])
    model.rail = Prismatic(model.world.frame_b, model.body.frame_a, n=[1, 0, 0], v_start=v)
    model.air, model.energy = Aerodynamics(model.body.frame_a, **(CAR | air)), EnergyError()
    model.meter = PowerSensor(model.air)
    outputs = {"s": model.rail.s, "v": model.rail.v, "f": model.air.f, "t": model.air.t, "P": model.meter.P, "error": model.energy.error}
    model.expose(inputs={"gust": model.air.gust}, outputs=outputs)
    return model


def test_a_pushed_body_comes_to_its_last_speed_along_a_tanh():
    run = simulate(on_a_rail(900.0), 60.0, 0.5, rtol=1e-10)
    last = np.sqrt(900.0 / (K * CAR["c_drag"]))
    tau = M * last / 900.0
    assert run["v"] == pytest.approx(last * np.tanh(run["time"] / tau), rel=INTEGRATION)
    assert run["s"] == pytest.approx(last * tau * np.log(np.cosh(run["time"] / tau)), rel=INTEGRATION)
    assert np.abs(run["error"]).max() < INTEGRATION * 0.5 * M * last**2
    assert run["P"] == pytest.approx(-K * CAR["c_drag"] * run["v"] ** 3, rel=ROUNDOFF)


def test_a_body_coasts_down_as_one_over_time():
    run = simulate(on_a_rail(0.0, 40.0), 60.0, 0.5, rtol=1e-10)
    tau = M / (K * CAR["c_drag"] * 40.0)
    assert run["v"] == pytest.approx(40.0 / (1.0 + run["time"] / tau), rel=INTEGRATION)
    assert np.abs(run["error"]).max() < INTEGRATION * 0.5 * M * 40.0**2


def test_a_wind_from_behind_drives():
    """It comes to the wind's speed from below, as a body that coasts comes to rest, wherever the wind is from: parameter or input."""
    tau = M / (K * CAR["c_drag"] * 15.0)
    for wind, gust in ([15.0, 0.0], [0.0, 15.0], [-5.0, 20.0]):
        run = simulate(on_a_rail(0.0, wind=[wind, 0, 0]), 60.0, 1.0, inputs={"gust": [gust, 0.0, 0.0]}, rtol=1e-10)
        assert run["v"] == pytest.approx(15.0 - 15.0 / (1.0 + run["time"] / tau), abs=INTEGRATION * 15.0)
        assert run["P"].min() >= 0.0 and np.abs(run["error"]).max() < INTEGRATION * 0.5 * M * 15.0**2


def test_force_and_moment_in_a_crosswind_are_those_by_hand():
    """20 m/s from the right against a car at 30 m/s."""
    run = simulate(on_a_rail(0.0, 30.0), 0.001, 0.001, inputs={"gust": [0.0, 20.0, 0.0]})
    s = np.hypot(30.0, 20.0)
    lift = [CAR["c_front"] * s**2, CAR["c_rear"] * s**2]
    force = K * np.array([-CAR["c_drag"] * s * 30.0, CAR["c_side"] * s * 20.0, sum(lift)])
    moment = K * L * np.array([CAR["c_roll"] * s * 20.0, 0.5 * (lift[1] - lift[0]), CAR["c_yaw"] * s * 20.0])
    assert [run[f"f[{i}]"][0] for i in (1, 2, 3)] == pytest.approx(force, rel=ROUNDOFF)
    assert [run[f"t[{i}]"][0] for i in (1, 2, 3)] == pytest.approx(moment, rel=ROUNDOFF)


def test_curves_of_the_sine_and_cosine_are_the_numbers():
    """Drag and side force by the components of the wind, in steps of 0.2 degrees, whose parabolas err by the square of it."""
    angle = np.linspace(-np.pi, np.pi, 1801)
    of = lambda c: LookupTable(angle, c, smooth=True)
    slopes = {name: of(CAR[name] * np.sin(angle)) for name in ("c_side", "c_roll", "c_yaw")}
    constant = {name: of(np.full(len(angle), CAR[name])) for name in ("c_front", "c_rear")}
    curves = {"c_drag": of(CAR["c_drag"] * np.cos(angle)), **slopes, **constant}
    air = {name: np.array(CAR[name]) for name in ("A", "l", "rho")} | {"wind": np.zeros(3)}
    rng = np.random.default_rng(0)
    for v in 20.0 * rng.normal(size=(20, 3)):
        frame, u = Record(R=np.eye(3), r=np.zeros(3), v=-v, w=np.zeros(3)), Record(gust=np.zeros(3))
        f, t, _ = AerodynamicsCurves.acting(Record(air | curves), u, frame)
        wanted_f, wanted_t, _ = Aerodynamics.acting(Record(CAR | air), u, frame)
        assert f == pytest.approx(wanted_f, rel=1e-5, abs=1e-5 * K * v @ v) and t == pytest.approx(wanted_t, rel=1e-5, abs=1e-5 * K * L * v @ v)


@pytest.mark.parametrize("curves", [False, True], ids=["numbers", "curves"])
@pytest.mark.parametrize("v", [0.0, 20.0])
def test_it_is_linearized_exactly(v: float, curves: bool):
    """At rest, where the force is of second order, all is zero; else drag falls by 2 k c_drag v, and side force by k c_side v."""
    model = Model("Flying")
    model.world, model.body = World(g=0), Body(m=M, I=[1.0, 1.0, 1.0])
    model.motion = FreeMotion(model.world.frame_b, model.body.frame_a, v_start=[v, 0, 0])
    if curves:
        ahead, aside = LookupTable([-1.0, 1.0], [0.31, 0.31]), LookupTable([-1.0, 1.0], [-2.0, 2.0])
        model.air = AerodynamicsCurves(model.body.frame_a, A=A, rho=RHO, c_drag=ahead, c_side=aside)
    else:
        model.air = Aerodynamics(model.body.frame_a, A=A, rho=RHO, c_drag=0.31, c_side=2.0)
    model.expose(inputs={"gust": model.air.gust}, outputs={"f": model.air.f})
    D = np.asarray(linearize(model).D)[:, :3]
    assert D == pytest.approx(np.diag([2 * K * 0.31 * v, K * 2.0 * v, 0.0]), rel=ROUNDOFF, abs=1e-9)


def test_moments_without_a_length_are_refused():
    with pytest.raises(ProblemsFound, match="air.l is 0 m.*wheelbase"):
        simulate(on_a_rail(0.0, l=0.0), 0.1, 0.1)
    simulate(on_a_rail(0.0, l=0.0, c_front=0.1, c_rear=0.1, c_roll=0.0, c_yaw=0.0), 0.1, 0.1)
