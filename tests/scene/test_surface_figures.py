"""What surfaces in contact look like, and where the forces of contacts are drawn."""

import numpy as np
import pytest

from mbfmu import HuntCrossleyContact, RoadSurface, Sphere, SphereSurface, WashboardRoad, simulate
from mbfmu.scene import build_scene
from mbfmu.scene.shapes import Ball, Cuboid, Hull, Round, Sheet
from mbfmu.view.run import watched_problem

from ..model.elements.contacts.scenes import on_ground
from ..model.elements.contacts.test_seams import SURFACES, TUMBLING, tumbling
from ..rigid_contacts import G, ball, box
from ..tolerances import RESTING, ROUNDOFF

SHAPES = {"sphere": Ball, "capsule": Round, "cylinder": Round, "torus": Round, "ellipsoid": Hull, "box": Cuboid, "polyhedron": Hull}


@pytest.mark.parametrize("name", SURFACES)
def test_bodies_look_like_their_surfaces(name):
    world, body, _ = build_scene(tumbling(name)).nodes
    assert isinstance(next(one.shape for one in body.figures if one.layer == "body"), SHAPES[name])
    assert [type(one.shape) for one in world.figures if one.layer == "ground"] == [Cuboid]


def test_a_body_looks_as_its_user_says():
    model = tumbling("box")
    model.body.visual = [Sphere(radius=0.1)]
    _, body, _ = build_scene(model).nodes
    assert [type(one.shape) for one in body.figures if one.layer == "body"] == [Ball]


def test_forces_are_drawn_where_the_contact_is():
    scene = build_scene(on_ground(SphereSurface(radius=0.1), start=TUMBLING, c=1e4))
    assert {(arrow.at.node, arrow.at.r) for arrow in scene.arrows} == {("contact", (0.0, 0.0, 0.0))}
    node = scene.nodes[-1]
    assert node.position == "contact.ground.r"
    assert np.allclose(node.r, [0.0, 0.0, 0.1], atol=ROUNDOFF)


def test_rigid_contacts_look_like_compliant_ones():
    """Surfaces, and forces on both bodies, the ball's against gravity where it rests."""
    model = ball(height=0.0)
    scene = build_scene(model)
    world, body, contact = scene.nodes
    assert [type(one.shape) for one in world.figures if one.layer == "ground"] == [Cuboid]
    assert [type(one.shape) for one in body.figures if one.layer == "body"] == [Ball]
    assert contact.position == "contact.ground.r"
    assert [arrow.force for arrow in scene.arrows] == ["contact.frame_a.f", "contact.frame_b.f"]
    result = simulate(watched_problem(model)[0], 0.1, 0.1)
    assert [result[f"contact.frame_{end}.f[3]"][-1] for end in "ab"] == pytest.approx([2.0 * G, -2.0 * G], rel=RESTING)
    assert [result[f"contact.ground.r[{i}]"][-1] for i in (1, 2, 3)] == pytest.approx([0.0, 0.0, 0.0], abs=RESTING)


def test_the_force_of_a_box_acts_where_its_corners_carry_it():
    """Redundant corners together carry the weight in the middle; before they touch, it is the middle of them all."""
    result = simulate(box(height=0.11), 0.2, 0.1)
    assert [result[f"r_contact[{i}]"][-1] for i in (1, 2)] == pytest.approx([0.0, 0.0], abs=RESTING)
    assert result["r_contact[3]"][[0, -1]] == pytest.approx([0.055, 0.0], abs=RESTING)


def test_a_road_is_drawn_under_what_touches_it():
    model = tumbling("sphere")
    model.road = WashboardRoad(amplitude=0.02, wavelength=1.0)
    model.bumps = RoadSurface(model.road)
    model.other = HuntCrossleyContact(model.body.frame_a, model.world.frame_b, model.surface, model.bumps, c=1e4)
    assert Sheet in [type(one.shape) for one in build_scene(model).nodes[0].figures]


def test_walls_are_not_drawn():
    model = tumbling("sphere")
    model.wall = HuntCrossleyContact(model.body.frame_a, model.world.at([-1.0, 0.0, 0.0], [0, 1, 0], np.pi / 2), model.surface, model.ground, c=1e4)
    assert [type(one.shape) for one in build_scene(model).nodes[0].figures if one.layer == "ground"] == [Cuboid]
