"""The rig tells where rubber, stops, springs and joints go beyond what real ones do."""

import warnings
from dataclasses import replace

import numpy as np
import pytest

from mbfmu import LookupTable, kinematics_rig
from mbfmu.model.vehicles import MID_SIZE_CAR, Bush, BushCurves, LinkBushes, PivotBushes, SuspensionSpring
from tests.model.vehicles.suspensions import SEMI_TRAILING_ARM, SOLID_AXLE

STIFF = Bush(c=(1e7,) * 3)
CURVE = LookupTable([-0.001, 0.001], [-100.0, 100.0], outside="extrapolated")


def test_usual_travel_is_not_spoken_of():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert kinematics_rig(MID_SIZE_CAR.rear, at=[-0.06, 0.06]).beyond == ()
        assert kinematics_rig(SOLID_AXLE, at=[0.06]).beyond == ()


def test_a_pivot_and_a_stop_are_told_with_their_bounds():
    """The arm of the wheel's centre about its oblique pivot: the angle by which its height grows by 0.3 m, in closed form."""
    rear = MID_SIZE_CAR.rear
    with pytest.warns(UserWarning, match="axle_left_spring_bump is pressed by 0.117 m, beyond 0.05 m: give a stiffer stop, or move it less"):
        found = kinematics_rig(rear, at=[0.1, 0.3])
    axis = rear.pivot_inner.to(rear.pivot_outer) / rear.pivot_inner.distance(rear.pivot_outer)
    arm = rear.pivot_inner.to(rear.wheel_centre)
    across = arm - axis * (axis @ arm)
    angle = np.linspace(0.0, 1.2, 12001)
    height = across[2] * np.cos(angle) + np.abs(np.cross(axis, across)[2]) * np.sin(angle) - across[2]
    turned = np.degrees(np.interp(0.3, height, angle))
    assert f"at bounce 0.3 m axle_left_pivot turns by {turned:.3g} deg, beyond 40.1 deg: move it less" in found.beyond


@pytest.mark.parametrize(
    ("bush", "told"),
    [
        pytest.param(Bush(c=(1e5,) * 3), "gives way by", marks=pytest.mark.slow),
        (BushCurves(c=(0.0, 1e5, 1e5), f_x=CURVE), "is deformed along its curve f_x by"),
    ],
    ids=["linear", "curve"],
)
def test_rubber_that_gives_way_too_far_is_told(bush, told):
    soft = replace(SEMI_TRAILING_ARM, arm_bushes=PivotBushes(bush, STIFF), spring=SuspensionSpring(c=3e5, d=0.0))
    with pytest.warns(UserWarning, match=f"_first_bush {told} .* m, beyond .* m: give"):
        kinematics_rig(soft, at=[0.12])


def test_springs_and_rods_are_told():
    short = replace(SOLID_AXLE, lower_link_bushes=LinkBushes(c=1e8, d=0.0))
    with pytest.warns(UserWarning, match="axle_left_spring is shorter by 0.188 m, beyond .* m: give it a bump stop, or move it less"):
        kinematics_rig(short, at=[0.3])
