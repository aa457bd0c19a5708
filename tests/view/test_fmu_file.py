"""FMUs and systems shown: run, or replayed from the results of any tool."""

import json
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
import trimesh
from typer.testing import CliRunner

from mbfmu import BlockModel, DoubleLaneChange, Mesh, build_portable
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.base.fmu_pictures import SCENE
from mbfmu.base.model_description import describe_fmu
from mbfmu.cli.library import library_file
from mbfmu.cli.main import app
from mbfmu.cosim import System, check_system, read_csv, simulate_fmu, simulate_system, write_system
from mbfmu.cosim.fmu.pictures import system_scene
from mbfmu.cosim.ssp.ssd_dialect import Dialect
from mbfmu.cosim.ssp.ssd_writer import ssd_document
from mbfmu.model.urdf import read_urdf
from mbfmu.problem.load_problem import load_model
from mbfmu.runs.open import open as open_run
from mbfmu.scene import build_scene, scene_text
from mbfmu.view import read_motion, view_fmu, view_system
from tests.tolerances import INTEGRATION, SHOWN
from tests.turning import tip, turning

from .gltf import Gltf


@pytest.fixture(scope="module")
def fmus(tmp_path_factory) -> dict[int, Path]:
    folder = tmp_path_factory.mktemp("fmus")
    return {fmi: build_portable(turning(), folder / str(fmi), fmi=fmi) for fmi in (2, 3)}


def mbfmu(*arguments: object):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def moves_as_it_should(path: Path, prefix: str = "") -> None:
    """The tip of a GLB, and how the crank stands, at all its times."""
    gltf = Gltf.read(path)
    for t, r, Q in zip(gltf.times(), gltf.track(f"{prefix}tip", "translation"), gltf.track(f"{prefix}crank", "rotation")):
        wanted = tip(t)
        assert np.allclose(r, wanted[0], atol=SHOWN) and abs(Q @ wanted[1]) == pytest.approx(1.0, abs=SHOWN)


@pytest.mark.parametrize("fmi", [2, 3])
def test_an_fmu_is_run_and_shown(fmi: int, fmus, tmp_path: Path):
    outcome = mbfmu("view", fmus[fmi], "--stop", 1, "-o", tmp_path / "m.glb")
    assert outcome.exit_code == 0, outcome.stderr
    moves_as_it_should(tmp_path / "m.glb")
    still = mbfmu("view", fmus[fmi], "--start", "-o", tmp_path / "start.glb")
    assert still.exit_code == 0 and Gltf.read(tmp_path / "start.glb").about["still"]


@pytest.mark.parametrize("fmi", [2, 3])
def test_a_result_of_fmpy_is_replayed(fmi: int, fmus, tmp_path: Path):
    run = tmp_path / "run.csv"
    subprocess.run([sys.executable, "-m", "fmpy", "simulate", fmus[fmi], "--output-file", run, "--stop-time", "1"], check=True, capture_output=True)
    outcome = mbfmu("view", fmus[fmi], run, "-o", tmp_path / "m.glb")
    assert outcome.exit_code == 0, outcome.stderr
    moves_as_it_should(tmp_path / "m.glb")


@pytest.mark.parametrize("kind", ["model", pytest.param("fmu2", marks=pytest.mark.slow), "fmu3"])
def test_a_result_of_simulate_with_poses_is_replayed(kind: str, fmus, tmp_path: Path):
    (tmp_path / "model.py").write_text("from tests.turning import turning\nmodel = turning()\n")
    what = {"model": tmp_path / "model.py", "fmu2": fmus[2], "fmu3": fmus[3]}[kind]
    for poses in ((), ("--poses",)):
        outcome = mbfmu("simulate", what, "--stop", 1, *poses, "-o", tmp_path)
        assert outcome.exit_code == 0, outcome.stderr
        outcome = mbfmu("view", what, tmp_path / "Turning.csv", "-o", tmp_path / "m.glb")
        assert outcome.exit_code == int(not poses) and (poses or "run `mbfmu simulate` or `mbfmu cosim` again with --poses" in outcome.stderr)
    moves_as_it_should(tmp_path / "m.glb")


@pytest.mark.skipif(find_spec("pyarrow") is None, reason="pyarrow is an extra")
def test_a_result_in_parquet_is_replayed(fmus, tmp_path: Path):
    outcome = mbfmu("simulate", fmus[3], "--stop", 1, "--poses", "-o", tmp_path / "run.parquet", "--no-plot")
    assert outcome.exit_code == 0, outcome.stderr
    outcome = mbfmu("view", fmus[3], tmp_path / "run.parquet", "-o", tmp_path / "m.glb")
    assert outcome.exit_code == 0, outcome.stderr
    moves_as_it_should(tmp_path / "m.glb")


@pytest.mark.parametrize("suffix", [".csv", pytest.param(".parquet", marks=pytest.mark.skipif(find_spec("pyarrow") is None, reason="an extra"))])
def test_of_a_long_result_some_rows_are_shown(suffix: str, fmus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("mbfmu.view.motion_result.MOST_ROWS", 21)
    assert mbfmu("simulate", fmus[2], "--stop", 1, "--poses", "-o", tmp_path / f"run{suffix}", "--no-plot").exit_code == 0
    assert mbfmu("view", fmus[2], tmp_path / f"run{suffix}", "-o", tmp_path / "m.glb").exit_code == 0
    assert Gltf.read(tmp_path / "m.glb").times() == pytest.approx(np.linspace(0, 1, 21), abs=SHOWN)
    moves_as_it_should(tmp_path / "m.glb")


def test_a_result_of_cosim_with_poses_is_replayed(fmus, tmp_path: Path):
    write_system(System({"left": fmus[2], "right": fmus[3]}, stop_time=0.5, step_size=0.01), tmp_path / "both.ssp")
    outcome = mbfmu("cosim", tmp_path / "both.ssp", "--poses", "-o", tmp_path)
    assert outcome.exit_code == 0, outcome.stderr
    outcome = mbfmu("view", tmp_path / "both.ssp", tmp_path / "System.csv", "-o", tmp_path / "m.glb")
    assert outcome.exit_code == 0, outcome.stderr
    moves_as_it_should(tmp_path / "m.glb", "left.")


def test_poses_of_what_has_none_are_refused(tmp_path: Path):
    fmu = build_portable(turning(), tmp_path, pictures=False)
    assert "leave out --poses, or build it with pictures" in mbfmu("simulate", fmu, "--poses", "-o", tmp_path).stderr
    (tmp_path / "lane.py").write_text("from mbfmu import BlockModel, DoubleLaneChange\nmodel = BlockModel('Lane', DoubleLaneChange())\n")
    assert "Lane has no parts that move: leave out --poses" in mbfmu("simulate", tmp_path / "lane.py", "--poses", "-o", tmp_path).stderr


def test_a_start_that_cannot_be_assembled_is_shown_gaping(tmp_path: Path):
    fmu = build_portable(load_model(library_file("fmus/four_bar/model.py")), tmp_path)
    outcome = mbfmu("view", fmu, "--start", "--set", "frame_length=0.9", "-o", tmp_path / "m.glb")
    assert outcome.exit_code == 1 and "mm remain" in outcome.stderr
    assert "m.glb shows the parts at the start values that the FMU was built with" in outcome.stderr
    assert "remain" in Gltf.read(tmp_path / "m.glb").about["message"]


LIBCOSIM = """
import sys
from libcosimpy.CosimExecution import CosimExecution
from libcosimpy.CosimObserver import CosimObserver
from libcosimpy.CosimSlave import CosimLocalSlave
execution = CosimExecution.from_step_size(int(1e7))
execution.add_local_slave(CosimLocalSlave(sys.argv[1], "rig"))
execution.add_observer(CosimObserver.create_to_dir(log_dir=sys.argv[2]))
execution.simulate_until(int(1e9))
"""


def test_a_result_of_libcosim_is_replayed(fmus, tmp_path: Path):
    """It writes six digits."""
    subprocess.run([sys.executable, "-c", LIBCOSIM, fmus[2], tmp_path], check=True, capture_output=True)
    (run,) = tmp_path.glob("rig_*.csv")
    outcome = mbfmu("view", fmus[2], run, "-o", tmp_path / "m.glb")
    assert outcome.exit_code == 0, outcome.stderr
    moves_as_it_should(tmp_path / "m.glb")


HEADS = {
    "OMSimulator": lambda name: f"model.root.rig.{name}",
    "OMSimulator, quoted": lambda name: f'"model.root.rig.{name}"',
    "Ecos": lambda name: f"rig::{name}[REAL]",
}


@pytest.mark.parametrize("tool", HEADS)
def test_names_are_those_of_each_tool(tool: str, fmus, tmp_path: Path):
    """The same columns as they head their tables, with a table of truth values and blanks beside."""
    scene = build_scene(turning())
    result = simulate_fmu(fmus[2], 0.1, output=[v.name for v in describe_fmu(fmus[2]).modelVariables if "frame_" in v.name])
    names = [name for name in result.dtype.names if name != "time"]
    rows = [", ".join(["time", *map(HEADS[tool], names), "held"])]
    rows += [", ".join([*(repr(float(row[name])) for name in ("time", *names)), "true"]) for row in result]
    (tmp_path / "run.csv").write_text("\n".join(rows) + "\n")
    found = read_motion(tmp_path / "run.csv", scene)
    assert found["tip.frame_a.r[3]"] == pytest.approx(result["tip.frame_a.r[3]"], abs=0.0)
    assert "jack.frame_b.f[1]" in found.dtype.names


WRONG = {
    "no poses": (
        "time,angle\n0,1\n1,2\n",
        r"lacks the poses of the parts of Turning: run `mbfmu simulate` or .* again with --poses, .*:\n.*crank.frame_a.r\[1\] to \[3\]",
    ),
    "two of them": (
        "time,"
        + ",".join(
            f"{s}.{n}[{i}]"
            for s in "ab"
            for n, k in (("crank.frame_a.r", 3), ("crank.frame_a.Q", 4), ("tip.frame_a.r", 3), ("tip.frame_a.Q", 4))
            for i in range(1, k + 1)
        )
        + "\n"
        + ",".join(["0"] * 29)
        + "\n",
        "holds several such mechanisms, a., b.: view the system that they are in",
    ),
    "nothing": ("", "holds no result: a line of names"),
    "no time": ("x,y\n1,2\n", "must name a column `time`"),
    "a short line": ("time,x\n0,1\n1\n", "line 3 has 1 numbers, but the first line names 2"),
    "no text": (b"\xff\xfe\x00", "is not a table of results"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_table_that_does_not_fit_is_said(case: str, tmp_path: Path):
    content, words = WRONG[case]
    file = tmp_path / "run.csv"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(MbfmuError, match=words):
        read_motion(file, build_scene(turning()))


def test_a_table_that_is_missing_is_said(fmus, tmp_path: Path):
    outcome = mbfmu("view", fmus[2], tmp_path / "none.csv", "-o", tmp_path / "m.glb")
    assert outcome.exit_code == 1 and "none.csv cannot be read: No such file" in outcome.stderr and not (tmp_path / "m.glb").exists()
    assert "--start, --stop, --set and inputs are for runs" in mbfmu("view", fmus[2], tmp_path / "none.csv", "--stop", 1).stderr


def with_scene(fmu: Path, to: Path, scene: str | None) -> Path:
    """The same FMU with another scene.json, or none."""
    with zipfile.ZipFile(fmu) as source, zipfile.ZipFile(to, "w") as target:
        for entry in source.infolist():
            if entry.filename != SCENE:
                target.writestr(entry, source.read(entry))
        if scene is not None:
            target.writestr(SCENE, scene)
    return to


def changed(change) -> str:
    """A scene in which something else stands; the second node is the crank."""
    scene = json.loads(scene_text(build_scene(turning())))
    change(scene)
    return json.dumps(scene)


def mesh(file: object):
    return lambda scene: scene["nodes"][1]["figures"][0].update(shape={"shape": "surface", "file": file, "scale": [1, 1, 1]})


DAMAGED = {
    "none": (None, "has no resources/scene.json, so it does not say what its parts look like: build it with pictures"),
    "no JSON": ("{", "resources/scene.json holds no scene that can be shown"),
    "a list": ("[]", "it is no object with version 1"),
    "not a number": (changed(lambda s: s.update(size=float("nan"))), "nan is no number"),
    "no length": (changed(lambda s: s.update(size=-1.0)), "-1.0 is not > 0"),
    "no direction": (changed(lambda s: s.update(up=[0, 0, 0])), "has no direction"),
    "no orientation": (changed(lambda s: s["nodes"][1].update(Q=[0, 0, 0, 0])), "has no direction"),
    "no colour": (changed(lambda s: s["nodes"][1]["figures"][0].update(colour="red")), "'red' is no colour"),
    "a name with a blank": (changed(lambda s: s["nodes"].append({**s["nodes"][0], "name": "world axes"})), "'world axes': names have no blanks"),
    "a flat hull": (changed(lambda s: s["nodes"][1]["figures"][0].update(shape={"shape": "hull", "points": [[0, 0, 0]] * 9})), "has no volume"),
    "a mesh that is missing": (changed(mesh("meshes/1/part.stl")), "names the mesh 'meshes/1/part.stl', which is not in the FMU"),
    "a mesh elsewhere": (changed(mesh("../../../../etc/passwd")), "names the mesh '../../../../etc/passwd', which is not in the FMU"),
    "an absolute path": (changed(mesh("/etc/passwd")), "names the mesh '/etc/passwd', which is not in the FMU"),
    "a mesh without a name": (changed(mesh(7)), "7 is no text"),
    "poses that it has not": (changed(lambda s: s["nodes"][1].update(position="other.r")), r"other.r"),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_a_damaged_scene_is_refused_by_name(case: str, fmus, tmp_path: Path):
    scene, words = DAMAGED[case]
    outcome = mbfmu("view", with_scene(fmus[2], tmp_path / "x.fmu", scene), "--stop", 0.1, "-o", tmp_path / "m.glb")
    assert outcome.exit_code == 1 and words in outcome.stderr and isinstance(outcome.exception, SystemExit), outcome.stderr
    assert not (tmp_path / "m.glb").exists()
    assert mbfmu("info", tmp_path / "x.fmu").exit_code == 0


def test_meshes_of_an_fmu_are_shown_wherever_it_is(tmp_path: Path):
    file = tmp_path / "part.stl"
    trimesh.creation.box(extents=[0.1, 0.2, 0.3]).export(file)
    fmu = build_portable(turning(visual=[Mesh(file)]), tmp_path)
    file.unlink()
    moves_as_it_should(view_fmu(fmu, tmp_path / "m.glb", 0.5))


def test_a_robot_keeps_its_meshes(tmp_path: Path):
    """A file of ROS that is gone when the FMU is shown."""
    trimesh.creation.box(extents=[0.1, 0.2, 0.3]).export(tmp_path / "base.stl")
    visual = f'<visual><geometry><mesh filename="package://{tmp_path.name}/base.stl"/></geometry></visual>'
    arm = (Path(__file__).parents[1] / "model/urdf/small_arm.urdf").read_text().replace('<link name="base">', f'<link name="base">{visual}')
    (tmp_path / "arm.urdf").write_text(arm)
    fmu = build_portable(read_urdf(tmp_path / "arm.urdf"), tmp_path)
    (tmp_path / "base.stl").unlink()
    assert "resources/meshes/1/base.stl" in zipfile.ZipFile(fmu).namelist()
    assert "base 1" in Gltf.read(view_fmu(fmu, tmp_path / "m.glb", 0.1)).nodes


def test_results_and_lists_stay_as_short_as_without(fmus, tmp_path: Path):
    """Poses stand in one line of `info`, and in no table that nobody asked them for."""
    told = mbfmu("info", fmus[2]).stdout
    assert "poses of 2 parts, for mbfmu view" in told and "frame_a." not in told
    assert simulate_fmu(fmus[2], 0.1).dtype.names == simulate_fmu(fmus[3], 0.1).dtype.names == ("time", "angle")
    with open_run(fmus[2]) as run:
        assert run.outputs.keys() == {"angle"}
        assert run.get("tip.frame_a.r[1]") == pytest.approx(tip(0.0)[0][0])
    system = System({"left": fmus[2], "right": fmus[3]}, stop_time=0.1)
    assert simulate_system(system, False).dtype.names == ("time", "left.angle", "right.angle")
    document = ssd_document(
        system,
        Dialect("1.0", {name: describe_fmu(c.fmu) for name, c in system.components.items()}),
        {"left": "l.fmu", "right": "r.fmu"},
        dict.fromkeys(system.components, {}),
    )
    assert b"frame_a" not in document and b'name="angle"' in document


def test_a_pose_can_be_linked(fmus):
    """It is an output like others, for who connects it."""
    system = System({"left": fmus[2], "right": fmus[3]}, [("left.tip.frame_a.r[1]", "right.push")], stop_time=0.1)
    with pytest.raises(ProblemsFound, match="unit m cannot drive unit N"):
        check_system(system)
    system = System({"left": fmus[2]}, stop_time=0.5)
    assert simulate_system(system, False, pictures=True)["left.tip.frame_a.r[1]"][-1] == pytest.approx(tip(0.5)[0][0], abs=INTEGRATION)


def test_all_mechanisms_of_a_system_are_shown_in_one_scene(fmus, tmp_path: Path):
    system = System({"left": fmus[2], "right": fmus[3]}, stop_time=0.5, step_size=0.01)
    write_system(system, tmp_path / "both.ssp")
    outcome = mbfmu("cosim", tmp_path / "both.ssp", "--view", tmp_path / "both.glb", "-o", tmp_path)
    assert outcome.exit_code == 0, outcome.stderr
    assert read_csv(tmp_path / "System.csv").dtype.names == ("time", "left.angle", "right.angle")
    outcome = mbfmu("view", tmp_path / "both.ssp", "-o", tmp_path / "again.glb")
    assert outcome.exit_code == 0, outcome.stderr
    for file in ("both.glb", "again.glb"):
        moves_as_it_should(tmp_path / file, "left.")
        moves_as_it_should(tmp_path / file, "right.")


def test_the_lane_of_a_driver_is_shown_beside_the_mechanisms_of_a_system(fmus, tmp_path: Path):
    lane = build_portable(BlockModel("Lane", DoubleLaneChange()), tmp_path)
    with system_scene(System({"lane": lane, "rig": fmus[2]})) as scene:
        layers = {node.name: {figure.layer for figure in node.figures} for node in scene.nodes}
        assert layers["lane.course"] == {"marking"} and "body" in layers["rig.crank"]
        assert scene.size == build_scene(turning()).size
    with pytest.raises(MbfmuError, match="no FMU of System says what its parts look like"), system_scene(System({"lane": lane})):
        pass


def test_the_command_shows_models_that_are_connected(tmp_path: Path):
    declared = "from mbfmu import BlockModel, DoubleLaneChange, connect\nfrom tests.turning import turning\n"
    declared += "model = connect('Both', {'rig': turning(), 'lane': BlockModel('Lane', DoubleLaneChange())}, [])\n"
    (tmp_path / "model.py").write_text(declared)
    outcome = mbfmu("view", tmp_path / "model.py", "--stop", 1, "-o", tmp_path / "m.glb")
    assert outcome.exit_code == 0, outcome.stderr
    moves_as_it_should(tmp_path / "m.glb", "rig.")
    (tmp_path / "lane.py").write_text("from mbfmu import BlockModel, DoubleLaneChange\nmodel = BlockModel('Lane', DoubleLaneChange())\n")
    assert "nothing moves that could be shown" in mbfmu("view", tmp_path / "lane.py", "-o", tmp_path / "l.glb").stderr


def test_a_system_without_pictures_is_refused(tmp_path: Path):
    system = System({"one": build_portable(turning(), tmp_path, pictures=False)})
    with pytest.raises(MbfmuError, match="no FMU of System says what its parts look like: build one with pictures"):
        view_system(system, tmp_path / "m.glb")
