"""The line that a driver follows lies on the ground: as a stripe whose middle is the track of the lane change."""

import numpy as np
import pytest

from mbfmu import Block, BlockModel, Body, DoubleLaneChange, FreeMotion, Model, Output, World, compile_problem, connect
from mbfmu.base.errors import MbfmuError
from mbfmu.scene import Scene, read_scene, scene_text
from mbfmu.view import view_model
from tests.tolerances import SHOWN
from tests.view.gltf import Gltf

LANE = {"begin": 10.0, "length_out": 20.0, "length_there": 30.0, "length_back": 40.0, "width": 3.0}


def flying(size: float = 0.1) -> Model:
    """A body much smaller than a lane."""
    model = Model("Flying", stop_time=0.1)
    model.world, model.body = World(), Body(m=1.0, I=[0.1 * size**2] * 3)
    model.motion = FreeMotion(model.world.frame_b, model.body.frame_a, r_start=[0.0, 0.0, 1.0])
    return model


def track() -> Scene:
    scene = compile_problem(BlockModel("Lane", DoubleLaneChange(**LANE)), pictures=True).scene
    assert scene is not None
    return scene


def test_a_lane_change_is_a_stripe_along_its_middle():
    """Straight on, by 3 m to the left over 20 m, and back: in the middle of each change by half of it, where the polynomial is odd."""
    (figure,) = track().nodes[0].figures
    x, y, z = np.array(figure.shape.points).T
    assert figure.layer == "marking" and not np.any(z)
    assert x[0] < -500.0 and x[-1] > 600.0
    where = [-500.0, 10.0, 20.0, 30.0, 45.0, 60.0, 80.0, 100.0, 500.0]
    assert np.interp(where, x, y) == pytest.approx([0.0, 0.0, 1.5, 3.0, 3.0, 3.0, 1.5, 0.0, 0.0], abs=SHOWN)


def test_a_stripe_survives_json_and_a_damaged_one_is_refused():
    scene = track()
    text = scene_text(scene)
    assert read_scene(text, "here") == scene
    assert '"shape": "stripe"' in text
    for old, new in (('"width": 0.12', '"width": 0.0'), ("[-990.0, 0.0, 0.0], [10.0,", "[10.0, 0.0, 0.0], [10.0,")):
        assert old in text
        with pytest.raises(MbfmuError, match="no scene that can be shown"):
            read_scene(text.replace(old, new), "here")


def test_a_lane_is_seen_beside_what_moves(tmp_path):
    """It is above the ground by less than a wheel's tread, as wide as a line on a road, and moves neither the ground nor the eye."""
    alone = Gltf.read(view_model(flying(), tmp_path / "alone.glb"))
    lane = BlockModel("Lane", DoubleLaneChange(**LANE))
    whole = connect("Driven", {"lane": lane, "body": flying()}, [])
    both = Gltf.read(view_model(whole, tmp_path / "both.glb", 0.1))
    for name in ("ground", "target", "size", "gravity"):
        assert both.about[name] == alone.about[name]
    stripe = next(node for node in both.tree["nodes"] if node.get("extras") == {"layer": "marking"})
    corners = both.corners(stripe)
    assert 0.0 < corners[:, 2].min() and corners[:, 2].max() < 0.02
    there = corners[(corners[:, 0] > 31.0) & (corners[:, 0] < 59.0), 1]
    assert sorted(set(np.round(there, 3))) == [2.94, 3.06]


def test_a_lane_alone_is_nothing_to_see(tmp_path):
    with pytest.raises(MbfmuError, match="nothing to see of Lane"):
        view_model(BlockModel("Lane", DoubleLaneChange()), tmp_path / "lane.html")


class Lost(Block):
    """A block whose course is no line."""

    y = Output("1", "nothing")

    @staticmethod
    def course(p):
        return [1.0, 2.0, 3.0]

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"y": 0.0}


class Failing(Lost):
    """A block whose course cannot be had."""

    @staticmethod
    def course(p):
        return p.length


def test_a_course_that_is_none_is_refused_by_name():
    with pytest.raises(MbfmuError, match=r"L: course of Lost gives \[1.0, 2.0, 3.0\]; it must be an array \(n, 3\)"):
        compile_problem(BlockModel("L", Lost()), pictures=True)
    with pytest.raises(MbfmuError, match=r"Failing\): course raises AttributeError: no 'length' here"):
        compile_problem(BlockModel("L", Failing()), pictures=True)
    assert compile_problem(BlockModel("L", Lost())).scene is None
