"""From where a scene is looked at first, and where its ground is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from ..scene import Scene
from ..scene.scene import LAYERS
from .meshes import Drawn
from .poses import Poses

ANGLE = np.radians(36)  # of the view, up and down
WIDE = 1.5  # how much wider than high the picture is at least
MARGIN = 1.25  # around what is looked at
LOW = 0.1  # of half the height: so much higher the middle stands, since the bar is below
LOOKS, CORNERS, MOST = 40, 300, 50_000  # times, and vertices of a node and of all, that are looked at
UNDER_ROAD = 0.02  # of the size: so far below a road the ground is
ON_GROUND = 0.03  # of the size: what is so little below the world's origin stands on it
WANDERING = 3.0  # times the extent at the start: what moves through more is shown at its start, and then followed


@dataclass(frozen=True)
class Framing:
    """`upright` (3, 3) turns the world to glTF, where y is up; `camera` (4, 4) is the camera's pose there and `target` what it looks at.

    `ground` is the height [m] of the ground above the origin; None where there is none to see. `follow` is the part that the eye is kept on, or "".
    """

    upright: np.ndarray
    camera: np.ndarray
    target: list[float]
    ground: float | None
    follow: str


def framing(scene: Scene, poses: Poses, things: Mapping[str, Any]) -> Framing:
    """How to look at a Scene so that all of its motion is seen."""
    up = np.array(scene.up) / np.linalg.norm(scene.up)
    upright = _upright(up)
    whole = _corners(scene, poses, things)
    first = _box(whole[:1])
    all_times = _box(whole)
    stays = np.linalg.norm(all_times[1] - all_times[0]) < WANDERING * np.linalg.norm(first[1] - first[0])
    low, high = all_times if stays else first
    towards = np.array(scene.towards) / np.linalg.norm(scene.towards)
    target = upright @ (low + high) / 2
    seen = whole if stays else whole[:1]
    pose = _looking(target + upright @ towards, target)
    distance = max(_distance(seen.reshape(-1, 3) @ upright.T - target, pose[:3, :3]), 0.2 * scene.size)
    target = target - LOW * distance * np.tan(ANGLE / 2) * pose[:3, 1]
    pose[:3, 3] = target + distance * pose[:3, 2]
    follow = next((node.name for node in scene.nodes if node.position and not stays), "")
    return Framing(
        upright=upright, camera=pose, target=target.tolist(), ground=_ground(scene, whole @ up, _roads(scene, poses, things) @ up), follow=follow
    )


def _distance(corners: np.ndarray, R: np.ndarray) -> float:
    """How far away a camera that stands as R (3, 3) must be to see points around its target."""
    x, y, z = np.abs(corners @ R[:, 0]), np.abs(corners @ R[:, 1]), corners @ R[:, 2]
    return float(max((MARGIN * y / np.tan(ANGLE / 2) + z).max(), (MARGIN * x / (WIDE * np.tan(ANGLE / 2)) + z).max()))


def _ground(scene: Scene, heights: np.ndarray, roads: np.ndarray) -> float | None:
    """Just below what is ground; else the lowest that anything comes to, or the plane through the origin of the world, if that is about as low."""
    if scene.origin:
        return None
    if roads.size:
        return float(roads.min()) - UNDER_ROAD * scene.size
    lowest = float(heights.min())
    return 0.0 if lowest > -ON_GROUND * scene.size and scene.gravity else min(lowest, 0.0)


def _corners(scene: Scene, poses: Poses, things: Mapping[str, Any]) -> np.ndarray:
    """Some vertices of all that is drawn, but frames and ground, at some times, in the world (times, vertices, 3)."""
    times = _times(poses)
    found = [poses.r[node.name][times][:, None] for node in scene.nodes if node.position]
    for node in scene.nodes:
        shown = _shown(things[node.name], {*LAYERS} - {"frame", "ground", "marking"})
        every = max(1, sum(len(drawn.mesh.vertices) for drawn in shown) // min(CORNERS, MOST // len(scene.nodes)))
        found += [_moved(poses, node.name, times, _deformed(drawn, times, every)) for drawn in shown]
    return np.concatenate(found, axis=1) if found else np.zeros((1, 1, 3))


def _roads(scene: Scene, poses: Poses, things: Mapping[str, Any]) -> np.ndarray:
    """The vertices of all ground (n, 3) in the world, at some times where it moves."""
    found = [np.zeros((0, 3))]
    for node in scene.nodes:
        times = _times(poses) if node.position else np.zeros(1, int)
        for drawn in _shown(things[node.name], {"ground"}):
            found.append(_moved(poses, node.name, times, _deformed(drawn, times, 1)).reshape(-1, 3))
    return np.concatenate(found)


def _times(poses: Poses) -> np.ndarray:
    """The numbers of some times."""
    return np.unique(np.linspace(0, len(poses.t) - 1, LOOKS).astype(int))


def _moved(poses: Poses, node: str, times: np.ndarray, vertices: np.ndarray) -> np.ndarray:
    """Vertices (times or 1, n, 3) of a node in the world (times, n, 3)."""
    R = Rotation.from_quat(poses.Q[node][times]).as_matrix()
    return vertices @ R.swapaxes(1, 2) + poses.r[node][times][:, None]


def _shown(thing: Any, layers: set[str]) -> list[Drawn]:
    """The meshes of a node that are on some layers."""
    return [drawn for drawn, layer in zip(thing.drawn, thing.extras["layers"]) if layer in layers]


def _deformed(drawn: Drawn, times: np.ndarray, every: int) -> np.ndarray:
    """One of so many vertices of a mesh (times or 1, n, 3) in the axes of its node."""
    vertices = np.asarray(drawn.mesh.vertices)[None, ::every]
    if drawn.deformation:
        vertices = vertices + drawn.deformation.at(times, slice(None, None, every))
    return vertices @ drawn.placement[:3, :3].T + drawn.placement[:3, 3]


def _box(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return corners.min(axis=(0, 1)), corners.max(axis=(0, 1))


def _upright(up: np.ndarray) -> np.ndarray:
    """The rotation that takes `up` to y, and x to itself where it can."""
    z = np.cross([1.0, 0.0, 0.0], up) if abs(up[0]) < 0.9 else np.cross([0.0, 0.0, 1.0], up)
    z = z / np.linalg.norm(z)
    return np.array([np.cross(up, z), up, z])


def _looking(eye: np.ndarray, target: np.ndarray) -> np.ndarray:
    """The pose (4, 4) of a camera, which looks along its own -z, its y upwards."""
    z = (eye - target) / np.linalg.norm(eye - target)
    x = np.cross([0.0, 1.0, 0.0], z)
    x = x / np.linalg.norm(x) if np.linalg.norm(x) > 1e-6 else np.array([1.0, 0.0, 0.0])
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = np.column_stack([x, np.cross(z, x), z]), eye
    return pose
