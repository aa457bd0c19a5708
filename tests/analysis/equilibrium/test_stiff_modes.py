"""Equilibria of flexible bodies whose modes are some 1e9 times as stiff as gravity on a hinge: what is soft rests too, and loops stay closed."""

from math import pi, sqrt

import pytest

from mbfmu import Body, FlexibleBody, Material, Model, Prismatic, RectangleSection, Revolute, Spherical, TorsionSpringDamper, World, equilibrium
from mbfmu.model.structure.beam import beam_data

from ...tolerances import BALANCE, LOOPS, TRUNCATED_MODES

STEEL = Material(E=2.1e11, rho=7850.0, nu=0.3)
Y = [0, 1, 0]


def rod(width: float, height: float, modes: int) -> FlexibleBody:
    """A metre long, from root to tip along x."""
    places = {"root": [0, 0, 0], "tip": [1, 0, 0]}
    return FlexibleBody(beam_data(places, RectangleSection(width, height), STEEL, elements=16, modes=modes))


@pytest.mark.parametrize("start", [0.3, 1.5])
def test_an_arm_hangs_down_from_its_hinge(start: float) -> None:
    model = Model("Arm")
    model.world = World()
    model.arm = rod(0.05, 0.08, modes=14)
    model.pivot = Revolute(model.world.frame_b, model.arm.node("root"), n=Y, phi_start=start)
    found = equilibrium(model)
    assert found.stability == "stable"
    assert found.states["pivot.phi"] == pytest.approx(pi / 2, abs=BALANCE)


@pytest.mark.slow
def test_a_slider_crank_hangs_with_its_loop_closed() -> None:
    """Long changes that led so far from the constraints that they did not come back left the loop open by 13 mm."""
    model = Model("SliderCrank")
    model.world = World()
    model.crank = Body(m=2, r_CM=[0.15, 0, 0], I=[0.01, 0.02, 0.02])
    model.rod = rod(0.03, 0.02, modes=16)
    model.slider = Body(m=3, I=[0.01, 0.01, 0.01])
    model.pivot = Revolute(model.world.frame_b, model.crank.frame_a, n=Y, phi_start=0.5)
    model.pin = Revolute(model.crank.at([0.3, 0, 0]), model.rod.node("root"), n=Y, phi_start=-0.6)
    model.guide = Prismatic(model.world.frame_b, model.slider.frame_a, n=[1, 0, 0])
    model.wrist = Spherical(model.rod.node("tip"), model.slider.frame_a)
    found = equilibrium(model)
    assert found.stability == "stable"
    assert found.states["pivot.phi"] == pytest.approx(pi / 2, abs=LOOPS)  # every weight is lowest there
    assert found.states["guide.s"] == pytest.approx(sqrt(1 - 0.3**2), rel=TRUNCATED_MODES)


def test_light_links_with_strong_dampers_do_not_hide_what_brings_the_rest_back() -> None:
    """A second pendulum at the end, so light and so damped that its eigenvalue is 1e8 times that of the first."""
    model = Model("Pendulums")
    model.world = World()
    model.arm = Body(m=1.0, r_CM=[0.5, 0, 0], I=[0.1, 0.1, 0.1])
    model.tip = Body(m=1e-6, I=[1e-9, 1e-9, 1e-9])
    model.pivot = Revolute(model.world.frame_b, model.arm.frame_a, n=Y, phi_start=1.5)
    model.wrist = Revolute(model.arm.at([1, 0, 0]), model.tip.frame_a, n=Y)
    model.spring = TorsionSpringDamper(model.wrist, c=10.0, d=1.0)
    found = equilibrium(model)
    assert max(abs(mode.eigenvalue) for mode in found.linearization.modes()) > 1e8
    assert found.stability == "stable"
