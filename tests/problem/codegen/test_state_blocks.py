"""Blocks of states: what elimination by blocks relies on, and that it gives what dense elimination gives."""

from dataclasses import replace

import numpy as np
from scipy.linalg import expm

from mbfmu import Body, FreeMotion, Material, Model, RectangleSection, World, beam, compile_problem
from mbfmu.engine.instance import Instance
from mbfmu.problem.codegen import state_blocks as module
from mbfmu.problem.codegen.state_blocks import StateBlocks, state_blocks
from mbfmu.problem.codegen.tape_functions import record_flat
from mbfmu.problem.codegen.tape_patterns import tape_patterns

from ...engine.problems import conduction, conduction_matrix
from ...tolerances import PROPORTIONAL, SAME_STEPS

BAR, RUBBER = RectangleSection(0.02, 0.03), Material(E=1e7, rho=1000.0)


def star(arms, elements):
    """A hub that flies, with beams on it."""
    model = Model("Star", integrator="radau")
    model.world, model.hub = World(g=9.81), Body(m=1.0, I=[0.01, 0.02, 0.03])
    model.free = FreeMotion(model.world.frame_b, model.hub.frame_a, w_start=[0.5, 1.0, 3.0])
    for i in range(arms):
        beam(model, f"arm{i}", model.hub.at([0, 0, 0], [0, 0, 1], 2.0 * np.pi * i / arms), BAR, RUBBER, elements, length=1.0)
    return model


def blocks_of(problem):
    return state_blocks(problem, lambda: tape_patterns(record_flat(problem)))


def fill(of: StateBlocks) -> int:
    return sum(len(of.blocks[i]) * len(of.blocks[j]) for i, row in enumerate(of.pattern) for j in row)


def test_patterns_are_closed_and_groups_apart():
    of = blocks_of(conduction(3, 12))
    assert sorted(state for block in of.blocks for state in block) == list(range(2 * 37))
    for k, row in enumerate(of.pattern):
        later = [i for i in row if i >= k]
        assert k in row
        assert all(k in of.pattern[i] for i in row)
        assert all(set(later) <= set(of.pattern[i]) for i in later)
        assert all(k in of.pattern[i] for i in of.reach[k])
    assert sorted(block for group in of.groups for block in group) == list(range(len(of.blocks)))
    for group in of.groups:
        reached = [i for block in group for i in of.reach[block]]
        assert len(reached) == len(set(reached))


def test_tangents_do_not_grow_with_the_model_and_numbers_grow_linearly():
    short, long = (blocks_of(conduction(3, cells)) for cells in (12, 24))
    assert len(short.groups) == len(long.groups)
    assert fill(long) < 2.1 * fill(short)


def test_few_states_are_one_block():
    assert blocks_of(compile_problem(star(1, 3))) == StateBlocks((tuple(range(52)),), ((0,),), ((0,),), ((0,),))


def run(problem):
    """States after a tenth of a second of Radau's method, and how often rates were evaluated."""
    instance = Instance(problem)
    instance.initialize()
    instance.advance(0.1, 1e-8)
    return instance.buffers["x"].copy(), instance.evaluations


def test_radau_takes_the_same_steps_as_with_one_block(monkeypatch):
    model = star(2, 3)
    problem, again = compile_problem(model), compile_problem(model)
    x, evaluations = run(problem)
    monkeypatch.setattr(module, "FEW", 10**9)
    expected, as_many = run(again)
    assert evaluations == as_many
    np.testing.assert_allclose(x, expected, atol=SAME_STEPS)


def test_linear_rates_against_the_exponential_of_their_matrix():
    problem = conduction()
    assert len(blocks_of(problem).blocks) == 37
    for integrator, allowed in (("radau", PROPORTIONAL * 1e-8), ("rosenbrock", 1e-6)):
        instance = Instance(replace(problem, integrator=integrator, step_size=1e-3))
        instance.initialize()
        start = instance.buffers["x"].copy()
        instance.advance(0.1, 1e-8)
        np.testing.assert_allclose(instance.buffers["x"], expm(0.1 * conduction_matrix(problem)) @ start, atol=allowed)


def test_variations_against_the_exponential_of_their_matrix():
    problem = conduction()
    instance, n = Instance(problem), problem.sizes["x"]
    instance.initialize()
    X = np.random.default_rng(0).normal(size=(n, 2))
    _, _, end = instance.vary(np.array([0.1]), X, np.zeros((0, 2)), np.zeros((0, 2)), 1e-8)
    np.testing.assert_allclose(end, expm(0.1 * conduction_matrix(problem)) @ X, atol=PROPORTIONAL * 1e-8)
