"""Collision shapes as contacts with the ground: where they are, by Pinocchio; what they carry; and which are refused."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest
import trimesh

from mbfmu import (
    Contact,
    FlatRoad,
    FlexibleBody,
    HuntCrossleyContact,
    InclinedRoad,
    Material,
    PoseSensor,
    RectangleSection,
    RoadSurface,
    equilibrium,
    simulate,
)
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.base.spatial.euler_parameters import rotation
from mbfmu.model.elements.surfaces import BoxSurface, CapsuleSurface, CylinderSurface, PolyhedronSurface, SphereSurface
from mbfmu.model.structure.beam import beam_data
from mbfmu.model.urdf import GroundContacts, read_urdf

from ...tolerances import RESTING, ROUNDOFF
from .test_read_urdf import SOLID, joint, link, written

YIELDING = partial(HuntCrossleyContact, c=1e4, n=1.0, d=0.5, mu=0.8)
LIMIT = '<limit lower="-2" upper="2" effort="50" velocity="1"/>'
SHAPES = {
    '<box size="1 2 3"/>': (BoxSurface, {"size": [1, 2, 3]}),
    '<cylinder radius="1" length="2"/>': (CylinderSurface, {"radius": 1, "length": 2}),
    '<sphere radius="2"/>': (SphereSurface, {"radius": 2}),
    '<capsule radius="1" length="2"/>': (CapsuleSurface, {"radius": 1, "length": 2}),
}


def collision(shape: str, place: str = "") -> str:
    return f"<collision>{place}<geometry>{shape}</geometry></collision>"


def leg(folder: Path, upper: str, foot: str) -> Path:
    """A trunk on a leg of two links, whose shapes are given."""
    hip = joint("hip", "trunk", "upper", '<origin xyz="0.1 0.2 0" rpy="0.3 0 0.2"/><axis xyz="0 1 0"/>' + LIMIT)
    knee = joint("knee", "upper", "foot", '<origin xyz="0 0.05 -0.3"/><axis xyz="1 0 0"/>' + LIMIT)
    return written(folder, link("trunk") + link("upper", SOLID + upper) + link("foot", SOLID + foot) + hip + knee)


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_become_surfaces(tmp_path, shape):
    model = read_urdf(leg(tmp_path, collision(shape), ""), floating=True, contacts=GroundContacts(YIELDING))
    kind, values = SHAPES[shape]
    assert isinstance(model.upper_surface, kind) and all(np.array_equal(model.upper_surface.values[name], value) for name, value in values.items())
    assert model.upper_contact.surface_a is model.upper_surface and model.upper_contact.surface_b is model.ground


def test_they_are_where_pinocchio_has_them(tmp_path):
    box, ball = collision('<box size="0.1 0.2 0.3"/>', '<origin xyz="0.1 -0.02 -0.1" rpy="0.4 -0.5 0.6"/>'), collision('<sphere radius="0.02"/>')
    lower = collision('<cylinder radius="0.02" length="0.1"/>', '<origin xyz="0 0.3 0" rpy="1.5707963267948966 0 0"/>')
    path = leg(tmp_path, box + ball, lower)
    robot = read_urdf(path, contacts=GroundContacts(YIELDING))
    names = ["upper_contact", "upper_contact_2", "foot_contact"]
    for name in names:
        sensor = robot.add(f"{name}_pose", PoseSensor(robot.elements[name].frame_a))
        robot.expose(outputs={f"{name}.r": sensor.r, f"{name}.Q": sensor.Q})
    q = np.array([0.7, -1.1])
    found = simulate(robot, stop_time=1e-3, values={"hip.phi_start": q[0], "knee.phi_start": q[1]})[0]
    theirs = pin.buildModelFromUrdf(str(path))
    shapes = pin.buildGeomFromUrdf(theirs, str(path), pin.GeometryType.COLLISION)
    placed = pin.GeometryData(shapes)
    pin.updateGeometryPlacements(theirs, theirs.createData(), shapes, placed, q)
    assert len(placed.oMg) == 3
    for name, pose in zip(names, placed.oMg):
        r, Q = (np.array([found[f"{name}.{of}[{i + 1}]"] for i in range(n)]) for of, n in (("r", 3), ("Q", 4)))
        assert np.allclose(r, pose.translation, atol=ROUNDOFF) and np.allclose(rotation(Q), pose.rotation, atol=ROUNDOFF)


def standing(folder: Path, shape: str, law=YIELDING, **options):
    """A table of 2 kg with the shape 0.1 m below, on the ground."""
    path = written(
        folder, link("top") + link("foot", SOLID + collision(shape, '<origin xyz="0 0 -0.1"/>')) + joint("mount", "top", "foot", kind="fixed")
    )
    robot = read_urdf(path, floating=True, contacts=GroundContacts(law, ["foot"], **options))
    robot.expose(outputs={"N": robot.foot_contact.N, "gap": robot.foot_contact.gap})
    return robot


def test_they_carry_the_robot(tmp_path):
    found = equilibrium(standing(tmp_path, '<box size="0.4 0.2 0.1"/>'), {"floating_base.r_start[3]": 0.15}).outputs
    assert found["N"] == pytest.approx(2 * 9.81, rel=RESTING) and found["gap"] == pytest.approx(-2 * 9.81 / 4 / 1e4, rel=RESTING)


def test_a_mesh_stands_on_its_convex_hull(tmp_path):
    cube, dent = trimesh.creation.box(extents=[400.0, 200.0, 100.0]), trimesh.creation.box(extents=[10.0, 10.0, 10.0])
    trimesh.util.concatenate([cube, dent]).export(tmp_path / "foot.stl")
    robot = standing(tmp_path, '<mesh filename="foot.stl" scale="0.001 0.001 0.001"/>')
    assert isinstance(robot.foot_surface, PolyhedronSurface)
    corners = np.array(robot.foot_surface.values["vertices"])
    assert sorted(map(tuple, abs(corners).round(6))) == [(0.2, 0.1, 0.05)] * 8 and len(np.unique(corners, axis=0)) == 8
    found = equilibrium(robot, {"floating_base.r_start[3]": 0.15}).outputs
    assert found["N"] == pytest.approx(2 * 9.81, rel=RESTING)


def test_the_ground_may_be_a_road(tmp_path):
    robot = standing(tmp_path, '<box size="0.4 0.2 0.1"/>', ground=RoadSurface(InclinedRoad(slope=0.2)))
    found = equilibrium(robot, {"floating_base.r_start[3]": 0.2}).outputs
    assert robot.ground.road is robot.road and found["N"] == pytest.approx(2 * 9.81 * np.cos(0.2), rel=RESTING)


def test_the_contact_may_be_rigid(tmp_path):
    law = partial(Contact, mu=0.8, friction="coulomb")
    robot = standing(tmp_path, '<sphere radius="0.05"/>', law)
    found = simulate(robot, stop_time=0.3, values={"floating_base.r_start[3]": 0.2})
    assert found["gap"].min() > -RESTING and found["N"][-1] == pytest.approx(2 * 9.81, rel=RESTING)


def refused(path: Path, contacts: GroundContacts, message: str, **options) -> None:
    with pytest.raises(ProblemsFound, match=message):
        read_urdf(path, contacts=contacts, **options)


def test_links_that_cannot_touch_are_refused_by_name(tmp_path):
    path = leg(tmp_path, "", collision('<sphere radius="0.02"/>'))
    line = r"\(line 1\)"
    refused(
        path,
        GroundContacts(YIELDING, ["upper"]),
        rf"link 'upper' {line}: it has no <collision>, so it cannot touch the ground: .* the links foot have",
    )
    refused(path, GroundContacts(YIELDING, ["fot"]), r"contacts: the robot has no link 'fot' \(did you mean 'foot'\?\); it has trunk, upper, foot")
    refused(leg(tmp_path, "", ""), GroundContacts(YIELDING), "contacts: no link of the robot has a <collision>")
    bad = leg(tmp_path, "", collision('<sphere radius="-1"/>'))
    refused(bad, GroundContacts(YIELDING), r"link 'foot' \(line 1\): its <sphere radius=\"-1\"> has no size > 0 in each direction")


def test_shapes_of_flexible_links_do_not_count(tmp_path):
    path = leg(tmp_path, collision('<sphere radius="0.02"/>'), collision('<sphere radius="0.02"/>'))
    data = beam_data(
        {"hip": [0, 0, 0], "knee": [0, 0.05, -0.3]}, RectangleSection(width=0.05, height=0.05), Material(E=7e10, rho=2700.0, nu=0.33), modes=1
    )
    flexible = {"upper": FlexibleBody(data)}
    assert "upper_contact" not in read_urdf(path, flexible=flexible, contacts=GroundContacts(YIELDING)).elements
    flexible = {"upper": FlexibleBody(data)}
    refused(path, GroundContacts(YIELDING, ["upper"]), "link 'upper' .*: its flexible body has no collision shapes", flexible=flexible)


@pytest.mark.parametrize(
    "contacts",
    [
        YIELDING,
        GroundContacts(YIELDING, "foot"),
        GroundContacts(3.0),
        GroundContacts(lambda *_: None),
        GroundContacts(YIELDING, ground=FlatRoad()),
    ],
)
def test_other_values_are_refused(tmp_path, contacts):
    with pytest.raises(MbfmuError, match="contacts.* (such as|as in) "):
        read_urdf(leg(tmp_path, "", collision('<sphere radius="0.02"/>')), contacts=contacts)


def test_what_a_contact_lacks_is_said_by_its_name(tmp_path):
    refused(leg(tmp_path, "", collision('<sphere radius="0.02"/>')), GroundContacts(partial(HuntCrossleyContact, mu=0.5)), "foot_contact.c")


def test_meshes_that_are_no_contacts_are_refused(tmp_path):
    trimesh.creation.icosphere(subdivisions=2).export(tmp_path / "round.stl")
    trimesh.Trimesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]).export(tmp_path / "flat.stl")
    for name, message in {
        "round.stl": "the convex hull of its mesh round.stl has 162 vertices, more than 64: give it a simpler one",
        "flat.stl": "its mesh cannot touch the ground: .*flat.stl has no convex hull, since all of its points lie in a plane",
        "gone.stl": "its mesh is not found, or is not of a kind that can be read, so it cannot touch the ground",
    }.items():
        path = leg(tmp_path, "", collision(f'<mesh filename="{name}"/>'))
        refused(path, GroundContacts(YIELDING), message)
