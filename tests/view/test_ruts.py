"""Ruts as they are shown: closed forms, what the engine's soil remembers, files and pages."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu import Body, FreeMotion, Model, Soil, SoilPlate, World
from mbfmu.analysis.simulate.simulate import table
from mbfmu.base.errors import MbfmuError
from mbfmu.engine.instance import Instance
from mbfmu.scene import Node, Scene, build_scene, read_scene, scene_of_system, scene_text
from mbfmu.scene.plain_numbers import figure
from mbfmu.scene.shapes import Cuboid, Press, Round, SoftGround
from mbfmu.view.glb import glb
from mbfmu.view.poses import Poses, poses
from mbfmu.view.run import watched_problem
from mbfmu.view.ruts import Ruts, ruts
from tests.soft_soils import BREADTH, LENGTH, RADIUS, SOIL, WIDTH, virgin, wheel
from tests.tolerances import ROUNDOFF, RUT_OF_OTHER_STEPS, SHOWN

from .gltf import Gltf

X, Y = np.linspace(-2.0, 2.0, 81), np.linspace(-0.5, 0.5, 21)  # m
STANDING, AXLE = (0.0, 0.0, 0.0, 1.0), tuple(Rotation.from_euler("x", 90, degrees=True).as_quat())
WORLD = Node("world", (), (0.0, 0.0, 0.0), STANDING)


def ground(*presses: Press) -> SoftGround:
    return SoftGround(tuple(X), tuple(Y), (0.0,) * (X.size * Y.size), 0.0, presses)


def pressed_by(press: Press, r: np.ndarray, Q: np.ndarray) -> tuple[Ruts, np.ndarray]:
    """The ruts of a press on the way r (n, 3), and the last heights over the crossings of lines."""
    t = np.linspace(0.0, 1.0, len(r))
    still = np.zeros((len(r), 3)), np.tile(STANDING, (len(r), 1))
    found = ruts(ground(press), WORLD, Poses(t, {"world": still[0], "body": r}, {"world": still[1], "body": Q}, {}))
    return found, found.last.reshape(X.size, Y.size)


@pytest.mark.parametrize("rows", [2, 60])
@pytest.mark.parametrize("heading", [0.0, 0.3])
def test_a_wheel_leaves_a_rut_as_deep_as_it_rolls_and_as_wide_as_it_is(rows: int, heading: float):
    """Between few rows it goes the straight way; under it the ground has its shape, beside it the ground is undisturbed."""
    ahead = np.array([np.cos(heading), np.sin(heading), 0.0])
    r = np.linspace(-1.0, 1.0, rows)[:, None] * ahead + [0.0, 0.0, RADIUS - 0.05]
    Q = np.tile(Rotation.from_euler("z", heading).as_quat(), (rows, 1))
    found, z = pressed_by(Press("body", Round(RADIUS, WIDTH), (0.0, 0.0, 0.0), AXLE), r, Q)
    x, y = np.meshgrid(X, Y, indexing="ij")
    along, beside = x * ahead[0] + y * ahead[1], np.abs(y * ahead[0] - x * ahead[1])
    spacing = X[1] - X[0]
    middle = (np.abs(along) < 0.8) & (beside < WIDTH / 2)
    in_front = (along > 1.0) & (beside < WIDTH / 2) & (along < 1.0 + RADIUS)
    np.testing.assert_allclose(z[middle], -0.05, atol=(spacing / 2) ** 2 / (2 * RADIUS))
    np.testing.assert_allclose(z[in_front], np.minimum(RADIUS - 0.05 - np.sqrt(RADIUS**2 - (along[in_front] - 1.0) ** 2), 0.0), atol=ROUNDOFF)
    assert np.all(z[beside > WIDTH / 2 + 1.5 * spacing] == 0.0)
    assert np.array_equal(found.at(len(r) - 1), found.last) and found.deepest == pytest.approx(0.05, abs=(spacing / 2) ** 2 / (2 * RADIUS))


def test_a_plate_leaves_its_underside_and_nothing_comes_back():
    """Lowered, tilted by 0.1 rad about y, and lifted: the plane of its underside within its edges."""
    tilt = Rotation.from_euler("y", 0.1)
    z = np.array([0.2, -0.05, 0.3])
    Q = np.tile(tilt.as_quat(), (3, 1))
    found, heights = pressed_by(Press("body", Cuboid((0.4, 0.2, 0.1)), (0.0, 0.0, 0.05), STANDING), np.column_stack([0 * z, 0 * z, z]), Q)
    x, y = np.meshgrid(X, Y, indexing="ij")
    inside = (np.abs(x) < 0.2 * np.cos(0.1)) & (np.abs(y) < 0.1)
    np.testing.assert_allclose(heights[inside], np.minimum(-0.05 - np.tan(0.1) * x[inside], 0.0), atol=ROUNDOFF)
    assert np.all(heights[(np.abs(x) > 0.3) | (np.abs(y) > 0.2)] == 0.0)
    assert np.all(found.at(0) == 0.0) and np.array_equal(found.at(1), found.at(2))


def soil() -> Soil:
    """Points between which no edge lies on a line: there the engine presses down one line more to one side."""
    return Soil(**SOIL, damping=5.0, sinkage=virgin((-1.01, 1.99), (-0.49, 0.51), spacing=0.05))


def tilted_plate() -> Model:
    """A plate that falls on soil, a little tilted."""
    model = Model("Plate")
    model.world, model.body, model.soil = World(g=9.81), Body(m=200.0, I=[4.0, 6.0, 8.0]), soil()
    turn = Rotation.from_euler("y", 0.1).as_quat()
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, r_start=[0.5, 0.0, 0.1], Q_start=turn, v_start=[0.1, 0.0, 0.0])
    model.plate = SoilPlate(model.body.frame_a, model.soil, length=LENGTH, breadth=BREADTH)
    return model


@pytest.mark.parametrize("model", ["wheel", "plate"])
def test_what_is_shown_is_what_the_engine_remembers(model: str):
    """Where both look at the same times: a wheel that is driven, and a plate that falls."""
    problem, scene = watched_problem(wheel(soil(), RADIUS - 0.03, torque=150.0, v=0.5, w=1.5) if model == "wheel" else tilted_plate())
    instance = Instance(problem)
    instance.initialize()
    times, rows = np.arange(0.0, 0.8, 4e-3), []
    for t in times:
        if t:
            instance.advance(t)
        rows.append(instance.outputs().copy())
    found = poses(scene, table(problem, times, np.array(rows)))
    (world,) = (node for node in scene.nodes if node.name == "world")
    (soft,) = (figure.shape for figure in world.figures if isinstance(figure.shape, SoftGround))
    last = ruts(soft, world, found).last
    remembered = -instance.buffers["r"]
    assert remembered.min() < -0.02
    np.testing.assert_allclose(last, np.minimum(remembered, 0.0), atol=RUT_OF_OTHER_STEPS)


@pytest.fixture(scope="module")
def cart() -> Scene:
    return build_scene(wheel(Soil(**SOIL, sinkage=virgin()), RADIUS))


def test_soils_are_written_and_read_back(cart: Scene):
    assert read_scene(scene_text(cart), "here") == cart
    (soft,) = (figure.shape for node in cart.nodes for figure in node.figures if isinstance(figure.shape, SoftGround))
    assert soft.presses[0].node == "wheel" and soft.presses[0].solid == Round(RADIUS, WIDTH)
    joined = scene_of_system("Two", {"left": cart, "right": cart})
    assert read_scene(scene_text(joined), "here") == joined and '"left.wheel"' in scene_text(joined)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"node": "nobody"}, "there is no node nobody"),
        ({"solid": {"shape": "ball", "radius": 1.0}}, "by a round or a cuboid"),
        ({"Q": [0, 0, 0, 0]}, "has no direction"),
    ],
)
def test_damaged_soils_are_refused(wrong: dict, said: str, cart: Scene):
    content = json.loads(scene_text(cart))
    for node in content["nodes"]:
        for one in node["figures"]:
            for press in one["shape"].get("presses", []):
                press.update(wrong)
    with pytest.raises(MbfmuError, match=said):
        read_scene(json.dumps(content), "here")


def test_a_glb_has_the_ruts_of_the_end_in_colours_and_those_of_all_times_for_the_page():
    press = Press("body", Round(RADIUS, WIDTH), (0.0, 0.0, 0.0), AXLE)
    r = np.column_stack([np.linspace(-1.0, 1.0, 60), np.zeros(60), np.full(60, RADIUS - 0.05)])
    found, z = pressed_by(press, r, np.tile(STANDING, (60, 1)))
    nodes = replace(WORLD, figures=(figure(ground(press), "#d8c49aff", layer="ground"),)), Node("body", (), (0.0, 0.0, 0.0), STANDING, "r")
    scene = Scene("Wheel", (0.0, 0.0, 1.0), True, 2.0, (0.0, -1.0, 0.5), nodes)
    still = np.zeros((60, 3)), np.tile(STANDING, (60, 1))
    written = Gltf(glb(scene, Poses(np.linspace(0.0, 1.0, 60), {"world": still[0], "body": r}, {"world": still[1], "body": still[1]}, {})))
    node = written.nodes["world 1"]
    attributes = written.tree["meshes"][node["mesh"]]["primitives"][0]["attributes"]
    np.testing.assert_allclose(written.numbers(attributes["POSITION"])[:, 2], found.last, atol=SHOWN)
    colours = written.numbers(attributes["COLOR_0"])
    brightest, darkest = colours.sum(axis=1).max(), colours.sum(axis=1).min()
    assert np.all(colours[found.last == 0.0].sum(axis=1) == brightest) and colours[found.last.argmin()].sum() == darkest < brightest / 5
    assert written.about["soil"]["deepest"] == pytest.approx(0.05)
    told = {name: written.numbers(accessor).ravel() for name, accessor in node["extras"]["ruts"].items()}
    half = found.first.copy()
    for place, height in zip(told["places"][: int(told["counts"][30])], told["heights"]):
        half[int(place)] = min(half[int(place)], height)
    np.testing.assert_allclose(half, found.at(30), atol=SHOWN)
    assert np.count_nonzero(half) < np.count_nonzero(found.last)
