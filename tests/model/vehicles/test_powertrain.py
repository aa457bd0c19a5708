"""Engines, gears and electric motors against equations by hand."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.interpolate import RegularGridInterpolator
from scipy.optimize import brentq

from mbfmu import (
    BlockModel,
    Body,
    ConverterGearbox,
    EnergyError,
    FlatRoad,
    LookupTable,
    MbfmuError,
    Model,
    Revolute,
    ShiftProgram,
    TractionMotor,
    World,
    build_fmu,
    build_native,
    build_portable,
    simulate,
)
from mbfmu.cosim import simulate_fmu
from mbfmu.model.elements.forces.combustion_engine import FUEL, TORQUE
from mbfmu.model.vehicles import MID_SIZE_CAR, CombustionDrive, ElectricAxle, Point, TorqueConverter, car_model, mid_size_linear_tire, mid_size_tire
from tests.tolerances import FMU_INTEGRATION, INTEGRATION, LOOSE_FMU_INTEGRATION, ROLLING_FREELY, ROUNDOFF, SAMPLED_MANOEUVRE

from .powertrain import LOAD, Reference, engine_on_a_mass, shifting

INPUTS = {"box.accelerator": 1.0, "train.load": LOAD}


def test_shifts_and_speeds_are_those_of_equations_by_hand():
    run = simulate(shifting(), 4.0, 0.01, inputs=INPUTS, rtol=1e-9)
    found = Reference(1.0).run(4.0)
    assert [*run["box.gear"]] == [*found[:, 3]]
    assert found[-1, 3] == 3
    assert run["train.engine_speed"] == pytest.approx(found[:, 0], rel=FMU_INTEGRATION)
    assert run["train.shaft_speed"] == pytest.approx(found[:, 1], rel=FMU_INTEGRATION, abs=FMU_INTEGRATION)
    assert np.abs(run["train.error"]).max() < INTEGRATION * 0.5 * 50.0 * run["train.shaft_speed"][-1] ** 2


@pytest.mark.parametrize(
    ("build", "version"),
    [
        (build_portable, {"fmi": 2}),
        (build_portable, {"fmi": 3}),
        (build_fmu, {}),
        pytest.param(build_native, {"fmi": 2}, marks=pytest.mark.slow),
        pytest.param(build_native, {"fmi": 3}, marks=pytest.mark.slow),
    ],
)
def test_fmus_of_every_kind_shift_at_the_same_times(tmp_path, build, version):
    fmu = build(shifting(), tmp_path, **version)
    found, run = simulate_fmu(fmu, 4.0, 0.01, inputs=INPUTS), simulate(shifting(), 4.0, 0.01, inputs=INPUTS, rtol=1e-9)
    assert np.abs(np.flatnonzero(np.diff(found["box.gear"])) - np.flatnonzero(np.diff(run["box.gear"]))).max() <= 1
    assert found["train.shaft_speed"][-1] == pytest.approx(run["train.shaft_speed"][-1], rel=LOOSE_FMU_INTEGRATION)


@pytest.mark.parametrize("w", [80.0, 400.0])
def test_an_engine_idles_where_its_governor_opens_the_throttle_as_far_as_drag_asks(w):
    model = engine_on_a_mass()
    model.front.w_start = w
    run = simulate(model, 40.0, 1.0, inputs={"clutch": 0.0}, rtol=1e-9)
    idle = brentq(lambda w: float(Reference.torque((w, (90.0 - w) / 20.0))), 75.0, 90.0)
    assert run["engine_speed"][-1] == pytest.approx(idle, rel=INTEGRATION)


def test_a_stalled_engine_stands():
    """The map has drag alone at standstill, whatever the throttle."""
    model = engine_on_a_mass()
    model.front.w_start = 0.0
    run = simulate(model, 2.0, 0.5, inputs={"clutch": 0.0, "throttle": 1.0})
    assert run["engine_speed"] == pytest.approx(0.0, abs=INTEGRATION)


def test_a_sliding_clutch_holds_a_load_at_rest():
    """The load asks for 120 N.m behind the gear 12, so 10 of 400 N.m of the clutch; the governor keeps the engine running."""
    inputs = {"clutch": 10.0 / 400.0, "ratio": 12.0, "load": LOAD}
    run = simulate(engine_on_a_mass(), 10.0, 1.0, inputs=inputs, rtol=1e-9)
    assert run["shaft_speed"] == pytest.approx(0.0, abs=INTEGRATION)
    idle = brentq(lambda w: float(Reference.torque((w, (90.0 - w) / 20.0))) - 10.0, 75.0, 90.0)
    assert run["engine_speed"][-1] == pytest.approx(idle, rel=INTEGRATION)


def test_fuel_is_the_integral_of_its_map():
    """By quadrature over speed and torque as they came; at idle, drag alone: 15 N.m of it, 40 % of 42.5 MJ/kg."""
    run = simulate(engine_on_a_mass(), 3.0, 1e-3, inputs={"throttle": lambda t: 0.2 + 0.2 * t, "ratio": 7.0, "load": -20.0}, rtol=1e-9)
    burning = RegularGridInterpolator(FUEL.axes, FUEL.values)
    rate = burning(np.array([np.maximum(run["engine_speed"], 0.0) * 30.0 / np.pi, run["torque"]]).T)
    assert run["fuel_rate"] == pytest.approx(rate, rel=ROUNDOFF)
    assert run["fuel"][-1] == pytest.approx(np.trapezoid(rate, run["time"]), rel=FMU_INTEGRATION)
    assert burning((800.0, 0.0)) == pytest.approx(15.0 * 800.0 * np.pi / 30.0 / (0.4 * 42.5e6), rel=ROUNDOFF)
    assert burning((800.0, -25.0)) == 0.0


def test_a_shift_opens_for_its_share():
    """At 100 rad/s from gear 1: the ratio changes when the clutch has opened, after 0.1 s of 0.4 s, and it has closed at its end."""
    block = BlockModel("Box", ShiftProgram(opening=0.25))
    speed = lambda t: 100.0 * (t > 0.095)
    run = simulate(block, 0.6, 0.01, inputs={"accelerator": 0.5, "shaft_speed": speed, "engine_speed": 300.0})
    begun = int(np.flatnonzero(np.diff(run["gear"]))[0])
    assert run["clutch"][begun + 5] == pytest.approx(0.5, abs=0.11)
    assert run["ratio"][begun + 9] == 13.5
    assert run["ratio"][begun + 12] == 3.3
    assert run["clutch"][begun + 25] == pytest.approx(0.5, abs=0.04)
    assert run["clutch"][begun + 42] == 1.0


def test_a_limiter_holds_the_engine_below_its_speed():
    run = simulate(engine_on_a_mass(), 20.0, 0.1, inputs={"clutch": 0.0, "throttle": 1.0})
    assert 650.0 < run["engine_speed"].max() < 670.0


def motor(w: float = 0.0, **values: object) -> Model:
    """A rotor with a motor."""
    model = Model("Rotor")
    model.world, model.rotor = World(g=0), Body(m=1.0, I=[2.0, 2.0, 2.0])
    model.joint = Revolute(model.world.frame_b, model.rotor.frame_a, n=[0, 1, 0], w_start=w)
    model.motor, model.energy = TractionMotor(model.joint, **values), EnergyError()
    found = {name: getattr(model.motor, name) for name in ("torque", "P", "battery_power", "battery_energy")}
    model.expose(
        inputs={"demand": model.motor.demand, "recuperation": model.motor.recuperation},
        outputs={"w": model.joint.w, "error": model.energy.error, **found},
    )
    return model


EVEN = LookupTable([0.0, 1.0], [0.0, 1.0], [[0.9, 0.9], [0.9, 0.9]])


@pytest.mark.parametrize("demand", [1.0, -1.0])
def test_a_motor_speeds_up_by_torque_and_then_by_power(demand):
    """J w = tau t up to P / tau, then J w^2 / 2 grows by P t; the battery gives the energy over the efficiency."""
    run = simulate(motor(tau_max=200.0, P_max=40e3, efficiency=EVEN), 4.0, 0.5, inputs={"demand": demand}, rtol=1e-10)
    t = run["time"]
    T = 2.0 * 200.0 / 200.0  # J w_base / tau
    w = np.where(t < T, 100.0 * t, np.sqrt(200.0**2 + 2 * 40e3 * np.maximum(t - T, 0.0) / 2.0))
    assert run["w"] == pytest.approx(demand * w, rel=INTEGRATION, abs=INTEGRATION)
    assert run["battery_energy"] == pytest.approx(0.5 * 2.0 * w**2 / 0.9, rel=INTEGRATION, abs=INTEGRATION)


@pytest.mark.parametrize("w", [200.0, -200.0])
def test_recuperation_fades_and_gives_back_what_its_efficiency_leaves(w):
    """Below w_fade the speed decays by exp(-tau t / (J w_fade)); energy in the battery is 0.9 of what the rotor has lost."""
    values = {"tau_recuperation": 100.0, "P_recuperation": 1e5, "w_fade": 50.0, "efficiency": EVEN}
    run = simulate(motor(w, **values), 10.0, 0.5, inputs={"recuperation": 1.0}, rtol=1e-10)
    t, T = run["time"], 2.0 * 150.0 / 100.0
    expected = np.where(t < T, 200.0 - 50.0 * t, 50.0 * np.exp(-(t - T)))
    assert run["w"] == pytest.approx(np.sign(w) * expected, rel=INTEGRATION * 10, abs=INTEGRATION)
    assert run["battery_energy"] == pytest.approx(0.9 * (run["w"] ** 2 - w**2), rel=INTEGRATION, abs=INTEGRATION * 1e4)


def test_an_efficiency_of_nothing_is_refused():
    none = LookupTable([0.0, 1.0], [0.0, 1.0], [[0.0, 0.9], [0.9, 0.9]])
    with pytest.raises(MbfmuError, match="efficiency must be above 0"):
        simulate(motor(efficiency=none), 1.0, 0.1)


def test_a_program_skips_gears_and_keeps_reverse_out_while_the_car_rolls_ahead():
    block = BlockModel("Box", ShiftProgram())
    fast = simulate(block, 1.0, 0.1, inputs={"accelerator": 0.0, "shaft_speed": 100.0})
    assert fast["gear"][-1] == 6
    assert fast["ratio"][1] == 2.7  # at once: it rolls so at the start
    back = simulate(block, 1.0, 0.1, inputs={"selector": -1, "shaft_speed": 100.0})
    assert back["gear"][-1] == 0
    assert simulate(block, 1.0, 0.1, inputs={"selector": -1})["gear"][-1] == -1


@pytest.mark.parametrize("way", [1, -1])
def test_a_gear_stays_in_while_the_car_rolls_the_other_way_and_does_not_go_in_then(way: int):
    """As hills roll a car back that starts off; a gear that is chosen while it rolls would grind."""
    block = BlockModel("Box", ShiftProgram())
    rolls = {"shaft_speed": lambda t: -10.0 * way * min(t, 1.0)}
    chosen = {"late": lambda t: way * (t > 1.2), "early": way}
    late, early = (simulate(block, 2.0, 0.1, inputs={**rolls, "selector": of})["gear"][-1] for of in chosen.values())
    assert (late, early) == (0, way)


ENGINE = CombustionDrive(MID_SIZE_CAR.drivetrain, Point(-0.1, 0.0, 0.4), m=1.0, I=0.2)
MOTOR = ElectricAxle(MID_SIZE_CAR.drivetrain, Point(-2.7, 0.0, 0.31), m=1.0, I=0.05, ratio=9.0)


def test_a_converter_stands_in_place_of_the_clutch():
    drive = replace(ENGINE, converter=TorqueConverter(torque_ratio=LookupTable([0.0, 1.0], [1.5, 1.0])))
    model, car = car_model("Car", "", replace(MID_SIZE_CAR, drivetrain=drive))
    assert isinstance(model.elements["drive_gearbox"], ConverterGearbox)
    assert {*car.drive.inputs} == {"throttle", "lock_up", "ratio"}
    assert model.elements["drive_gearbox"].tables["torque_ratio"](0.0) == 1.5
    with pytest.raises(MbfmuError, match="converter = {} must be a TorqueConverter"):
        replace(ENGINE, converter={})


@pytest.mark.slow
@pytest.mark.parametrize("drivetrain", [ENGINE, MOTOR], ids=["engine", "motor"])
def test_a_car_with_a_motor_rolls_freely_at_the_start(drivetrain):
    model, _ = car_model("Car", "", replace(MID_SIZE_CAR, drivetrain=drivetrain), FlatRoad(), mid_size_tire)
    run = simulate(model, 0.02, 5e-3, {"speed": 20.0}, inputs={"ratio": 0.0} if drivetrain is ENGINE else {})
    assert run["wheel_speed_RL"] == pytest.approx(run["wheel_speed_RL"][0], rel=10 * ROLLING_FREELY)
    assert np.abs(run["energy_error"]).max() < 1e-3


@pytest.mark.slow
def test_a_car_speeds_up_as_a_point_mass_with_the_same_engine():
    """Tires that slip and a body that pitches are 1 % of the speed; at top speed the limiter leaves what the wheels no longer take."""
    drivetrain = replace(ENGINE, m=1e-3)
    model, _ = car_model("Car", "", replace(MID_SIZE_CAR, drivetrain=drivetrain), FlatRoad(), mid_size_linear_tire)
    run = simulate(model, 12.0, 0.1, values={"speed": 8.0}, inputs={"throttle": 1.0, "ratio": 8.0})
    radius = run["v_x"][-1] / run["wheel_speed_FL"][-1]
    engine, shafts, wheels = 0.2 * 8.0**2 * 0.95, 0.9 + 2 * 0.02, 4 * 1.1
    mass = 1435.4 + (wheels + shafts + engine) / radius**2
    torque = TORQUE.in_units(("rad/s", "1", "N.m"))

    def rate(t, v):
        w = 8.0 * v[0] / radius
        return [8.0 * 0.95 * float(torque(w, np.clip(1.0 - (w - 650.0) / 20.0, 0.0, 1.0))) / radius / mass]

    settled = run["time"] > 0.95
    found = solve_ivp(rate, (1.0, 12.0), run["v_x"][settled][:1], rtol=1e-9, t_eval=run["time"][settled])
    assert run["v_x"][settled] == pytest.approx(found.y[0], rel=SAMPLED_MANOEUVRE)
    assert run["v_x"][-1] == pytest.approx(found.y[0][-1], rel=FMU_INTEGRATION)
