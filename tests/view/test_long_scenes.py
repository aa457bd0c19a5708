"""Scenes of more parts than a person can tell apart: what is left out of them, and how large their files are."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from mbfmu import Body, Model, Revolute, World
from mbfmu.scene import Scene, build_scene
from mbfmu.scene.scene import MANY, Figure
from mbfmu.scene.shapes import Ball, Cuboid, Hull, Round
from mbfmu.view.glb import glb
from mbfmu.view.long_scenes import NAMED, SMALL, as_seen
from mbfmu.view.meshes import Drawings
from mbfmu.view.poses import Poses, gaping
from mbfmu.view.run import FEW, POSES, frames
from tests.tolerances import ROUNDOFF, SHOWN
from tests.view.gltf import Gltf

LINK = 0.5  # m
BYTES = 4500  # of a part in two frames: nodes with their names, and how it moves


def chain(n: int) -> Model:
    """Links in a row that hang on each other."""
    model = Model("Chain")
    frame = model.add("world", World()).frame_b
    for i in range(1, n + 1):
        link = model.add(f"link{i}", Body(m=1.0, r_CM=[LINK / 2, 0, 0], I=[0.01, 0.02, 0.02]))
        model.add(f"hinge{i}", Revolute(frame, link.frame_a, n=[0, 1, 0]))
        frame = link.at([LINK, 0, 0])
    return model


@pytest.fixture(scope="module")
def long() -> Scene:
    return build_scene(chain(MANY))


def layers(scene: Scene) -> list[set[str]]:
    """What is shown of each node."""
    return [{figure.layer for figure in node.figures} for node in scene.nodes]


def test_short_scenes_are_left_as_they_are() -> None:
    scene = build_scene(chain(3))
    assert as_seen(scene) is scene
    assert any(isinstance(figure.shape, Hull) for node in scene.nodes[1:] for figure in node.figures)


def test_names_and_axes_of_some_parts(long: Scene) -> None:
    """Each part is seen; names and axes are those of about a hundred, from the first on, evenly."""
    seen = as_seen(long)
    with_axes = [i for i, found in enumerate(layers(seen)) if "frame" in found]
    assert NAMED / 2 < len(with_axes) <= NAMED and len(set(np.diff(with_axes))) == 1
    assert {label.at.node for label in seen.labels} <= {seen.nodes[i].name for i in with_axes}
    assert {label.text for label in seen.labels} > {seen.nodes[i].name for i in with_axes[1:]}
    assert all("body" in found for found in layers(seen))


def test_links_are_bars_from_hinge_to_hinge(long: Scene) -> None:
    """A bar ends where the hinges are."""
    bar = next(figure for figure in long.nodes[7].figures if isinstance(figure.shape, Round) and figure.shape.length == pytest.approx(LINK))
    assert np.allclose(bar.r, [LINK / 2, 0, 0], atol=ROUNDOFF)
    assert not any(isinstance(figure.shape, Hull) for node in long.nodes[1:] for figure in node.figures)


def test_what_is_smaller_than_some_pixels_is_left_out(long: Scene) -> None:
    grain = Figure(Ball(0.4 * SMALL * long.size), "#000000ff")
    with_grains = replace(long, nodes=tuple(replace(node, figures=(*node.figures, grain)) for node in long.nodes))
    assert as_seen(with_grains) == as_seen(long)


def test_parts_alike_share_meshes(long: Scene) -> None:
    """A mesh for each kind of shape and colour, however many parts there are."""
    gltf = Gltf(glb(long, gaping(long)))
    assert len(gltf.tree["meshes"]) < 40
    still = gaping(long)
    moving = Poses(np.array([0.0, 1.0]), *({name: np.vstack([at, at + 0.1]) for name, at in of.items()} for of in (still.r, still.Q)), {})
    assert len(glb(long, moving)) < BYTES * len(long.nodes)


def test_a_stretched_mesh_is_the_shape() -> None:
    """Cuboids, cylinders and balls are stretched to the size that they have."""
    for coarse in (False, True):
        drawings = Drawings(coarse)
        for shape in (Cuboid((0.1, 0.2, 0.3)), Round(0.2, 0.5), Ball(0.3)):
            (drawn,) = drawings.of(Figure(shape, "#ff0000ff", r=(1.0, 2.0, 3.0)))
            corners = drawn.mesh.vertices @ drawn.placement[:3, :3].T + drawn.placement[:3, 3]
            assert np.ptp(corners, axis=0).max() == pytest.approx(shape.extent, rel=SHOWN)
            assert np.allclose((corners.min(axis=0) + corners.max(axis=0)) / 2, [1.0, 2.0, 3.0], atol=SHOWN)
        first, second = (drawings.of(Figure(Ball(r), "#ff0000ff"))[0].mesh for r in (0.1, 0.7))
        assert first is second


def test_a_coarse_hull_encloses_what_the_hull_does() -> None:
    points = np.random.default_rng(3).normal(size=(30, 3))
    (drawn,) = Drawings(True).of(Figure(Hull(tuple(map(tuple, points.tolist()))), "#ff0000ff"))
    assert drawn.mesh.volume == pytest.approx(ConvexHull(points).volume, rel=ROUNDOFF)  # negative, if faces looked inwards
    outward = np.einsum("ij,ij->i", drawn.mesh.vertex_normals, drawn.mesh.vertices - points.mean(axis=0))
    assert outward.min() > 0.0


def test_frames_of_long_runs_of_many_parts() -> None:
    """Some parts play smoothly; of thousands there are as many frames as a page can hold, and some in any case."""
    assert frames(10.0) == frames(10.0, 10) == 600
    assert frames(10.0, 4000) == POSES // 4000
    assert frames(10.0, 10**6) == FEW
