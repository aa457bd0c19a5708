"""The slider-crank against its closed form."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from tests.library import EXPERIMENTS, trajectory
from tests.tolerances import INTEGRATION, ROUNDOFF

CRANK, ROD = 0.05, 0.18  # m
FLYWHEEL, FRICTION, G = 0.04, 0.01, 9.81
ROD_MASS, ROD_INERTIA, ROD_CENTRE, PISTON_MASS = 0.6, 2.5e-3, 0.3, 0.5


def piston(phi):
    """Its position [m] over the crank's angle."""
    return CRANK * np.cos(phi) + np.sqrt(ROD**2 - (CRANK * np.sin(phi)) ** 2)


def piston_by_angle(phi):
    """The derivative of that."""
    return -CRANK * np.sin(phi) - CRANK**2 * np.sin(phi) * np.cos(phi) / np.sqrt(ROD**2 - (CRANK * np.sin(phi)) ** 2)


def test_the_piston_of_the_fmu_is_where_the_closed_form_puts_it(run_fmu):
    result = run_fmu("slider_crank", 0.2, 2e-3, {"drive_torque": 5.0}, 1e-6)
    phi, w = result["crank_angle"], result["crank_speed"]
    assert np.ptp(phi) > 2 * np.pi
    assert result["piston_position"] == pytest.approx(piston(phi), abs=ROUNDOFF)
    assert result["piston_speed"] == pytest.approx(piston_by_angle(phi) * w, abs=100 * ROUNDOFF)


@pytest.mark.parametrize("phi", [-2.0, 0.0, 3.0, 40.0])
def test_the_fmu_starts_wherever_the_crank_is_put(run_fmu, phi: float):
    result = run_fmu("slider_crank", 1e-3, 1e-3, {"bearing.phi_start": phi, "bearing.w_start": -20.0}, 1e-6)
    assert (result["crank_angle"][0], result["crank_speed"][0]) == (phi, -20.0)
    assert result["piston_position"][0] == pytest.approx(piston(phi), abs=ROUNDOFF)
    assert result["piston_speed"][0] == pytest.approx(piston_by_angle(phi) * -20.0, abs=20 * ROUNDOFF)


def test_the_crank_moves_as_one_equation_for_its_angle_says():
    """Lagrange's equation J w_dot + J' w^2 / 2 + V' = torque; derivatives of J and V by complex steps."""
    ours = trajectory("slider_crank")
    torque, gas = (EXPERIMENTS["slider_crank"].values[name] for name in ("drive_torque", "gas_force"))

    def inertia_and_energy(phi):
        rod_rate = -CRANK * np.cos(phi) / np.sqrt(ROD**2 - (CRANK * np.sin(phi)) ** 2)  # of the rod's angle, by that of the crank
        x = (1.0 - ROD_CENTRE) * -CRANK * np.sin(phi) + ROD_CENTRE * piston_by_angle(phi)
        y = (1.0 - ROD_CENTRE) * CRANK * np.cos(phi)
        J = FLYWHEEL + ROD_MASS * (x * x + y * y) + ROD_INERTIA * rod_rate**2 + PISTON_MASS * piston_by_angle(phi) ** 2
        return J, ROD_MASS * G * (1.0 - ROD_CENTRE) * CRANK * np.sin(phi) - gas * piston(phi)

    def rates(t, x):
        step = 1e-30
        J, _ = inertia_and_energy(x[0])
        J_by_angle, V_by_angle = (np.imag(a) / step for a in inertia_and_energy(x[0] + 1j * step))
        return [x[1], (torque - FRICTION * x[1] - V_by_angle - 0.5 * J_by_angle * x[1] ** 2) / J]

    theirs = solve_ivp(rates, (0.0, 0.2), [0.5, 100.0], "DOP853", ours["time"], rtol=1e-12, atol=1e-12).y
    assert ours["crank_angle"] == pytest.approx(theirs[0], abs=INTEGRATION)
    assert ours["crank_speed"] == pytest.approx(theirs[1], rel=INTEGRATION)


def test_only_forces_across_the_plane_are_left_open():
    result = trajectory("slider_crank")
    for force in ("bearing_force", "side_force"):
        assert [set(result[f"{force}_unique[{i}]"]) for i in (1, 2, 3)] == [{1.0}, {0.0}, {1.0}]
