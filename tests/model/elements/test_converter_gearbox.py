"""A torque converter against closed forms: stall, coupling, two inertias that a fluid coupling brings together, and its heat."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from mbfmu import Body, CombustionEngine, ConverterGearbox, EnergyError, JointTorque, LookupTable, MbfmuError, Model, Revolute, World, simulate
from mbfmu.base.scalars import Record
from mbfmu.model.elements.forces.combustion_engine import TORQUE
from mbfmu.model.elements.forces.converter_gearbox import CAPACITY, TORQUE_RATIO
from tests.tolerances import INTEGRATION, ROUNDOFF

J, I = 0.2, 3.0
EVEN = {
    "torque_ratio": LookupTable([0.0, 1.0], [1.0, 1.0]),
    "pump_capacity": LookupTable([0.0, 1.0], [4e-3, 0.0]),
}


def shafts(w: float = 0.0, w_shaft: float = 0.0, behind: float = I, **values: object) -> Model:
    """A crankshaft with an engine and a shaft with a load, and the converter with its gearbox between them."""
    model = Model("Shafts")
    model.world, model.crank, model.shaft = World(g=0), Body(m=1.0, I=[J, J, J]), Body(m=1.0, I=[behind] * 3)
    model.front = Revolute(model.world.frame_b, model.crank.frame_a, n=[0, 1, 0], w_start=w)
    model.rear = Revolute(model.world.frame_b, model.shaft.frame_a, n=[0, 1, 0], w_start=w_shaft)
    model.gearbox = ConverterGearbox(model.crank.frame_a, model.shaft.frame_a, model.world.frame_b, **values)
    model.engine, model.torque = CombustionEngine(model.front, w_slow=1e-3), JointTorque(model.front)
    model.load, model.energy = JointTorque(model.rear), EnergyError()
    names = ("slip", "tau", "tau_shaft", "pump_torque", "turbine_torque", "speed_ratio", "heat", "sliding")
    inputs = {"throttle": model.engine.throttle, "torque": model.torque.tau, "load": model.load.tau}
    model.expose(
        inputs={**inputs, "lock_up": model.gearbox.engagement, "ratio": model.gearbox.ratio},
        outputs={"w": model.front.w, "w_shaft": model.rear.w, "error": model.energy.error, **{name: getattr(model.gearbox, name) for name in names}},
    )
    return model


def test_it_stalls_where_the_engine_meets_its_capacity():
    """Full throttle against a shaft that the load just holds: engine torque = capacity(0) w^2, and the shaft gets it times 1.68 and the gear."""
    engine, stalled = TORQUE.in_units(("rad/s", "1", "N.m")), CAPACITY(0.0)
    w = brentq(lambda w: float(engine(w, 1.0)) - stalled * w**2, 150.0, 400.0)
    held = -3.0 * TORQUE_RATIO(0.0) * stalled * w**2
    run = simulate(shafts(w, behind=1e9), 5.0, 0.5, inputs={"throttle": 1.0, "ratio": 3.0, "load": held}, rtol=1e-10)
    assert run["w"] == pytest.approx(w, rel=INTEGRATION)
    assert run["tau_shaft"] == pytest.approx(-held, rel=INTEGRATION)
    assert run["heat"] == pytest.approx(stalled * w**3, rel=INTEGRATION)


def test_it_multiplies_torque_up_to_the_coupling_point():
    """The speeds of both ends are given by the start: behind nu = 0.88 the turbine has the torque of the pump."""
    for nu in (0.3, 0.88, 0.97):
        run = simulate(shafts(200.0, 100.0 * nu), 1e-6, 1e-6, inputs={"ratio": 2.0})
        assert run["speed_ratio"][0] == pytest.approx(nu, abs=ROUNDOFF)
        assert run["pump_torque"][0] == pytest.approx(CAPACITY(nu) * 200.0**2, abs=ROUNDOFF * 200.0)
        multiplied = TORQUE_RATIO(nu) if nu < 0.88 else 1.0
        assert run["turbine_torque"][0] == pytest.approx(multiplied * run["pump_torque"][0], abs=ROUNDOFF * 200.0)


@pytest.mark.parametrize("ratio", [1.0, -3.0])
def test_a_fluid_coupling_brings_two_inertias_together(ratio):
    """With capacity k (1 - nu), k w_p (w_p - w_t): momentum stays, and the slip s follows s' = -k (1/J + r^2/I) (L + I/r^2 s) s / (J + I/r^2)."""
    w, behind, k = 200.0, I / ratio**2, 4e-3
    model = shafts(w, **EVEN)
    model.engine.w_idle, model.engine.torque_map = 0.0, LookupTable([0.0, 1.0], [0.0, 1.0], [[0.0, 0.0], [0.0, 0.0]])
    run = simulate(model, 2.0, 0.05, inputs={"ratio": ratio}, rtol=1e-10)
    a, b = k * (1 / J + 1 / behind) * J * w / (J + behind), k * (1 / J + 1 / behind) * behind / (J + behind)
    s = a / ((a / w + b) * np.exp(a * run["time"]) - b)  # s' = -a s - b s^2
    assert run["slip"] == pytest.approx(s, abs=INTEGRATION * w)
    assert J * run["w"] + behind * ratio * run["w_shaft"] == pytest.approx(J * w, rel=INTEGRATION)
    assert np.abs(run["error"]).max() < INTEGRATION * 0.5 * J * w**2


def test_what_the_engine_gives_is_what_the_shaft_gets_and_heat():
    """From stall through coupling and lock-up to overrun, against the equations by SciPy."""
    inputs = {"throttle": lambda t: float(t < 3.0), "lock_up": lambda t: float(1.0 < t < 2.0), "ratio": 2.0, "load": -20.0}
    run = simulate(shafts(120.0), 6.0, 0.02, inputs=inputs, rtol=1e-9)
    assert run["speed_ratio"].min() < 0.1
    assert run["slip"].min() < -5.0
    for heat in ("heat", "sliding"):
        assert run[heat].min() > -INTEGRATION * run["heat"].max()
    assert np.abs(run["error"]).max() < INTEGRATION * 0.5 * I * run["w_shaft"].max() ** 2
    engine = TORQUE.in_units(("rad/s", "1", "N.m"))

    def rates(t, y):
        pump, turbine = y[0], 2.0 * y[1]
        nu, back = np.clip([turbine / pump, pump / turbine if turbine else 0.0], 0.0, 1.0)
        ahead, over = CAPACITY(nu) * pump**2, CAPACITY(back) * turbine**2
        return [(float(engine(pump, 1.0)) - ahead + over) / J, (2.0 * (TORQUE_RATIO(nu) * ahead - over) - 20.0) / I]

    found = solve_ivp(rates, (0.0, 0.91), [120.0, 0.0], rtol=1e-10, atol=1e-9, t_eval=run["time"][:46])
    assert run["w"][:46] == pytest.approx(found.y[0], rel=INTEGRATION)
    assert run["w_shaft"][:46] == pytest.approx(found.y[1], abs=INTEGRATION * 100.0)


def test_its_fluid_never_makes_energy_and_never_jumps():
    """On a circle through all speeds of both ends, also against each other."""
    p = Record(w_slow=0.1, torque_ratio=TORQUE_RATIO, pump_capacity=CAPACITY)
    angle = np.linspace(0.0, 2.0 * np.pi, 4001)
    torques = np.array([ConverterGearbox.fluid(p, Record(ratio=1.0), 100.0 * np.cos(a), 100.0 * np.sin(a))[:2] for a in angle])
    speeds = 100.0 * np.array([np.cos(angle), np.sin(angle)]).T
    heat = torques[:, 0] * speeds[:, 0] - torques[:, 1] * speeds[:, 1]
    assert heat.min() >= -ROUNDOFF * heat.max()
    steepest = 100.0**2 * 0.4 * (angle[1] - angle[0])  # of the curves: 30 times their largest value
    assert np.abs(np.diff(torques, axis=0)).max() < steepest


def test_out_of_gear_it_carries_nothing():
    run = simulate(shafts(100.0, 10.0), 1.0, 0.5, inputs={"ratio": 0.0, "lock_up": 1.0, "throttle": 0.0}, rtol=1e-9)
    assert run["tau_shaft"] == pytest.approx(0.0, abs=INTEGRATION)
    assert run["w_shaft"] == pytest.approx(10.0, rel=INTEGRATION)


@pytest.mark.parametrize(
    ("curve", "message"),
    [
        ({"torque_ratio": LookupTable([0.0, 1.0], [2.0, 1.2])}, "more would make energy"),
        ({"torque_ratio": LookupTable([0.0, 1.0], [-1.0, 1.0])}, "torque_ratio must not be below 0"),
        ({"pump_capacity": LookupTable([0.0, 1.0], [4e-3, 1e-3])}, "must be 0 at the speed ratio 1"),
        ({"pump_capacity": LookupTable([0.0, 0.5, 1.0], [4e-3, -1e-3, 0.0])}, "pump_capacity must not be below 0"),
    ],
)
def test_curves_that_no_converter_has_are_refused(curve, message):
    with pytest.raises(MbfmuError, match=message):
        simulate(shafts(**curve), 1.0, 0.1)
