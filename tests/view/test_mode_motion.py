"""Modes as motions: what the file shows is the mode, and on the constraints."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu import Body, MbfmuError, Model, Revolute, World
from mbfmu.problem.load_problem import load_model
from mbfmu.view import view_modes
from mbfmu.view.mode_motion import FAR, FRAMES, WIDE
from tests.analysis.linearize.test_linearize import parallelogram
from tests.flexible_models import cantilever
from tests.library import FMUS
from tests.tolerances import SHOWN
from tests.view.gltf import Gltf


def test_a_quarter_car_swings_as_its_eigenvectors(tmp_path):
    """Both modes of its undamped matrices, the farther part by a share of its size."""
    model = load_model(FMUS / "quarter_car/model.py")
    model.suspension.d = 0.0
    gltf = Gltf.read(view_modes(model, tmp_path / "modes.glb", at_rest=True))
    assert [chapter["name"] for chapter in gltf.about["chapters"]] == ["mode 1: 1.213 Hz, damping ratio 0", "mode 2: 10.56 Hz, damping ratio 0"]
    M, K = np.diag([40.0, 250.0]), np.array([[176e3, -16e3], [-16e3, 16e3]])
    squared, vectors = np.linalg.eig(np.linalg.solve(M, K))
    for i, place in enumerate(np.argsort(squared)):
        rows = slice(i * (FRAMES + 1), (i + 1) * (FRAMES + 1))
        z = np.array([gltf.track(part, "translation")[rows, 2] for part in ("wheel", "body")])
        moved = z - 0.5 * (z[:, :1] + z[:, FRAMES // 2, np.newaxis])
        shape = vectors[:, place] / np.abs(vectors[:, place]).max()
        assert moved[:, 0] * np.sign(moved[0, 0]) == pytest.approx(np.sign(shape[0]) * shape * FAR * gltf.about["size"], abs=SHOWN)
        assert moved[0] == pytest.approx(moved[0, 0] * np.cos(2 * np.pi * np.arange(FRAMES + 1) / FRAMES), abs=SHOWN)


def test_loops_stay_closed_in_every_picture(tmp_path):
    """The coupler of a parallelogram does not turn, and its pin stays on its circle, though the swing is wide."""
    gltf = Gltf.read(view_modes(parallelogram("kane"), tmp_path / "modes.glb"))
    r, Q = gltf.track("coupler", "translation"), gltf.track("coupler", "rotation")
    assert np.ptp(r[:, 0]) > 0.1
    assert np.linalg.norm(r, axis=1) == pytest.approx(0.4, abs=SHOWN)
    assert np.abs(Rotation.from_quat(Q).magnitude()).max() < SHOWN


def test_a_flexible_body_swings_where_no_part_moves(tmp_path):
    """A beam that carries nothing, by its own modes: it deforms, or its mean axes move or turn, as far as all modes do.

    Its root strays by what displacements of second order would take back, which pictures leave out: a square of the turn.
    """
    model = cantilever()
    del model.weld, model.load
    gltf = Gltf.read(view_modes(model, tmp_path / "modes.glb"))
    assert len(gltf.about["chapters"]) == 3
    straight, size = gltf.corners(gltf.nodes["arm 1"]), gltf.about["size"]
    turns, places = Rotation.from_quat(gltf.track("arm", "rotation")), gltf.track("arm", "translation")
    for chapter in range(3):
        rows = np.arange(chapter * (FRAMES + 1), (chapter + 1) * (FRAMES + 1))
        still = rows[FRAMES // 4]
        bent = max(np.linalg.norm(gltf.deformed("arm 1", row) - straight, axis=1).max() for row in rows)
        moved = np.linalg.norm(places[rows] - places[still], axis=1).max()
        turned = (turns[rows] * turns[still].inv()).magnitude().max()
        assert max(bent / (FAR * size), moved / (FAR * size), turned / WIDE) == pytest.approx(1.0, rel=0.02)  # turns are no longer small
        seen = np.array([gltf.deformed_in_world("arm 1", "arm", row) for row in rows])
        ways = np.linalg.norm(seen - seen[FRAMES // 4], axis=2).max(axis=0)
        assert ways[np.argmin(seen[FRAMES // 4, :, 0])] < WIDE**2 / 2 * size < ways.max()


def test_what_has_no_modes_to_see_is_refused(tmp_path):
    fixed = Model("Fixed")
    fixed.world, fixed.wheel = World(), Body(m=1.0, I=[1.0, 1.0, 1.0])
    fixed.axle = Revolute(fixed.world.frame_b, fixed.wheel.frame_a)
    with pytest.raises(MbfmuError, match="leave one of them out"):
        view_modes(fixed, tmp_path / "modes.html", time=1.0, at_rest=True)
    with pytest.raises(MbfmuError, match=r"written as .html"):
        view_modes(fixed, tmp_path / "modes.mp4")
