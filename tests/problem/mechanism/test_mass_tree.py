"""The mass metric body by body: its numbers and projections against mass matrices of other formulations and dense algebra in NumPy."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from mbfmu import Body, FlexibleBody, Material, Model, RectangleSection, Revolute, RotorInertia, Spherical, World, beam_data
from mbfmu.mechanics.topology import build_tree
from mbfmu.problem.mechanism import mass_tree
from mbfmu.problem.mechanism.mechanics import compile_model

from ...dense_masses import dense_masses
from ...flexible_models import flexible_tree, random_state
from ...floats import Floats
from ...random_loops import random_mechanism
from ...random_models import ALL_JOINTS
from ...running import Running
from ...tolerances import CONDITIONED, EPS, ROUNDOFF
from .test_patterns import spread

STEEL = Material(E=2.1e11, rho=7850.0, nu=0.3)
OFF = 1e-9  # of all states: its square is roundoff, so one round of Newton's method is all


@pytest.fixture
def all_by_bodies(monkeypatch) -> None:
    monkeypatch.setattr(mass_tree, "WORTH", 0.0)


@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 20))])
def test_numbers_of_bodies_make_kanes_mass_matrix(seed: int) -> None:
    """Of rigid and flexible bodies with joints on any node."""
    random = np.random.default_rng(seed)
    model = flexible_tree(random, random.permutation(ALL_JOINTS), random.permutation((3, 0, 2, 7, 0, 1, 4, 2)))
    tree = build_tree(model)
    state = Floats(model, tree, *random_state(random, tree))
    numbers = ca.evalf(mass_tree.masses_of_bodies(state.motion)).full().ravel()
    M, _ = state.kane
    np.testing.assert_allclose(dense_masses(mass_tree.mass_tree(tree), numbers), M, rtol=0, atol=ROUNDOFF * np.abs(M).max())


def held_chain(links: int, modes: int) -> Model:
    """Flexible links, or rigid ones without modes, on hinges, the end held at a point."""
    model = Model("HeldChain")
    model.world = World(g=9.81, n=[0, 0, -1])
    data = (
        beam_data({"a": [0, 0, 0], "b": [0.5, 0, 0]}, RectangleSection(width=0.02, height=0.03), STEEL, elements=4, modes=modes + 6)
        if modes
        else None
    )
    end, slopes = model.world.frame_b, np.linspace(0.6, -0.6, links)
    for i, turn in enumerate(np.diff(slopes, prepend=0.0)):
        link = model.add(f"link{i}", FlexibleBody(data, modes=modes) if modes else Body(m=1.0, r_CM=[0.25, 0, 0], I=[0.01, 0.02, 0.02]))
        joint = model.add(f"joint{i}", Revolute(end, link.node("a") if modes else link.frame_a, n=[0, 1, 0], phi_start=turn))
        end = link.node("b") if modes else link.at([0.5, 0, 0])
    model.rotor = RotorInertia(joint, J=1e-3, ratio=10.0)
    model.closing = Spherical(model.world.at([0.5 * np.cos(slopes).sum(), 0, -0.5 * np.sin(slopes).sum()]), end)
    return model


def projected(model: Model) -> None:
    """A projection of speeds is the shortest change in the metric of Kane's mass matrix."""
    running = Running(compile_model(model, "kane_complement"))
    (manifold,), buffers = running.problem.manifolds, running.buffers
    n, start = manifold.nv, buffers["x"].copy()
    assert manifold.mass_tree.lower
    buffers["x"][len(start) - n :] += OFF * np.random.default_rng(0).normal(size=n)
    running.evaluate()
    running.constraints()
    A, M = spread(buffers["A_nonzeros"], manifold.A_pattern, n), buffers["M"].reshape(n, n)
    inverse = np.linalg.inv(M)
    change = -inverse @ A.T @ np.linalg.pinv(A @ inverse @ A.T, rcond=ROUNDOFF) @ buffers["psi"]
    before = buffers["x"][len(start) - n :].copy()
    running.project()
    found = buffers["x"][len(start) - n :] - before
    np.testing.assert_allclose(found, change, rtol=0, atol=CONDITIONED * EPS * np.linalg.cond(M) * np.abs(change).max() + EPS * np.abs(before).max())


def test_projection_of_flexible_bodies(all_by_bodies) -> None:
    projected(held_chain(2, 3))


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 10))])
def test_projection_of_random_mechanisms(all_by_bodies, seed: int) -> None:
    random = np.random.default_rng(seed)
    projected(random_mechanism(random, random.permutation(ALL_JOINTS)[:5].tolist(), [Spherical]).model)


def test_structure_decides() -> None:
    """Branches of few speeds are written out; many speeds on one branch are not."""
    cheaper = lambda model: mass_tree.by_bodies(build_tree(model))
    assert not cheaper(held_chain(2, 4)) and not cheaper(held_chain(40, 0))
    assert cheaper(held_chain(6, 12)) and cheaper(held_chain(100, 0))
