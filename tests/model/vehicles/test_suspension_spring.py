"""Springs of suspensions: forces by hand, curves, and stops."""

import numpy as np
import pytest
from scipy.optimize import brentq

from mbfmu import LookupTable, Model, Posture, Prismatic, World, read_table
from mbfmu.base.errors import MbfmuError
from mbfmu.model.elements.parts import Body
from mbfmu.model.vehicles import Point, Stop, SuspensionSpring
from tests.tolerances import ROUNDOFF

FOOT, TOP = Point(0.0, 0.0, 0.3), Point(0.0, 0.0, 0.8)
SPRING = LookupTable([0.0, 50.0, 120.0, 160.0], [0.0, 1.0, 3.4, 6.6], units=("mm", "kN"))
DAMPER = LookupTable([-1.0, -0.3, 0.0, 0.3, 1.0], [-2600.0, -1500.0, 0.0, 500.0, 900.0])


@pytest.mark.parametrize("c", [0.0, -1.0, float("nan")])
def test_a_spring_without_stiffness_is_refused(c: float):
    with pytest.raises(MbfmuError, match="of a SuspensionSpring must be > 0 N/m"):
        SuspensionSpring(c=c, d=1e3, force=4e3)


def test_a_curve_that_cannot_carry_its_force_is_refused():
    with pytest.raises(MbfmuError, match="force = 7000 N of a SuspensionSpring must lie on its curve, from 0 N to 6600 N"):
        SuspensionSpring(c=SPRING, d=1e3, force=7e3)
    with pytest.raises(MbfmuError, match="must ascend with compression"):
        SuspensionSpring(c=LookupTable([0.0, 1.0], [1.0, 0.0]), d=1e3)
    with pytest.raises(MbfmuError, match="has 2 axes"):
        SuspensionSpring(c=LookupTable([0.0, 1.0], [0.0, 1.0], np.zeros((2, 2))), d=1e3)


def pushing(spring: SuspensionSpring, up: float, rate: float = 0.0) -> float:
    """The force [N] with which it pushes a mass down that stands `up` [m] above the design position and moves up at `rate` [m/s]."""
    model = Model("Guide")
    model.world, model.lower = World(g=0), Body(m=1.0)
    model.guide = Prismatic(model.world.frame_b, model.lower.frame_a, n=[0, 0, 1])
    spring.add(model, "spring", model.lower, FOOT, model.world, TOP)
    posture = Posture(model)
    posture.place({"guide.s": up})
    posture.move({"guide.v": rate})
    return float(posture.inverse_dynamics()[0])


def test_force_and_stiffness_follow_the_curve():
    spring = SuspensionSpring(c=SPRING, d=DAMPER, force=2.6e3)
    designed = brentq(lambda x: np.interp(x, [0.0, 0.05, 0.12, 0.16], [0.0, 1e3, 3.4e3, 6.6e3]) - 2.6e3, 0.0, 0.16, xtol=1e-15)
    for up in (-0.07, -0.02, 0.0, 0.03, 0.05):
        expected = np.interp(designed + up, [0.0, 0.05, 0.12, 0.16], [0.0, 1e3, 3.4e3, 6.6e3])
        assert pushing(spring, up) == pytest.approx(expected, rel=1e3 * ROUNDOFF)


def test_stops_begin_at_their_gaps_and_are_progressive():
    bump, rebound = Stop(0.05, c=2e4, c_3=6e7), Stop(0.07, c=1e5)
    spring = SuspensionSpring(c=2e4, d=1e3, force=3e3, bump=bump, rebound=rebound)
    for up in (-0.09, -0.07, -0.02, 0.0, 0.05, 0.08):
        x, y = max(up - bump.gap, 0.0), max(-up - rebound.gap, 0.0)
        assert pushing(spring, up) == pytest.approx(3e3 + 2e4 * up + 2e4 * x + 6e7 * x**3 - 1e5 * y, rel=1e3 * ROUNDOFF)


def test_a_damper_from_a_file_has_two_branches(tmp_path):
    (tmp_path / "damper.csv").write_text("rate [mm/s],force [kN]\n-1000,-2.6\n-300,-1.5\n0,0\n300,0.5\n1000,0.9\n")
    read = SuspensionSpring(c=2e4, d=read_table(tmp_path / "damper.csv"), force=3e3)
    for rate in (-0.8, -0.1, 0.1, 0.6):
        expected = 3e3 + np.interp(rate, [-1.0, -0.3, 0.0, 0.3, 1.0], [-2600.0, -1500.0, 0.0, 500.0, 900.0])
        assert pushing(read, 0.0, rate) == pytest.approx(expected, rel=1e3 * ROUNDOFF)
