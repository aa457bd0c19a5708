"""Joint accelerations of random trees: the recursion, Kane's equations, inverse dynamics and Pinocchio agree."""

import numpy as np
import pinocchio as pin
import pytest

from mbfmu.mechanics.topology import build_tree
from mbfmu.model.elements.joints import Cylindrical, Prismatic, Revolute
from mbfmu.problem.mechanism.mechanics import compile_model

from ...floats import Floats
from ...pinocchio_model import pinocchio_model, speeds_to_pinocchio
from ...random_models import ALL_JOINTS, build, random_links, random_state
from ...running import Running
from ...tolerances import CONDITIONED, EPS, RESIDUAL

SEEDS = [*range(8), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(8, 20))]


def random_tree(seed, n=12, reversible=ALL_JOINTS):
    rng = np.random.default_rng(seed)
    kinds = list(rng.permutation(ALL_JOINTS)) + list(rng.choice(ALL_JOINTS, n - len(ALL_JOINTS)))
    links = random_links(rng, kinds, reversible)
    model = build(links, rng)
    tree = build_tree(model)
    return links, model, tree, *random_state(rng, tree)


def close(a, b, matrix):
    bound = CONDITIONED * EPS * np.linalg.cond(matrix) * np.abs(b).max()
    assert np.abs(a - b).max() <= bound, f"{np.abs(a - b).max()} > {bound}"


@pytest.mark.parametrize("seed", SEEDS)
def test_formulations_agree_on_floats(seed):
    _, model, tree, q, v = random_tree(seed)
    state = Floats(model, tree, q, v)
    close(state.by_articulated_body, state.by_kane, state.kane[0])


@pytest.mark.parametrize("seed", range(3))
def test_compiled_formulations_agree_with_floats(seed):
    _, model, tree, q, v = random_tree(seed)
    state = Floats(model, tree, q, v)
    for formulation in "articulated_body", "kane":
        x_dot = Running(compile_model(model, formulation)).derivative(0.0, np.concatenate([q, v]))
        close(x_dot[tree.nq :], state.by_kane, state.kane[0])


@pytest.mark.parametrize("seed", SEEDS)
def test_inverse_dynamics_leaves_no_residual(seed):
    """Scaled by the largest force or torque through any joint of the tree."""
    _, model, tree, q, v = random_tree(seed)
    state = Floats(model, tree, q, v)
    inverse = state.inverse_dynamics(state.by_articulated_body)
    scale = max(np.abs(reaction).max() for reaction in inverse.reactions[1:])
    for body, residual in zip(tree.bodies, inverse.residuals):
        assert np.abs(residual).max(initial=0.0) <= RESIDUAL * scale, body.name


@pytest.mark.parametrize("seed", SEEDS)
def test_pinocchio(seed):
    links, model, tree, q, v = random_tree(seed, reversible=(Revolute, Prismatic, Cylindrical))
    state = Floats(model, tree, q, v)
    other = pinocchio_model(links, tree, model.world.values["g"] * model.world.values["n"])
    data, v_pin = other.createData(), speeds_to_pinocchio(tree, v)
    v_dot = speeds_to_pinocchio(tree, pin.aba(other, data, q, v_pin, np.zeros(tree.nv)))
    close(state.by_articulated_body, v_dot, state.kane[0])


def test_length_of_euler_parameters_changes_nothing():
    """An integrator lets it drift; it grows or shrinks back by itself, and nothing else sees it."""
    _, model, tree, q, v = random_tree(0)
    problem = compile_model(model)
    scaled = np.concatenate([[*p[:-4], *(1.3 * p[-4:])] if len(p) in (4, 7) else p for p in tree.split_q(q)])
    x_dot, drifted = (Running(problem).derivative(0.0, np.concatenate([at, v])) for at in (q, scaled))
    close(drifted[tree.nq :], x_dot[tree.nq :], Floats(model, tree, q, v).kane[0])
