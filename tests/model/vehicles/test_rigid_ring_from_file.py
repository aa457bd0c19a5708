"""Tires on rigid rings from .tir files: what a file must say of the belt, and what becomes of it."""

import numpy as np
import pytest

from mbfmu import Body, FlatRoad, MbfmuError, Model, Revolute, World
from mbfmu.base.errors import ProblemsFound
from mbfmu.model.vehicles import BeltMode, rigid_ring_tire
from tests.model.elements.tires.data import ALL, SPIN, written
from tests.tolerances import ROUNDOFF

BELT = {
    **{"BELT_MASS": 7.2, "BELT_IXX": 0.35, "BELT_IYY": 0.57, "FREQ_LONG": 77.0, "FREQ_LAT": 42.0, "FREQ_YAW": 53.0, "FREQ_WINDUP": 59.0},
    **{"DAMP_LONG": 0.056, "DAMP_LAT": 0.037, "DAMP_YAW": 0.007, "DAMP_WINDUP": 0.05},
}


def test_a_file_gives_what_it_says(tmp_path):
    ring = rigid_ring_tire(written(tmp_path / "ring.tir", ALL | BELT), LMUX=0.9, FREQ_LAT=40.0)
    assert (ring.m, ring.I_across, ring.I_axle) == (7.2, 0.35, 0.57)
    assert (ring.in_plane, ring.sideways) == (BeltMode(77.0, 0.056), BeltMode(40.0, 0.037))
    assert (ring.windup, ring.yaw) == (BeltMode(59.0, 0.05), BeltMode(53.0, 0.007))
    assert ring.tire["PDX1"] == ALL["PDX1"] and ring.tire["LMUX"] == 0.9
    assert ring.tire["VERTICAL_DAMPING"] == ALL["VERTICAL_DAMPING"]
    model = Model("Wheel")
    model.world, model.carrier, model.wheel = World(), Body(m=1.0), Body(m=20.0, I=[0.8, 1.2, 0.8])
    model.bearing, model.road = Revolute(model.carrier.frame_a, model.wheel.frame_a, n=[0, 1, 0]), FlatRoad()
    assert ring.add(model, "tire", model.bearing, model.road).tire.own_problems() == []


def test_residual_damping_is_that_of_what_the_sidewall_leaves(tmp_path):
    sidewall = (2.0 * np.pi * 77.0) ** 2 * 7.2
    left = 1.0 / (1.0 / ALL["VERTICAL_STIFFNESS"] - 1.0 / sidewall)
    found = rigid_ring_tire(written(tmp_path / "ring.tir", ALL | BELT | {"DAMP_RESIDUAL": 0.002})).tire["VERTICAL_DAMPING"]
    assert found == pytest.approx(0.002 * left, rel=ROUNDOFF)


def test_units_of_a_file_are_converted(tmp_path):
    in_grams = ALL | BELT | {"BELT_MASS": 7200.0, "BELT_IXX": 350.0, "BELT_IYY": 570.0}
    file = written(tmp_path / "ring.tir", in_grams)
    file.write_text(file.read_text().replace("FORCE = 'newton'", "FORCE = 'newton'\nMASS = 'gram'"))
    ring = rigid_ring_tire(file)
    assert (ring.m, ring.I_across, ring.I_axle) == pytest.approx((7.2, 0.35, 0.57))


def test_missing_values_are_told_together_and_taken_from_arguments(tmp_path):
    file = written(tmp_path / "half.tir", ALL | BELT | {"BELT_MASS": 0.0, "FREQ_YAW": 0.0})
    with pytest.raises(ProblemsFound, match=r"half.tir lacks values > 0.*\[INERTIA\] and \[STRUCTURAL\] or as arguments.*tire_from_file") as found:
        rigid_ring_tire(file)
    assert "BELT_MASS, mass of the belt" in str(found.value) and "FREQ_YAW" in str(found.value) and "FREQ_LAT" not in str(found.value)
    ring = rigid_ring_tire(file, BELT_MASS=7.0, FREQ_YAW=50.0)
    assert (ring.m, ring.yaw.f) == (7.0, 50.0)
    with pytest.raises(ProblemsFound, match="BELT_IYY"):
        rigid_ring_tire(written(tmp_path / "none.tir", ALL))


def test_files_of_version_5_2_are_refused(tmp_path):
    with pytest.raises(MbfmuError, match="older.tir is for version 5.2.*take tire_from_file"):
        rigid_ring_tire(written(tmp_path / "older.tir", ALL | BELT, fittyp=6))


def test_what_is_not_used_is_told(tmp_path):
    with pytest.warns(UserWarning, match="has Q_BVX, YAW_STIFFNESS, which mbfmu does not use in RigidRingTire"):
        rigid_ring_tire(written(tmp_path / "speedy.tir", ALL | BELT | {"Q_BVX": 0.3, "Q_BVT": 0.0, "YAW_STIFFNESS": 5e3}))
    with pytest.warns(UserWarning, match="PHYP1.*which mbfmu does not use in RigidRingTire"):
        rigid_ring_tire(written(tmp_path / "parks.tir", ALL | BELT | SPIN))
