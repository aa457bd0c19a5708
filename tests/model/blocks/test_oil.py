"""Oil that cavitates: overrunning loads, refills, the balances of volume and energy, and the law of the bubbles."""

import numpy as np
import pytest
from scipy.integrate import simpson
from scipy.optimize import brentq

from mbfmu import BlockModel, Body, DoubleActingCylinder, HydraulicCylinder, HydraulicVolume, JointForce, Model, Prismatic, World, connect, simulate
from mbfmu.base.errors import ProblemsFound, StepFailed
from mbfmu.problem.blocks.block import compile_block

from ...tolerances import INTEGRATION, OIL_BALANCE, ROUNDOFF
from .responding import respond

K, SATURATION, VAPOUR, AIR = 1e9, 0.5e5, 100.0, 0.09
A_A, A_B = 8e-3, 5e-3  # m2


def pressed(V_oil: float, V: float) -> float:
    """The pressure of oil that has the volume V_oil at saturation in a volume V, by the three laws: found, not solved for."""
    if V < V_oil:
        return SATURATION + K * np.log(V_oil / V)

    def surplus(p: float) -> float:
        """Air in bubbles, by Boyle, less what the oil has released, by Henry: both as pressure times volume."""
        return (p - VAPOUR) * (V - V_oil) - AIR * V_oil * (SATURATION - p)

    return brentq(surplus, VAPOUR, SATURATION, xtol=1e-9, rtol=4 * np.finfo(float).eps)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.98, 0.9999, 1.0001, 1.02])
def test_pressure_is_that_of_dalton_henry_and_boyle(part: float):
    tension = SATURATION + K * np.log(part)
    _, _, found = respond(HydraulicVolume(V=2e-3), {"Q_in": np.zeros(4), "Q_out": np.zeros(4)}, {"p_state": tension})
    assert found["p"] == pytest.approx(pressed(part * 2e-3, 2e-3), rel=INTEGRATION)
    assert found["V_oil"] == pytest.approx(part * 2e-3, rel=ROUNDOFF)


def test_a_volume_that_is_drained_and_refilled_keeps_its_oil():
    """Below saturation oil is not compressed, so what is there is the integral of the flows."""
    run = simulate(
        BlockModel("Volume", HydraulicVolume(V=1e-3, p_start=0.5001e5)),
        stop_time=4.0,
        interval=0.1,
        inputs={"Q_in.a": lambda t: -2e-4 * np.cos(np.pi * t / 2)},
    )
    drained = 2e-4 * 2 / np.pi * np.sin(np.pi * run["time"] / 2)
    inside = run["p"] < SATURATION
    assert inside.sum() > 15
    np.testing.assert_allclose(run["V_oil"][inside] - run["V_oil"][0], -drained[inside], atol=OIL_BALANCE * 1e-3)
    assert run["p"].min() == pytest.approx(pressed(1e-3 - 4e-4 / np.pi, 1e-3), rel=INTEGRATION)


def overrun(g: float = 9.81):
    """A mass of 3 t that hangs on a cylinder with both ports closed; chamber A opens under it."""
    slide = Model("Slide")
    slide.world = World(g=g, n=[1, 0, 0])
    slide.mass = Body(m=3000.0)
    slide.guide = Prismatic(slide.world.frame_b, slide.mass.frame_a, n=[1, 0, 0], s_start=1.1)
    slide.push = JointForce(slide.guide)
    slide.expose(ports={"rod": slide.push})
    oil = {"leakage": 0.0, "d": 0.0, "bulk_modulus": K, "V_dead": 1e-3}
    cylinder = DoubleActingCylinder(A_A=A_A, A_B=A_B, s_min=1.0, s_max=1.8, p_A_start=2e5, p_B_start=1e5, **oil)
    return connect("Overrun", {"slide": slide, "cylinder": BlockModel("Cylinder", cylinder)}, [("slide.rod", "cylinder.rod")])


def stored(V_oil: float, V: np.ndarray) -> np.ndarray:
    """The energy [J] of oil and bubbles in volumes V, from where the oil is at saturation, by the integral of -p dV."""
    r = V / V_oil
    oil = V_oil * ((SATURATION + K) * (1 - r) + K * r * np.log(r))
    bubbles = -VAPOUR * (V - V_oil) - (SATURATION - VAPOUR) * AIR * V_oil * np.log((np.maximum(r, 1.0) - 1 + AIR) / AIR)
    return np.where(r > 1.0, bubbles, oil)


def test_an_overrunning_load_on_closed_ports_cavitates_and_comes_back():
    """The load turns where the weight's work is in the oil, again and again; the oil is all there after 3 s, and energy is conserved."""
    run = simulate(overrun(), stop_time=3.0, interval=0.002)
    p_A, V_A = run["cylinder.p_A"], 1e-3 + A_A * (run["slide.rod.s"] - 1.0)
    V_B = 1e-3 + A_B * (1.8 - run["slide.rod.s"])
    assert VAPOUR < p_A.min() < 0.4e5
    assert run["cylinder.p_B"].min() > VAPOUR
    for chamber, V in (("A", V_A), ("B", V_B)):
        oil = run[f"cylinder.V_{chamber}"]
        np.testing.assert_allclose(oil, oil[0], rtol=OIL_BALANCE)
        np.testing.assert_allclose(run[f"cylinder.p_{chamber}"], [pressed(oil[0], v) for v in V], rtol=1e-6, atol=10.0)
    energy = 1500.0 * run["slide.rod.v"] ** 2 - 3000.0 * 9.81 * (run["slide.rod.s"] - 1.1)
    energy += stored(run["cylinder.V_A"][0], V_A) + stored(run["cylinder.V_B"][0], V_B)
    assert np.ptp(energy) < INTEGRATION * np.abs(3000.0 * 9.81 * 0.1)


def test_a_chamber_that_is_pulled_open_refills_through_its_valve():
    """The rod is pulled out by 0.3 m with the valve closed, then waits with the valve open, until chamber A has the supply's pressure again."""
    block = HydraulicCylinder(leakage=0.0, p_supply=100e5, p_A_start=50e5, p_B_start=50e5, V_dead=1e-3, s_min=1.0, s_max=1.8, A_A=A_A, A_B=A_B)
    inputs = {
        "rod.v": lambda t: 0.6 * np.sin(np.pi * t) ** 2 if t < 1.0 else 0.0,
        "rod.s": lambda t: 1.2 + (0.3 * t - 0.3 * np.sin(2 * np.pi * t) / (2 * np.pi) if t < 1.0 else 0.3),
        "command": lambda t: 0.0 if t < 1.0 else 0.5,
    }
    run = simulate(BlockModel("Cylinder", block), stop_time=6.0, interval=0.02, inputs=inputs)
    V = 1e-3 + A_A * 0.2, 1e-3 + A_A * 0.5
    oil = V[0] * np.exp((50e5 - SATURATION) / K)
    closed = np.searchsorted(run["time"], 1.0)
    assert run["p_A"][closed] == pytest.approx(pressed(oil, V[1]), rel=INTEGRATION)
    assert run["p_A"].min() > VAPOUR
    assert run["p_A"][-1] == pytest.approx(100e5, rel=INTEGRATION)
    filling = (run["time"] > 1.5) & (run["p_A"] < 0.99 * SATURATION)
    drop = 100e5 - run["p_A"][filling]
    flow = 1e-3 * run["opening"][filling] * drop / (35e5**0.5 * (drop**2 + 1e5**2) ** 0.25)
    oil = [V[1] / brentq(lambda r, p=p: pressed(1.0, r) - p, 1.0, 3.0, xtol=1e-14) for p in run["p_A"][filling]]
    np.testing.assert_allclose(np.diff(oil).sum(), simpson(flow, dx=0.02), rtol=INTEGRATION)


def test_a_start_in_cavitation_is_refused():
    with pytest.raises(ProblemsFound, match=r"p_A_start.*must be > .*p_saturation"):
        compile_block(DoubleActingCylinder(p_A_start=0.2e5), "Cylinder")


def test_a_run_stops_where_more_oil_is_drawn_than_a_volume_holds():
    with pytest.raises(StepFailed, match=r"from t = 2\.0\d* s.* p_state"):
        simulate(BlockModel("Volume", HydraulicVolume(V=1e-3)), stop_time=5.0, interval=0.1, inputs={"Q_out.a": 5e-4})
