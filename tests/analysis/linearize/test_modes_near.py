"""Modes from equations with multipliers: those of linearize, which has no multipliers left."""

import numpy as np
import pytest

from mbfmu import Body, EnergyError, MbfmuError, Model, Revolute, TorsionSpringDamper, World, equilibrium, linearize, modes_near
from mbfmu.analysis.linear.mode import Mode
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS
from tests.analysis.linearize.test_linearize import parallelogram
from tests.tolerances import INTEGRATION, SHIFTED

g = 9.81


def chain(links: int, length=1.5, m=1.7595, d=0.3) -> Model:
    """Slender rods that hang from each other, with a little damping in the hinges."""
    model = Model("Chain")
    model.world = World(g=g)
    hanger = model.world.frame_b
    for i in range(1, links + 1):
        link = model.add(f"link{i}", Body(m=m, r_CM=[length / 2, 0, 0], I=[1e-3, m * length**2 / 12, m * length**2 / 12]))
        hinge = model.add(f"hinge{i}", Revolute(hanger, link.frame_a, n=[0, 1, 0], phi_start=np.pi / 2 if i == 1 else 0.0))
        model.add(f"damper{i}", TorsionSpringDamper(hinge, d=d))
        hanger = link.at([length, 0, 0])
    return model


def assert_nearest(found: list[Mode], every: list[Mode], shift: complex, tolerance: float) -> None:
    expected = sorted((mode.eigenvalue for mode in every), key=lambda value: abs(value - shift))[: len(found)]
    assert [mode.eigenvalue for mode in found] == pytest.approx(expected, rel=tolerance)


@pytest.mark.parametrize("links", [4, pytest.param(100, marks=pytest.mark.slow)])
def test_a_chain_near_two_frequencies(links: int):
    every, sparse = linearize(chain(links)).modes(), compile_model(chain(links), "newton_euler")
    for shift in (0.0, 6j):
        found = modes_near(sparse, shift, 3)
        assert len(found) == 3
        assert_nearest(found, every, shift, SHIFTED)
    assert any(name.startswith("motion of link") for name in found[0].shape)


@pytest.mark.parametrize(
    "formulation", [pytest.param(name, marks=[] if name == "kane" else [pytest.mark.slow]) for name in FORMULATIONS if name != "articulated_body"]
)
def test_a_closed_loop_with_redundant_rows(formulation: str):
    """The parallelogram of four hinges has one pair of eigenvalues; energy that only adds up is no state of it."""
    model = parallelogram(formulation)
    model.energy = EnergyError()
    model.expose(outputs={"work": model.energy.error})
    (expected,) = linearize(model).modes()
    for declared in (model, equilibrium(model)):
        (found,) = modes_near(declared, 1.0, 3)
        assert found.eigenvalue == pytest.approx(expected.eigenvalue, abs=INTEGRATION)


def test_what_has_no_modes_near_says_why():
    swinging = parallelogram("kane")
    swinging.a.phi_start = 0.3
    with pytest.raises(MbfmuError, match="is not at rest: .* changes by .*give values with which it rests"):
        modes_near(swinging)
    with pytest.raises(MbfmuError, match="has no sparse equations in its formulation"):
        modes_near(equilibrium(parallelogram("articulated_body")))
    with pytest.raises(MbfmuError, match="give a count > 0"):
        modes_near(swinging, 0.0, 0)
    loose = Model("Loose")
    loose.world, loose.rod = World(g=0), Body(m=1.0, r_CM=[0.5, 0, 0], I=[0.1, 0.1, 0.1])
    loose.pivot = Revolute(loose.world.frame_b, loose.rod.frame_a, n=[0, 0, 1])
    with pytest.raises(MbfmuError, match="has an eigenvalue at 0"):
        modes_near(loose)
