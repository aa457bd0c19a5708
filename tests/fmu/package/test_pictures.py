"""What FMUs hold of their pictures: the Scene, its meshes, and outputs that nobody pays for who does not read them."""

import zipfile
from dataclasses import replace
from pathlib import Path

import casadi as ca
import numpy as np
import pytest
import trimesh
from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave
from fmpy.fmi3 import FMU3Slave

import mbfmu
from mbfmu import Mesh, build_fmu, build_native, build_portable, compile_problem, connect
from mbfmu.base.errors import MbfmuError
from mbfmu.base.fmu_pictures import SCENE, pictures_of
from mbfmu.base.safe_zip import unpacked
from mbfmu.check import FALSE, check_fmu
from mbfmu.cli.library import library_file
from mbfmu.fmu.package.pictures import picture_files
from mbfmu.problem.load_problem import load_model
from mbfmu.problem.pictures import without_pictures
from mbfmu.scene import build_scene
from mbfmu.scene.fmu_scene import fmu_scene
from tests.tolerances import INTEGRATION
from tests.turning import ARM, SPEED, tip, turning

KINDS = {
    "interpreted": lambda *a, **k: build_fmu(*a, **k),
    "portable": lambda *a, **k: build_portable(*a, **k),
    "portable, FMI 3": lambda *a, **k: build_portable(*a, fmi=3, **k),
    "native": lambda *a, **k: build_native(*a, **k),
}


def started(path: Path, folder: Path):
    """An FMU that has left Initialization Mode, and its value references by name."""
    description = read_model_description(path)
    kind = FMU3Slave if description.fmiMajorVersion == 3 else FMU2Slave
    name = description.coSimulation.modelIdentifier
    fmu = kind(guid=description.guid, unzipDirectory=extract(path, folder), modelIdentifier=name, instanceName="fmu")
    fmu.instantiate()
    if kind is FMU2Slave:
        fmu.setupExperiment()
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    return fmu, {v.name: v.valueReference for v in description.modelVariables}


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=pytest.mark.slow if kind == "native" else ()) for kind in KINDS])
def test_poses_are_those_of_the_motion(kind: str, tmp_path: Path):
    """A link that turns at a constant speed, in closed form."""
    path = KINDS[kind](turning(), tmp_path)
    fmu, of = started(path, tmp_path / "fmu")
    assert {"tip.frame_a.r", "crank.frame_a.Q", "jack.frame_b.f"} <= pictures_of(path).outputs and pictures_of(path).parts == 2
    fmu.doStep(0.0, 0.01)
    for k in (1, 61, 121, 181):
        r, Q = read(fmu, of, "tip.frame_a.r", 3), read(fmu, of, "crank.frame_a.Q", 4)
        assert np.allclose(np.concatenate([r, Q]), np.concatenate(tip(0.01 * k)), atol=INTEGRATION)
        for i in range(k, k + 60):
            fmu.doStep(i * 0.01, 0.01)
    fmu.terminate()
    fmu.freeInstance()


def read(fmu, of, name: str, size: int) -> list[float]:
    if name in of:
        return fmu.getFloat64([of[name]], nValues=size)
    return fmu.getReal([of[f"{name}[{i}]"] for i in range(1, size + 1)])


def test_they_are_evaluated_only_where_they_are_read(tmp_path: Path):
    """Poses that are no numbers stop neither steps nor other outputs; who reads one hears of it by name."""
    problem = compile_problem(turning(), pictures=True)
    symbols = [ca.SX.sym(f"a{i}", ref.size) for i, ref in enumerate(problem.picture[0].arguments)]
    spoilt = ca.Function("picture", symbols, [ca.SX.ones(problem.sizes["pictures"]) * np.nan])
    problem = replace(problem, functions={**problem.functions, "picture": spoilt}, composed={})
    fmu, of = started(build_portable(problem, tmp_path), tmp_path / "fmu")
    fmu.doStep(0.0, 0.01)
    assert fmu.getReal([of["angle"]]) == pytest.approx([0.013])
    with pytest.raises(Exception, match="fmi2GetReal"):
        fmu.getReal([of["tip.frame_a.r[1]"]])
    fmu.doStep(0.01, 0.01)
    assert fmu.getReal([of["angle"]]) == pytest.approx([0.026])
    fmu.terminate()
    fmu.freeInstance()


@pytest.mark.parametrize("name", ["crane", pytest.param("wheel_loader", marks=pytest.mark.slow)])
def test_a_step_computes_what_it_computes_without_them(name: str):
    """The same functions in the same schedules, and no mode more."""
    model = load_model(library_file(f"fmus/{name}/model.py"))
    plain, pictured = compile_problem(model), compile_problem(model, pictures=True)
    assert pictured.mode_names == plain.mode_names and pictured.derivative == plain.derivative and pictured.output == plain.output
    sizes = {key: f.n_instructions() for key, f in pictured.functions.items() if key != "picture"}
    assert sizes == {key: f.n_instructions() for key, f in plain.functions.items()}
    assert without_pictures(pictured).sizes == plain.sizes


def test_reading_them_changes_nothing_that_follows(tmp_path: Path):
    path = build_portable(load_model(library_file("fmus/crane/model.py")), tmp_path)
    fmus = [started(path, tmp_path / f"fmu{i}") for i in range(2)]
    for k in range(50):
        for i, (fmu, of) in enumerate(fmus):
            fmu.doStep(k * 1e-3, 1e-3)
            if i:
                read(fmu, of, "payload.frame_a.Q", 4)
    states = [fmu.getReal([of[name] for name in ("stroke", "stroke_rate", "boom_angle", "jib_angle", "swing_angle")]) for fmu, of in fmus]
    assert states[0] == states[1]
    for fmu, _ in fmus:
        fmu.terminate()
        fmu.freeInstance()


def test_their_derivatives_are_exact(tmp_path: Path):
    """Of the tip's place by the angle, in closed form: across its arm."""
    fmu, of = started(build_portable(turning(), tmp_path, fmi=3), tmp_path / "fmu")
    fmu.doStep(0.0, 0.01)
    angle = SPEED * 0.01
    along = fmu.getDirectionalDerivative([of["tip.frame_a.r"]], [of["shaft.phi"]], [1.0], 3)
    across = fmu.getAdjointDerivative([of["tip.frame_a.r"]], [of["shaft.phi"]], [0.0, 0.0, 1.0], 1)
    assert np.allclose([*along, *across], ARM * np.array([-np.sin(angle), 0.0, -np.cos(angle), -np.cos(angle)]), atol=INTEGRATION)
    fmu.terminate()
    fmu.freeInstance()


@pytest.mark.slow
@pytest.mark.parametrize("fmi", [2, 3])
def test_no_claim_is_false(fmi: int, tmp_path: Path):
    findings = check_fmu(build_portable(load_model(library_file("fmus/crane/model.py")), tmp_path, fmi))
    assert [f for f in findings if f.outcome == FALSE] == []


def test_they_can_be_left_out(tmp_path: Path):
    path = build_portable(turning(), tmp_path, pictures=False)
    assert not pictures_of(path).outputs and SCENE not in zipfile.ZipFile(path).namelist()
    assert not [v.name for v in read_model_description(path).modelVariables if "frame_a" in v.name]


def test_the_scene_is_the_models_and_builds_are_the_same_to_the_byte(tmp_path: Path):
    first, second = (build_portable(turning(), tmp_path / name) for name in "ab")
    assert first.read_bytes() == second.read_bytes()
    with unpacked(first) as folder:
        assert fmu_scene(folder, first) == build_scene(turning())


def test_meshes_travel_with_what_they_name(tmp_path: Path):
    """Two files of one name from two folders; an OBJ with its materials and their texture."""
    for i, name in enumerate(("left", "right"), 1):
        (tmp_path / name).mkdir()
        trimesh.creation.box(extents=[0.1 * i] * 3).export(tmp_path / name / "part.stl")
    (tmp_path / "right/arm.obj").write_text("mtllib arm.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n")
    (tmp_path / "right/arm.mtl").write_text("newmtl red\nKd 1 0 0\nmap_Kd skin.png\nmap_Ks link.png other.txt\n")
    (tmp_path / "right/skin.png").write_bytes(b"a picture")
    (tmp_path / "right/other.txt").write_text("arm.obj")
    (tmp_path / "secret.png").write_bytes(b"of another folder")
    (tmp_path / "right/link.png").symlink_to(tmp_path / "secret.png")
    meshes = [Mesh(tmp_path / file) for file in ("left/part.stl", "right/part.stl", "right/arm.obj")]
    files = picture_files(compile_problem(turning(visual=meshes), pictures=True))
    assert {*files} == {SCENE, *(f"resources/meshes/{f}" for f in ("1/part.stl", "2/part.stl", "2/arm.obj", "2/arm.mtl", "2/skin.png"))}
    path = build_portable(turning(visual=meshes), tmp_path / "out")
    with unpacked(path) as folder:
        shapes = [figure.shape for node in fmu_scene(folder, path).nodes for figure in node.figures if hasattr(figure.shape, "file")]
        assert [Path(shape.file).read_bytes() for shape in shapes] == [Path(mesh.file).read_bytes() for mesh in meshes]


def test_a_run_step_by_step_reads_them(tmp_path: Path):
    for opened in (compile_problem(turning(), pictures=True), build_portable(turning(), tmp_path)):
        with mbfmu.open(opened) as run:
            run.step(0.1)
            assert run.outputs.keys() == {"angle"}
            assert run.get("tip.frame_a.r[3]") == pytest.approx(tip(0.1)[0][2], abs=INTEGRATION)


def test_connected_mechanisms_are_in_one_scene():
    both = connect("Pair", {"a": turning(), "b": turning()}, [])
    assert both.scene and {"a.tip", "b.tip"} <= {node.name for node in both.scene.nodes}
    assert "b.tip.frame_a.r" in {v.name for v in both.variables if v.is_picture}


def test_an_output_of_the_same_name_is_refused():
    model = turning()
    model.expose(outputs={"tip.frame_a.r": model.pin.phi})
    with pytest.raises(MbfmuError, match="Turning has tip.frame_a.r already, which pictures need: expose it as something else, or build without"):
        compile_problem(model, pictures=True)
    compile_problem(model)
