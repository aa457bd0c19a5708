"""The Magic Formula: slopes, peaks and symmetries, and tables that others have published."""

import json

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from mbfmu.base.scalars import Record
from mbfmu.model.elements.tires.magic_formula import MagicFormula
from mbfmu.model.elements.tires.magic_formula_52 import MagicFormula52
from mbfmu.model.elements.tires.magic_formula_turn_slip import MagicFormulaTurnSlip
from mbfmu.model.elements.tires.reduced_magic_formula import ReducedMagicFormula

from ....dimensions import assert_dimension, dressed
from ....files_of_others import files_of_others
from ....tolerances import FINITE_DIFFERENCE, ROUNDOFF, SAMPLED, SMALL_SPIN, TIRE_TABLE
from .data import ALL, SIDELESS, coefficients

every_version = pytest.mark.parametrize("formula", [MagicFormula, MagicFormula52, MagicFormulaTurnSlip, ReducedMagicFormula])
SIGNS_OF_HALF_A_TURN = {"Fx": -1, "Fy": -1, "Mx": -1, "My": -1, "Mz": 1}
SIGNS_OF_A_MIRROR = {"Fx": 1, "Fy": -1, "Mx": -1, "My": 1, "Mz": -1}
SHIFTED = ("PHX1", "PHX2", "PVX1", "PVX2", "PHY1", "PHY2", "PVY1", "PVY2", "RHX1", "RHY1", "RHY2", "RBY3")


def states(seed, n=20):
    rng = np.random.default_rng(seed)
    spans = [(500.0, 8000.0), (-0.8, 0.8), (-0.6, 0.6), (-0.15, 0.15), (1.6e5, 3e5), (0.1, 40.0), (-1.0, 1.0)]
    return [tuple(rng.uniform(*span) for span in spans) for _ in range(n)]


@every_version
def test_a_tire_that_is_turned_by_half_a_turn_gives_the_turned_forces(formula):
    c = coefficients()
    for Fz, kappa, alpha, gamma, p, Vx, phi in states(1):
        turned = formula.forces(c, Fz, -kappa, -alpha, -gamma, p, Vx, phi)
        around = formula.forces(formula.turned_around(c, -1.0), Fz, kappa, alpha, gamma, p, Vx, phi)
        for name, sign in SIGNS_OF_HALF_A_TURN.items():
            assert around[name] == pytest.approx(sign * turned[name], rel=ROUNDOFF, abs=1e4 * ROUNDOFF), name


@every_version
def test_a_tire_without_sides_is_its_mirror_image(formula):
    c = coefficients(SIDELESS)
    for Fz, kappa, alpha, gamma, p, Vx, phi in states(2):
        one, other = formula.forces(c, Fz, kappa, alpha, gamma, p, Vx, phi), formula.forces(c, Fz, kappa, -alpha, -gamma, p, Vx, -phi)
        for name, sign in SIGNS_OF_A_MIRROR.items():
            assert other[name] == pytest.approx(sign * one[name], rel=ROUNDOFF, abs=1e4 * ROUNDOFF), name


@every_version
def test_slopes_at_zero_slip(formula):
    c = coefficients({**ALL, **dict.fromkeys(SHIFTED, 0.0)})
    for Fz, _, _, _, p, Vx, _ in states(3, 5):
        K, h = formula.slopes(c, Fz, 0.0, p), 1e-5
        along = [formula.forces(c, Fz, kappa, 0.0, 0.0, p, Vx).Fx for kappa in (-h, h)]
        across = [formula.forces(c, Fz, 0.0, alpha, 0.0, p, Vx).Fy for alpha in (-h, h)]
        assert np.diff(along)[0] / (2.0 * h) == pytest.approx(K.x, rel=10 * np.sqrt(FINITE_DIFFERENCE))
        assert -np.diff(across)[0] / (2.0 * h) == pytest.approx(K.y, rel=10 * np.sqrt(FINITE_DIFFERENCE))


@every_version
def test_largest_force_is_friction_times_load(formula):
    c = coefficients({**ALL, **dict.fromkeys(SHIFTED, 0.0)})
    peaks = [
        minimize_scalar(lambda kappa: -formula.forces(c, c.FNOMIN, kappa, 0.0, 0.0, c.NOMPRES, 10.0).Fx, bounds=(0.0, 1.0)),
        minimize_scalar(lambda alpha: -formula.forces(c, c.FNOMIN, 0.0, -alpha, 0.0, c.NOMPRES, 10.0).Fy, bounds=(0.0, 1.0)),
    ]
    np.testing.assert_allclose([-peak.fun for peak in peaks], c.FNOMIN * np.array([c.PDX1, c.PDY1]), rtol=SAMPLED)


@every_version
def test_units(formula):
    units = {"FNOMIN": "N", "UNLOADED_RADIUS": "m", "LONGVL": "m/s", "NOMPRES": "Pa", "LONGITUDINAL_STIFFNESS": "N/m", "LATERAL_STIFFNESS": "N/m"}
    c = Record({name: dressed(value, units.get(name, "1")) for name, value in coefficients().items()})
    load, p, angle = dressed(3000.0, "N"), dressed(2e5, "Pa"), dressed(0.1, "rad")
    found = formula.forces(c, load, angle, angle, angle, p, dressed(9.0, "m/s"), dressed(0.3, "1/m"))
    for name, value in found.items():
        assert_dimension(value, "N" if name.startswith("F") else "N.m")
    K = formula.slopes(c, load, angle, p)
    assert_dimension([K.x, K.y], "N")
    assert_dimension(formula.relaxation(c, K, load, angle, (p - c.NOMPRES) / c.NOMPRES), "m")


def test_spin_acts_like_the_camber_that_has_it():
    """A path of small curvature is answered as the inclination that adds as much spin to a wheel that rolls straight on."""
    c = coefficients(SIDELESS | {"PVY3": 0.0, "PVY4": 0.0})
    gamma, Fz, p = 1e-4, c.FNOMIN, c.NOMPRES
    leaning = MagicFormula.forces(c, Fz, 0.0, 0.0, gamma, p, 10.0)
    phi = MagicFormulaTurnSlip.of_camber(c, 0.0) * np.sin(gamma) / c.UNLOADED_RADIUS
    turning = MagicFormulaTurnSlip.forces(c, Fz, 0.0, 0.0, 0.0, p, 10.0, phi)
    assert turning.Fy == pytest.approx(leaning.Fy, rel=SMALL_SPIN)


def test_a_wheel_that_is_turned_at_a_standstill_meets_the_parking_torque():
    c = coefficients(SIDELESS | {"QDZ8": -0.3, "QDZ6": 0.0, "QDZ7": 0.0})
    torque = c.QCRP1 * c.PDY1 * c.UNLOADED_RADIUS * c.FNOMIN
    for sign in (1.0, -1.0):
        turned = MagicFormulaTurnSlip.forces(c, c.FNOMIN, 0.0, 0.0, 0.0, c.NOMPRES, 0.0, sign * 1e6)
        assert turned.Mz == pytest.approx(-sign * torque, rel=SMALL_SPIN)


@pytest.mark.files
def test_table_of_version_61():
    """160 points of Fx and Fy, pure and combined, of a public file."""
    (file,) = files_of_others("MBFMU_CASES", "tire_mf61_table.json")
    case = json.loads(file.read_text())
    c = coefficients({name: value for name, value in case["model"]["params"].items() if name in coefficients()})
    points = np.array(case["reference"]["table"])
    pure = [[at(c, Fz, kappa, 0.0, gamma).Fx, at(c, Fz, 0.0, alpha, gamma).Fy] for Fz, alpha, kappa, gamma, *_ in points]
    found = [[f.Fx, f.Fy] for f in (at(c, Fz, kappa, alpha, gamma) for Fz, alpha, kappa, gamma, *_ in points)]
    # side slip shifts pure Fx in combined equations: without it they are Fx0 and Fy0 exactly
    np.testing.assert_allclose(found, points[:, 6:], rtol=TIRE_TABLE)
    np.testing.assert_allclose(pure, points[:, 4:6], rtol=TIRE_TABLE, atol=TIRE_TABLE * c.FNOMIN)


def at(c, Fz, kappa, alpha, gamma, formula=MagicFormula):
    return formula.forces(c, Fz, kappa, alpha, gamma, c.NOMPRES, 10.0)


@pytest.mark.files
def test_table_of_commonroad():
    """144 points of Fx and Fy, pure and combined; the shift of Fx is outside the sine."""
    (file,) = files_of_others("MBFMU_CASES", "tire_mf_commonroad.json")
    case = json.loads(file.read_text())
    names = {name.upper().replace("_", ""): value for name, value in case["model"]["params"].items() if name.startswith(("p_", "r_"))}
    c, points = coefficients(names), np.array(case["reference"]["table"])[:, :4]
    wanted = np.array(case["reference"]["table_corrected_Fx0"])
    found = [[f.Fx, f.Fy] for f in (at(c, Fz, -kappa, alpha, gamma, ReducedMagicFormula) for Fz, alpha, kappa, gamma in points)]
    pure = [
        [at(c, Fz, -kappa, 0.0, gamma, ReducedMagicFormula).Fx, at(c, Fz, 0.0, alpha, gamma, ReducedMagicFormula).Fy]
        for Fz, alpha, kappa, gamma in points
    ]
    np.testing.assert_allclose(found, wanted[:, 2:], rtol=0.1 * TIRE_TABLE, atol=ROUNDOFF)
    np.testing.assert_allclose(pure, wanted[:, :2], rtol=0.1 * TIRE_TABLE, atol=ROUNDOFF)
