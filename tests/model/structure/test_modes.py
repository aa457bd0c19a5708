"""Combinations of modes, and natural modes."""

from dataclasses import replace

import numpy as np
import pytest

from mbfmu import Material, RectangleSection, beam_data
from mbfmu.base.errors import MbfmuError
from mbfmu.model.structure.modes import in_modes, mass_normalized
from mbfmu.model.structure.reference_frame import held_at
from tests.model.structure.clouds import CANTILEVER, Cloud, random_cloud, slender_beam
from tests.model.structure.same_data import same_data
from tests.tolerances import EIGENVALUES, ROUNDOFF


def test_combinations_of_modes_are_those_of_all_points():
    rng = np.random.default_rng(3)
    cloud = random_cloud(rng)
    T = rng.normal(size=(5, 3))
    combined = Cloud(
        cloud.x,
        cloud.m,
        cloud.Phi @ T,
        cloud.Psi @ T,
        *(np.einsum("pikl,ka,lb->piab", of, T, T) for of in (cloud.G, cloud.Gamma)),
        T.T @ cloud.Ke @ T,
        T.T @ cloud.De @ T,
    )
    same_data(in_modes(cloud.data(), T), combined.data(), ROUNDOFF)


def test_natural_modes_of_a_free_beam_are_those_of_the_books():
    """Rigid motions are dropped; free-free frequencies are those of the clamped-clamped beam."""
    data = mass_normalized(slender_beam(13))
    expected = np.repeat([4.730040744862704, 7.853204624095838, 10.995607838001671], 2) ** 2
    assert data.modes == 2 * 12
    assert data.Me == pytest.approx(np.eye(24))
    assert np.sqrt(np.diag(data.Ke))[:4] == pytest.approx(expected[:4], rel=1e-8)
    assert np.trace(data.N[1:, 1:], axis1=2, axis2=3) == pytest.approx(np.eye(24), abs=EIGENVALUES)


def test_modes_above_the_highest_frequency_are_dropped():
    data = mass_normalized(slender_beam(13), highest=100.0)
    assert np.sqrt(np.diag(data.Ke)) == pytest.approx(np.repeat([22.3732854, 61.6728229], 2), rel=1e-7)
    assert data.nodes["at 0"].Phi.shape == (3, 4) and data.nodes["at 0"].G.shape == (3, 4, 4)


def test_combinations_that_move_nothing_are_dropped():
    data = random_cloud(np.random.default_rng(4)).data()
    twice = in_modes(data, np.concatenate([np.eye(5), np.ones((5, 1))], axis=1))
    same_data(mass_normalized(twice), mass_normalized(data), EIGENVALUES, signs=True)


def test_a_rigid_motion_with_stiffness_is_a_mode():
    """A rigid rod on a spring at its end, seen from a frame on the spring's other side: omega^2 = k / (m L^2 / 3)."""
    x = np.stack([(np.arange(1000) + 0.5) / 1000, np.zeros(1000), np.zeros(1000)], axis=-1)
    swing = np.cross([0.0, 0.0, 1.0], x)[:, :, None]
    cloud = Cloud(
        x,
        np.full(1000, 1e-3),
        swing,
        np.zeros((1000, 3, 1)),
        np.zeros((1000, 3, 1, 1)),
        np.zeros((1000, 3, 1, 1)),
        np.array([[7.0]]),
        np.zeros((1, 1)),
    )
    assert mass_normalized(cloud.data()).Ke == pytest.approx(np.array([[21.0]]), rel=1e-6)


def test_an_indefinite_mass_is_refused():
    data = random_cloud(np.random.default_rng(5)).data()
    with pytest.raises(MbfmuError, match="mass matrix of the flexible body is indefinite.*mode 3"):
        mass_normalized(replace(data, Me=np.diag([1.0, 1.0, -0.5, 1.0, 1.0])))


def test_modes_with_more_momentum_than_their_mass_allows_are_refused():
    """(sum m v)^2 <= m sum m v^2, whatever the velocities."""
    data = random_cloud(np.random.default_rng(5)).data()
    s = data.s.copy()
    s[1] = [2.0 * np.sqrt(data.m * data.Me[0, 0]), 0.0, 0.0]
    with pytest.raises(MbfmuError, match="inertia of the flexible body contradicts itself.*momentum"):
        mass_normalized(replace(data, s=s))
    with pytest.raises(MbfmuError, match="contradicts itself"):
        held_at(replace(data, s=s), "n1")


def test_a_deformation_without_stiffness_is_refused():
    data = random_cloud(np.random.default_rng(6)).data()
    with pytest.raises(MbfmuError, match="deformation of the flexible body has no stiffness"):
        mass_normalized(replace(data, Ke=np.diag([1.0, 2.0, 0.0, 3.0, 4.0])))


def test_a_clamped_beam_needs_no_rigid_motions():
    """Modes x^2, x^3, ... are those of a cantilever already."""
    free = slender_beam(11)
    held = in_modes(free, np.linalg.svd(np.concatenate([free.nodes["at 0"].Phi, free.nodes["at 0"].Psi]))[2][4:].T)
    assert np.sqrt(np.diag(mass_normalized(held).Ke))[:4] == pytest.approx(np.repeat(CANTILEVER[:2], 2) ** 2, rel=1e-8)


@pytest.mark.parametrize("along", [(1, 0, 0), (1, 0, 1), (2, 1, 0)], ids=str)
def test_modes_of_a_square_rod_do_not_depend_on_how_its_section_is_turned(along):
    """Pairs of bending modes have one frequency, so any combination of two is a mode too: the first moves the most along x."""
    rod = np.array(along) / np.linalg.norm(along)
    across = np.linalg.svd(rod[None])[2][1:]
    section, steel = RectangleSection(width=0.02, height=0.02), Material(E=210e9, rho=7850.0, nu=0.3)
    places = {"a": np.zeros(3), "b": 0.5 * rod}
    data = [beam_data(places, section, steel, up=np.array([np.cos(a), np.sin(a)]) @ across, elements=6, modes=10) for a in (0.0, 0.4)]
    upright, turned = (replace(d, stresses={}, surface=None) for d in data)  # whose points turn with the section
    assert upright.modes == 16
    same_data(turned, upright, EIGENVALUES)
    first, second = upright.nodes["b"].Phi[:, :2].T
    largest = np.eye(3)[0 if abs(rod[0]) < 1 - ROUNDOFF else 1]
    largest = largest - rod * (rod @ largest)
    assert np.abs(np.cross(first, largest)).max() < EIGENVALUES * np.linalg.norm(first)
    assert abs(first @ second) < EIGENVALUES * (first @ first)
