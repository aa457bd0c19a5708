"""A Scene: where parts are at the start, what stands for them, and what is written of it."""

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu import (
    Body,
    Box,
    Distance,
    FreeMotion,
    Gear,
    LineActuator,
    Model,
    Prismatic,
    Revolute,
    RollingDisk,
    SpringDamperParallel,
    World,
    compile_problem,
)
from mbfmu.base.errors import MbfmuError
from mbfmu.cli.library import library_file
from mbfmu.model.elements.joints import Joint
from mbfmu.problem.load_problem import load_model
from mbfmu.scene import build_scene, read_scene, scene_of_system, scene_text, watched
from mbfmu.scene.shapes import Ball, Cuboid, Hull, Round
from mbfmu.view.run import start, watched_problem
from tests.random_models import ALL_JOINTS, build, random_links
from tests.tolerances import ROUNDOFF


def library(name: str) -> Model:
    return load_model(library_file(f"fmus/{name}/model.py"))


def mechanism() -> Model:
    """A crank on the world with a slider, a spring, a rod and a cylinder."""
    model = Model("Crank")
    model.world = World()
    model.crank = Body(m=1.0, I=[0.1, 0.2, 0.25], r_CM=[0.5, 0, 0])
    model.slider = Body(m=1.0, visual=[Box(size=[0.1, 0.2, 0.3], r=[0, 0, 1], n=[0, 0, 1], angle=1.0, colour="red")])
    model.shaft = Revolute(model.world.at([0, 0, 2.0]), model.crank.frame_a, n=[0, 1, 0], phi_start=0.3)
    model.guide = Prismatic(model.crank.at([1.0, 0, 0]), model.slider.frame_a, n=[1, 0, 0], s_start=0.4)
    model.spring = SpringDamperParallel(model.world.frame_b, model.slider.frame_a, c=10.0)
    model.damper = SpringDamperParallel(model.world.frame_b, model.slider.frame_a, d=10.0)
    model.jack = LineActuator(model.world.at([1, 0, 0]), model.slider.frame_a)
    return model


@pytest.mark.parametrize("seed", range(2))
def test_parts_are_where_the_engine_puts_them_at_the_start(seed):
    rng = np.random.default_rng(seed)
    model = build(random_links(rng, rng.permutation(ALL_JOINTS)), rng)
    for joint in model.of_type(Joint):
        for name in ("phi_start", "s_start", "r_start"):
            if name in joint.values:
                setattr(joint, name, rng.normal(size=joint.values[name].shape))
    scene = build_scene(model)
    row = start(watched_problem(model)[0], {})[0]
    moving = [node for node in scene.nodes if node.position]
    assert moving
    for node in moving:
        assert np.allclose([row[f"{node.position}[{i}]"] for i in (1, 2, 3)], node.r, atol=100 * ROUNDOFF)
        Q = [row[f"{node.orientation}[{i}]"] for i in (1, 2, 3, 4)]
        assert np.allclose(Rotation.from_quat(Q).as_matrix(), Rotation.from_quat(node.Q).as_matrix(), atol=100 * ROUNDOFF)


def test_a_watched_model_is_left_as_it_was():
    model = mechanism()
    before = [list(model.elements), dict(model.outputs), [len(e.attachers) for e in model.elements.values()]]
    with watched(model, build_scene(model)) as seen:
        assert {"crank.frame_a.r", "crank.frame_a.Q", "jack.frame_b.f"} <= set(seen.pictures)
    assert before == [list(model.elements), dict(model.outputs), [len(e.attachers) for e in model.elements.values()]]
    compile_problem(model)


def test_given_figures_stand_where_they_were_put():
    (slider,) = (node for node in build_scene(mechanism()).nodes if node.name == "slider")
    (body,) = (figure for figure in slider.figures if figure.layer == "body")
    assert body.shape == Cuboid((0.1, 0.2, 0.3)) and body.colour == "#ff0000ff" and body.r == (0, 0, 1)
    assert Rotation.from_quat(body.Q).as_rotvec() == pytest.approx([0, 0, 1.0])


def test_lines_join_the_frames_of_forces_and_are_drawn_once():
    lines = {line.name: line for line in build_scene(mechanism()).lines}
    assert {name: line.kind for name, line in lines.items()} == {"guide": "rail", "spring": "spring", "jack": "cylinder"}
    assert lines["jack"].a.r == (1, 0, 0) and lines["jack"].b.node == "slider"


def test_a_link_reaches_from_joint_to_joint():
    (crank,) = (node for node in build_scene(mechanism()).nodes if node.name == "crank")
    points = np.array(next(figure.shape.points for figure in crank.figures if isinstance(figure.shape, Hull)))
    assert points[:, 0].min() < 0.0 and 1.0 < points[:, 0].max() < 1.2 and abs(points[:, 2]).max() < 0.2


def test_wheels_and_rods_follow_from_constraints():
    model = Model("Wheel")
    model.world, model.wheel, model.ball = World(), Body(m=1.0), Body(m=1.0)
    for body in ("wheel", "ball"):
        model.add(f"{body}_free", FreeMotion(model.world.frame_b, getattr(model, body).frame_a, r_start=[0, 0, 0.3]))
    model.contact = RollingDisk(model.world.frame_b, model.wheel.frame_a, radius=0.3)
    model.rod = Distance(model.wheel.frame_a, model.ball.at([0, 1, 0]), s=1.0)
    scene = build_scene(model)
    shapes = {node.name: [figure.shape for figure in node.figures if figure.layer == "body"] for node in scene.nodes}
    assert any(isinstance(shape, Round) and shape.radius == 0.3 for shape in shapes["wheel"])
    assert any(isinstance(shape, Ball) for shape in shapes["ball"]) and [line.kind for line in scene.lines] == ["rod"]


@pytest.mark.parametrize(("ratio", "axis", "radii"), [(-3.0, 1, (0.1, 0.3)), (3.0, -1, (0.1, 0.3)), (3.0, 1, (0.2, 0.6))])
def test_wheels_of_a_gear_touch(ratio, axis, radii):
    """Beside each other where they turn against each other, else one in the other; their axes are 0.4 m apart."""
    model = Model("Gears")
    model.world, model.small, model.large = World(), Body(m=1.0), Body(m=1.0)
    model.a = Revolute(model.world.frame_b, model.small.frame_a)
    model.b = Revolute(model.world.at([0.4, 0, 0]), model.large.frame_a, n=[0, 0, axis])
    model.gear = Gear(model.a, model.b, ratio=ratio)
    for node, radius in zip(build_scene(model).nodes[1:], radii):
        shown = [figure.shape.radius for figure in node.figures if figure.layer == "body" and isinstance(figure.shape, Round)]
        assert shown == pytest.approx([radius])


@pytest.mark.parametrize("name", ["crane", "wheel_loader", "andrews_squeezer", "four_bar", "pendulum_chain", "spacecraft", "rolling_disk"])
def test_a_scene_survives_json(name):
    scene = build_scene(library(name))
    assert read_scene(scene_text(scene), "here") == scene
    assert all(any(figure.layer != "frame" for figure in node.figures) for node in scene.nodes if node.name not in ("world", "hook"))


def test_what_is_far_away_is_shown_from_a_part():
    assert build_scene(library("spacecraft")).origin == "body1" and build_scene(library("crane")).origin == ""


def broken(change) -> str:
    found = json.loads(scene_text(build_scene(mechanism())))
    change(found)
    return json.dumps(found)


REFUSED = {
    "no JSON": ("{", "holds no scene"),
    "another version": (broken(lambda s: s.update(version=2)), "version 1"),
    "a list": ("[]", "no object"),
    "no nodes": (broken(lambda s: s.pop("nodes")), "a Scene has name, up"),
    "text for a number": (broken(lambda s: s.update(size="big")), "'big' is no number"),
    "two numbers": (broken(lambda s: s["nodes"][0].update(r=[1, 2])), "is not 3 numbers"),
    "an infinite number": (broken(lambda s: s.update(size=1e999)), "inf is no number"),
    "a shape nobody knows": (broken(lambda s: s["nodes"][1]["figures"][0]["shape"].update(shape="cone")), "a shape is one of cuboid"),
    "a line nobody knows": (broken(lambda s: s["lines"][0].update(kind="rope")), "'rope' is none of cylinder"),
    "a node that is not there": (broken(lambda s: s["lines"][0]["a"].update(node="x")), "there is no node x"),
    "a node twice": (broken(lambda s: s["nodes"].append(s["nodes"][0])), "two nodes have the same name"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_damaged_scene_is_refused(case):
    text, message = REFUSED[case]
    with pytest.raises(MbfmuError, match=f"here .*{message}|{message}"):
        read_scene(text, "here")


def test_mechanisms_of_a_system_are_shown_together():
    one = build_scene(mechanism())
    both = scene_of_system("Pair", {"left": one, "right": replace(one, size=9.0)})
    assert both.size == 9.0 and len(both.nodes) == 2 * len(one.nodes)
    assert {"left.crank", "right.crank"} <= {node.name for node in both.nodes}
    assert {node.position for node in both.nodes} >= {"left.crank.frame_a.r", "right.slider.frame_a.r", ""}
    assert read_scene(scene_text(both), "here") == both
