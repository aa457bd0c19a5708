"""The pages in a browser: they play, offline, and what they show is where the results say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import trimesh
from scipy.spatial.transform import Rotation
from typer.testing import CliRunner

from mbfmu import (
    BlockModel,
    Body,
    BumpRoad,
    DoubleLaneChange,
    FreeMotion,
    InclinedRoad,
    LinearTire,
    Prismatic,
    Revolute,
    Soil,
    World,
    build_native,
    connect,
    simulate,
)
from mbfmu.cli.library import library_file
from mbfmu.cli.main import app
from mbfmu.cli.open_source import opened_system
from mbfmu.cosim import read_csv, simulate_system
from mbfmu.cosim.fmu.pictures import system_scene
from mbfmu.model.declare.model import Model
from mbfmu.model.elements.roads import Road
from mbfmu.model.urdf import read_urdf
from mbfmu.problem.load_problem import load_model
from mbfmu.scene import build_scene
from mbfmu.scene.road_figures import DIGITS
from mbfmu.scene.shapes import SoftGround
from mbfmu.view import view_model, view_modes, view_result, view_start
from mbfmu.view.poses import poses
from mbfmu.view.run import frames, run, watched_problem
from mbfmu.view.ruts import ruts
from tests.model.elements.tires.tours import TIRE
from tests.soft_soils import RADIUS, SOIL, virgin, wheel
from tests.tolerances import SHOWN

from .pages import MOVED, changed, pause, picture

pytestmark = pytest.mark.browser
ARM = Path(__file__).parents[1] / "model/urdf/small_arm.urdf"


def compare(page, result: np.ndarray, prefix: str = "") -> None:
    """The poses of all parts at three of the times shown, against those in a result."""
    shown = 1 + frames(float(result["time"][-1]))
    rows = np.unique(np.linspace(0, len(result) - 1, min(len(result), shown)).round().astype(int))
    names = page.evaluate("window.mbfmu.names")
    assert names
    for row in (rows[0], rows[len(rows) // 3], rows[-1]):
        page.evaluate("t => window.mbfmu.seek(t)", float(result["time"][row]))
        for name in names:
            pose = page.evaluate("name => window.mbfmu.pose(name)", name)
            r = [result[f"{name}.frame_a.r[{i}]"][row] for i in (1, 2, 3)]
            Q = [result[f"{name}.frame_a.Q[{i}]"][row] for i in (1, 2, 3, 4)]
            assert np.allclose(pose["position"], r, atol=SHOWN, rtol=SHOWN)
            assert abs(np.dot(pose["quaternion"], Q)) == pytest.approx(1.0, abs=SHOWN)


def test_the_demo_ends_with_a_crane_that_moves(opened, tmp_path):
    assert CliRunner().invoke(app, ["demo", "-o", str(tmp_path)]).exit_code == 0
    result = read_csv(tmp_path / "hydraulic_crane.csv")
    page = opened(tmp_path / "hydraulic_crane.html")
    pause(page)
    compare(page, result)
    first, later, last = (picture(page, t) for t in (0.0, 3.0, 9.0))
    assert min(changed(first, later), changed(later, last), changed(first, last)) > MOVED


def test_modes_are_chosen(opened, tmp_path):
    """Of a quarter car: another mode moves other parts, and time stays within what is chosen."""
    page = opened(view_modes(load_model(library_file("fmus/quarter_car/model.py")), tmp_path / "modes.html", at_rest=True))
    pause(page)
    still = picture(page, 0.5)
    page.select_option(".panel .chapters", label=page.eval_on_selector_all(".chapters option", "all => all[1].textContent"))
    assert page.evaluate("document.querySelector('.panel input').min") == "2.5"
    assert changed(still, picture(page, 2.5)) > MOVED
    assert page.text_content(".panel .time") == "0°"
    page.evaluate("window.mbfmu.choose(0)")
    assert changed(still, picture(page, 9.0)) > MOVED and page.text_content(".panel .time") == "360°"


def robot(folder: Path) -> Model:
    """The small arm with meshes of two kinds."""
    text = ARM.read_text()
    for i, (name, ending) in enumerate({"base": "dae", "arm": "stl"}.items()):
        trimesh.creation.box(extents=[0.1 + 0.3 * i, 0.1, 0.1]).export(folder / f"{name}.{ending}")
        visual = f'<visual><geometry><mesh filename="package://{folder.name}/{name}.{ending}"/></geometry></visual>'
        text = text.replace(f'<link name="{name}">', f'<link name="{name}">{visual}')
    (folder / "arm.urdf").write_text(text)
    return read_urdf(folder / "arm.urdf")


@pytest.mark.parametrize("name", ["wheel_loader", "andrews_squeezer", "robot"])
def test_mechanisms_move_as_their_results_say(opened, tmp_path, name):
    model = robot(tmp_path) if name == "robot" else load_model(library_file(f"fmus/{name}/model.py"))
    scene = build_scene(model)
    stop = min(model.stop_time, 2.0)
    result = simulate(watched_problem(model)[0], stop, stop / 300, values={"drive_torque_rear_left": 4e3} if name == "wheel_loader" else {})
    page = opened(view_result(scene, result, tmp_path / "m.html"))
    pause(page)
    compare(page, result)
    first, later, last = (picture(page, t) for t in (0.0, stop / 3, stop))
    assert min(changed(first, later), changed(first, last)) > MOVED


def test_a_native_fmu_is_replayed_from_fmpys_table(opened, tmp_path):
    fmu, run = build_native(load_model(library_file("fmus/crane/model.py")), tmp_path), tmp_path / "run.csv"
    command = [sys.executable, "-m", "fmpy", "simulate", fmu, "--output-file", run, "--stop-time", "2", "--start-values", "cylinder_force", "42e3"]
    subprocess.run(command, check=True, capture_output=True)
    assert CliRunner().invoke(app, ["view", str(fmu), str(run), "-o", str(tmp_path / "m.html")]).exit_code == 0
    page = opened(tmp_path / "m.html")
    pause(page)
    compare(page, read_csv(run))
    first, later, last = (picture(page, t) for t in (0.0, 1.0, 2.0))
    assert min(changed(first, later), changed(later, last)) > MOVED


def test_the_co_simulated_excavator_digs(opened, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with opened_system(library_file("cosim_examples/excavator/system.py")) as system, system_scene(system) as scene:
        result = simulate_system(system, show_progress=False, pictures=True)
        page = opened(view_result(scene, result, tmp_path / "m.html"))
    pause(page)
    compare(page, result)
    first, later, last = (picture(page, t) for t in (0.0, 5.0, 10.0))
    assert min(changed(first, later), changed(later, last), changed(first, last)) > MOVED


def test_it_plays_by_itself_and_obeys_the_keys(opened, tmp_path):
    model = load_model(library_file("fmus/pendulum_chain/model.py"))
    scene = build_scene(model)
    page = opened(view_result(scene, simulate(watched_problem(model)[0], 2.0, 0.02), tmp_path / "m.html"))
    position = lambda: page.evaluate("window.mbfmu.pose('link10').position")
    before = position()
    page.wait_for_timeout(1000)
    assert position() != before
    page.keyboard.press("Space")
    page.keyboard.press("Home")
    assert page.inner_text(".time") and position() == pytest.approx([1.8, 0, 0], abs=SHOWN)
    page.keyboard.press("ArrowRight")
    assert position() != pytest.approx([1.8, 0, 0], abs=SHOWN)
    plain = picture(page, 0.5)
    page.keyboard.press("f")
    assert changed(plain, picture(page, 0.5)) > 0.0
    page.keyboard.press("n")
    page.wait_for_timeout(300)
    assert page.locator(".label.joint:visible").count() == 10


def test_one_can_look_from_elsewhere_and_follow_a_part(opened, tmp_path):
    model = load_model(library_file("fmus/rolling_disk/model.py"))
    scene = build_scene(model)
    page = opened(view_result(scene, simulate(watched_problem(model)[0], 2.0, 0.02), tmp_path / "m.html"))
    pause(page)
    plain = picture(page, 0.0)
    page.mouse.move(600, 300)
    page.mouse.down()
    page.mouse.move(750, 330, steps=4)
    page.mouse.up()
    assert changed(plain, picture(page, 0.0)) > MOVED
    page.select_option(".panel select[title='keep the eye on a part']", "disk")
    on_screen = "() => { const at = new THREE.Vector3(); scene.getObjectByName('disk').getWorldPosition(at).project(camera); return [at.x, at.y]; }"
    picture(page, 0.0)
    before = page.evaluate(on_screen)
    picture(page, 1.5)
    assert page.evaluate(on_screen) == pytest.approx(before, abs=1e-3)


BELOW = """([x, y, layers]) => {
    const down = new THREE.Raycaster(new THREE.Vector3(x, 5, -y), new THREE.Vector3(0, -1, 0)), found = [];
    scene.traverse((node) => { if (node.isMesh && layers.includes(node.userData.layer)) found.push(node); });
    const hits = down.intersectObjects(found);
    return hits.length ? hits[0].point.y : null; }"""


class Shaker(Road):
    """A post of a rig."""

    @staticmethod
    def height(p, x, y, t):
        return 0.05 * np.sin(9.0 * t)


def rolling(road: Road, **start: list[float]) -> Model:
    """A wheel alone on a road."""
    model = Model("Rolls")
    model.world, model.road, model.wheel = World(), road, Body(m=120.0, I=[6.0, 1.0, 6.0])
    model.motion = FreeMotion(model.world.frame_b, model.wheel.frame_a, **start)
    model.tire = LinearTire(model.wheel.frame_a, model.road, **TIRE)
    return model


def test_a_wheel_has_its_road_below_it_at_any_time(opened, tmp_path):
    """It starts elsewhere, and comes much further than 100 m."""
    start = {"r_start": [50.0, 30.0, 3.3], "v_start": [70.0, 0.0, 0.0], "w_start": [0.0, 233.0, 0.0]}
    page = opened(view_model(rolling(InclinedRoad(slope=0.01, bank=0.08), **start), tmp_path / "m.html", 2.5))
    pause(page)
    for t in (0.0, 1.0, 2.5):
        page.evaluate("t => window.mbfmu.seek(t)", t)
        x, y, _ = page.evaluate("window.mbfmu.pose('wheel').position")
        wanted = np.tan(0.01) * x + np.tan(0.08) * y
        assert page.evaluate(BELOW, [x, y, ["ground"]]) == pytest.approx(wanted, abs=10.0**-DIGITS)
    assert x > 50.0 + 140.0


def test_the_post_of_a_rig_and_a_lane_are_seen(opened, tmp_path):
    rig = rolling(Shaker(), r_start=[0.0, 0.0, 0.3])
    lane = BlockModel("Lane", DoubleLaneChange(begin=-40.0, length_out=20.0, length_there=60.0))
    page = opened(view_model(connect("Rig", {"rig": rig, "lane": lane}, []), tmp_path / "m.html", 2.0))
    pause(page)
    for t in (0.0, 0.3, 1.4):
        page.evaluate("t => window.mbfmu.seek(t)", t)
        x, y, _ = page.evaluate("window.mbfmu.pose('rig.wheel').position")
        assert page.evaluate(BELOW, [x, y, ["ground"]]) == pytest.approx(0.05 * np.sin(9.0 * t), abs=SHOWN)
    assert page.evaluate(BELOW, [x, 3.5, ["marking"]]) == pytest.approx(0.01, abs=SHOWN)
    assert page.evaluate(BELOW, [x, 3.0, ["marking"]]) is None


def test_a_wheel_is_seen_to_roll_over_a_bump(opened, tmp_path):
    """The eye stays with it; the road below its start is level, that below it later is not."""
    model = Model("Rolls")
    model.world, model.road = World(), BumpRoad(bump=0.1, length=1.0, start=6.0, edge=0.4)
    model.hub, model.wheel = Body(m=100.0), Body(m=20.0, I=[0.6, 1.0, 0.6])
    model.along = Prismatic(model.world.frame_b, model.hub.frame_a, n=[1, 0, 0], v_start=10.0)
    model.carrier = Body(m=10.0)
    model.up = Prismatic(model.hub.frame_a, model.carrier.frame_a, n=[0, 0, 1], s_start=0.3)
    model.axle = Revolute(model.carrier.frame_a, model.wheel.frame_a, n=[0, 1, 0], w_start=33.0)
    model.tire = LinearTire(model.wheel.frame_a, model.road, **TIRE)
    result = simulate(watched_problem(model)[0], 2.0, 0.01)
    page = opened(view_result(build_scene(model), result, tmp_path / "m.html"))
    pause(page)
    heights = """at => at.map((x) => {
        const down = new THREE.Raycaster(new THREE.Vector3(x, 5, 0), new THREE.Vector3(0, -1, 0)), roads = [];
        scene.traverse((node) => { if (node.isMesh && node.userData.layer === "ground") roads.push(node); });
        return down.intersectObjects(roads)[0].point.y; })"""
    assert page.evaluate(heights, [0.0, 5.0, 6.0, 6.5, 8.0]) == pytest.approx([0.0, 0.0, 0.05, 0.1, 0.0], abs=SHOWN)
    position = lambda t: page.evaluate("t => { window.mbfmu.seek(t); return window.mbfmu.pose('wheel').position; }", t)
    over = result["time"][np.argmin(abs(result["wheel.frame_a.r[1]"] - 6.5))]
    assert position(float(over))[2] - position(0.3)[2] > 0.05
    assert page.input_value(".panel select[title='keep the eye on a part']") == "hub"


def test_forces_of_contacts_are_arrows(opened, tmp_path):
    """A ball at rest: one up from where it touches the ground, and one down; the key O shows them."""
    model = load_model(library_file("fmus/bouncing_ball/model.py"))
    page = opened(view_model(model, tmp_path / "m.html"))
    pause(page)
    plain = picture(page, 4.9)
    page.keyboard.press("o")
    assert changed(plain, picture(page, 4.9)) > 0.0
    pose = "name => { const it = scene.getObjectByName(name); return [it.position.toArray(), it.quaternion.toArray()]; }"
    for end, z in (("a", 1.0), ("b", -1.0)):
        place, turn = page.evaluate(pose, f"contactframe_{end}_force")
        assert np.allclose(place, 0.0, atol=SHOWN)
        assert np.allclose(Rotation.from_quat(turn).apply([0.0, 0.0, 1.0]), [0.0, 0.0, z], atol=SHOWN)


def test_the_start_shows_names(opened, tmp_path):
    page = opened(view_start(load_model(library_file("fmus/four_bar/model.py")), tmp_path / "m.html"))
    page.wait_for_timeout(300)
    assert page.locator(".label.joint:visible").count() == 4 and page.locator(".play").count() == 0


def test_a_page_shows_the_ruts_of_its_time(opened, tmp_path):
    """Forwards, backwards, and by leaps."""
    model = wheel(Soil(**SOIL, damping=5.0, sinkage=virgin((-1.0, 2.0), spacing=0.05)), RADIUS, torque=150.0, v=0.5, w=1.5)
    problem, scene = watched_problem(model)
    found = poses(scene, run(problem, 1.0, {}, lambda time: None, {}))
    world = next(node for node in scene.nodes if node.name == "world")
    expected = ruts(next(figure.shape for figure in world.figures if isinstance(figure.shape, SoftGround)), world, found)
    page = opened(view_model(model, tmp_path / "ruts.html", stop_time=1.0))
    pause(page)
    for row in (0, 20, 90, 50, len(found.t) - 1):
        picture(page, float(found.t[row]))
        (heights,) = page.evaluate("window.mbfmu.ruts()")
        np.testing.assert_allclose(heights, expected.at(row), atol=SHOWN)
    assert expected.deepest > 0.01 and "depth of ruts in mm" in page.content()
