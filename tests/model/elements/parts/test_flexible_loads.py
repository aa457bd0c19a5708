"""Loads along flexible bodies against closed forms of beams."""

from dataclasses import replace

import numpy as np
import pytest

from mbfmu import (
    Body,
    Contact,
    EnergyError,
    Fixed,
    FlexibleBody,
    JointReaction,
    LineLoad,
    Material,
    MbfmuError,
    Model,
    PlaneSurface,
    PointOnPlane,
    PositionSensor,
    PowerSensor,
    PressureLoad,
    Prismatic,
    RectangleSection,
    Revolute,
    SpanContact,
    SphereSurface,
    SteadyJointMotion,
    World,
    WorldForce,
    beam_data,
    equilibrium,
    simulate,
)

from ....tolerances import FMU_INTEGRATION, SETTLED, TRUNCATED_MODES

STEEL = Material(E=2.1e11, rho=7850.0, nu=0.3)
FLAT = RectangleSection(width=0.03, height=0.02)
EI = STEEL.E * FLAT.I_y
GA = STEEL.G * FLAT.A_z


def test_cantilever_under_a_line_load():
    """Deflection w = q L^4 / (8 E I) + q L^2 / (2 G A), and the forces at its root."""
    q = -100.0
    model = Model("Loaded")
    model.world = World(g=0.0)
    model.beam = FlexibleBody(beam_data({"root": [0, 0, 0], "tip": [1, 0, 0]}, FLAT, STEEL, elements=1, modes=0))
    model.root = Fixed(model.world.frame_b, model.beam.node("root"))
    model.snow = LineLoad(model.beam.node("root"), model.beam.node("tip"))
    model.tip, model.reaction = PositionSensor(model.beam.node("tip")), JointReaction(model.root)
    model.expose(
        inputs={"q": model.snow.q},
        start={"q": [0.0, 0.0, q]},
        outputs={"r": model.tip.r, "f": model.reaction.f, "t": model.reaction.t, "all": model.snow.f},
    )
    found = equilibrium(model).outputs
    assert found["r[3]"] == pytest.approx(q / (8 * EI) + q / (2 * GA), rel=TRUNCATED_MODES)
    assert [found["f[3]"], found["t[2]"], found["all[3]"]] == pytest.approx([-q, q / 2, q], rel=TRUNCATED_MODES)
    assert found["f[2]"] == pytest.approx(0.0, abs=SETTLED)


def test_a_propped_cantilever():
    """Its tip rests on the ground: N takes back the deflection q L^4 / (8 E I) + q L^2 / (2 G A) by its own weight."""
    q = STEEL.rho * FLAT.A * 9.81
    model = Model("Propped")
    model.world = World(g=9.81)
    model.beam = FlexibleBody(beam_data({"root": [0, 0, 0], "tip": [1, 0, 0]}, FLAT, STEEL, elements=4, modes=4))
    model.root = Fixed(model.world.frame_b, model.beam.node("root"))
    model.foot, model.ground = SphereSurface(radius=0.02), PlaneSurface()
    model.prop = Contact(model.beam.node("tip"), model.world.at([1, 0, -0.02]), model.foot, model.ground)
    model.expose(outputs={"N": model.prop.N})
    expected = (q / (8 * EI) + q / (2 * GA)) / (1 / (3 * EI) + 1 / GA)
    assert equilibrium(model).outputs["N"] == pytest.approx(expected, rel=TRUNCATED_MODES)


def test_pressure_on_the_top():
    """Of a cantilever: the load of its width for each length, and its power while it swings is the energy that it gets."""
    p = 5e3
    model = Model("Pressed", tolerance=1e-8)
    model.world = World(g=0.0)
    data = beam_data({"root": [0, 0, 0], "tip": [1, 0, 0]}, FLAT, STEEL, elements=16, modes=2)
    model.beam = FlexibleBody(data, zeta=0.0)
    model.wall = Fixed(model.world.frame_b, model.beam.node("root"))
    model.wind = PressureLoad(model.beam, where=lambda x: x[:, 2] > 0.009)
    model.end, model.reaction = PositionSensor(model.beam.node("tip")), JointReaction(model.wall)
    model.power, model.error = PowerSensor(model.wind), EnergyError()
    model.expose(
        inputs={"p": model.wind.pressure},
        start={"p": p},
        outputs={"r": model.end.r, "f": model.reaction.f, "power": model.power.P, "error": model.error.error},
    )
    q = p * 0.03
    found = equilibrium(model).outputs
    assert found["r[3]"] == pytest.approx(-q / (8 * EI) - q / (2 * GA), rel=3 * TRUNCATED_MODES)
    assert found["f[3]"] == pytest.approx(q, rel=TRUNCATED_MODES)
    swing = simulate(model, stop_time=0.02, interval=1e-4)
    assert np.abs(swing["power"]).max() > 0.0
    assert np.abs(swing["error"]).max() < FMU_INTEGRATION * np.abs(swing["power"]).max() * 0.02


def fryba(x: float, t: np.ndarray, P: float, v: float, m: float) -> np.ndarray:
    """Deflection of a simply supported beam of 1 m and a mass m for each length under a force P that moves over it.

    Source: L. Fryba, Vibration of solids and structures under moving loads, 3rd ed., 1999, eq. 1.31, undamped.
    """
    first = np.pi**2 * np.sqrt(EI / m)
    alpha = np.pi * v / first
    modes = (
        np.sin(j * np.pi * x) / (j**2 * (j**2 - alpha**2)) * (np.sin(j * np.pi * v * t) - alpha / j * np.sin(j**2 * first * t)) for j in range(1, 40)
    )
    return 2 * P / (np.pi**4 * EI) * sum(modes)


def bridge(mass: float, v: float) -> Model:
    """Simply supported, of four spans, crossed at constant speed."""
    model = Model("Bridge", tolerance=1e-7, integrator="radau")
    model.world = World(g=0.0)
    places = {f"n{i}": [0.25 * i, 0, 0] for i in range(5)}
    model.beam = FlexibleBody(beam_data(places, FLAT, STEEL, elements=1, modes=0), modes=12, zeta=0.0)
    node = [model.beam.node(name) for name in places]
    model.left = Revolute(model.world.frame_b, node[0], n=[0, 1, 0])
    model.right = PointOnPlane(model.world.frame_b, node[4])
    model.sledge, model.wheel = Body(m=1.0), Body(m=mass)
    model.ahead = Prismatic(model.world.frame_b, model.sledge.frame_a, n=[1, 0, 0])
    model.up = Prismatic(model.sledge.frame_a, model.wheel.frame_a, n=[0, 0, 1])
    model.motion, model.weight = SteadyJointMotion(model.ahead, v=v), WorldForce(model.wheel.frame_a)
    for i in range(4):
        model.add(f"span{i}", SpanContact(node[i], node[i + 1], model.wheel.frame_a, c=1e7, d=10.0))
    model.middle, model.error = PositionSensor(node[2]), EnergyError()
    model.expose(inputs={"f": model.weight.f}, outputs={"r": model.middle.r, "up": model.up.s, "error": model.error.error})
    return model


@pytest.mark.slow
def test_force_that_crosses_a_bridge():
    """A wheel without mass to speak of, against Fryba's closed form: at a fifth of the critical speed, by a hundredth of the largest deflection."""
    P, m = 100.0, STEEL.rho * FLAT.A
    v = 0.2 * np.pi * np.sqrt(EI / m)
    found = simulate(bridge(mass=1e-3 * m, v=v), stop_time=0.98 / v, interval=0.02 / v, rtol=1e-6, inputs={"f[3]": -P})
    exact = fryba(0.5, found["time"], P, v, m)
    assert -found["r[3]"] == pytest.approx(exact, abs=0.01 * exact.max())
    assert np.abs(found["error"]).max() < FMU_INTEGRATION * P * exact.max()


def test_pressure_on_nothing():
    body = FlexibleBody(beam_data({"root": [0, 0, 0], "tip": [1, 0, 0]}, FLAT, STEEL, elements=1, modes=0))
    for where in (lambda x: x[:, 2] > 1.0, lambda x: x > 0.0):
        with pytest.raises(MbfmuError, match="^where chooses none of the [0-9]+ triangles of FlexibleBody: it takes centres"):
            PressureLoad(body, where=where)
    with pytest.raises(MbfmuError, match="^PressureLoad: where = 'top' must be a function of centres"):
        PressureLoad(body, where="top")
    bare = FlexibleBody(replace(body.data, surface=None))
    with pytest.raises(MbfmuError, match="^FlexibleBody has no surface: its data do not say what there is to press on"):
        PressureLoad(bare, where=lambda x: x[:, 2] > 0.0)
