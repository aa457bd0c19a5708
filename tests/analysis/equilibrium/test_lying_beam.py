"""A free elastic beam that lies on rigid contacts: the theory of beams tells what each bears, with what friction does at the feet."""

import numpy as np
import pytest

from mbfmu import (
    Contact,
    FlexibleBody,
    FreeMotion,
    Material,
    Model,
    PlaneSurface,
    RectangleSection,
    SphereSurface,
    World,
    beam_data,
    equilibrium,
    simulate,
)

from ...tolerances import AT_REST, GUIDED, TRUNCATED_MODES

STEEL = Material(E=2.1e11, rho=7850.0, nu=0.3)
FLAT = RectangleSection(width=0.03, height=0.02)
FOOT, MU, G = 0.02, 0.5, 9.81  # m, 1, m/s2: radius of the balls that the beam stands on, with their middles in its axis
ALONG = np.linspace(0.0, 1.0, 4001)


def lying(feet: list[float], height: float) -> Model:
    """1 m of beam above level ground, on balls at places along it."""
    places = sorted({0.0, 1.0, *feet})
    model = Model("Lying")
    model.world, model.ground = World(g=G), PlaneSurface()
    model.beam = FlexibleBody(beam_data({f"at{x}": [x, 0, 0] for x in places}, FLAT, STEEL, elements=2, modes=2))
    model.free = FreeMotion(model.world.at([0, 0, height]), model.beam.node(f"at{places[0]}"))
    outputs = {}
    for i, x in enumerate(feet):
        ball = SphereSurface(radius=FOOT)
        foot = Contact(model.beam.node(f"at{x}"), model.world.frame_b, ball, model.ground, friction="coulomb", mu=MU)
        setattr(model, f"ball{i}", ball)
        setattr(model, f"foot{i}", foot)
        outputs |= {f"N{i}": foot.N, f"f{i}": foot.f}
    model.expose(outputs=outputs)
    return model


def bending_and_shear(load: np.ndarray) -> np.ndarray:
    """Moment and shear force (2, along) of a beam on its two ends, under shear forces `load` (along) of all that stands left but the reaction."""
    moment = np.concatenate([[0.0], np.cumsum((load[1:] + load[:-1]) / 2 * np.diff(ALONG))])
    return np.array([moment - moment[-1] * ALONG, load - moment[-1]])


def reactions(feet: list[float], friction: np.ndarray) -> np.ndarray:
    """By the method of forces: those between the ends are such that the beam does not bend away from them. Friction acts below the axis."""
    inner = np.array(feet[1:-1])
    stiffness = np.array([STEEL.E * FLAT.I_y, STEEL.G * FLAT.A_z])[:, None]
    weight = bending_and_shear(-STEEL.rho * FLAT.A * G * ALONG)
    turned = np.array([bending_and_shear(np.zeros_like(ALONG))] * len(feet))
    for state, x, f in zip(turned, feet, friction, strict=True):
        step = (ALONG > x) if x > 0.0 else np.ones_like(ALONG)
        state[0] -= f * FOOT * (step - ALONG)
        state[1] += f * FOOT
    units = np.array([bending_and_shear(1.0 * (ALONG > x)) for x in inner])

    def work(a: np.ndarray, b: np.ndarray) -> float:
        return float(np.trapezoid((a * b / stiffness).sum(axis=0), ALONG))

    loads = weight + turned.sum(axis=0)
    middle = np.linalg.solve([[work(a, b) for b in units] for a in units], [-work(a, loads) for a in units])
    total = STEEL.rho * FLAT.A * G
    last = total / 2 - middle @ inner
    return np.array([total - last - middle.sum(), *middle, last]) + (friction.sum() * FOOT) * np.array([1.0, *(0.0 * inner), -1.0])


@pytest.mark.slow
@pytest.mark.parametrize("height", [FOOT, FOOT + 1e-4, 0.05])
def test_on_three_feet(height: float):
    """Redundant for a rigid beam, determinate for an elastic one: 3/16, 10/16 and 3/16 of its weight, were it not for friction at the feet."""
    rest = equilibrium(lying([0.0, 0.5, 1.0], height))
    check_feet(rest.outputs, [0.0, 0.5, 1.0])
    assert rest.stability == "neutral"


@pytest.mark.slow
@pytest.mark.parametrize("height", [FOOT, FOOT + 1e-4, 0.05])
def test_on_four_feet(height: float):
    check_feet(equilibrium(lying([0.0, 0.3, 0.7, 1.0], height)).outputs, [0.0, 0.3, 0.7, 1.0])


@pytest.mark.parametrize("height", [pytest.param(FOOT, marks=pytest.mark.slow), FOOT + 1e-4, pytest.param(0.05, marks=pytest.mark.slow)])
def test_on_two_feet(height: float):
    """Each bears half of the weight, whatever friction holds between them."""
    found = equilibrium(lying([0.2, 0.8], height)).outputs
    assert [found["N0"], found["N1"]] == pytest.approx([STEEL.rho * FLAT.A * G / 2] * 2, rel=TRUNCATED_MODES)


@pytest.mark.slow
def test_it_stays_at_rest():
    run = simulate(lying([0.0, 0.5, 1.0], FOOT + 1e-4), stop_time=1.0, interval=0.1, values={"start_in_equilibrium": True})
    for i in range(3):
        assert np.ptp(run[f"N{i}"]) < AT_REST * STEEL.rho * FLAT.A * G


def check_feet(found: dict, feet: list[float]) -> None:
    loads, friction = np.array([found[f"N{i}"] for i in range(len(feet))]), np.array([found[f"f{i}[1]"] for i in range(len(feet))])
    assert loads == pytest.approx(reactions(feet, friction), abs=TRUNCATED_MODES * loads.max())
    assert (np.abs(friction) <= MU * loads * (1.0 + GUIDED)).all()
    assert np.abs(friction).max() > 0.1 * MU * loads.min()  # such that the moments by friction are seen
    assert friction.sum() == pytest.approx(0.0, abs=TRUNCATED_MODES)
