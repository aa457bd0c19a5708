"""What parts look like: declared with units, and refused together with all that is wrong."""

import inspect
from pathlib import Path

import numpy as np
import pytest
import trimesh

from mbfmu import Body, Box, Cylinder, Mesh, Model, Sphere, World
from mbfmu.base.errors import ProblemsFound
from mbfmu.mechanics.topology import build_tree

WRONG = {
    "three lengths": (Box(size=1.0), r"part.visual\[0\]: Box.size = 1.0 is not 3 numbers \[m\]"),
    "a unit of mass": (Sphere(radius=(1, "kg")), "1 kg is not a quantity in m"),
    "no radius": (Cylinder(radius=0.0, length=1.0), r"Cylinder.radius = 0.0 m must be > 0 m"),
    "no length": (Cylinder(radius=1.0), "Cylinder.length is missing"),
    "a colour nobody knows": (
        Sphere(radius=1.0, colour="stelblue"),
        "colour = 'stelblue' is no colour: give a name of CSS, such as 'steelblue'",
    ),
    "a colour of five digits": (Sphere(radius=1.0, colour="#12345"), "'#12345' is no colour"),
    "a colour of no digits": (Sphere(radius=1.0, colour="#rrggbb"), "'#rrggbb' is no colour"),
    "a file that is not there": (Mesh("nowhere.stl"), f"Mesh.file: there is no file {Path(__file__).parent / 'nowhere.stl'}"),
    "a file of another kind": (Mesh("a.step"), "is no mesh that can be read: give one of .stl, .obj, .glb, .dae"),
    "no file": (Mesh(3), "3 is not the path of a mesh"),
    "no scale": (Mesh("a.stl", scale=[1, 0, 1]), r"Mesh.scale = \[1.*, 0.*, 1.*\] must not be 0"),
    "no figure": ("a box", r"part.visual\[0\] = 'a box' is no figure: give a Box, a Cylinder, a Sphere or a Mesh"),
}


TRIANGLE = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]])


def exported(kind: str, points: np.ndarray = TRIANGLE) -> bytes:
    """A file of a triangle, as trimesh writes it."""
    found = trimesh.Trimesh(points, [[0, 1, 2]], process=False).export(file_type=kind.removesuffix("_ascii") if kind == "obj" else kind)
    return found if isinstance(found, bytes) else found.encode()


@pytest.mark.parametrize("kind", ["stl", "stl_ascii", "obj", "glb", "dae"])
def test_what_is_wrong_with_a_mesh_file_is_told_when_the_model_is_built(kind, tmp_path):
    whole, file = exported(kind), tmp_path / f"part.{kind[:3]}"
    for content, fault in ((whole, False), (whole[: len(whole) // 2], kind != "obj"), (b"root:x:0:0:root:/root:/bin/bash\n" * 9, True)):
        file.write_bytes(content)
        assert ["is damaged: it " in problem for problem in Mesh(file).own_problems()] == [True] * fault


def test_an_stl_file_may_be_written_in_capitals(tmp_path):
    file = tmp_path / "part.stl"
    file.write_bytes(exported("stl_ascii").upper())
    assert Mesh(file).own_problems() == []


@pytest.mark.parametrize("kind", ["stl", "stl_ascii", "obj"])
def test_points_that_are_not_finite_are_told(kind, tmp_path):
    file = tmp_path / f"part.{kind[:3]}"
    file.write_bytes(exported(kind, np.where(TRIANGLE == 1, np.nan, TRIANGLE)))
    (problem,) = Mesh(file).own_problems()
    assert problem.endswith("is damaged: it has points that are not finite")


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_with_a_figure_is_said_when_the_model_is_built(case):
    figure, message = WRONG[case]
    model = Model("M")
    model.world, model.part = World(), Body(m=-1.0, visual=[figure])
    with pytest.raises(ProblemsFound, match=message) as found:
        build_tree(model)
    assert any("part.m" in problem for problem in found.value.problems)


def test_figures_are_given_in_a_list():
    body = Body(m=1.0, visual=Sphere(radius=1.0))
    assert "must be a list of figures" in " ".join(body.own_problems())


def test_lengths_take_units_and_colours_names_or_digits():
    body = Body(m=1.0, visual=[Box(size=([20, 30, 40], "cm"), angle=(90, "deg"), colour="SteelBlue"), Sphere(radius=1.0, colour="#10203040")])
    assert body.own_problems() == []
    assert body.visual[0].values["size"].tolist() == [0.2, 0.3, 0.4]


def test_help_shows_them():
    assert "visual" in inspect.signature(Body).parameters and "colour" in inspect.signature(Box).parameters
    assert list(inspect.signature(Mesh).parameters)[0] == "file"


def test_a_mesh_is_looked_for_beside_the_file_that_declares_it(tmp_path):
    (tmp_path / "a.stl").write_bytes(exported("stl"))
    names: dict = {}
    source = tmp_path / "model.py"
    source.write_text("from mbfmu import Mesh\nfound = Mesh('a.stl')\n")
    exec(compile(source.read_text(), str(source), "exec"), names)
    assert names["found"].own_problems() == []
