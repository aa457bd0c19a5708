"""Hoecken's linkage against its closed form."""

import numpy as np
import pytest

import mbfmu
from tests.library import problem_of
from tests.tolerances import ROUNDOFF

CRANK, FRAME, ROCKER = 0.1, 0.2, 0.25  # m
STRAIGHT = 0.4  # m, height of the straight line
BENT = 1.5e-3  # m, how far the curve leaves it


def tip(phi, crank=CRANK, frame=FRAME, rocker=ROCKER):
    """Where the tip is: on the far side of the point that is as far from the crank's end as from the rocker's shaft."""
    end = crank * np.exp(1j * phi)
    to_shaft = frame - end
    upward = 1j * to_shaft / abs(to_shaft)
    return end + to_shaft + 2 * upward * np.sqrt(rocker**2 - abs(to_shaft / 2) ** 2)


def test_the_tip_of_the_fmu_is_where_the_closed_form_puts_it(run_fmu):
    result = run_fmu("four_bar", 1.0, 5e-3, {"drive_torque": 3.0}, 1e-6)
    phi = result["crank_angle"]
    assert np.ptp(phi) > 2 * np.pi
    assert result["tip[1]"] + 1j * result["tip[3]"] == pytest.approx(tip(phi), abs=ROUNDOFF)
    far_side = np.cos(phi) < 0
    assert np.ptp(result["tip[1]"][far_side]) > 0.35
    assert abs(result["tip[3]"][far_side] - STRAIGHT).max() < BENT


def test_the_fmu_starts_wherever_the_crank_is_put(run_fmu):
    result = run_fmu("four_bar", 1e-3, 1e-3, {"drive_shaft.phi_start": 4.0, "drive_shaft.w_start": 1.0}, 1e-6)
    assert result["crank_angle"][0] == 4.0
    assert result["tip[1]"][0] + 1j * result["tip[3]"][0] == pytest.approx(tip(4.0), abs=ROUNDOFF)


def test_linkages_of_other_lengths_are_where_their_closed_forms_put_them(run_fmu):
    lengths = {"crank_length": 0.12, "frame_length": 0.22, "rocker_length": 0.3}
    result = run_fmu("four_bar", 0.3, 5e-3, {"drive_torque": 3.0, **lengths}, 1e-6)
    assert result["tip[1]"] + 1j * result["tip[3]"] == pytest.approx(tip(result["crank_angle"], *lengths.values()), abs=ROUNDOFF)


def test_a_linkage_that_is_made_longer_while_it_runs_is_put_together_again():
    with mbfmu.open(problem_of("four_bar")) as run:
        run.step(0.05)
        run["rocker_length"] = 0.27
        run.step(0.05)
        assert run["tip"][0] + 1j * run["tip"][2] == pytest.approx(tip(run["crank_angle"], rocker=0.27), abs=ROUNDOFF)
