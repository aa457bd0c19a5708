"""What parts look like: declared with units, and refused together with all that is wrong."""

import inspect
from pathlib import Path

import pytest

from mbfmu import Body, Box, Cylinder, Mesh, Model, Sphere, World
from mbfmu.errors import ProblemsFound
from mbfmu.topology import build_tree

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
    "no figure": ("a box", r"part.visual\[0\] = 'a box' is no figure: give a Box, a Cylinder, a Sphere or a Mesh"),
}


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
    (tmp_path / "a.stl").write_bytes(b"")
    names: dict = {}
    source = tmp_path / "model.py"
    source.write_text("from mbfmu import Mesh\nfound = Mesh('a.stl')\n")
    exec(compile(source.read_text(), str(source), "exec"), names)
    assert names["found"].own_problems() == []
