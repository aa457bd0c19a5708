"""Data held at a node against sums over re-based points, and against the frequencies of cantilevers."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu.base.errors import MbfmuError
from mbfmu.model.structure.modes import in_modes, mass_normalized
from mbfmu.model.structure.reference_frame import Rebasing, held_at
from tests.model.structure.clouds import CANTILEVER, Cloud, random_cloud, rotating_stiffness, slender_beam
from tests.model.structure.same_data import same_data
from tests.tolerances import EIGENVALUES, ROUNDOFF

CROSS = np.cross


def rebased(cloud: Cloud, at: int) -> Cloud:
    """The formulas of held_at at each point."""
    X, d, theta = cloud.x - cloud.x[at], cloud.Phi - cloud.Phi[at], cloud.Psi[at].T
    G, Gamma = cloud.G - cloud.G[at], cloud.Gamma - cloud.Gamma[at]
    n = len(theta)
    for k in range(n):
        for l in range(n):
            G[:, :, k, l] -= CROSS(theta[k], d[:, :, l]) + CROSS(theta[l], d[:, :, k])
            G[:, :, k, l] += (CROSS(theta[k], CROSS(theta[l], X)) + CROSS(theta[l], CROSS(theta[k], X))) / 2 - CROSS(cloud.Gamma[at, :, k, l], X)
            Gamma[:, :, k, l] -= (CROSS(theta[k], cloud.Psi[:, :, l]) + CROSS(theta[l], cloud.Psi[:, :, k])) / 2
    Phi = d - np.stack([CROSS(theta[k], X) for k in range(n)], axis=-1)
    return Cloud(cloud.x, cloud.m, Phi, cloud.Psi - cloud.Psi[at], G, Gamma, cloud.Ke, cloud.De)


@pytest.mark.parametrize("seed", range(3))
def test_invariants_are_those_of_re_based_points(seed):
    cloud = random_cloud(np.random.default_rng(seed))
    data = cloud.data()
    same_data(Rebasing(data.nodes["n3"]).of(data), rebased(cloud, 3).data(), ROUNDOFF)


def test_rigid_motions_that_modes_contain_vanish():
    """What they add to displacements of second order depends on how their rotations follow others, so those are zero here."""
    cloud = random_cloud(np.random.default_rng(7), rigid=True)
    linear = lambda data: replace(
        data, g=0 * data.g, H=0 * data.H, nodes={name: replace(node, G=0 * node.G, Gamma=0 * node.G) for name, node in data.nodes.items()}
    )
    held = linear(held_at(cloud.data(), "n2"))
    assert held.modes == 5
    expected = mass_normalized(in_modes(rebased(cloud, 2).data(), np.eye(11)[:, :5]))
    same_data(held, linear(expected), EIGENVALUES, signs=True)


def test_re_basing_is_the_motion_seen_from_the_node_to_second_order():
    """R_0(e)^T (r - r_0) + x_0 of points that move by r = x + Phi e + 1/2 e.G.e, and R_0^T R of those that turn by exp(Psi e + 1/2 e.Gamma.e)."""
    cloud, at = random_cloud(np.random.default_rng(8)), 4
    seen, e = rebased(cloud, at), np.random.default_rng(9).normal(size=5)
    place = lambda c, e: c.x + c.Phi @ e + np.einsum("pikl,k,l->pi", c.G, e, e) / 2
    turn = lambda c, e: Rotation.from_rotvec(c.Psi @ e + np.einsum("pikl,k,l->pi", c.Gamma, e, e) / 2)
    errors = []
    for size in (1e-2, 5e-3):
        r, R = place(cloud, size * e), turn(cloud, size * e)
        moved = (r - r[at]) @ R[at].as_matrix() + cloud.x[at]
        turned = (R[at].inv() * R).as_rotvec() - turn(seen, size * e).as_rotvec()
        errors.append([np.abs(moved - place(seen, size * e)).max(), np.abs(turned).max()])
    assert np.divide(*errors) == pytest.approx([8.0, 8.0], rel=0.1)  # of third order


def test_free_modes_held_at_the_root_are_those_of_a_cantilever():
    rng = np.random.default_rng(10)
    free = in_modes(slender_beam(11), rng.normal(size=(24, 24)))
    held = held_at(free, "at 0")
    assert held.modes == 20
    assert np.sqrt(np.diag(held.Ke))[:4] == pytest.approx(np.repeat(CANTILEVER[:2], 2) ** 2, rel=1e-8)
    root = held.nodes["at 0"]
    assert not root.Phi.any() and not root.Psi.any() and not root.G.any() and root.x == pytest.approx(np.zeros(3))


# Wright, Smith, Thresher and Wang (1982), hub radius 0, to four decimals: flap 1 and 2 at eta; lag is sqrt(flap^2 - eta^2)
WRIGHT = {1.0: (3.6817, 22.181), 3.0: (4.7973, 23.3203), 6.0: (7.3604, 26.8091), 12.0: (13.1702, 37.6031)}


@pytest.mark.parametrize("middle", [0.0, 0.5, 0.9])
def test_free_modes_held_at_the_root_stiffen_as_a_rotating_cantilever(middle):
    """Wherever displacements of second order are measured from."""
    held = held_at(in_modes(slender_beam(11, middle), np.random.default_rng(11).normal(size=(24, 24))), "at 0")
    for eta, flap in WRIGHT.items():
        K = rotating_stiffness(held, np.array([0.0, 0.0, eta]))
        lag = np.sqrt(np.array(flap) ** 2 - eta**2)
        found = np.sqrt(np.linalg.eigvalsh((K + K.T) / 2))
        assert found[:4] == pytest.approx(sorted([*flap, *lag]), rel=2e-4)


def test_another_node_is_named_with_those_there_are():
    with pytest.raises(MbfmuError, match="no node 'tip'.*'at 0', 'at 1'"):
        held_at(slender_beam(3), "tip")
