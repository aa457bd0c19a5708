"""Soil: pressure, memory and shear, by closed forms and quadrature."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from scipy.integrate import quad

from mbfmu import Body, LookupTable, MbfmuError, Model, Prismatic, SineJointMotion, Soil, SoilPlate, World, compile_problem, simulate
from mbfmu.base.errors import StepFailed
from mbfmu.engine.instance import Instance
from mbfmu.problem.data.ref import Ref
from tests.soft_soils import BREADTH, LENGTH, LOAD, RADIUS, SOIL, WIDTH, pressed, pressing_plate, virgin, wheel
from tests.tolerances import BETWEEN_STEPS, FINITE_DIFFERENCE, FORCES_ON_SOIL, RIM_QUADRATURE, ROLLING_QUADRATURE, ROUNDOFF, SLIPPED, SUNK

AREA = LENGTH * BREADTH
DEPTH = 0.05  # m, of the wheel
ENTRY = np.arccos(1.0 - DEPTH / RADIUS)


def test_a_plate_is_pressed_down_lifted_and_pressed_down_again() -> None:
    instance = Instance(compile_problem(pressing_plate()))
    instance.initialize()
    found = []
    for t in np.linspace(0.01, 5.5, 550):
        instance.advance(t)
        found.append([instance.get("sinkage"), instance.get("rut"), instance.get("f")[2]])
    z, rut, f = np.array(found).T
    deepest = np.maximum.accumulate(z)
    assert z.max() == pytest.approx(0.06, abs=SUNK)
    assert rut == pytest.approx(deepest, abs=SUNK)
    assert f == pytest.approx(AREA * pressed(z, deepest, BREADTH), rel=FORCES_ON_SOIL, abs=FORCES_ON_SOIL * f.max())
    assert f[99] == pytest.approx(f[499], rel=FORCES_ON_SOIL)  # as deep as the first time


@pytest.fixture(scope="module")
def rolling() -> Iterator[tuple[Instance, bytes]]:
    """A wheel on soil of 40,000 points, and its state at the start."""
    soil = Soil(**SOIL, damping=5.0, sinkage=virgin((-10.0, 10.0), (-2.5, 2.45), spacing=0.05))
    assert soil.points == 401 * 100
    instance = Instance(compile_problem(wheel(soil, RADIUS - DEPTH)))
    instance.initialize()
    yield instance, instance.save()


def placed(rolling: tuple[Instance, bytes], **states: float) -> Instance:
    """The wheel at its start, but for these states."""
    instance, start = rolling
    instance.restore(start)
    for name, value in states.items():
        instance.set(Ref("x", instance.problem.state_names.index(name.replace("_", ".", 1)), 1), value)
    return instance


def test_a_wheel_that_stands_carries_what_quadrature_says(rolling) -> None:
    instance = placed(rolling)
    depth = lambda angle: max(RADIUS * np.cos(angle) - (RADIUS - DEPTH), 0.0)
    lifting = lambda angle: pressed(depth(angle), depth(angle), WIDTH) * np.cos(angle)
    load = RADIUS * WIDTH * quad(lifting, -ENTRY, ENTRY, epsabs=1e-9)[0]
    instance.outputs()
    assert instance.get("f") == pytest.approx([0.0, 0.0, load], rel=RIM_QUADRATURE, abs=RIM_QUADRATURE * load)


@pytest.mark.parametrize("slip", [0.2, 1.0])
def test_a_rolling_wheel_pulls_as_wong_and_reece_say(rolling, slip: float) -> None:
    v = (1.0 - slip) * RADIUS * 10.0
    instance = placed(rolling, along_v=v, axle_w=10.0, rim_u=slip * RADIUS * ENTRY)

    def stresses(angle: float) -> tuple[float, float]:
        z = RADIUS * np.cos(angle) - (RADIUS - DEPTH)
        p = pressed(z, z, WIDTH)
        j = RADIUS * ((ENTRY - angle) - (1.0 - slip) * (np.sin(ENTRY) - np.sin(angle)))
        return p, (min(SOIL["c"], 10.0 * p) + p * np.tan(SOIL["phi"])) * (1.0 - np.exp(-j / SOIL["K"]))

    pull = quad(lambda a: stresses(a)[1] * np.cos(a) - stresses(a)[0] * np.sin(a), -ENTRY, ENTRY, epsabs=1e-9, limit=200)[0]
    lift = quad(lambda a: stresses(a)[0] * np.cos(a) + stresses(a)[1] * np.sin(a), -ENTRY, ENTRY, epsabs=1e-9, limit=200)[0]
    instance.outputs()
    assert instance.get("f")[[0, 2]] == pytest.approx(RADIUS * WIDTH * np.array([pull, lift]), rel=ROLLING_QUADRATURE)


def test_a_wheel_that_comes_back_at_its_height_sinks_no_further(rolling) -> None:
    """A wheel so heavy that no soil moves it goes 1 m and back; in its rut less soil carries it."""
    instance = placed(rolling, along_v=2.0)
    instance.set("world.g", 0.0)
    instance.set("carrier.m", 1e15)
    ruts, loads, place = [], [], Ref("x", instance.problem.state_names.index("along.v"), 1)
    for passing in range(2):
        for step in range(1, 251):
            instance.advance(0.5 * passing + 0.002 * step)
            loads.append(instance.get("f")[2])
        instance.set(place, -instance.get(place))
        ruts.append(instance.buffers["r"].copy().reshape(401, 100))
    once, twice = ruts
    assert instance.get("x") == pytest.approx(0.0, abs=SUNK)
    assert once[202:219, 48:53] == pytest.approx(DEPTH, abs=BETWEEN_STEPS)
    assert not once[200:220, :45].any() and not once[200:220, 56:].any()
    assert (twice - once)[204:].max() <= SUNK
    assert max(loads[350:400]) < 0.7 * min(loads[150:200])


def test_a_wheel_that_leaves_its_soil_is_named(rolling) -> None:
    instance = placed(rolling, along_s=9.7, along_v=2.0, axle_w=5.0)
    with pytest.raises(StepFailed, match="rim leaves soil: give its sinkage over a larger area"):
        instance.advance(1.0)


def test_derivatives_hold_what_is_remembered(rolling) -> None:
    """Tangents by differences, adjoints by tangents, of a wheel that slips in all directions."""
    instance = placed(rolling, along_v=1.0, axle_w=3.0, rim_u=0.02, rim_v=0.01)
    x = instance.buffers["x"].copy()
    each = np.eye(x.size)
    rates = lambda dx: instance.derivative(0.0, x + dx).copy()
    differences = np.column_stack([(rates(1e-6 * along) - rates(-1e-6 * along)) / 2e-6 for along in each])
    rates(0.0 * x)
    tangents = np.column_stack([instance.directional({"x": along}, ("x_dot",))[0] for along in each])
    adjoints = np.array([instance.reverse({"x_dot": along}, ("x",))[0] for along in each])
    assert tangents == pytest.approx(differences, abs=FINITE_DIFFERENCE * np.abs(differences).max())
    assert adjoints == pytest.approx(tangents, abs=ROUNDOFF * np.abs(tangents).max())


def test_a_wheel_that_sinks_to_its_axle_is_named(rolling) -> None:
    instance = placed(rolling, lift_s=-0.01)
    with pytest.raises(StepFailed, match="rim.sinkage"):
        instance.outputs()


def test_what_the_soil_remembers_is_saved(rolling) -> None:
    instance = placed(rolling, along_v=1.0, axle_w=2.5)
    instance.advance(0.3)
    saved, results = instance.save(), []
    assert len(saved) > 8 * 401 * 100
    for _ in range(2):
        instance.restore(saved)
        instance.advance(0.5)
        results.append(instance.save())
    assert results[0] == results[1] != saved


def test_a_plate_that_slides_is_held_by_cohesion_and_friction() -> None:
    modulus = SOIL["k_c"] / BREADTH + SOIL["k_phi"]
    sunk = (LOAD / (AREA * modulus)) ** (1.0 / SOIL["n"])
    model = Model("Sliding")
    model.world, model.slide, model.body = World(g=9.81), Body(m=1.0), Body(m=LOAD / 9.81)
    model.soil = Soil(**SOIL, sinkage=virgin((-1.0, 2.0)))
    model.along = Prismatic(model.world.frame_b, model.slide.frame_a, n=[1, 0, 0])
    model.pull = SineJointMotion(model.along, amplitude=1.0, frequency=0.125)
    model.lift = Prismatic(model.slide.frame_a, model.body.frame_a, n=[0, 0, 1], s_start=-sunk)
    model.plate = SoilPlate(model.body.frame_a, model.soil, length=LENGTH, breadth=BREADTH)
    model.expose(outputs={"f": model.plate.f, "s": model.along.s})
    run = simulate(model, stop_time=1.0)
    full = AREA * SOIL["c"] + LOAD * np.tan(SOIL["phi"])
    assert -run["f[1]"] == pytest.approx(full * (1.0 - np.exp(-run["s"] / SOIL["K"])), rel=SLIPPED, abs=SLIPPED * full)
    assert run["f[1]"][-1] == pytest.approx(-full, rel=SLIPPED)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"n": 0.0}, "soil.n"),
        ({"K": -1.0}, "soil.K"),
        ({"phi": 2.0}, "soil.phi"),
        ({"sinkage": LookupTable([0.0, 1.0], [0.0, 1.0], -np.ones((2, 2)))}, "sinkage is at least 0"),
        ({"sinkage": LookupTable([0.0, 1.0], [0.0, 1.0], np.ones((2, 2)), smooth=True)}, "soil is linear between its points"),
        ({"sinkage": None}, "sinkage is None"),
        ({"sinkage": virgin(spacing=0.02)}, "give its sinkage at points that are further apart"),
    ],
)
def test_what_no_soil_can_be_is_refused(given: dict, said: str) -> None:
    with pytest.raises(MbfmuError, match=said):
        compile_problem(wheel(Soil(**({**SOIL, "sinkage": virgin()} | given))))


def test_solvers_that_tell_no_steps_are_refused() -> None:
    with pytest.raises(MbfmuError, match="has soil, which remembers at the end of each step; LSODA does not say"):
        simulate(pressing_plate(), stop_time=0.1, solver="LSODA")
