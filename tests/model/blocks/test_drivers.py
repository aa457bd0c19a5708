"""Drivers and their track against closed forms."""

import numpy as np
import pytest

from mbfmu import BlockModel, DongesDriver, DoubleLaneChange, PreviewDriver, simulate
from mbfmu.base.scalars import Record
from tests.tolerances import DIFFERENCES, INTEGRATION, ROUNDOFF


def seen(x: float, y: float = 0.0, yaw: float = 0.0, v: float = 20.0, **parameters) -> dict:
    """What a driver sees of the track."""
    p = Record((name, float(value)) for name, value in DoubleLaneChange(**parameters).values.items())
    u = Record(position=np.array([x, y, 0.0]), velocity=np.array([v, 0.0, 0.0]), yaw=yaw)
    return DoubleLaneChange.respond(p, u, 0.0, Record())[1]


def test_the_lanes_lie_where_the_standard_has_them():
    assert [seen(x)["offset"] for x in (0.0, 15.0, 30.0, 45.0, 70.0, 82.5, 95.0, 125.0)] == pytest.approx(
        [0, 0, 1.75, 3.5, 3.5, 1.75, 0, 0], abs=ROUNDOFF
    )
    assert seen(50.0, y=3.0)["offset"] == pytest.approx(0.5, rel=ROUNDOFF)


@pytest.mark.parametrize("x", [20.0, 37.0, 74.0, 90.0])
def test_slope_and_curvature_are_those_of_the_track(x):
    h = 1e-3
    before, here, after = (seen(x + step)["offset"] for step in (-h, 0.0, h))
    slope, bend = (after - before) / (2 * h), (after - 2 * here + before) / h**2
    assert np.tan(seen(x)["heading_error"]) == pytest.approx(slope, abs=10 * DIFFERENCES)
    assert seen(x)["curvature"] == pytest.approx(bend / (1 + slope**2) ** 1.5, abs=1e3 * DIFFERENCES)
    assert seen(x - 20.0 * 0.4)["curvature_ahead"] == pytest.approx(seen(x)["curvature"], rel=ROUNDOFF)


def test_a_driver_by_preview_follows_what_he_aims_at_with_a_lag():
    run = simulate(BlockModel("Driver", PreviewDriver(h=0.5, T=0.2)), 1.0, 0.1, inputs={"aim": 0.1}, rtol=1e-10)
    assert run["angle"] == pytest.approx(0.05 * (1 - np.exp(-run["time"] / 0.2)), abs=INTEGRATION)
    assert run["steering"] == pytest.approx(0.135 * run["angle"], abs=INTEGRATION)
    assert run["steering_wheel"] == pytest.approx(16.0 * run["angle"], abs=INTEGRATION)


def test_donges_comes_to_the_angle_of_the_curve_ahead():
    """In a curve in which nothing has gone wrong the angle is that of steady cornering, (l + EG v^2) / R."""
    v, R = 20.0, 100.0
    curve = {"curvature": 1 / R, "curvature_ahead": 1 / R, "velocity[1]": v, "turning[3]": v / R}
    run = simulate(BlockModel("Driver", DongesDriver(EG=0.002)), 5.0, 1.0, inputs=curve, rtol=1e-10)
    assert run["angle"][-1] == pytest.approx((2.7 + 0.002 * v**2) / R, rel=1e-4)  # 0.01 m2/s2 of the regularization
