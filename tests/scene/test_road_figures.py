"""Roads are seen: the sheet under tires has the heights of the road, and all that it has."""

import json

import numpy as np
import pytest

from mbfmu import (
    Body,
    BumpRoad,
    FlatRoad,
    FootprintRoad,
    FreeMotion,
    HeightMapRoad,
    InclinedRoad,
    LinearTire,
    LookupTable,
    Model,
    RandomRoad,
    SineSweepRoad,
    SplitFrictionRoad,
    WashboardRoad,
    World,
)
from mbfmu.elements.described import described
from mbfmu.errors import MbfmuError
from mbfmu.scalars import Record
from mbfmu.scene import build_scene, read_scene, scene_text
from mbfmu.view.framing import UNDER_ROAD
from mbfmu.view.glb import glb
from mbfmu.view.poses import gaping
from tests.elements.tires.tours import TIRE
from tests.tolerances import SHOWN
from tests.view.gltf import Gltf

SEEN = 2e-3  # m: how far straight lines between the points of a sheet may be from a road of these slopes
MAP = LookupTable([0.0, 1.0, 5.0, 9.0], [-2.0, 0.0, 3.0], np.arange(12.0).reshape(4, 3) ** 2 / 100.0, units=("m", "m", "m"))
UNEVEN = [
    BumpRoad(bump=0.1, length=0.4, start=6.0, edge=0.2),
    BumpRoad(bump=-0.05, start=3.0),
    WashboardRoad(amplitude=0.01, wavelength=2.0, start=1.0, lag=0.3),
    SineSweepRoad(amplitude=0.01, wavelength_start=8.0, wavelength_end=2.0, length=40.0),
    RandomRoad("A", seed=1, shortest=3.0),
    InclinedRoad(slope=0.1, bank=0.05),
    HeightMapRoad(heights=MAP),
]


def wheel(road, *more) -> Model:
    """A wheel 2 m along a road, and one beside it; `more` are elements that the road needs."""
    model = Model("Wheel")
    model.world, model.road = World(), road
    for i, other in enumerate(more):
        model.add(f"other{i}", other)
    for name, y in (("left", 0.8), ("right", -0.8)):
        body = model.add(name, Body(m=20.0, I=[0.6, 1.0, 0.6]))
        model.add(f"{name}_motion", FreeMotion(model.world.frame_b, body.frame_a, r_start=[2.0, y, 0.4]))
        model.add(f"{name}_tire", LinearTire(body.frame_a, road, **TIRE))
    return model


def sheets(model: Model) -> list:
    return [figure.shape for node in build_scene(model).nodes for figure in node.figures if figure.layer == "ground"]


def height(road, x: float, y: float) -> float:
    p = described(road, lambda of: Record(of.values | of.tables))
    return float(p.kind.height(p, x, y, 0.0))


@pytest.mark.parametrize("road", UNEVEN, ids=lambda road: type(road).__name__)
def test_a_sheet_has_the_heights_of_its_road(road):
    (sheet,) = sheets(wheel(road))
    x, y, z = np.array(sheet.x), np.array(sheet.y), np.reshape(sheet.z, (len(sheet.x), len(sheet.y)))
    rng = np.random.default_rng(0)
    for at in zip(rng.uniform(x[0], x[-1], 200), rng.uniform(y[0], y[-1], 200)):
        between = [np.interp(at[0], x, line) for line in z.T]
        assert np.interp(at[1], y, between) == pytest.approx(height(road, *at), abs=SEEN)


def test_a_road_is_drawn_where_the_tires_start_and_ahead_of_them():
    (sheet,) = sheets(wheel(RandomRoad("B", seed=3)))
    assert sheet.x[0] < 2.0 - 1.0 and sheet.x[-1] > 2.0 + 99.0 and sheet.y[0] < -1.5 and sheet.y[-1] > 1.5
    (cleat,) = sheets(wheel(BumpRoad(bump=0.02, length=0.1, start=500.0)))
    assert cleat.x[-1] > 500.0 and len(cleat.x) < 30  # what is level needs no lines
    (whole,) = sheets(wheel(HeightMapRoad(heights=MAP)))
    assert (whole.x, whole.y) == ((0.0, 1.0, 5.0, 9.0), (-2.0, 0.0, 3.0))


def test_what_is_level_is_not_drawn():
    for road in (FlatRoad(), SplitFrictionRoad(mu_left=0.3, mu_right=0.9)):
        assert sheets(wheel(road)) == []


def test_under_a_footprint_the_road_itself_is_seen():
    felt, alone = BumpRoad(bump=0.1, length=0.4, start=6.0), BumpRoad(bump=0.1, length=0.4, start=6.0)
    assert sheets(wheel(FootprintRoad(felt, length=0.2), felt)) == sheets(wheel(alone))


def test_a_sheet_survives_json_and_a_damaged_one_is_refused():
    scene = build_scene(wheel(BumpRoad(bump=0.1)))
    text = scene_text(scene)
    assert read_scene(text, "here") == scene
    for change, says in (({"z": [0.0]}, "has 1 heights"), ({"x": [1.0, 0.0]}, "ascend"), ({"y": [1.0]}, "at least two")):
        found = json.loads(text)
        (figure,) = (figure for figure in found["nodes"][0]["figures"] if figure["layer"] == "ground")
        figure["shape"].update(change)
        with pytest.raises(MbfmuError, match=says):
            read_scene(json.dumps(found), "here")


def test_one_looks_at_what_stands_on_a_road_and_the_ground_lies_below_it():
    scene = build_scene(wheel(BumpRoad(bump=-0.1, length=1.0, start=50.0)))
    about = Gltf(glb(scene, gaping(scene))).about
    assert about["ground"] == pytest.approx(-0.1 - UNDER_ROAD * scene.size, abs=SHOWN)
    assert np.linalg.norm(np.array(about["target"][:2]) - [2.0, 0.4]) < 0.5
