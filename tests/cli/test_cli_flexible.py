"""mbfmu flexible: what it prints and writes, against the closed form of a cantilever."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from mbfmu.analysis.linear.explicit_step import longest_explicit_step
from mbfmu.cli.main import app
from mbfmu.model.structure.data_file import read_elastic
from mbfmu.view.mode_motion import FAR, FRAMES
from tests.tolerances import SHOWN
from tests.view.gltf import Gltf

DATA = """
from mbfmu import Material, RectangleSection, beam_data

boom = beam_data({"root": [0, 0, 0], "tip": [1, 0, 0]}, RectangleSection(width=0.05, height=0.006), Material(2.1e11, 7850.0), elements=4, modes=4)
"""
MODEL = f"""{DATA}
from mbfmu import FlexibleBody, Model, Revolute, World

model = Model("Arm")
model.world, model.arm, model.hand = World(), FlexibleBody(boom, modes=2), FlexibleBody(boom, modes=1)
model.shoulder = Revolute(model.world.frame_b, model.arm.node("root"), n=[0, 1, 0])
model.elbow = Revolute(model.arm.node("tip"), model.hand.node("root"), n=[0, 1, 0])
"""
FIRST = 1.8751040687**2 * np.sqrt(2.1e11 * 0.006**2 / 12 / 7850.0) / 2 / np.pi  # Hz: of a clamped beam of 1 m
SLENDER = 1e-3  # relative: what shear, rotary inertia and four elements change of it


def run(*arguments: object) -> tuple[int, str, str]:
    found = CliRunner().invoke(app, ["flexible", *map(str, arguments)], env={"COLUMNS": "200"})
    return found.exit_code, found.stdout, found.stderr


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "boom.py").write_text(DATA)
    return tmp_path / "boom.py"


@pytest.fixture
def model(data: Path, tmp_path: Path) -> Path:
    (tmp_path / "arm.py").write_text(MODEL)
    return tmp_path / "arm.py"


def test_data_held_at_a_node(data: Path):
    code, said, _ = run(data, "--node", "root", "--json")
    found = json.loads(said)["bodies"]["boom"]
    assert code == 0 and found["frequencies"][0] == pytest.approx(FIRST, rel=SLENDER)
    assert found["m"] == pytest.approx(7850.0 * 0.05 * 0.006) and found["r_CM"] == pytest.approx([0.5, 0.0, 0.0])
    assert np.diag(found["I"])[1] == pytest.approx(found["m"] * (1.0 + 0.006**2) / 12)
    assert found["states"] == 2 * len(found["frequencies"]) and found["geometric_stiffening"]
    assert found["nodes"] == {"root": [0.0, 0.0, 0.0], "tip": [1.0, 0.0, 0.0]}


def test_bodies_of_a_model_keep_the_lowest_modes(model: Path):
    """Those of the body held where its joint enters; free in space, what is left is faster than held."""
    code, said, _ = run(model, "--json")
    arm, hand = json.loads(said)["bodies"].values()
    held = json.loads(run(model.with_name("boom.py"), "--node", "root", "--json")[1])["bodies"]["boom"]["frequencies"]
    assert code == 0 and len(arm["frequencies"]) == 2 and arm["left_out"] == pytest.approx(held[2:]) and hand["left_out"] == pytest.approx(held[1:])
    assert arm["frequencies"][0] > held[0] and arm["nodes"] == {"root": [0.0, 0.0, 0.0], "tip": [1.0, 0.0, 0.0]}
    code, said, _ = run(model, "--body", "hand")
    assert code == 0 and "hand: 1 modes free in space" in said and "arm:" not in said and "along z" in said and "cost: 2 states" in said


def test_the_longest_explicit_step_is_that_of_the_pair():
    """On the negative axis it ends at 3.3066 (Hairer & Wanner, 1996)."""
    assert longest_explicit_step(-2.0) == pytest.approx(3.3066 / 2.0, rel=SLENDER)
    assert longest_explicit_step(0.0) == np.inf
    assert 0.9 < longest_explicit_step(1j) < longest_explicit_step(complex(-0.01, 1.0)) < 2.0


def test_sid_is_written_and_read(data: Path, tmp_path: Path):
    code, said, _ = run(data, "--sid", tmp_path / "new" / "boom.SID_FEM")
    assert code == 0 and "sid: " in said
    again = json.loads(run(tmp_path / "new" / "boom.SID_FEM", "--node", "root", "--json")[1])["bodies"]["boom"]
    here = json.loads(run(data, "--node", "root", "--json")[1])["bodies"]["boom"]
    assert again["frequencies"] == pytest.approx(here["frequencies"], rel=SHOWN) and again["geometric_stiffening"]
    assert read_elastic(tmp_path / "new" / "boom.SID_FEM").surface is None


@pytest.mark.parametrize("surface", [True, False])
def test_each_mode_is_a_chapter(data: Path, tmp_path: Path, surface: bool):
    """The farthest vertex swings by a share of the size, of bars between nodes too."""
    if not surface:
        run(data, "--sid", tmp_path / "boom.SID_FEM")
    code, *_ = run(data if surface else tmp_path / "boom.SID_FEM", "--node", "root", "--view", tmp_path / "modes.glb")
    gltf = Gltf.read(tmp_path / "modes.glb")
    name = gltf.about["chapters"][0]["name"]
    assert code == 0 and name.startswith("mode 1: ") and float(name.split()[2]) == pytest.approx(FIRST, rel=SLENDER)
    straight = gltf.corners(gltf.nodes["boom 1"])
    for chapter in range(2):
        swing = [gltf.deformed("boom 1", chapter * (FRAMES + 1) + row) - straight for row in (0, FRAMES // 4, FRAMES // 2)]
        assert np.linalg.norm(swing[0], axis=1).max() == pytest.approx(FAR * gltf.about["size"], rel=1e-3)
        assert np.abs(swing[1]).max() < SHOWN and np.abs(swing[0] + swing[2]).max() < SHOWN


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        (DATA, ("--node", "rot"), "boom has no such node (did you mean 'root'?)"),
        (MODEL, ("--node", "root"), "in a model the joints say how bodies are held"),
        (MODEL, ("--view", "{}/m.html"), "--view is for one body: choose it by --body, of arm, hand"),
        (MODEL, ("--body", "leg", "--sid", "{}/m.sid"), "there is no such flexible body; there is arm, hand"),
        (DATA, ("--view", "{}/m.mp4"), "written as .html"),
        (DATA, ("--sid", "{}"), "it is a folder"),
        ("x = 1\n", (), "declares no flexible body"),
        ("x =", (), "does not run"),
    ],
)
def test_wrong_use_says_what_is_wrong(text: str, arguments: tuple[str, ...], said: str, tmp_path: Path):
    (tmp_path / "file.py").write_text(text)
    code, _, wrong = run(tmp_path / "file.py", *(argument.format(tmp_path) for argument in arguments))
    assert code == 1 and said in wrong


def test_files_of_other_tools_are_refused_with_advice(tmp_path: Path):
    assert "is a binary format of Adams" in run("boom.mnf")[2] and "cannot be read" in run(tmp_path / "none.SID_FEM")[2]
