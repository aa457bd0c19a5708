"""Sections and materials against handbooks, and against integrals over small squares."""

import numpy as np
import pytest

from mbfmu import Material, MbfmuError, Section

from ...tolerances import HANDBOOK, ROUNDOFF

STEEL = Material(E=210e9, rho=7850.0, nu=0.3)


def areas(inside, width, height, n=1200):
    """A, I_y and I_z of the points (y, z) that are inside, by the centres of n x n rectangles."""
    y, z = (size * ((np.arange(n) + 0.5) / n - 0.5) for size in (width, height))
    y, z = np.meshgrid(y, z)
    dA = inside(y, z) * width * height / n**2
    return np.array([dA.sum(), (dA * z * z).sum(), (dA * y * y).sum()])


@pytest.mark.parametrize(
    "section, inside, size",
    [
        (Section.rectangle(0.03, 0.05), lambda y, z: np.ones_like(y), (0.03, 0.05)),
        (Section.rectangle(0.03, 0.05, thickness=0.005), lambda y, z: (abs(y) > 0.01) | (abs(z) > 0.02), (0.03, 0.05)),
        (Section.circle(0.04), lambda y, z: np.hypot(y, z) < 0.02, (0.04, 0.04)),
        (Section.circle(0.04, thickness=0.004), lambda y, z: (np.hypot(y, z) < 0.02) & (np.hypot(y, z) > 0.016), (0.04, 0.04)),
        (Section.i_beam(0.06, 0.1, web=0.005, flange=0.01), lambda y, z: (abs(z) > 0.04) | (abs(y) < 0.0025), (0.06, 0.1)),
    ],
)
def test_areas_and_second_moments(section, inside, size):
    np.testing.assert_allclose([section.A, section.I_y, section.I_z], areas(inside, *size), rtol=HANDBOOK)


# Timoshenko & Goodier (1970), table 7: J / (a b^3) and the section modulus of torsion / (a b^2), by a / b
@pytest.mark.parametrize("ratio, k_1, k_2", [(1.0, 0.1406, 0.208), (2.0, 0.229, 0.246), (4.0, 0.281, 0.282), (10.0, 0.312, 0.312)])
def test_torsion_of_rectangles(ratio, k_1, k_2):
    lying, standing = Section.rectangle(ratio, 1.0), Section.rectangle(1.0, ratio)
    assert [lying.J / ratio, lying.W_t / ratio] == pytest.approx([k_1, k_2], rel=HANDBOOK)
    assert (standing.J, standing.W_t) == (lying.J, lying.W_t)


def test_a_thin_tube_yields_half_its_area_to_shear():
    tube = Section.circle(1.0, thickness=1e-4)
    assert tube.A_y / tube.A == pytest.approx(0.5, rel=HANDBOOK)
    assert tube.J == pytest.approx(np.pi / 4.0 * 1e-4, rel=HANDBOOK)
    square = Section.rectangle(1.0, 1.0, thickness=1e-4)
    assert square.J == pytest.approx(1e-4, rel=HANDBOOK)


def test_stiffness_is_of_material_and_section():
    found = Section.rectangle(0.02, 0.06).stiffness(STEEL)
    assert found["EI_y"] == pytest.approx(210e9 * 0.02 * 0.06**3 / 12.0, rel=ROUNDOFF)
    assert found["GA_z"] == pytest.approx(210e9 / 2.6 * 1e-3, rel=ROUNDOFF)
    assert Material.of_moduli(E=210e9, G=STEEL.G, rho=7850.0).nu == pytest.approx(0.3, rel=ROUNDOFF)
    assert Material(E=210e9, rho=7850.0) == STEEL


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: Material(E=-1.0, rho=1.0), "E = -1.0 must be a positive number"),
        (lambda: Material(E=1.0, rho=1.0, nu=0.7), "nu = 0.7 must be above -1"),
        (lambda: Material.of_moduli(E=2.0, G=0.5, rho=1.0), "nu = 1.0 must be above -1"),
        (lambda: Section(A=0.0, I_y=1.0, I_z=1.0, J=1.0), "A = 0.0 must be a positive number"),
        (lambda: Section.rectangle(0.02, "thick"), "height = 'thick' must be a positive number"),
        (lambda: Section.circle(0.02, thickness=0.01), "two walls of 0.01 m do not fit into 0.02 m"),
        (lambda: Section.i_beam(0.02, 0.1, web=0.02, flange=0.01), "web = 0.02 m must be less than width"),
    ],
)
def test_numbers_that_are_none_are_refused(make, words):
    with pytest.raises(MbfmuError, match=words):
        make()
