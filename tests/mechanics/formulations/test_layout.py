"""Shifted joint frames: plain screws from axis to axis, and the same mechanism as Pinocchio's, which shifts nothing."""

import numpy as np
import pinocchio as pin
import pytest

from mbfmu.base.spatial.placement import compose, inverse
from mbfmu.base.spatial.rotations import about_axis, about_x, about_z
from mbfmu.mechanics.formulations.layout import about_x_then_z, to_common_normal
from mbfmu.mechanics.topology import build_tree
from mbfmu.model.elements.joints import Revolute
from mbfmu.problem.mechanism.mechanics import compile_model

from ...floats import Floats
from ...pinocchio_model import pinocchio_model
from ...random_models import build, random_links, random_state
from ...running import Running
from ...tolerances import CONDITIONED, EPS, ROUNDOFF

SKEW = about_axis(np.array([0.48, -0.6, 0.64]), 1.3)
TILTS = {  # of the next axis against z
    "skew": SKEW,
    "parallel": about_z(0.7),
    "opposite": about_x(np.pi),
    "right angle": about_x(np.pi / 2),
    "almost parallel": about_axis(np.array([0.6, 0.8, 0.0]), 1e-3) @ about_z(0.4),
    "within roundoff": about_x(1e-15),
}


@pytest.mark.parametrize("tilt", TILTS)
@pytest.mark.parametrize("r", [np.array([0.3, -0.2, 0.5]), np.zeros(3)], ids=["apart", "meeting"])
def test_parts_compose_to_the_placement(tilt, r):
    """What is shifted on one axis and split on the next is still the same placement, up to a turn of that joint."""
    placement = TILTS[tilt], r
    shift = to_common_normal(placement)
    (R, a), angle, slide = about_x_then_z(compose(inverse(shift), placement), 1.0)
    R_back, r_back = compose(shift, compose((R, a), (about_z(angle[0]), slide)))
    np.testing.assert_allclose(R_back, placement[0], rtol=0.0, atol=ROUNDOFF)
    np.testing.assert_allclose(r_back, r, rtol=0.0, atol=ROUNDOFF)


def test_skew_axes_are_a_turn_and_a_shift_about_x_apart():
    r = np.array([0.3, -0.2, 0.5])
    shift = to_common_normal((SKEW, r))
    (R, a), _, _ = about_x_then_z(compose(inverse(shift), (SKEW, r)), 1.0)
    distance = abs(r @ np.cross([0.0, 0.0, 1.0], SKEW[:, 2])) / np.hypot(*SKEW[:2, 2])
    np.testing.assert_array_equal(R[0], [1.0, 0.0, 0.0])
    np.testing.assert_array_equal(a[1:], [0.0, 0.0])
    assert abs(a[0]) == pytest.approx(distance, rel=ROUNDOFF)


@pytest.mark.parametrize("seed", range(10))
def test_trees_of_revolute_joints(seed):
    """Some entered from frame_b; on floats and compiled."""
    rng = np.random.default_rng(seed)
    links = random_links(rng, [Revolute] * 8)
    model = build(links, rng)
    tree = build_tree(model)
    q, v = random_state(rng, tree)
    other = pinocchio_model(links, tree, model.world.values["g"] * model.world.values["n"])
    v_dot = pin.aba(other, other.createData(), q, v, np.zeros(tree.nv))
    state = Floats(model, tree, q, v)
    compiled = Running(compile_model(model)).derivative(0.0, np.concatenate([q, v]))[tree.nq :]
    bound = CONDITIONED * EPS * np.linalg.cond(state.kane[0]) * np.abs(v_dot).max()
    assert max(np.abs(found - v_dot).max() for found in (state.by_articulated_body, state.by_kane, compiled)) <= bound
