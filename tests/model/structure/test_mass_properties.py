"""Rigid bodies from closed surfaces against closed forms."""

import numpy as np
import pytest
import trimesh

from mbfmu import Body
from mbfmu.base.errors import MbfmuError
from mbfmu.model.structure.mass_properties import mass_properties
from tests.tolerances import ROUNDOFF


def test_a_box_that_stands_askew_in_millimetres(tmp_path):
    """Of an STL file, whose triangles share no vertices and whose numbers have 24 bits."""
    turn = trimesh.transformations.rotation_matrix(0.7, [1, 2, 3])
    turn[:3, 3] = [400.0, -100.0, 50.0]
    box = trimesh.creation.box((100.0, 200.0, 300.0))
    box.apply_transform(turn)
    box.export(tmp_path / "box.stl")
    found = mass_properties(tmp_path / "box.stl", 2700.0, unit=1e-3)
    m = 2700.0 * 0.1 * 0.2 * 0.3
    R = turn[:3, :3]
    I = R @ np.diag([0.2**2 + 0.3**2, 0.1**2 + 0.3**2, 0.1**2 + 0.2**2]) @ R.T * m / 12
    assert found.m == pytest.approx(m, rel=1e-6)
    assert found.r_CM == pytest.approx([0.4, -0.1, 0.05], rel=1e-6)
    assert found.I == pytest.approx([I[0, 0], I[1, 1], I[2, 2], I[1, 0], I[2, 0], I[2, 1]], rel=1e-5, abs=1e-8)
    assert Body(m=found.m, r_CM=found.r_CM, I=found.I) is not None


def test_a_hollow_cube_and_one_inside_out():
    outer, inner = trimesh.creation.box((2.0, 2.0, 2.0)), trimesh.creation.box((1.0, 1.0, 1.0))
    inner.invert()
    hollow = trimesh.util.concatenate([outer, inner])
    found = mass_properties(hollow, 1.0)
    assert found.m == pytest.approx(7.0, rel=ROUNDOFF)
    assert found.I == pytest.approx([(8 * 4 - 1) / 6] * 3 + [0.0] * 3, abs=ROUNDOFF)
    outer.invert()
    assert mass_properties(outer, 1.0).m == pytest.approx(8.0, rel=ROUNDOFF)


def test_a_surface_with_a_hole_is_refused(tmp_path):
    box = trimesh.creation.box((1.0, 1.0, 1.0))
    box.update_faces(np.arange(12) != 3)
    with pytest.raises(MbfmuError, match=r"the surface is not closed: 3 of 18 edges have a triangle on one side only, the first about \("):
        mass_properties(box, 1000.0)


def test_triangles_that_are_turned_are_refused():
    box = trimesh.creation.box((1.0, 1.0, 1.0))
    faces = box.faces.copy()
    faces[3] = faces[3, ::-1]
    with pytest.raises(MbfmuError, match="turned inside out"):
        mass_properties(trimesh.Trimesh(box.vertices, faces, process=False), 1000.0)


@pytest.mark.parametrize(
    "mesh, density, words",
    [
        (lambda: trimesh.creation.box((200.0, 1.0, 1.0)), 1000.0, "200 m long. If its lengths are in millimetres"),
        (lambda: trimesh.creation.box((1.0, 1.0, 1.0)), -1.0, "density is -1 kg/m3"),
        (lambda: "nowhere.stl", 1.0, "there is no such file"),
    ],
)
def test_what_is_no_solid_is_refused(mesh, density, words):
    with pytest.raises(MbfmuError, match=words):
        mass_properties(mesh(), density)


def test_a_file_that_is_no_mesh_is_refused(tmp_path):
    (tmp_path / "arm.step").write_text("nothing")
    with pytest.raises(MbfmuError, match="cannot read the mesh .*cascadio"):
        mass_properties(tmp_path / "arm.step", 1.0)
