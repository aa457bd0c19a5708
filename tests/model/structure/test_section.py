"""Sections against integrals, handbooks and thin-walled limits."""

import numpy as np
import pytest

from mbfmu.base.errors import MbfmuError
from mbfmu.model.structure.section import Circle, GeneralSection, ISection, Rectangle, Tube
from tests.tolerances import ROUNDOFF


def fibres(section):
    return {fibre.name: fibre for fibre in section.outline}


@pytest.mark.parametrize("section", [Rectangle(0.1, 0.04), Circle(0.03), Tube(0.05, 0.01), ISection(0.2, 0.1, 0.0056, 0.0085)])
def test_moments_are_integrals_over_the_outline(section):
    """Green's theorem over the polygon; holes are taken off, and a polygon of 12 corners is smaller than its circle."""
    points = np.array([(fibre.y, fibre.z) for fibre in section.outline])
    (y, z), (y2, z2) = points.T, np.roll(points, -1, axis=0).T
    cross = y * z2 - y2 * z
    A, Iz = cross.sum() / 2, (cross * (y**2 + y * y2 + y2**2)).sum() / 12
    if isinstance(section, Tube):
        A, Iz = A * np.pi / (6 * np.sin(np.pi / 6)), Iz * np.pi / (2 * np.sin(np.pi / 6) * (2 + np.cos(np.pi / 6)))
        A, Iz = A - np.pi * section.inner**2, Iz - np.pi / 4 * section.inner**4
    assert A == pytest.approx(section.A, rel=ROUNDOFF)
    assert Iz == pytest.approx(section.Iz, rel=ROUNDOFF, abs=0.0)


@pytest.mark.parametrize(
    "ratio, J, longest, shortest", [(1.0, 0.1406, 0.208, 1.0), (1.5, 0.1958, 0.231, 0.858), (2.0, 0.229, 0.246, 0.796), (10.0, 0.3123, 0.312, 0.742)]
)
def test_torsion_of_rectangles_as_in_handbooks(ratio, J, longest, shortest):
    """Young and Budynas, table of J / (a b^3), of the largest stress T / (k a b^2), and of the part of it in the middle of the short side."""
    section = Rectangle(ratio * 0.01, 0.01)
    assert section.J == pytest.approx(J * ratio * 0.01**4, rel=2e-3, abs=0.0)
    assert Rectangle(0.01, ratio * 0.01).J == pytest.approx(section.J, rel=ROUNDOFF, abs=0.0)
    right, top = fibres(section)["right"].shear[0][2], fibres(section)["top"].shear[1][2]
    assert -right == pytest.approx(1 / (longest * ratio * 0.01**3), rel=3e-3)
    assert top / -right == pytest.approx(shortest, rel=3e-3)


def test_circles_shear_as_in_handbooks():
    assert fibres(Circle(0.02))["90"].shear[0][0] == pytest.approx(4 / 3 / Circle(0.02).A, rel=ROUNDOFF)
    assert fibres(Circle(0.02))["0"].shear[1][2] == pytest.approx(2 / (np.pi * 0.02**3), rel=ROUNDOFF)
    assert Circle(0.02).ky == pytest.approx(6 / 7)
    thin = Tube(0.05, 1e-6)
    assert fibres(thin)["90"].shear[0][0] == pytest.approx(2 / thin.A, rel=1e-4)
    assert thin.ky == pytest.approx(0.5, rel=1e-4)


def test_an_ipe_200_as_in_its_table():
    """EN 10365 without the fillets' part: Iz 1943 cm4 with them, 1846 without; Iy 142 cm4."""
    section = ISection(0.2, 0.1, 0.0056, 0.0085)
    assert section.Iz == pytest.approx(1846e-8, rel=2e-3)
    assert section.Iy == pytest.approx(142e-8, rel=2e-3)
    assert section.ky == pytest.approx(0.183 * 0.0056 / section.A)


@pytest.mark.parametrize(
    "wrong, words",
    [
        (lambda: Rectangle(0.1, -0.1), "Rectangle: width is -0.1"),
        (lambda: Circle(0.0), "Circle: radius is 0"),
        (lambda: Tube(0.01, 0.02), "thicker than the radius"),
        (lambda: ISection(0.2, 0.1, 0.005, 0.1), "no web is left"),
        (lambda: GeneralSection(1.0, 1.0, 1.0, 1.0, 1.0, float("nan")), "kz is nan"),
    ],
)
def test_wrong_numbers_are_refused(wrong, words):
    with pytest.raises(MbfmuError, match=words):
        wrong()
