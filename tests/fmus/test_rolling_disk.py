"""What is special about the rolling disk."""

import numpy as np
import pytest
from scipy.interpolate import make_interp_spline

from tests.library import trajectory
from tests.tolerances import INTEGRATION, INTERPOLATION, ROUNDOFF

M, LEAN = 5.0, 0.1  # kg, rad


def test_the_fmu_keeps_its_energy_and_does_not_slip(run_fmu):
    result = run_fmu("rolling_disk", 2.0, 0.02, {}, 1e-9)
    energy = result["kinetic_energy"] + result["potential_energy"]
    assert energy == pytest.approx(energy[0], rel=INTEGRATION)
    assert abs(result["drift"]).max() < ROUNDOFF and abs(result["slip"]).max() < ROUNDOFF


def test_the_contact_carries_the_weight_and_what_accelerates_the_disk():
    result = trajectory("rolling_disk")
    r, f = (np.column_stack([result[f"{name}[{i}]"] for i in (1, 2, 3)]) for name in ("r", "contact_force"))
    acceleration = make_interp_spline(result["time"], r, k=7).derivative(2)(result["time"])
    inner = slice(20, -20)  # splines are less exact at their ends
    assert f[inner] == pytest.approx((M * (acceleration + [0, 0, 9.81]))[inner], abs=INTERPOLATION * M * 9.81)


def test_a_larger_disk_is_lifted_until_it_touches(run_fmu):
    result = run_fmu("rolling_disk", 0.01, 0.01, {"contact.radius": 0.4}, 1e-6)
    e1, e2, e3, e4 = (result[f"Q[{i}]"] for i in (1, 2, 3, 4))
    upright = np.sqrt(1.0 - (2.0 * (e2 * e3 + e1 * e4)) ** 2)
    assert result["r[3]"] == pytest.approx(0.4 * upright, abs=ROUNDOFF)


def test_without_its_constraint_the_disk_falls(run_fmu):
    result = run_fmu("rolling_disk", 0.1, 0.1, {"contact.enabled": False}, 1e-9)
    start, rate = result["r[3]"][0], -0.3 * 0.3 * np.sin(LEAN)
    assert result["r[3]"][-1] == pytest.approx(start + rate * 0.1 - 0.5 * 9.81 * 0.01, abs=INTEGRATION)
