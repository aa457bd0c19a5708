"""The formulations run on numbers that carry their dimension: a unit mistake anywhere in them raises."""

import numpy as np
import pytest

from mbfmu import PointGravityWorld, World
from mbfmu.mechanics.formulations import articulated_body
from mbfmu.mechanics.topology import build_tree

from ...dimensions import assert_dimension, assert_same_dimension, dressed, per_second
from ...floats import Floats, parameters
from ...random_forces import add_every_force, random_inputs
from ...random_models import ALL_JOINTS, build, random_links


@pytest.fixture(params=[World, PointGravityWorld])
def state(request):
    """A tree of every joint under every force; speeds start at zero but have units, so every term is met."""
    rng = np.random.default_rng(3)
    model = build(random_links(rng, rng.permutation(ALL_JOINTS)), rng, request.param())
    forces = add_every_force(model, rng)
    inputs = {(f.name, k): u for f in forces for k, u in random_inputs(rng, type(f)).items()}
    tree = build_tree(model)
    q, v = zip(*(b.joint.start(parameters(b.joint, dressed)) for b in tree.bodies))
    return Floats(model, tree, np.concatenate(q), np.concatenate(v), inputs, dressed)


def test_articulated_bodies(state):
    accelerations = articulated_body.accelerations(state.motion, state.loads)
    for v, v_dot in zip(state.motion.v, accelerations):
        assert_same_dimension(per_second(v), v_dot)


def test_kane(state):
    a, f = state.kane
    v_dot = per_second(np.concatenate(state.motion.v))
    assert_same_dimension(a @ v_dot, f)


def test_inverse_dynamics(state):
    inverse = state.inverse_dynamics(per_second(np.concatenate(state.motion.v)))
    for A, reaction in zip(inverse.A[1:], inverse.reactions[1:]):
        assert_dimension(A[:3], "rad/s2")
        assert_dimension(A[3:], "m/s2")
        assert_dimension(reaction[:3], "N.m")
        assert_dimension(reaction[3:], "N")
