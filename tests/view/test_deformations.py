"""Flexible bodies as they are seen: vertices in the glTF are where x + Phi e says, in every file and replay."""

import warnings
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

from mbfmu import Fixed, FlexibleBody, Model, SNCurve, build_portable, shell_data
from mbfmu.analysis.strength.hot_spots import surface_damage
from mbfmu.base.errors import MbfmuError
from mbfmu.base.fmu_pictures import pictures_of
from mbfmu.cli.main import app
from mbfmu.scene import Node, Scene, build_scene, read_scene, scene_text
from mbfmu.scene.packed import Packed
from mbfmu.scene.plain_numbers import figure
from mbfmu.scene.shapes import Deformable
from mbfmu.view import view_model, view_result, view_start
from mbfmu.view.deformations import UNSEEN, von_mises
from mbfmu.view.glb import glb
from mbfmu.view.poses import poses
from mbfmu.view.run import run, watched_problem
from tests.flexible_models import STEEL, THIN, cantilever
from tests.model.structure.plates import grid
from tests.tolerances import COLOURED, SHOWN
from tests.view.gltf import Gltf


def wanted(model: Model, result: np.ndarray, row: int, body: str = "arm") -> np.ndarray:
    """The vertices of a flexible body, from its data and the elastic coordinates in a row of a result."""
    element = model.elements[body]
    surface = element.entered_at("root").surface
    e = np.array([result[f"{body}.mean_axes.e[{k}]"][row] for k in range(1, element.nq + 1)])
    return surface.vertices + surface.Phi @ e


def farthest(shown: np.ndarray, vertices: np.ndarray) -> float:
    """How far any shown corner is off the nearest vertex, and any vertex off the nearest corner."""
    apart = np.linalg.norm(shown[:, None] - vertices, axis=2)
    return float(max(apart.min(axis=0).max(), apart.min(axis=1).max()))


@pytest.fixture(scope="module")
def fallen() -> tuple[Model, np.ndarray]:
    model = cantilever()
    return model, run(watched_problem(model)[0], None, {}, lambda t: None, {})


@pytest.mark.parametrize("modes", [1, 3])
def test_vertices_are_where_the_modes_put_them(modes, tmp_path):
    model = cantilever(modes)
    problem, scene = watched_problem(model)
    result = run(problem, None, {}, lambda t: None, {})
    gltf = Gltf.read(view_result(scene, result, tmp_path / "m.glb"))
    for row in (0, len(result) // 2, len(result) - 1):
        assert farthest(gltf.deformed("arm 1", row), wanted(model, result, row)) < UNSEEN * scene.size
    placed = [gltf.deformed_in_world("arm 1", "arm", row) for row in range(len(result))]
    assert max(abs(at[np.abs(at[:, 0]) < 0.01]).max() for at in placed) < 0.03  # clamped, 0.05 m wide
    deflection = max(-at[:, 2].mean() for at in placed)
    load, weight, EI = 2.0 * 9.81, 7850.0 * 0.05 * 0.006 * 9.81, 2.1e11 * 0.05 * 0.006**3 / 12
    tip = load / 3 / EI + weight / 8 / EI  # at rest; it falls twice as deep, and the mean of a cubic is 3/8 of its tip
    assert 0.7 * tip < deflection < 0.9 * tip
    view_model(model, tmp_path / "m.html")


def test_the_glb_keeps_to_the_standard(fallen, tmp_path):
    """Displacements have bounds, weights are as many as targets, and names say what they are."""
    model, result = fallen
    gltf = Gltf.read(view_result(build_scene(model), result, tmp_path / "m.glb"))
    node = gltf.nodes["arm 1"]
    mesh = gltf.tree["meshes"][node["mesh"]]
    targets = mesh["primitives"][0]["targets"]
    assert len(targets) == len(mesh["weights"]) == len(node["weights"]) == len(mesh["extras"]["targetNames"])
    assert mesh["extras"]["targetNames"][0] == "arm.mean_axes.e[1]"
    for target in targets:
        found = gltf.tree["accessors"][target["POSITION"]]
        assert np.allclose(found["min"], gltf.numbers(target["POSITION"]).min(axis=0))
        assert found["count"] == gltf.tree["accessors"][mesh["primitives"][0]["attributes"]["POSITION"]]["count"]


def test_the_start_is_shown_bent(tmp_path):
    model = cantilever(e_start=[0.1, 0.0, 0.0])
    gltf = Gltf.read(view_start(model, tmp_path / "start.glb"))
    surface = model.arm.entered_at("root").surface
    assert farthest(gltf.deformed("arm 1", 0), surface.vertices + 0.1 * surface.Phi[..., 0]) < SHOWN


@pytest.mark.parametrize("fmi", [2, 3])
def test_an_fmu_and_a_replay_show_the_same(fmi, tmp_path):
    model = cantilever()
    fmu = build_portable(model, tmp_path, fmi=fmi)
    assert "arm.mean_axes.e" in pictures_of(fmu).outputs
    mbfmu = lambda *arguments: CliRunner().invoke(app, [str(argument) for argument in arguments])
    for arguments in (
        ("simulate", fmu, "--poses", "--no-plot", "-o", tmp_path / "run.csv"),
        ("view", fmu, tmp_path / "run.csv", "-o", tmp_path / "m.glb"),
    ):
        outcome = mbfmu(*arguments)
        assert outcome.exit_code == 0, outcome.stderr
    gltf = Gltf.read(tmp_path / "m.glb")
    result = run(watched_problem(model)[0], None, {}, lambda t: None, {})
    row = int(np.argmin(np.abs(gltf.times() - 0.1)))
    there = int(np.argmin(np.abs(result["time"] - gltf.times()[row])))
    assert farthest(gltf.deformed("arm 1", row), wanted(model, result, there)) < 2 * UNSEEN


def test_modes_that_nobody_sees_are_left_out(fallen, tmp_path):
    model, result = fallen
    gltf = Gltf.read(view_result(build_scene(model), result, tmp_path / "m.glb"))
    assert 0 < len(gltf.tree["meshes"][gltf.nodes["arm 1"]["mesh"]]["weights"]) < 3


def test_bodies_of_one_data_object_share_their_targets(tmp_path):
    model = cantilever(e_start=[0.1, 0.0, 0.0])
    model.other = FlexibleBody(model.arm.data, modes=3, e_start=[-0.1, 0.0, 0.0])
    model.clamp_2 = Fixed(model.world.at([0, 1, 0]), model.other.node("root"))
    gltf = Gltf.read(view_start(model, tmp_path / "start.glb"))
    arm, other = (gltf.tree["meshes"][gltf.nodes[f"{name} 1"]["mesh"]]["primitives"][0] for name in ("arm", "other"))
    assert arm["targets"] == other["targets"]
    assert farthest(gltf.deformed("arm 1", 0), gltf.deformed("other 1", 0)) > 0.01
    surface = model.other.entered_at("root").surface
    assert farthest(gltf.deformed("other 1", 0), surface.vertices - 0.1 * surface.Phi[..., 0]) < SHOWN


def scaled(result: np.ndarray, factor: float) -> np.ndarray:
    found = result.copy()
    for name in found.dtype.names:
        if name.startswith("arm.mean_axes.e["):
            found[name] *= factor
    return found


def test_deformations_far_too_large_are_told(fallen, tmp_path):
    model, result = fallen
    scene = build_scene(model)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        view_result(scene, result, tmp_path / "m.glb")
    with pytest.warns(UserWarning, match=r"arm deforms by up to .* its modes describe small deformations"):
        view_result(scene, scaled(result, 1e2), tmp_path / "m.glb")
    for factor in (1e9, 1e60):
        with pytest.raises(MbfmuError, match=r"there is nothing to see. Look at the elastic coordinates arm\.e"):
            view_result(scene, scaled(result, factor), tmp_path / "m.glb")


def equivalent(model: Model, result: np.ndarray, row: int) -> np.ndarray:
    """Von Mises' stress [MPa] at the vertices of the arm: from the deviator, as in textbooks."""
    e = np.array([result[f"arm.mean_axes.e[{k}]"][row] for k in range(1, model.arm.nq + 1)])
    tensors = (model.arm.entered_at("root").surface.sigma @ e)[:, [[0, 3, 5], [3, 1, 4], [5, 4, 2]]] / 1e6
    deviators = tensors - np.trace(tensors, axis1=1, axis2=2)[:, None, None] / 3 * np.eye(3)
    return np.sqrt(1.5 * np.einsum("pij,pij->p", deviators, deviators))


def test_pages_have_the_stress_of_each_target(fallen):
    """Its largest is that of the bending moment of a cantilever that falls: twice that at rest."""
    model, result = fallen
    scene = build_scene(model)
    plain = Gltf(glb(scene, poses(scene, result)))
    gltf = Gltf(glb(scene, poses(scene, result), stressed=True))
    assert "stress" not in plain.nodes["arm 1"]["extras"] and plain.about["stress"] == 0.0
    largest = max(equivalent(model, result, row).max() for row in range(len(result)))
    assert gltf.about["stress"] == pytest.approx(largest, rel=COLOURED)
    moment = 2.0 * 9.81 + 7850.0 * 0.05 * 0.006 * 9.81 / 2
    assert largest == pytest.approx(2 * moment / (0.05 * 0.006**2 / 6) / 1e6, rel=0.1)  # other modes swing too
    node = gltf.nodes["arm 1"]
    by_mode = [gltf.numbers(number).reshape(-1, 6) for number in node["extras"]["stress"]]
    weights = gltf.track("arm 1", "weights").reshape(-1, len(by_mode))
    row = len(result) // 2
    assert von_mises(np.tensordot(weights[row], by_mode, axes=1)).max() == pytest.approx(equivalent(model, result, row).max(), rel=COLOURED)


def test_a_shell_is_seen_as_a_beam_is(fallen):
    """A strip of the same size from a mesh: where its modes put its faces, and the stress at these in a page."""
    strip = grid(10, 2, lambda x, y: (x, 0.05 * (y - 0.5), 0 * x))
    data = shell_data(strip, STEEL, THIN.height, {"root": lambda x: x[:, 0] < 1e-9, "tip": lambda x: x[:, 0] > 1 - 1e-9}, modes=2)
    model = cantilever(data=data)
    problem, scene = watched_problem(model)
    result = run(problem, None, {}, lambda t: None, {})
    gltf = Gltf(glb(scene, poses(scene, result), stressed=True))
    for row in (0, len(result) // 2):
        assert farthest(gltf.deformed("arm 1", row), wanted(model, result, row)) < UNSEEN * scene.size
    largest = max(equivalent(model, result, row).max() for row in range(len(result)))
    assert gltf.about["stress"] == pytest.approx(largest, rel=COLOURED)
    beam, motion = fallen
    assert largest == pytest.approx(
        max(equivalent(beam, motion, row).max() for row in range(len(motion))), rel=0.1
    )  # its root is clamped across, too


def test_pages_have_the_damage_of_the_run(fallen, tmp_path):
    """At each vertex, of all rows of the result; there is none where it cannot be."""
    pytest.importorskip("rainflow")  # of the extra mbfmu[strength]
    model, result = fallen
    scene, curve = build_scene(model), SNCurve(amplitude=40e6, exponent=4.0)
    (shape,) = (one for node in scene.nodes for one in node.deformables)
    e = np.stack([result[f"arm.mean_axes.e[{k}]"] for k in range(1, model.arm.nq + 1)], axis=1)
    expected = surface_damage(shape.stress.array, e, curve)
    gltf = Gltf(glb(scene, poses(scene, result), stressed=True, damages={shape.weights: expected}))
    found = gltf.numbers(gltf.nodes["arm 1"]["extras"]["damage"]).ravel()
    assert gltf.about["damage"] == pytest.approx(expected.max()) and np.unique(found) == pytest.approx(np.unique(np.float32(expected)))
    with pytest.raises(MbfmuError, match="damage is shown in a page: write an .html file$"):
        view_result(scene, result, tmp_path / "m.glb", curve=curve)
    rigid = replace(scene, nodes=tuple(replace(node, figures=()) for node in scene.nodes))
    with pytest.raises(MbfmuError, match="has no flexible body whose surface and stress are known: there is no damage to show$"):
        view_result(rigid, result, tmp_path / "m.html", curve=curve)


@pytest.mark.slow
def test_a_hundred_modes_of_twenty_thousand_vertices_are_one_page(tmp_path):
    """Each vertex has 9 numbers of 32 bits a mode, and a page has 4 letters for 3 bytes."""
    rng, n, around, rings = np.random.default_rng(0), 100, 200, 100
    places = np.moveaxis(np.meshgrid(np.arange(around), np.arange(rings)), 0, -1).reshape(-1, 2) / [around, rings]
    vertices = np.column_stack([np.cos(2 * np.pi * places[:, 0]), np.sin(2 * np.pi * places[:, 0]), 10.0 * places[:, 1]])
    first = np.arange(around * (rings - 1))
    shape = Deformable(
        vertices=tuple(map(tuple, vertices.tolist())),
        triangles=tuple(map(tuple, np.column_stack([first, first + 1, first + around]).tolist())),
        modes=Packed.of(0.1 * rng.normal(size=(n, len(vertices), 3))),
        stress=Packed.of(1e8 * rng.normal(size=(n, len(vertices), 6))),
        weights="e",
        start=(0.0,) * n,
    )
    node = Node(name="tube", figures=(figure(shape, "#ff0000ff"),), r=(0.0, 0.0, 0.0), Q=(0.0, 0.0, 0.0, 1.0))
    scene = Scene(name="Tube", up=(0.0, 0.0, 1.0), gravity=False, size=10.0, towards=(0.0, -1.0, 0.0), nodes=(node,))
    assert read_scene(scene_text(scene), "here") == scene
    result = np.zeros(600, dtype=[("time", float), *((f"e[{k + 1}]", float) for k in range(n))])
    result["time"] = np.linspace(0.0, 10.0, len(result))
    for k in range(n):
        result[f"e[{k + 1}]"] = 0.01 * np.sin((1 + k) * result["time"])
    page = view_result(scene, result, tmp_path / "tube.html")
    assert page.stat().st_size < 1.05 * (4 / 3 * 4 * 9 * n * len(vertices)) + 4e6
    straight = Gltf.read(view_result(scene, result, tmp_path / "tube.glb"))
    e = np.array([result[f"e[{k + 1}]"][300] for k in range(n)])
    assert np.allclose(straight.deformed("tube 1", 300), vertices + np.tensordot(e, shape.modes.array, axes=1), atol=10 * SHOWN)
