"""How long arrows of forces are."""

import numpy as np
import pytest

from mbfmu import SphereSurface, simulate
from mbfmu.scene import build_scene
from mbfmu.view.poses import poses
from mbfmu.view.run import watched_problem
from mbfmu.view.tracks import LONG_ARROW, PEAK, arrow_track, large_force
from tests.model.elements.contacts.scenes import G, on_ground


def test_weight_is_seen_beside_impacts() -> None:
    """A ball falls on stiff ground and comes to rest: impacts are a hundred times its weight, and their arrows are cut off."""
    model = on_ground(SphereSurface(radius=0.1), start={"r_start": [0.0, 0.0, 0.4]}, c=1e6, d=1.0, friction="none")
    scene, result = build_scene(model), simulate(watched_problem(model)[0], 4.0, 0.002)
    seen = poses(scene, result)
    assert result["N"].max() > 50.0 * G
    up = next(arrow for arrow in scene.arrows if arrow.name == "contact.frame_a")
    lengths = arrow_track(scene, seen, up, large_force(seen.forces.values())).scale[:, 2]
    assert lengths[-1] > 0.5 * LONG_ARROW * scene.size
    assert lengths.max() == pytest.approx(PEAK * LONG_ARROW * scene.size)


def test_no_force_has_no_length() -> None:
    assert large_force([]) == 0.0
    assert large_force([np.zeros((5, 3))]) == 0.0
