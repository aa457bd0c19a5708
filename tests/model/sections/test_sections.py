"""Sections and materials against handbooks, and against integrals over small squares and outlines."""

import numpy as np
import pytest

from mbfmu import BoxSection, CircleSection, GeneralSection, ISection, Material, MbfmuError, RectangleSection, TubeSection

from ...tolerances import HANDBOOK, ROUNDOFF

STEEL = Material(E=210e9, rho=7850.0, nu=0.3)
IPE_200 = ISection(width=0.1, height=0.2, web=0.0056, flange=0.0085)


def areas(inside, width, height, n=1200):
    """A, I_y and I_z of the points (y, z) that are inside, by the centres of n x n rectangles."""
    y, z = (size * ((np.arange(n) + 0.5) / n - 0.5) for size in (width, height))
    y, z = np.meshgrid(y, z)
    dA = inside(y, z) * width * height / n**2
    return np.array([dA.sum(), (dA * z * z).sum(), (dA * y * y).sum()])


@pytest.mark.parametrize(
    "section, inside, size",
    [
        (RectangleSection(0.03, 0.05), lambda y, z: np.ones_like(y), (0.03, 0.05)),
        (BoxSection(0.03, 0.05, thickness=0.005), lambda y, z: (abs(y) > 0.01) | (abs(z) > 0.02), (0.03, 0.05)),
        (CircleSection(0.02), lambda y, z: np.hypot(y, z) < 0.02, (0.04, 0.04)),
        (TubeSection(0.02, thickness=0.004), lambda y, z: (np.hypot(y, z) < 0.02) & (np.hypot(y, z) > 0.016), (0.04, 0.04)),
        (ISection(0.06, 0.1, web=0.005, flange=0.01), lambda y, z: (abs(z) > 0.04) | (abs(y) < 0.0025), (0.06, 0.1)),
    ],
)
def test_areas_and_second_moments(section, inside, size):
    np.testing.assert_allclose([section.A, section.I_y, section.I_z], areas(inside, *size), rtol=HANDBOOK)


def outlined(section):
    """A, I_y and I_z within the polygon of the outline, by Green's theorem."""
    y, z = np.array([(fibre.y, fibre.z) for fibre in section.outline]).T
    y2, z2 = np.roll(y, -1), np.roll(z, -1)
    cross = y * z2 - y2 * z
    return np.array([cross.sum() / 2, (cross * (z**2 + z * z2 + z2**2)).sum() / 12, (cross * (y**2 + y * y2 + y2**2)).sum() / 12])


@pytest.mark.parametrize("section", [RectangleSection(0.04, 0.1), IPE_200])
def test_areas_and_second_moments_are_those_within_the_outline(section):
    np.testing.assert_allclose(outlined(section), [section.A, section.I_y, section.I_z], rtol=ROUNDOFF)


def test_a_box_is_its_outline_without_its_hole():
    box = BoxSection(0.04, 0.1, 0.005)
    np.testing.assert_allclose(outlined(box) - outlined(RectangleSection(0.03, 0.09)), [box.A, box.I_y, box.I_z], rtol=ROUNDOFF)


@pytest.mark.parametrize("section", [CircleSection(0.03), TubeSection(0.05, 0.01)])
def test_round_outlines_are_regular_polygons(section):
    """A polygon of 12 corners is smaller than its circle; the hole is taken off."""
    A, I_y, I_z = outlined(section)
    smaller_A, smaller_I = 6 * np.sin(np.pi / 6) / np.pi, 2 * np.sin(np.pi / 6) * (2 + np.cos(np.pi / 6)) / np.pi
    hole = np.pi / 4 * section.inner**4
    found = [A / smaller_A - np.pi * section.inner**2, I_y / smaller_I - hole, I_z / smaller_I - hole]
    np.testing.assert_allclose(found, [section.A, section.I_y, section.I_z], rtol=ROUNDOFF)


def fibres(section):
    return {fibre.name: fibre for fibre in section.outline}


# Timoshenko & Goodier (1970), table 7: J / (a b^3) and the section modulus of torsion / (a b^2), by a / b; Young and Budynas for the part of the
# largest stress in the middle of the short side
@pytest.mark.parametrize(
    "ratio, k_1, k_2, shortest",
    [(1.0, 0.1406, 0.208, 1.0), (1.5, 0.1958, 0.231, 0.858), (2.0, 0.229, 0.246, 0.796), (4.0, 0.281, 0.282, 0.745), (10.0, 0.3123, 0.312, 0.742)],
)
def test_torsion_of_rectangles(ratio, k_1, k_2, shortest):
    lying, standing = RectangleSection(ratio, 1.0), RectangleSection(1.0, ratio)
    assert [lying.J / ratio, lying.W_t / ratio] == pytest.approx([k_1, k_2], rel=3e-3)
    assert (standing.J, standing.W_t) == (lying.J, lying.W_t)
    right, top = fibres(standing)["right"].shear[1][2], fibres(standing)["top"].shear[0][2]
    assert -right == pytest.approx(1 / (k_2 * ratio), rel=3e-3)
    assert top / right == pytest.approx(shortest, rel=3e-3)


def test_circles_shear_as_in_handbooks():
    circle = CircleSection(0.02)
    assert fibres(circle)["90"].shear[1][1] == pytest.approx(4 / 3 / circle.A, rel=ROUNDOFF)
    assert fibres(circle)["0"].shear[0][2] == pytest.approx(-2 / (np.pi * 0.02**3), rel=ROUNDOFF)
    assert circle.W_t == pytest.approx(np.pi * 0.02**3 / 2, rel=ROUNDOFF)
    assert circle.A_y == pytest.approx(6 / 7 * circle.A)
    thin = TubeSection(0.05, 1e-6)
    assert fibres(thin)["90"].shear[1][1] == pytest.approx(2 / thin.A, rel=1e-4)
    assert thin.A_z == pytest.approx(0.5 * thin.A, rel=1e-4)


def test_thin_walls():
    tube = TubeSection(0.5, thickness=1e-4)
    assert tube.J == pytest.approx(np.pi / 4.0 * 1e-4, rel=HANDBOOK)
    square = BoxSection(1.0, 1.0, thickness=1e-4)
    assert [square.J, square.W_t] == pytest.approx([1e-4, 2e-4], rel=HANDBOOK)
    assert fibres(square)["right"].shear[1][1] == pytest.approx(9 / 8 / (2 * 1e-4), rel=HANDBOOK)  # V Q / (I b)
    assert fibres(square)["top"].shear[0][0] == pytest.approx(9 / 8 / (2 * 1e-4), rel=HANDBOOK)


def test_an_ipe_200_as_in_its_table():
    """EN 10365 without the fillets' part: I_y 1943 cm4 with them, 1846 without; I_z 142 cm4."""
    assert IPE_200.I_y == pytest.approx(1846e-8, rel=2e-3)
    assert IPE_200.I_z == pytest.approx(142e-8, rel=2e-3)
    assert IPE_200.A_z == pytest.approx(0.183 * 0.0056)
    assert IPE_200.W_t == pytest.approx(IPE_200.J / 0.0085)


def test_stiffness_and_strength_are_of_material_and_section():
    found = RectangleSection(0.02, 0.06).stiffness(STEEL)
    assert found["EI_y"] == pytest.approx(210e9 * 0.02 * 0.06**3 / 12.0, rel=ROUNDOFF)
    assert found["GA_z"] == pytest.approx(210e9 / 2.6 * 1e-3, rel=ROUNDOFF)
    assert RectangleSection(0.02, 0.06).outermost == {"y": 0.01, "z": 0.03, "r": 0.0}
    assert TubeSection(0.02, 0.001).outermost == {"y": 0.0, "z": 0.0, "r": 0.02}
    numbers = GeneralSection(A=1.0, I_y=2.0, I_z=3.0, J=4.0)
    assert numbers.strength() == {"A": 1.0, "I_y": 2.0, "I_z": 3.0, "W_t": np.inf, "y": 0.0, "z": 0.0, "r": 0.0}
    drawn = GeneralSection(A=1.0, I_y=2.0, I_z=3.0, J=4.0, outline=RectangleSection(0.02, 0.06).outline)
    assert drawn.outermost == RectangleSection(0.02, 0.06).outermost
    assert Material.of_moduli(E=210e9, G=STEEL.G, rho=7850.0).nu == pytest.approx(0.3, rel=ROUNDOFF)
    assert Material(E=210e9, rho=7850.0) == STEEL


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: Material(E=-1.0, rho=1.0), "E = -1.0 must be a positive number"),
        (lambda: Material(E=1.0, rho=1.0, nu=0.7), "nu = 0.7 must be above -1"),
        (lambda: Material.of_moduli(E=2.0, G=0.5, rho=1.0), "nu = 1.0 must be above -1"),
        (lambda: GeneralSection(A=0.0, I_y=1.0, I_z=1.0, J=1.0), "A = 0.0 must be a positive number"),
        (lambda: GeneralSection(1.0, 1.0, 1.0, 1.0, 1.0, float("nan")), "A_z = nan must be a positive number"),
        (lambda: RectangleSection(0.02, "thick"), "RectangleSection: height = 'thick' must be a positive number"),
        (lambda: RectangleSection(-0.1, 0.1), "RectangleSection: width = -0.1 must be"),
        (lambda: CircleSection(0.0), "CircleSection: radius = 0.0 must be"),
        (lambda: TubeSection(0.01, thickness=0.01), "two walls of 0.01 m do not fit into 0.02 m"),
        (lambda: BoxSection(0.1, 0.01, thickness=0.005), "two walls of 0.005 m do not fit into 0.01 m"),
        (lambda: ISection(0.1, 0.2, web=0.005, flange=0.1), "two walls of 0.1 m do not fit into 0.2 m"),
        (lambda: ISection(0.02, 0.1, web=0.02, flange=0.01), "web = 0.02 m must be less than width"),
    ],
)
def test_numbers_that_are_none_are_refused(make, words):
    with pytest.raises(MbfmuError, match=words):
        make()
