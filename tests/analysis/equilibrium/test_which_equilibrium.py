"""Which equilibrium is found: the one near the start, a saddle or the place below it, one of several, one of a line."""

import numpy as np
import pytest

from mbfmu import Body, Model, Prismatic, Revolute, SpringDamperParallel, World, compile_problem, equilibrium
from tests.library import problem_of
from tests.tolerances import BALANCED, SETTLED

from ..instant.test_equilibrium import DOWN, g, pendulum


def test_starts_that_are_nearly_at_rest():
    """A crane's rope from ever nearer to the vertical: what steps of drainage do not resolve any more, Newton's method finds."""
    problem = problem_of("crane")
    rest = equilibrium(problem).states
    near = {f"{name}.phi_start": rest[f"{name}.phi"] for name in ("pivot", "swing_forward", "swing_sideways")}
    for aside in (3e-2, 1.1e-2, 1e-3, 1e-6, 1e-9):
        found = equilibrium(problem, {**near, "swing_forward.phi_start": near["swing_forward.phi_start"] + aside})
        assert found.states == pytest.approx(rest, abs=SETTLED)
        assert (found.stability, found.evaluations < 1000) == ("stable", True)


def test_a_saddle_is_kept_and_left_on_request():
    upright = pendulum(-np.pi / 2)
    kept, left = equilibrium(upright), equilibrium(upright, leave_unstable=True)
    assert (kept.stability, kept.found_by, kept.outputs["phi"]) == ("unstable", "Newton's method at the start", -np.pi / 2)
    assert left.stability == "stable"
    assert np.sin(left.outputs["phi"]) == pytest.approx(1.0, abs=SETTLED)
    assert equilibrium(pendulum(-np.pi / 2 + 1e-6)).stability == "stable"


def test_of_several_equilibria_it_says_which_it_has_found():
    """A slider on the x axis, drawn by a spring from half a metre beside it that is slack at one metre: at rest on either side, and not between."""
    model = Model("OverCentre")
    model.world, model.slider = World(g=0), Body(m=1.0, I=[1, 1, 1])
    model.guide = Prismatic(model.world.frame_b, model.slider.frame_a, n=[1, 0, 0])
    model.spring = SpringDamperParallel(model.world.at([0, 0.5, 0]), model.slider.frame_a, c=100.0, s_unstretched=1.0)
    problem, aside = compile_problem(model), np.sqrt(0.75)
    for start, expected, stability in ((0.5, aside, "stable"), (-2.0, -aside, "stable"), (0.0, 0.0, "unstable")):
        found = equilibrium(problem, {"guide.s_start": start})
        assert (found.states["guide.s"], found.moved["guide.s"]) == pytest.approx((expected, expected - start), abs=SETTLED)
        assert found.stability == stability


def test_what_may_stand_anywhere_is_neutral():
    model = Model("Trolley")
    model.world, model.trolley, model.load = World(g=g), Body(m=1.0), Body(m=2.0, r_CM=[1, 0, 0], I=[1, 1, 1])
    model.rail = Prismatic(model.world.frame_b, model.trolley.frame_a, n=[1, 0, 0])
    model.hook = Revolute(model.trolley.frame_a, model.load.frame_a, n=DOWN, phi_start=0.3)
    found = equilibrium(model)
    assert (found.stability, found.acceleration <= BALANCED) == ("neutral", True)
    assert found.states["rail.s"] == pytest.approx(2.0 / 3.0 * np.cos(0.3), abs=1e-2)  # the centre of mass stays
