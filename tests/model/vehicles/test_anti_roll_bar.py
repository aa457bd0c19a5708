"""An anti-roll bar between two arms: its stiffness against roll by virtual work, and what rubber in its links does."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import root

from mbfmu import Model, Posture, World
from mbfmu.model.vehicles import AntiRollBar, LinkBushes, Mass, Point
from tests.tolerances import DIFFERENCES, LOOPS

from .suspensions import SEMI_TRAILING_ARM as ARM
from .test_kinematics import turned

BAR = AntiRollBar(
    bearing=Point(-0.12, 0.42, 0.33),
    arm_end=Point(0.08, 0.46, 0.36),
    link_end=Point(0.09, 0.48, 0.25),
    half=Mass(1.6, Point(-0.08, 0.3, 0.34), (0.05, 0.01, 0.05, 0.0, 0.0, 0.0)),
    c=900.0,
)


def axle(bar: AntiRollBar | None) -> Posture:
    """Two arms on a body that does not move, with a bar between them."""
    model = Model("Rig")
    model.world = World(g=0)
    left, right = ARM.add(model, "left", model.world), ARM.mirrored().add(model, "right", model.world)
    if bar is not None:
        bar.add(model, "bar", model.world, left.carrier, right.carrier)
    return Posture(model, independent=["left_pivot.w", "right_pivot.w", "left_bearing.w", "right_bearing.w"])


def half_angle(angle: float) -> float:
    """The angle of the left half where the left arm is at `angle`, by the length of its link."""
    end, bearing = turned(ARM.pivot_inner, ARM.pivot_outer, angle, BAR.link_end), BAR.bearing
    other = Point(bearing.x, 0.0, bearing.z)
    rest = BAR.arm_end.distance(BAR.link_end)
    return root(lambda x: np.linalg.norm(turned(other, bearing, x[0], BAR.arm_end) - end) - rest, [0.0], tol=1e-14).x[0]


@pytest.mark.slow
def test_it_resists_roll_only():
    loaded, free = axle(BAR), axle(None)
    stored = lambda left, right: 0.5 * BAR.c * (half_angle(left) - half_angle(right)) ** 2
    for left, right in ((0.1, 0.1), (0.1, -0.05), (0.12, -0.12)):
        for posture in (loaded, free):
            posture.place({"left_pivot.phi": left, "right_pivot.phi": right})
        by_bar = loaded.holding_forces()[:2] - free.holding_forces()[:2]
        h = 1e-5
        work = [(stored(left + h, right) - stored(left - h, right)) / (2 * h), (stored(left, right + h) - stored(left, right - h)) / (2 * h)]
        assert by_bar == pytest.approx(work, abs=DIFFERENCES * 1e3)
        assert (np.abs(by_bar).max() < LOOPS * BAR.c) == (left == right)


def test_links_with_rubber_leave_the_halves_a_motion_of_their_own():
    model = Model("Rig")
    model.world = World(g=0)
    left, right = ARM.add(model, "left", model.world), ARM.mirrored().add(model, "right", model.world)
    replace(BAR, link=LinkBushes(c=4e5, d=200.0)).add(model, "bar", model.world, left.carrier, right.carrier)
    assert len(Posture(model).speeds) == 6
