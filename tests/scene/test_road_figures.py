"""Roads are seen: the sheet under tires has the heights of the road, and all that it has."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.interpolate import RegularGridInterpolator

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
    Parameter,
    RandomRoad,
    SineSweepRoad,
    SplitFrictionRoad,
    WashboardRoad,
    World,
    compile_problem,
    connect,
)
from mbfmu.base.errors import MbfmuError
from mbfmu.base.scalars import Record
from mbfmu.model.elements.element_description import described
from mbfmu.model.elements.roads import Road
from mbfmu.scene import Scene, build_scene, read_scene, roads_along, scene_text
from mbfmu.view import view_model
from mbfmu.view.framing import UNDER_ROAD
from mbfmu.view.glb import glb
from mbfmu.view.poses import gaping
from tests.model.elements.tires.tours import TIRE
from tests.tolerances import ON_ROAD, SHOWN
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


def wheel(road, *more, speed: float = 0.0, stop_time: float = 1.0) -> Model:
    """A wheel 2 m along a road, and one beside it, rolling at a speed [m/s]; `more` are elements that the road needs."""
    model = Model("Wheel", stop_time=stop_time)
    model.world, model.road = World(), road
    for i, other in enumerate(more):
        model.add(f"other{i}", other)
    for name, y in (("left", 0.8), ("right", -0.8)):
        body = model.add(name, Body(m=20.0, I=[0.6, 1.0, 0.6]))
        model.add(f"{name}_motion", rolling(model, body, y, speed))
        model.add(f"{name}_tire", LinearTire(body.frame_a, road, **TIRE))
    return model


def rolling(model: Model, body: Body, y: float, speed: float) -> FreeMotion:
    start = {"r_start": [2.0, y, 0.4], "v_start": [speed, 0.0, 0.0], "w_start": [0.0, speed / TIRE["radius"], 0.0]}
    return FreeMotion(model.world.frame_b, body.frame_a, **start)


class Shaker(Road):
    """The posts of a rig: the left one is ahead of the right one."""

    stroke = Parameter("m", "amplitude")

    @staticmethod
    def height(p, x, y, t):
        return p.stroke * np.sin(8.0 * t + y)


def sheets(model: Model) -> list:
    return drawn(build_scene(model))


def drawn(scene: Scene) -> list:
    return [figure.shape for node in scene.nodes for figure in node.figures if figure.layer == "ground"]


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


def farthest(model: Model, folder: Path) -> tuple[float, float]:
    """Where along x the road in the file of a run ends, and where the left wheel does [m]."""
    gltf = Gltf.read(view_model(model, folder / "run.glb"))
    ground = next(node for node in gltf.tree["nodes"] if node.get("extras") == {"layer": "ground"})
    place = gltf.tree["meshes"][ground["mesh"]]["primitives"][0]["attributes"]["POSITION"]
    return gltf.numbers(place)[:, 0].max(), gltf.track("left", "translation")[-1, 0]


def test_a_road_goes_as_far_as_the_start_lets_one_expect():
    road = RandomRoad("C", seed=2)
    (sheet,) = sheets(wheel(road, speed=30.0, stop_time=10.0))
    assert sheet.x[0] < 2.0 - 1.0 and sheet.x[-1] > 302.0
    i = len(sheet.x) - 2
    assert sheet.z[i * len(sheet.y)] == pytest.approx(height(road, sheet.x[i], sheet.y[0]), abs=SEEN)
    (back,) = sheets(wheel(RandomRoad("C", seed=2), speed=-30.0, stop_time=10.0))
    assert back.x[0] < -298.0


def test_a_road_goes_where_the_wheels_come_in_a_run(tmp_path):
    """Whatever the start let one expect: the last 5 m are the margin."""
    model = wheel(InclinedRoad(slope=0.01), speed=60.0, stop_time=2.5)
    end, wheels = farthest(model, tmp_path)
    assert wheels > 2.0 + 120.0 and end == pytest.approx(wheels + 5.0, abs=SHOWN * end)
    model.stop_time = 0.2
    assert farthest(model, tmp_path)[0] < 25.0  # and no farther, so that files are small


def test_a_car_that_turns_stays_on_its_road():
    road = RandomRoad("B", seed=3, shortest=3.0)
    angle = np.linspace(0.0, np.pi, 50)
    circle = np.column_stack([300.0 + 40.0 * np.sin(angle), 40.0 * (1.0 - np.cos(angle)), 0.0 * angle])
    (sheet,) = drawn(roads_along(build_scene(wheel(road)), lambda world, point: circle))
    x, y, z = np.array(sheet.x), np.array(sheet.y), np.reshape(sheet.z, (len(sheet.x), len(sheet.y)))
    assert x[0] <= 295.0 and x[-1] >= 340.0 and y[0] <= -1.0 and y[-1] >= 81.0 and z.size < 40_000
    seen = RegularGridInterpolator((x, y), z)(circle[:, :2])
    assert seen == pytest.approx([height(road, *at) for at in circle[:, :2]], abs=SEEN)


def test_short_waves_do_not_end_before_the_run():
    road = WashboardRoad(amplitude=0.01, wavelength=0.2, start=1.0)
    (sheet,) = sheets(wheel(road))
    x, z = np.array(sheet.x), np.array(sheet.z)[:: len(sheet.y)]
    at = np.linspace(90.0, 100.0, 300)
    assert np.interp(at, x, z) == pytest.approx([height(road, one, 0.0) for one in at], abs=SEEN)


def test_a_scene_that_was_read_keeps_its_roads():
    scene = read_scene(scene_text(build_scene(wheel(RandomRoad("B")))), "here")
    assert scene.terrains == () and roads_along(scene, lambda world, point: np.zeros((1, 3))) == scene


def test_a_road_that_moves_with_time_lifts_a_plate_under_each_tire(tmp_path):
    model = wheel(Shaker(stroke=0.05))
    scene = build_scene(model)
    assert scene.terrains == () and read_scene(scene_text(scene), "here") == scene
    assert {"left_tire.ground.r", "right_tire.ground.r"} <= {v.name for v in compile_problem(model, pictures=True).variables if v.is_picture}
    gltf = Gltf.read(view_model(model, tmp_path / "run.glb"))
    for side in ("left", "right"):
        x, y, z = gltf.track(f"{side}_tire", "translation").T
        assert z == pytest.approx(0.05 * np.sin(8.0 * gltf.times() + y), abs=ON_ROAD)
        assert x == pytest.approx(gltf.track(side, "translation")[:, 0], abs=0.05 * TIRE["radius"])
    plates = [node.figures[0] for node in scene.nodes if node.name.endswith("_tire")]
    assert {plate.layer for plate in plates} == {"ground"} and len(plates) == 2
    assert gltf.about["ground"] < -0.05 - plates[0].shape.size[2]


def test_roads_of_models_that_are_connected_go_as_far(tmp_path):
    whole = connect("Two", {"one": wheel(InclinedRoad(slope=0.01), speed=60.0), "other": wheel(FlatRoad())}, [])
    (terrain, _) = whole.scene.terrains
    assert (terrain.node, terrain.wheels[0].node) == ("one.world", "one.left")
    far = lambda node, point: np.array([[900.0, 0.0, 0.0]])
    assert [sheet.x for sheet in drawn(roads_along(whole.scene, far))] == [(895.0, 905.0)]


class Broken(Road):
    """Its height is asked for in another way."""

    @staticmethod
    def height(p, x):
        return x


def test_a_road_without_a_height_is_refused_by_name_with_pictures_too():
    with pytest.raises(MbfmuError, match=r"road \(Broken\): height takes \(p, x\)"):
        compile_problem(wheel(Broken()), pictures=True)


def test_a_level_road_is_drawn_where_it_is_not_the_ground():
    (sheet,) = sheets(wheel(FlatRoad(z=0.3)))
    assert sheet.z == (0.3, 0.3, 0.3, 0.3)


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
