"""How URDF says that links look."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import trimesh

from mbfmu.base.spatial.rotations import from_roll_pitch_yaw
from mbfmu.model.elements.visuals import Box, Cylinder, Mesh, Sphere
from mbfmu.model.urdf import read_urdf
from tests.tolerances import ROUNDOFF

from .test_read_urdf import link, written

PLACE = '<origin xyz="1 2 3" rpy="0.1 0.2 0.3"/>'


def shown(tmp_path, inside: str, beside: str = "") -> list:
    """The visuals of a link, the only one of a robot."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        path = written(tmp_path, link("a").replace("<inertial>", f"{inside}<inertial>") + beside)
        return read_urdf(path).elements["a"].visual


def visual(shape: str, more: str = "", tag: str = "visual") -> str:
    return f"<{tag}>{PLACE}<geometry>{shape}</geometry>{more}</{tag}>"


SHAPES = {
    '<box size="1 2 3"/>': (Box, {"size": [1, 2, 3]}),
    '<cylinder radius="1" length="2"/>': (Cylinder, {"radius": 1, "length": 2}),
    '<sphere radius="2"/>': (Sphere, {"radius": 2}),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_are_taken_over_where_they_are(tmp_path, shape):
    (found,) = shown(tmp_path, visual(shape))
    kind, values = SHAPES[shape]
    assert type(found) is kind and all(np.array_equal(found.values[name], value) for name, value in values.items())
    R, r = found.placement(type("P", (), found.values))
    assert r.tolist() == [1, 2, 3] and np.allclose(R, from_roll_pitch_yaw(0.1, 0.2, 0.3), atol=ROUNDOFF)


def test_colours_are_those_of_materials(tmp_path):
    named, own = '<material name="m"/>', '<material name="n"><color rgba="0 1 0 0.5"/></material>'
    sphere = '<sphere radius="2"/>'
    found = shown(tmp_path, visual(sphere, named) + visual(sphere, own) + visual(sphere), '<material name="m"><color rgba="1 0 0 1"/></material>')
    assert [figure.colour for figure in found] == ["#ff0000ff", "#00ff0080", None]


def test_a_material_may_be_defined_before_links_refer_to_it(tmp_path):
    red, ball = '<material name="m"><color rgba="1 0 0 1"/></material>', visual('<sphere radius="2"/>', '<material name="m"/>')
    (found,) = read_urdf(written(tmp_path, red + link("a").replace("<inertial>", f"{ball}<inertial>"))).elements["a"].visual
    assert found.colour == "#ff0000ff"


def test_collisions_stand_in_for_visuals(tmp_path):
    (found,) = shown(tmp_path, visual('<sphere radius="3"/>', tag="collision"))
    assert found.values["radius"] == 3
    (found,) = shown(tmp_path, visual('<sphere radius="3"/>', tag="collision") + visual('<sphere radius="2"/>'))
    assert found.values["radius"] == 2


@pytest.mark.parametrize("address", ["m.stl", "meshes/m.stl", "package://robot_pkg/meshes/m.stl", "package:///robot_pkg/meshes/m.stl"])
def test_meshes_are_found_in_packages_and_beside_the_file(tmp_path, address):
    folder = tmp_path / "robot_pkg" / "urdf"
    for place in (folder, folder / "meshes", tmp_path / "robot_pkg" / "meshes"):
        place.mkdir(parents=True, exist_ok=True)
        trimesh.creation.box(extents=[1.0, 1.0, 1.0]).export(place / "m.stl")
    (found,) = shown(folder, visual(f'<mesh filename="{address}" scale="1 1 -1"/>', '<material name="m"><color rgba="0 0 1 1"/></material>'))
    assert isinstance(found, Mesh) and found.file.is_file() and found.values["scale"].tolist() == [1, 1, -1] and found.colour == "#0000ffff"


def test_meshes_that_are_not_there_are_warned_of(tmp_path):
    inside = visual('<mesh filename="package://nowhere/a.stl"/>') + visual('<mesh filename="a.mesh"/>')
    with pytest.warns(UserWarning, match="its mesh is not found, or is not of a kind that can be read, and is not shown: link 'a'"):
        model = read_urdf(written(tmp_path, link("a").replace("<inertial>", f"{inside}<inertial>")))
    assert model.elements["a"].visual == []


def told(tmp_path, inside: str, message: str) -> list:
    """The visuals of a link, of which something is warned."""
    with pytest.warns(UserWarning, match=message):
        return read_urdf(written(tmp_path, link("a").replace("<inertial>", f"{inside}<inertial>"))).elements["a"].visual


def secret(tmp_path):
    """A mesh outside of the robot's folder, so that only its place is wrong with it."""
    (tmp_path / "robot").mkdir()
    trimesh.creation.box(extents=[1.0, 1.0, 1.0]).export(tmp_path / "secret.stl")
    return tmp_path / "robot", tmp_path / "secret.stl"


@pytest.mark.parametrize("address", ["link.stl", "package://robot/link.stl", "package://robot/meshes/secret.stl", "meshes/secret.stl"])
def test_a_symbolic_link_that_leads_out_of_the_robots_folder_is_not_followed(tmp_path, address):
    """Neither of a file nor of a folder."""
    folder, outside = secret(tmp_path)
    (folder / "link.stl").symlink_to(outside)
    (folder / "meshes").symlink_to(tmp_path, target_is_directory=True)
    assert (
        told(folder, visual(f'<mesh filename="{address}"/>'), r"its mesh leads out of .*robot by a symbolic link or '\.\.', and is not shown") == []
    )


def test_links_within_the_folder_and_folders_beside_it_are_as_good_as_files(tmp_path):
    folder, outside = secret(tmp_path)
    (folder / "part.stl").write_bytes(outside.read_bytes())
    (folder / "link.stl").symlink_to(folder / "part.stl")
    (found,) = shown(folder, visual('<mesh filename="link.stl"/>'))
    assert found.file.resolve() == folder / "part.stl"
    (found,) = shown(folder, visual('<mesh filename="../secret.stl"/>'))
    assert found.file.resolve() == outside


def test_a_damaged_mesh_is_told_and_not_shown(tmp_path):
    (tmp_path / "a.stl").write_text("root:x:0:0:root:/root:/bin/bash\n" * 5)
    assert told(tmp_path, visual('<mesh filename="a.stl"/>'), "its mesh a.stl is damaged: it is no STL file, .* and is not shown: link 'a'") == []


@pytest.mark.parametrize("shape", ['<box size="1 2"/>', '<box size="1 2 nan"/>', '<sphere radius="-1"/>', '<sphere radius="x"/>'])
def test_figures_of_no_size_are_told(tmp_path, shape):
    assert told(tmp_path, visual(shape), r"its <\w+ \w+=.*> has no size > 0 in each direction, and is not shown: link 'a'") == []


def test_figures_that_urdf_does_not_know_are_told(tmp_path):
    assert told(tmp_path, visual("<cone/>"), "its <cone> is no figure of URDF, and is not shown") == []
    assert shown(tmp_path, visual("")) == []


@pytest.mark.parametrize("scale", ["big 1 1", "nan 1 1", "1 1", "1_0 1 1"])
def test_a_scale_that_is_no_three_numbers_is_told(tmp_path, scale: str):
    (tmp_path / "arm.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    path = written(tmp_path, link("a").replace("<inertial>", visual(f'<mesh filename="arm.obj" scale="{scale}"/>') + "<inertial>"))
    with pytest.warns(UserWarning, match=f'its <mesh scale="{scale}"> must be 3 finite numbers, and the mesh is shown without'):
        (found,) = read_urdf(path).elements["a"].visual
    assert np.array_equal(found.values["scale"], [1.0, 1.0, 1.0])
