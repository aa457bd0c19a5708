"""Rigid bodies from closed surfaces against closed forms."""

import numpy as np
import pytest
import trimesh

from mbfmu import Body
from mbfmu.base.errors import MbfmuError
from mbfmu.model.structure.mass_properties import mass_properties
from tests.tolerances import ROUNDOFF, STEP_POINTS


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
        (lambda: "nowhere.stp", 1.0, "there is no such file"),
    ],
)
def test_what_is_no_solid_is_refused(mesh, density, words):
    with pytest.raises(MbfmuError, match=words):
        mass_properties(mesh(), density)


def test_a_file_that_is_no_mesh_is_refused(tmp_path):
    (tmp_path / "arm.step").write_text("nothing")
    with pytest.raises(MbfmuError, match="cannot read the mesh .*cascadio"):
        mass_properties(tmp_path / "arm.step", 1.0)


def step_file(sides: tuple[float, float, float], unit: str) -> str:
    """A block with a corner at the origin as a STEP file: `unit` is the entity #1, which may refer to others from #90 on."""
    corners = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    around = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    lines = [
        f"#1={unit};",
        "#2=(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.));",
        "#3=(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT());",
        "#4=UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-6),#1,'distance_accuracy_value','');",
        "#5=(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((#4))GLOBAL_UNIT_ASSIGNED_CONTEXT((#1,#2,#3))"
        "REPRESENTATION_CONTEXT('',''));",
        "#6=APPLICATION_CONTEXT('automotive design');",
        "#7=PRODUCT_CONTEXT('',#6,'mechanical');",
        "#8=PRODUCT('block','block','',(#7));",
        "#9=PRODUCT_DEFINITION_FORMATION('','',#8);",
        "#10=PRODUCT_DEFINITION_CONTEXT('part definition',#6,'design');",
        "#11=PRODUCT_DEFINITION('design','',#9,#10);",
        "#12=PRODUCT_DEFINITION_SHAPE('','',#11);",
        "#13=SHAPE_DEFINITION_REPRESENTATION(#12,#14);",
        "#14=FACETED_BREP_SHAPE_REPRESENTATION('',(#15),#5);",
        "#15=FACETED_BREP('',#16);",
        "#16=CLOSED_SHELL('',(#30,#40,#50,#60,#70,#80));",
    ]
    for number, corner in enumerate(corners, 20):
        lines.append(f"#{number}=CARTESIAN_POINT('',({','.join(f'{of * side:.6f}' for of, side in zip(corner, sides, strict=True))}));")
    for number, face in zip(range(30, 90, 10), around, strict=True):
        first, second, third = (np.array(corners[of]) for of in face[:3])
        for place, along in ((number + 5, np.cross(second - first, third - second)), (number + 6, second - first)):
            lines.append(f"#{place}=DIRECTION('',({','.join(f'{of:.1f}' for of in along)}));")
        lines += [
            f"#{number}=FACE_SURFACE('',(#{number + 1}),#{number + 3},.T.);",
            f"#{number + 1}=FACE_OUTER_BOUND('',#{number + 2},.T.);",
            f"#{number + 2}=POLY_LOOP('',({','.join(f'#{20 + of}' for of in face)}));",
            f"#{number + 3}=PLANE('',#{number + 4});",
            f"#{number + 4}=AXIS2_PLACEMENT_3D('',#{20 + face[0]},#{number + 5},#{number + 6});",
        ]
    head = "FILE_DESCRIPTION((''),'2;1');FILE_NAME('','',(''),(''),'','','');FILE_SCHEMA(('AUTOMOTIVE_DESIGN'));"
    return "\n".join(["ISO-10303-21;", "HEADER;", head, "ENDSEC;", "DATA;", *lines, "ENDSEC;", "END-ISO-10303-21;"])


MILLIMETRE = "(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))"
INCH = (
    "(CONVERSION_BASED_UNIT('INCH',#90)LENGTH_UNIT()NAMED_UNIT(#91));\n#90=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),#92);\n"
    f"#91=DIMENSIONAL_EXPONENTS(1.,0.,0.,0.,0.,0.,0.);\n#92={MILLIMETRE}"
)


@pytest.mark.tools
@pytest.mark.parametrize("unit, metres", [(MILLIMETRE, 1e-3), (INCH, 0.0254)])
def test_a_block_from_step(tmp_path, unit, metres):
    """In metres, whatever the unit of the file."""
    pytest.importorskip("cascadio")
    (tmp_path / "block.step").write_text(step_file((40.0, 20.0, 10.0), unit))
    found = mass_properties(tmp_path / "block.step", 7850.0)
    a, b, c = sides = metres * np.array([40.0, 20.0, 10.0])
    assert found.m == pytest.approx(7850.0 * a * b * c, rel=STEP_POINTS)
    assert found.r_CM == pytest.approx(sides / 2, rel=STEP_POINTS)
    assert found.I[:3] == pytest.approx(found.m / 12 * np.array([b**2 + c**2, a**2 + c**2, a**2 + b**2]), rel=STEP_POINTS)


def test_step_files_say_their_unit():
    with pytest.raises(MbfmuError, match="block.stp: unit is 0.001, but STEP files say their unit themselves. Leave it out"):
        mass_properties("block.stp", 7850.0, unit=1e-3)
