"""Elastic data of points against sums over the points."""

import numpy as np
import pytest

from mbfmu.model.structure.points import of_points
from tests.model.structure.clouds import random_cloud
from tests.tolerances import ROUNDOFF


def test_the_invariants_give_momentum_and_energy_of_all_points():
    """M of the mass matrix by invariants (design, A1) against 1/2 sum m v^2 of points r = x + Phi e + 1/2 e.G.e, to first order in e beside rates."""
    rng = np.random.default_rng(1)
    cloud = random_cloud(rng)
    data = cloud.data()
    e, e_dot = rng.normal(size=(2, 5))
    r = cloud.x + cloud.Phi @ e + np.einsum("pikl,k,l->pi", cloud.G, e, e) / 2
    v = cloud.Phi @ e_dot + np.einsum("pikl,k,l->pi", cloud.G, e, e_dot)
    z = np.concatenate([[1.0], e])
    assert data.m == pytest.approx(cloud.m.sum(), rel=ROUNDOFF)
    assert z @ data.s + np.einsum("ikl,k,l->i", data.g, e, e) / 2 == pytest.approx(cloud.m @ r, rel=ROUNDOFF)
    assert e_dot @ data.s[1:] + np.einsum("ikl,k,l->i", data.g, e, e_dot) == pytest.approx(cloud.m @ v, rel=ROUNDOFF)
    linear = cloud.Phi @ e_dot
    assert e_dot @ data.Me @ e_dot == pytest.approx(cloud.m @ (linear**2).sum(axis=1), rel=ROUNDOFF)
    arms = np.einsum("p,pi,pj->ij", cloud.m, cloud.x + cloud.Phi @ e, linear)
    second = np.einsum("p,pi,pj->ij", cloud.m, cloud.x, np.einsum("pikl,k,l->pi", cloud.G, e, e_dot))
    assert np.einsum("a,b,abij->ij", z, e_dot, data.N[:, 1:]) == pytest.approx(arms, rel=ROUNDOFF)
    assert np.einsum("k,l,klij->ij", e, e_dot, data.H) == pytest.approx(second, rel=ROUNDOFF)


def test_without_a_displacement_of_second_order_there_is_no_stiffening():
    cloud = random_cloud(np.random.default_rng(2))
    data = of_points(cloud.x, cloud.m, cloud.Phi, None, cloud.Ke)
    assert not data.g.any() and not data.H.any() and not data.De.any()
    assert data.N == pytest.approx(cloud.data().N)
