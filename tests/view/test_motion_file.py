"""Files that show a motion: what is in them is the simulation's, to the last digit that they hold."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
import trimesh
from scipy.spatial.transform import Rotation
from typer.testing import CliRunner

from mbfmu import (
    BlockModel,
    Body,
    JointForce,
    Mesh,
    Model,
    Pid,
    PositionSensor,
    Prismatic,
    Revolute,
    SpringDamperParallel,
    Step,
    World,
    connect,
    simulate,
)
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.cli.library import library_file
from mbfmu.cli.main import app
from mbfmu.cosim import write_csv
from mbfmu.problem.load_problem import load_model
from mbfmu.scene import build_scene, scene_text
from mbfmu.view import page as page_module
from mbfmu.view import view_model, view_result, view_start
from mbfmu.view.page import page
from mbfmu.view.run import watched_problem
from tests.tolerances import ROUNDOFF, SHOWN
from tests.view.gltf import Gltf

FOUR_BAR = library_file("fmus/four_bar/model.py")
GAPING = FOUR_BAR.read_text().replace('"frame_length", 0.2', '"frame_length", 0.9')


def swing() -> Model:
    """A pendulum with a spring to the ceiling, hung sideways so that z is not up."""
    model = Model("Swing", stop_time=2.0)
    model.world = World(n=[0, -1, 0])
    model.arm = Body(m=1.0, r_CM=[1.0, 0, 0], I=[0.01, 0.1, 0.1])
    model.hinge = Revolute(model.world.frame_b, model.arm.frame_a, phi_start=0.2)
    model.tip = PositionSensor(model.arm.at([2.0, 0, 0]))
    model.spring = SpringDamperParallel(model.world.at([0, 3.0, 0]), model.arm.at([2.0, 0, 0]), c=5.0, s_unstretched=2.0)
    model.expose(outputs={"tip": model.tip.r, "angle": model.hinge.phi, "pull": model.spring.f})
    return model


@pytest.fixture(scope="module")
def swinging(tmp_path_factory) -> tuple[Gltf, np.ndarray]:
    gltf = Gltf.read(view_model(swing(), tmp_path_factory.mktemp("swing") / "swing.glb"))
    return gltf, simulate(swing(), interval=0.01)


def test_a_part_moves_as_it_is_simulate(swinging):
    gltf, truth = swinging
    assert np.allclose(gltf.times(), truth["time"], atol=SHOWN) and len(gltf.times()) == 201
    turn = Rotation.from_quat(gltf.track("arm", "rotation"))
    assert np.allclose(gltf.track("arm", "translation"), 0.0, atol=SHOWN)
    assert np.allclose(turn.as_rotvec()[:, 2], truth["angle"], atol=SHOWN)
    tip = np.column_stack([truth[f"tip[{i}]"] for i in (1, 2, 3)])
    assert np.allclose(turn.apply([2.0, 0, 0]), tip, atol=SHOWN)


def test_inputs_drive_what_is_shown(tmp_path):
    """A mass pushed by 2 N from 0.5 s on."""
    model = Model("Pushed", stop_time=1.0)
    model.world, model.mass = World(g=0), Body(m=4.0)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[1, 0, 0])
    model.motor = JointForce(model.guide)
    model.expose(inputs={"f": model.motor.f})
    gltf = Gltf.read(view_model(model, tmp_path / "pushed.glb", inputs={"f": Step(at=0.5, height=2.0)}))
    assert np.allclose(gltf.track("mass", "translation")[:, 0], 0.25 * np.maximum(gltf.times() - 0.5, 0) ** 2, atol=SHOWN)


def thrown(force: float) -> Model:
    model = Model("Pushed", stop_time=1.0)
    model.world, model.mass = World(g=0), Body(m=4.0)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[1, 0, 0])
    model.motor = JointForce(model.guide)
    model.expose(inputs={"f": model.motor.f}, outputs={"s": model.guide.s}, start={"f": force})
    return model


def test_connected_models_are_shown_in_one_world(tmp_path):
    """Two masses of 4 kg, which their own forces push."""
    pair = connect("Pair", {"left": thrown(2.0), "right": thrown(-4.0)}, [])
    gltf = Gltf.read(view_model(pair, tmp_path / "pair.glb"))
    for part, a in (("left.mass", 0.5), ("right.mass", -1.0)):
        assert np.allclose(gltf.track(part, "translation")[:, 0], 0.5 * a * gltf.times() ** 2, atol=SHOWN)


def test_what_has_no_bodies_is_refused_in_a_sentence(tmp_path):
    with pytest.raises(MbfmuError, match="^there is nothing to see of Two: no part of it is a Model, whose bodies and joints a view shows$"):
        view_model(connect("Two", {"a": BlockModel("A", Pid()), "b": BlockModel("B", Pid())}, []), tmp_path / "m.glb")


@pytest.mark.parametrize("sense", [-1, 1])
def test_what_travels_far_is_looked_at_where_it_starts(tmp_path, sense: int):
    """A dumb-bell of 1 m that goes 100 m along x, either way."""
    model = Model("Travels", stop_time=1.0, step_size=0.1)
    model.world, model.left, model.right = World(g=0), Body(m=1.0), Body(m=1.0)
    model.guide = Prismatic(model.world.frame_b, model.left.frame_a, n=[1, 0, 0], v_start=sense * 100.0)
    model.bar = Prismatic(model.left.frame_a, model.right.frame_a, n=[0, 1, 0], s_start=1.0)
    gltf = Gltf.read(view_model(model, tmp_path / "travels.glb"))
    assert np.linalg.norm(gltf.about["target"]) < 2.0
    assert np.linalg.norm(np.reshape(gltf.nodes["first camera"]["matrix"], (4, 4))[3, :3]) < 10.0


def test_a_spring_reaches_from_frame_to_frame(swinging):
    gltf, truth = swinging
    z = np.array([0, 0, 1.0]) * gltf.track("spring", "scale")
    ends = gltf.track("spring", "translation") + Rotation.from_quat(gltf.track("spring", "rotation")).apply(z)
    assert np.allclose(gltf.track("spring", "translation"), [0, 3, 0], atol=SHOWN)
    assert np.allclose(ends, np.column_stack([truth[f"tip[{i}]"] for i in (1, 2, 3)]), atol=SHOWN)


def test_arrows_are_as_long_as_forces(swinging):
    gltf, truth = swinging
    lengths = gltf.track("spring.frame_b force", "scale")[:, 2]
    assert np.allclose(lengths / lengths.max(), np.abs(truth["pull"]) / np.abs(truth["pull"]).max(), atol=2 * SHOWN)


def test_the_world_is_turned_upright(swinging):
    gltf, _ = swinging
    matrix = np.array(gltf.nodes["world axes"].get("matrix", np.eye(4).ravel())).reshape(4, 4).T
    assert np.allclose(matrix[:3, :3] @ [0, 1, 0], [0, 1, 0]) and np.linalg.det(matrix) == pytest.approx(1.0)
    assert gltf.about["parts"] == ["arm"] and gltf.about["gravity"]


def test_a_mechanism_with_loops_moves_as_its_result_says(tmp_path):
    model = load_model(library_file("fmus/andrews_squeezer/model.py"))
    scene = build_scene(model)
    result = simulate(watched_problem(model)[0], 0.03, 1e-4)
    gltf = Gltf.read(view_result(scene, result, tmp_path / "m.glb"))
    for part in gltf.about["parts"]:
        r, Q = (np.column_stack([result[f"{part}.frame_a.{what}[{i}]"] for i in range(1, n + 1)]) for what, n in (("r", 3), ("Q", 4)))
        assert np.allclose(gltf.track(part, "translation"), r, atol=SHOWN)
        assert np.allclose(abs(np.sum(gltf.track(part, "rotation") * Q, axis=1)), 1.0, atol=SHOWN)


def test_what_is_far_away_keeps_its_digits(tmp_path):
    """Positions of 6.7e6 m have 0.5 m in 32 bits; those from the other body have all they need."""
    craft = load_model(library_file("fmus/spacecraft/model.py"))
    gltf = Gltf.read(view_model(craft, tmp_path / "m.glb", 100.0))
    truth = simulate(craft, 100.0, 1.0)
    apart = np.column_stack([truth[f"R2_R1[{i}]"] for i in (1, 2, 3)])
    assert gltf.about["origin"] == "body1" and not np.any(gltf.track("body1", "translation"))
    assert np.allclose(gltf.track("body2", "translation"), apart, atol=SHOWN)


def test_the_start_is_shown_assembled(tmp_path):
    gltf = Gltf.read(view_start(load_model(FOUR_BAR), tmp_path / "start.glb"))
    assert "animations" not in gltf.tree and gltf.about["still"] and not any(name.endswith(" gap") for name in gltf.nodes)
    assert {label["text"] for label in gltf.about["labels"] if label["layer"] == "joint"} == {
        "drive_shaft",
        "crank_pin",
        "rocker_shaft",
        "rocker_pin",
    }
    assert any(node.get("extras") == {"layer": "frame"} for node in gltf.nodes.values())


def test_a_wrong_axis_is_a_line_that_is_seen(tmp_path):
    model = swing()
    model.hinge.n = [1, 0, 0]
    (arm,) = (node for node in build_scene(model).nodes if node.name == "world")
    axis = next(figure for figure in arm.figures if figure.layer == "frame" and figure.shape.length > 0.1 and figure.colour == "#d6336cff")
    assert np.allclose(abs(Rotation.from_quat(axis.Q).apply([0, 0, 1.0])), [1, 0, 0], atol=ROUNDOFF)


def test_the_gap_is_shown_where_a_loop_does_not_close(tmp_path):
    (tmp_path / "model.py").write_text(GAPING)
    with pytest.raises(MbfmuError, match="rocker_pin.* remain.*start.glb shows the parts at their start values and the gaps"):
        view_start(load_model(tmp_path / "model.py"), tmp_path / "start.glb")
    gltf = Gltf.read(tmp_path / "start.glb")
    gap = gltf.nodes["rocker_pin gap"]
    rocker = np.array([0.9, 0, 0]) + 0.25 * np.array([np.cos(1.5), 0, np.sin(1.5)])
    pin = np.array([0, 0, 0.1]) + 0.25 * np.array([np.cos(np.pi / 2 - 1.0), 0, np.sin(np.pi / 2 - 1.0)])
    assert gap["scale"][2] == pytest.approx(np.linalg.norm(rocker - pin), abs=SHOWN)
    assert "mm remain" in gltf.about["message"]


def test_meshes_of_every_kind_are_shown(tmp_path):
    box = trimesh.creation.box(extents=[1.0, 2.0, 3.0])
    for ending in ("stl", "obj", "glb", "dae"):
        box.export(tmp_path / f"box.{ending}")
    model = swing()
    model.arm.visual = [Mesh(tmp_path / f"box.{ending}", scale=[0.1, 0.1, 0.1], r=[0, 0, i]) for i, ending in enumerate(("stl", "obj", "glb", "dae"))]
    gltf = Gltf.read(view_start(model, tmp_path / "m.glb"))
    for i in range(4):
        vertices = gltf.corners(gltf.nodes[f"arm {i + 1}"])
        assert np.allclose([vertices.min(axis=0), vertices.max(axis=0)], [[-0.05, -0.1, i - 0.15], [0.05, 0.1, i + 0.15]], atol=SHOWN)


def test_a_damaged_mesh_is_refused_by_name(tmp_path):
    (tmp_path / "bad.glb").write_bytes(b"glTF" + b"\x00\xff" * 50)
    model = swing()
    model.arm.visual = [Mesh(tmp_path / "bad.glb")]
    with pytest.raises(MbfmuError, match="bad.glb' is damaged: it ends behind 104 of"):
        view_start(model, tmp_path / "m.glb")
    assert not (tmp_path / "m.glb").exists()


def test_a_mesh_without_a_surface_is_not_shown(tmp_path):
    (tmp_path / "odd.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\n")
    model = swing()
    model.arm.visual = [Mesh(tmp_path / "odd.obj")]
    with pytest.warns(UserWarning, match="odd.obj holds no surface and is not shown"):
        view_start(model, tmp_path / "m.glb")


def test_a_mesh_that_its_reader_fails_at_is_refused_in_words(tmp_path):
    (tmp_path / "odd.dae").write_text("<COLLADA/>")
    model = swing()
    model.arm.visual = [Mesh(tmp_path / "odd.dae")]
    with pytest.raises(MbfmuError, match="odd.dae' is damaged: it is no DAE file"):
        view_start(model, tmp_path / "m.glb")


@pytest.mark.parametrize(("limit", "words"), [("MOST", "has 12 triangles; meshes of at most 11"), ("LARGEST", "has 0 MB; meshes of at most 0 MB")])
def test_a_mesh_too_large_for_a_page_is_refused(tmp_path, monkeypatch, limit, words):
    trimesh.creation.box().export(tmp_path / "box.stl")
    monkeypatch.setattr(f"mbfmu.view.meshes.{limit}", 11)
    model = swing()
    model.arm.visual = [Mesh(tmp_path / "box.stl")]
    with pytest.raises(MbfmuError, match=f"box.stl {words}.* are shown: save a simpler one"):
        view_start(model, tmp_path / "m.glb")


def test_a_mesh_without_a_surface_is_warned_of(tmp_path):
    (tmp_path / "line.obj").write_text("v 0 0 0\nv 1 0 0\nl 1 2\n")
    model = swing()
    model.arm.visual = [Mesh(tmp_path / "line.obj")]
    with pytest.warns(UserWarning, match="line.obj holds no surface and is not shown"):
        view_start(model, tmp_path / "m.glb")


def test_a_mechanism_without_extent_is_shown(tmp_path):
    model = Model("Hop", stop_time=0.1)
    model.world, model.ball = World(), Body(m=1.0)
    model.guide = Prismatic(model.world.frame_b, model.ball.frame_a, n=[0, 0, 1])
    assert Gltf.read(view_model(model, tmp_path / "m.glb")).about["parts"] == ["ball"]


@pytest.mark.parametrize("name", ["camera", "mbfmu", "world_axes", "scene"])
def test_parts_may_be_called_as_they_like(tmp_path, name):
    model = Model("Named")
    model.world = World()
    body = model.add(name, Body(m=1.0, I=[1.0, 1.0, 1.0]))
    model.pivot = Revolute(model.world.frame_b, body.at([1.0, 0, 0]), n=[0, 1, 0])
    gltf = Gltf.read(view_model(model, tmp_path / "m.glb", 0.1))
    assert gltf.about["parts"] == [name] and gltf.track(name, "translation")[0] == pytest.approx([-1.0, 0, 0])


def run(*arguments):
    return CliRunner().invoke(app, ["view", *map(str, arguments)])


def test_the_command_writes_one_page(tmp_path):
    outcome = run(FOUR_BAR, "--stop", 0.2, "--set", "drive_shaft.w_start=3", "-o", tmp_path / "out" / "bar.html", "--json")
    assert outcome.exit_code == 0, outcome.output
    written = Path(json.loads(outcome.stdout)["view"])
    text = written.read_text()
    assert written == tmp_path / "out" / "bar.html" and "<title>FourBar</title>" in text
    assert not any(f'{what}="http' in text for what in ("src", "href")) and "cdn" not in re.sub("[0-9A-Za-z+/=]{1000,}", "", text).lower()


def test_the_command_shows_results(tmp_path):
    model = swing()
    scene = build_scene(model)
    result = simulate(watched_problem(model)[0], 1.0, 0.01)
    write_csv(tmp_path / "r.csv", result)
    assert "name the model, FMU or system first, as in `mbfmu view X.fmu" in run(tmp_path / "r.csv").stderr
    (tmp_path / "r.scene.json").write_text(scene_text(scene))
    assert run(tmp_path / "r.csv", "-o", tmp_path / "r.glb").exit_code == 0
    turn = Rotation.from_quat(Gltf.read(tmp_path / "r.glb").track("arm", "rotation"))
    assert np.allclose(turn.as_rotvec()[:, 2], result["angle"], atol=SHOWN)
    assert "a result is shown as it is" in run(tmp_path / "r.csv", "--stop", 1).stderr


WRONG = {
    "another ending": (["-o", "x.gif"], "x.gif: what moves is written as .html"),
    "a stop before the start": (["--stop", -1], "stop time -1.0 s must be > 0 s"),
    "an unknown start value at the start": (["--start", "--set", "x=1"], "there is no variable 'x'"),
    "an unknown start value": (["--set", "x=1"], "there is no variable 'x'"),
    "no number": (["--set", "drive_shaft.w_start=fast"], "is not a number"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_use_says_what_is_wrong(case, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments, message = WRONG[case]
    outcome = run(FOUR_BAR, *arguments)
    assert outcome.exit_code == 1 and message in outcome.stderr and list(tmp_path.iterdir()) == []


def test_what_cannot_be_shown_is_said(tmp_path):
    assert "in which nothing moves" in run(library_file("fmus/pid/model.py")).stderr
    (tmp_path / "x.fmu").write_bytes(b"")
    assert "x.fmu is damaged or not a zip archive" in run(tmp_path / "x.fmu").stderr


def test_a_result_without_poses_names_what_it_lacks(tmp_path):
    with pytest.raises(ProblemsFound, match=r"it has no arm.frame_a.Q\[1\]"):
        view_result(build_scene(swing()), simulate(swing(), 0.1), tmp_path / "m.html")


DAMAGED = {
    "no rows": (lambda rows: rows[:0], "has 0 rows"),
    "time runs back": (lambda rows: rows[::-1], "its times must ascend"),
    "no number": (lambda rows: changed(rows, "arm.frame_a.r[1]", np.nan), r"arm.frame_a.r\[1\], .* are not all numbers"),
    "no orientation": (lambda rows: changed(rows, "arm.frame_a.Q", 0.0), "arm.frame_a.Q is zero in the result, which is no orientation"),
}


def changed(rows: np.ndarray, name: str, value: float) -> np.ndarray:
    rows = rows.copy()
    for field in rows.dtype.names:
        if field.startswith(name):
            rows[field][1] = value
    return rows


@pytest.mark.parametrize("case", DAMAGED)
def test_a_damaged_result_is_refused(case, tmp_path):
    model = swing()
    scene = build_scene(model)
    damage, message = DAMAGED[case]
    with pytest.raises(MbfmuError, match=message):
        view_result(scene, damage(simulate(watched_problem(model)[0], 0.1, 0.01)), tmp_path / "m.html")


def test_another_template_of_trimesh_is_refused(monkeypatch):
    monkeypatch.setattr(page_module, "USED", ("THREE.Unheard",))
    with pytest.raises(MbfmuError, match="trimesh's page has no THREE.Unheard: install a release of trimesh"):
        page("x", b"")


CURVE = ("--amplitude", "40e6", "--exponent", 4)


def test_no_damage_of_half_a_curve_or_a_start():
    for arguments, wrong in (
        (("--amplitude", "40e6"), "an S-N curve has an --amplitude and an --exponent: give both"),
        (("--start", *CURVE), "--amplitude and --exponent are for the damage of a motion, and --start shows none"),
    ):
        outcome = run(FOUR_BAR, *arguments)
        assert outcome.exit_code == 1 and wrong in " ".join(outcome.output.split())


@pytest.mark.slow
def test_the_command_colours_by_damage(tmp_path):
    pytest.importorskip("rainflow")  # of the extra mbfmu[strength]
    outcome = run(FOUR_BAR, "--stop", 0.01, "-o", tmp_path / "m.html", *CURVE)
    assert outcome.exit_code == 1 and "FourBar has no flexible body whose surface and stress are known" in " ".join(outcome.output.split())
    assert run(library_file("fmus/rotating_blade/model.py"), "--stop", 0.05, "-o", tmp_path / "blade.html", *CURVE).exit_code == 0
