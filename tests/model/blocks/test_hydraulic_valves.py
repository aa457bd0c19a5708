"""Relief, check, pilot-operated and counterbalance valves against the law of orifices and the balance of their poppets."""

import numpy as np
import pytest
from scipy.optimize import brentq, fsolve

from mbfmu import (
    BlockModel,
    Body,
    CheckValve,
    CounterbalanceValve,
    DoubleActingCylinder,
    HydraulicVolume,
    JointForce,
    Model,
    PilotCheckValve,
    Prismatic,
    ReliefValve,
    World,
    connect,
    simulate,
)

from ...tolerances import INTEGRATION, OIL_BALANCE, ROUNDOFF, STEADY
from .responding import respond

Q, P, SMOOTH = 1e-3, 35e5, 1e5  # of the orifice: nominal flow and drop, and the drop below which flow is laminar


def orifice(opening: float, drop: float) -> float:
    """The flow [m3/s] of the blocks' default orifice."""
    return Q * opening * drop / (np.sqrt(P) * (drop**2 + SMOOTH**2) ** 0.25)


def flow(valve, **pressures: float) -> float:
    """The flow through a valve, which loses the power flow times drop."""
    _, rates, found = respond(valve, pressures, {})
    assert rates == {}
    assert found["heat"] == pytest.approx(found["Q"] * (pressures["p_a"] - pressures["p_b"]), rel=ROUNDOFF)
    assert found["heat"] >= 0.0
    return found["Q"]


def test_a_relief_valve_bounds_the_pressure_of_what_is_pumped_into_a_volume():
    """Flow = orifice of (drop - p_set) / p_band: one equation for the pressure at rest; and all oil that flowed in is there or has left."""
    parts = {"volume": HydraulicVolume(p_start=20e5, V=5e-3), "relief": ReliefValve(p_set=180e5, p_band=10e5)}
    links = [("volume.p", "relief.p_a"), ("relief.Q", "volume.Q_out.a")]
    circuit = connect("Relief", {name: BlockModel(name.capitalize(), block) for name, block in parts.items()}, links)
    run = simulate(circuit, stop_time=1.0, interval=0.01, inputs={"volume.Q_in.b": 6e-4, "relief.p_b": 1e5})
    drop = brentq(lambda drop: orifice((drop - 180e5) / 10e5, drop) - 6e-4, 180e5, 190e5)
    assert run["volume.p"][-1] == pytest.approx(1e5 + drop, rel=INTEGRATION)
    assert run["relief.Q"][run["volume.p"] < 181e5].max() == 0.0


def test_a_check_valve_lets_oil_through_one_way():
    valve = CheckValve(p_crack=0.5e5, p_band=2e5)
    assert flow(valve, p_a=30e5, p_b=10e5) == pytest.approx(orifice(1.0, 20e5), rel=ROUNDOFF)
    assert flow(valve, p_a=11.5e5, p_b=10e5) == pytest.approx(orifice(0.5, 1.5e5), rel=ROUNDOFF)
    assert flow(valve, p_a=10.5e5, p_b=10e5) == flow(valve, p_a=10e5, p_b=300e5) == 0.0


def test_a_pilot_opens_a_check_valve_against_its_flow():
    """The seat is lifted where 3 (p_pilot - p_a) is 150 bar - 1 bar and the spring's pressure."""
    valve = PilotCheckValve(ratio=3.0, p_crack=0.5e5, p_band=3e5)
    held = {"p_a": 1e5, "p_b": 150e5}
    lifts = 1e5 + (149e5 + 0.5e5) / 3
    assert flow(valve, **held, p_pilot=1e5) == flow(valve, **held, p_pilot=lifts) == 0.0
    assert flow(valve, **held, p_pilot=lifts + 0.5e5) == pytest.approx(-orifice(0.5, 149e5), rel=1e-9)
    assert flow(valve, p_a=30e5, p_b=10e5, p_pilot=1e5) == pytest.approx(orifice(1.0, 20e5), rel=ROUNDOFF)


def test_a_counterbalance_valve_is_relief_with_pilot_and_check_in_one():
    valve = CounterbalanceValve(p_set=200e5, ratio=4.0, p_band=10e5, p_crack=0.5e5)
    assert flow(valve, p_a=1e5, p_b=201e5, p_pilot=1e5) == 0.0
    assert flow(valve, p_a=1e5, p_b=206e5, p_pilot=1e5) == pytest.approx(-orifice(0.5, 205e5), rel=ROUNDOFF)
    assert flow(valve, p_a=1e5, p_b=161e5, p_pilot=1e5 + 40e5 / 4 + 5e5 / 4) == pytest.approx(-orifice(0.5, 160e5), rel=1e-9)
    assert flow(valve, p_a=3e5, p_b=161e5, p_pilot=11e5) == 0.0  # back pressure counts 1 + ratio times
    assert flow(valve, p_a=60e5, p_b=40e5, p_pilot=1e5) == pytest.approx(orifice(1.0, 20e5), rel=ROUNDOFF)


A_A, A_B, LOAD, D = 8e-3, 5e-3, 8000.0, 1e5


def lowered(valve, stop_time: float = 6.0):
    """A load of 8 t on chamber A, which drains through a valve to the tank, while 2e-4 m3/s are pumped in behind the piston."""
    slide = Model("Slide")
    slide.world = World(g=9.81, n=[-1, 0, 0])
    slide.mass = Body(m=LOAD)
    slide.guide = Prismatic(slide.world.frame_b, slide.mass.frame_a, n=[1, 0, 0], s_start=1.7)
    slide.push = JointForce(slide.guide)
    slide.expose(ports={"rod": slide.push})
    oil = {"leakage": 0.0, "V_dead": 1e-3, "p_A_start": 98.1e5, "p_B_start": 2e5}
    cylinder = DoubleActingCylinder(A_A=A_A, A_B=A_B, s_min=1.0, s_max=1.8, d=D, **oil)
    parts = {"slide": slide, "cylinder": BlockModel("Cylinder", cylinder), "valve": BlockModel("Valve", valve)}
    links = [("slide.rod", "cylinder.rod"), ("cylinder.p_A", "valve.p_b"), ("valve.Q", "cylinder.Q_A")]
    links += [("cylinder.p_B", "valve.p_pilot")] if isinstance(valve, CounterbalanceValve) else []
    return simulate(connect("Lowering", parts, links), stop_time=stop_time, interval=0.02, inputs={"cylinder.Q_B": 2e-4, "valve.p_a": 1e5})


def test_a_counterbalance_valve_lowers_an_overrunning_load_as_fast_as_oil_comes_in_behind_it():
    """At rest three equations: v = Q_B / A_B, the balance of forces, and the valve's flow A_A v."""
    run = lowered(CounterbalanceValve(p_set=150e5, ratio=1.0, p_band=200e5))
    v = 2e-4 / A_B

    def surpluses(pressures: np.ndarray) -> list[float]:
        p_A, p_B = pressures * 1e5
        opening = ((p_A - 1e5) + (p_B - 1e5) - 150e5) / 200e5
        return [(A_A * p_A - A_B * p_B + D * v - LOAD * 9.81) / 1e3, (orifice(opening, p_A - 1e5) - A_A * v) * 1e4]

    p_A, p_B = 1e5 * fsolve(surpluses, [100.0, 20.0])
    assert run["slide.rod.v"][-1] == pytest.approx(-v, rel=STEADY)
    assert (run["cylinder.p_A"][-1], run["cylinder.p_B"][-1]) == (pytest.approx(p_A, rel=STEADY), pytest.approx(p_B, rel=STEADY))
    assert run["cylinder.p_B"].min() > 1e5


def test_through_an_open_orifice_the_load_runs_ahead_of_the_oil_and_the_chamber_refills_at_the_end_stop():
    """Its speed is that of the oil that leaves. In the chamber behind is what was pumped in, at less than the pressure of saturation."""
    run = lowered(CounterbalanceValve(p_set=0.0, ratio=0.0), stop_time=19.0)
    moving = (run["time"] > 1.0) & (run["slide.rod.s"] > 1.01)

    def speed(p_B: float) -> float:
        return brentq(lambda v: orifice(1.0, (LOAD * 9.81 + A_B * p_B - D * v) / A_A - 1e5) - A_A * v, 0.0, 0.5)

    np.testing.assert_allclose(run["slide.rod.v"][moving], [-speed(p_B) for p_B in run["cylinder.p_B"][moving]], rtol=STEADY)
    p_B, V_B = run["cylinder.p_B"], run["cylinder.V_B"]
    short = p_B < 0.5e5
    assert p_B.min() > 100.0 and short[moving].all() and not short[-1]
    np.testing.assert_allclose(V_B[short], V_B[short][0] + 2e-4 * (run["time"][short] - run["time"][short][0]), rtol=OIL_BALANCE)
    full = run["time"][short][-1]
    assert 2e-4 * full == pytest.approx(A_B * 0.7, abs=2e-4 * 0.06)  # the stroke that is left, in samples of 0.02 s


def test_an_anti_cavitation_valve_fills_a_volume_from_the_tank():
    """4e-4 m3/s are drawn: a check valve lets them in from 1 bar, at the drop that its opening and its orifice need."""
    parts = {"volume": HydraulicVolume(p_start=20e5), "check": CheckValve(p_crack=0.1e5, p_band=0.2e5, Q_nominal=6e-3)}
    links = [("volume.p", "check.p_b"), ("check.Q", "volume.Q_in.a")]
    circuit = connect("Suction", {name: BlockModel(name.capitalize(), block) for name, block in parts.items()}, links)
    run = simulate(circuit, stop_time=2.0, interval=0.02, inputs={"volume.Q_out.a": 4e-4, "check.p_a": 1e5})
    drop = brentq(lambda drop: 6 * orifice(min(1.0, (drop - 0.1e5) / 0.2e5), drop) - 4e-4, 0.1e5, 0.5e5)
    assert run["volume.p"][-1] == pytest.approx(1e5 - drop, rel=INTEGRATION)
