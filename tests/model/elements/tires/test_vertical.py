"""Load and deflection of tires of the Magic Formula: along the radius, and by camber."""

import numpy as np
import pytest
from scipy.integrate import quad

from mbfmu import Body, FlatRoad, MagicFormulaTire, simulate
from mbfmu.model.elements.tires import vertical

from ....dimensions import assert_dimension, dressed
from ....tolerances import ROUNDOFF
from .data import ALL, EVEN, coefficients
from .tours import on_rails

WIDE = {"WIDTH": 0.2, "ASPECT_RATIO": 0.55}
LEANING = WIDE | dict(Q_CAM1=80.0, Q_CAM2=250.0, Q_CAM3=0.5, Q_FCY=0.26, Q_FCY2=-0.5, Q_FYS1=-2e4, Q_FYS2=-6e4, Q_FYS3=8.8e4, Q_CAM=-3.0)
GAMMA = 0.1
R0 = ALL["UNLOADED_RADIUS"]


@pytest.mark.parametrize("along", [-0.02, -0.005, -1e-4, 0.0])
def test_a_tire_whose_edge_touches_is_deflected_as_the_mean_of_a_flat_tread(along):
    c = coefficients(ALL | WIDE | {"Q_CAM1": 1.0})
    half = 0.5 * 0.2 * (1.075 - 0.5 * 0.55)
    touching = min(-along / np.tan(GAMMA), half)
    depth, _ = quad(lambda y: along + y * np.tan(GAMMA), touching, half)
    found = vertical.deflection(c, R0, R0 - along, GAMMA)
    assert max(found, 0.0) == pytest.approx(depth / (2.0 * half), abs=ROUNDOFF)
    assert (found > 0.0) == (touching < half)


def test_camber_deflects_a_loaded_tire_by_its_contour():
    """Where all of the tread touches: the deflection at first touch, scaled by the contour, less what Q_CAM3 takes."""
    c, r_l = coefficients(ALL | LEANING), 0.29
    contour = lambda r: c.Q_CAM1 * r + c.Q_CAM2 * r * r
    first = 0.2 * (1.075 - 0.5 * 0.55) / 8.0 * np.tan(GAMMA)
    wanted = R0 - r_l + first * (contour(r_l) / contour(R0)) ** 2 - c.Q_CAM3 * (R0 - r_l) * GAMMA
    for gamma in (GAMMA, -GAMMA):
        assert vertical.deflection(c, R0, r_l, gamma) == pytest.approx(wanted, rel=ROUNDOFF)


def test_the_deflection_is_continuous_and_grows():
    c = coefficients(ALL | LEANING)
    edge = 0.1 * (1.075 - 0.5 * 0.55) * np.tan(GAMMA)
    for along in (-edge, 0.0):
        beside = [vertical.deflection(c, R0, R0 - along - step, GAMMA) for step in (1e-12, -1e-12)]
        assert beside[0] == pytest.approx(beside[1], abs=10.0 * ROUNDOFF)
    found = [vertical.deflection(c, R0, R0 - along, GAMMA) for along in np.linspace(-2.0 * edge, 0.05, 200)]
    assert min(np.diff(found)) >= 0.0 and found[0] < 0.0


def test_an_upright_tire_is_deflected_along_its_radius():
    c = coefficients(ALL | LEANING)
    for along in (-0.01, 0.0, 0.02):
        assert vertical.deflection(c, R0, R0 - along, 0.0) == pytest.approx(along, abs=ROUNDOFF)
        assert vertical.deflection(coefficients(), R0, R0 - along, GAMMA) == pytest.approx(along, abs=ROUNDOFF)


def test_load_is_largest_at_the_force_of_leaning():
    c, rho = coefficients(ALL | LEANING), 0.02
    most = vertical.leaning_force(c, R0, 0.3, GAMMA)
    assert most == pytest.approx(GAMMA * (-2e4 - 6e4 * 0.3 / R0 + 8.8e4 * (0.3 / R0) ** 2), rel=ROUNDOFF)
    standing = lambda gamma, Fy: vertical.load(c, rho, rho, vertical.stiffening(c, 0.0) - vertical.lowering(c, rho, 0.0, Fy), 0.0, gamma)
    whole, less = (standing(GAMMA, Fy) for Fy in (0.0, 1000.0))
    assert less / whole == pytest.approx(1.0 - (0.26 * 1000.0 / c.FNOMIN * (rho / R0) ** -0.5) ** 2, rel=ROUNDOFF)
    softer = standing(0.0, 0.0) - whole
    assert softer == pytest.approx(3.0 * GAMMA**2 * rho / R0 * c.FNOMIN, rel=1e2 * ROUNDOFF)


def test_a_leaning_wheel_touches_with_its_edge_first():
    """On rails at a height at which the middle of its tread is in the air."""
    shown = []
    for values in (EVEN, EVEN | LEANING | {"Q_FCY": 0.0}):
        model = on_rails(MagicFormulaTire, FlatRoad(), values, [10.0, 0.0, 0.0], 30.0, depth=0.0)
        model.motion.r_start = [0.0, 0.0, (R0 + 0.005) * np.cos(GAMMA)]
        model.motion.Q_start = [np.sin(GAMMA / 2.0), 0.0, 0.0, np.cos(GAMMA / 2.0)]
        shown.append(simulate(model, 0.01, 0.01)[0])
    assert abs(shown[1]["gamma"]) == pytest.approx(GAMMA, rel=ROUNDOFF)
    assert shown[0]["F[3]"] == 0.0 and shown[1]["F[3]"] > 0.0


def test_units():
    units = {"FNOMIN": "N", "UNLOADED_RADIUS": "m", "LONGVL": "m/s", "WIDTH": "m", "Q_CAM1": "1/m", "Q_CAM2": "1/m2", "VERTICAL_STIFFNESS": "N/m"}
    units |= dict.fromkeys(("Q_FYS1", "Q_FYS2", "Q_FYS3"), "N") | {"BOTTOM_STIFF": "N/m", "RIM_RADIUS": "m", "BOTTOM_OFFST": "m"}
    c = coefficients(ALL | LEANING)
    c = type(c)({name: dressed(value, units.get(name, "1")) for name, value in c.items()})
    R, r_l, angle = dressed(0.32, "m"), dressed(0.3, "m"), dressed(0.1, "rad")
    rho = vertical.deflection(c, R, r_l, angle)
    assert_dimension(rho, "m")
    assert_dimension(vertical.leaning_force(c, R, r_l, angle), "N")
    factor = vertical.stiffening(c, dressed(30.0, "rad/s")) - vertical.lowering(c, rho, dressed(10.0, "N"), dressed(10.0, "N"))
    whole = vertical.whole_deflection(c, rho, factor, dressed(0.1, "1"), angle, dressed(10.0, "N"), dressed(2e6, "N/m"))
    assert_dimension(whole, "m")
    assert_dimension(vertical.load(c, rho, whole, factor, dressed(0.1, "1"), angle), "N")
    assert_dimension(vertical.carcass_energy(c, rho, dressed(0.1, "1")), "N.m")


def test_what_is_left_to_a_belt_and_what_its_springs_give_are_the_whole_deflection():
    c, springs, factor, Fy = coefficients(ALL | LEANING), 2e6, 1.03, -2000.0
    for whole in (0.01, 0.03):
        upward = factor * vertical.carcass_load(c, whole, 0.1, GAMMA) * np.cos(GAMMA) - Fy * np.sin(GAMMA)
        left = whole - upward * (1.0 - c.Q_CAM3 * GAMMA) / springs
        assert vertical.whole_deflection(c, left, factor, 0.1, GAMMA, Fy, springs) == pytest.approx(whole, rel=ROUNDOFF)
    assert vertical.whole_deflection(c, -0.01, factor, 0.1, GAMMA, 0.0, springs) == -0.01


def test_a_tread_without_contour_is_refused():
    tire = MagicFormulaTire(Body(m=1.0).frame_a, FlatRoad(), **EVEN, **WIDE)
    assert "must give a contour > 0" in " ".join(tire.own_problems())
