"""How things move in the glTF: translations, rotations and scales over time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from ..scene import Arrow, Line, Scene
from .poses import Poses

LONG_ARROW = 0.3  # of the mechanism's size: that of a large force
PEAK = 2.0  # times as long: that of the peak of an impact, beside which all other forces would be too short to see
LARGE = 0.95  # of the times at which a force acts, it is not larger
LEAST = 1e-6  # of the size: what is scaled to nothing would have no normals


@dataclass(frozen=True)
class Track:
    """How one thing moves: `translation` (n, 3), `rotation` (n, 4) as (x, y, z, w), `scale` (n, 3)."""

    translation: np.ndarray
    rotation: np.ndarray
    scale: np.ndarray

    def moving(self) -> dict[str, np.ndarray]:
        """What changes with time, by the names of glTF."""
        found = {"translation": self.translation, "rotation": self.rotation, "scale": self.scale}
        return {path: values for path, values in found.items() if np.ptp(values, axis=0).max() > 0.0}


def node_track(poses: Poses, name: str) -> Track:
    """How a part moves."""
    return Track(poses.r[name], poses.Q[name], np.ones((len(poses.t), 3)))


def stretched(poses: Poses, line: Line, least: float) -> Track:
    """Something that lies along z from 0 to 1, put between the two points of a line."""
    a, b = poses.point(line.a), poses.point(line.b)
    lengths = np.linalg.norm(b - a, axis=1)
    scale = np.column_stack([np.ones((len(a), 2)), np.maximum(lengths, least)])
    return Track(a, along(b - a), scale)


def barrel_track(poses: Poses, line: Line) -> tuple[Track, float]:
    """A barrel at the first point of a line, and its length [m], out of which a rod reaches to the second point at all times."""
    a, b = poses.point(line.a), poses.point(line.b)
    lengths = np.linalg.norm(b - a, axis=1)
    return Track(a, along(b - a), np.ones((len(a), 3))), float(min(0.62 * lengths.max(), 0.9 * lengths.min()))


def large_force(forces: Iterable[np.ndarray]) -> float:
    """How large [N] the largest of some forces (n, 3) is but for short peaks; 0 if there is none."""
    sizes = (np.linalg.norm(force, axis=1) for force in forces)
    return max((float(np.quantile(size[size > 0.0], LARGE)) for size in sizes if np.any(size)), default=0.0)


def arrow_track(scene: Scene, poses: Poses, arrow: Arrow, large: float) -> Track:
    """An arrow of length 1 along z, as long as its force in proportion to a large one; it pulls or pushes at its point."""
    force = poses.forces[arrow.force]
    shares = np.minimum(np.linalg.norm(force, axis=1) / large, PEAK) if large else np.zeros(len(force))
    lengths = LONG_ARROW * scene.size * shares
    return Track(poses.point(arrow.at), along(force), np.repeat(np.maximum(lengths, LEAST * scene.size)[:, None], 3, axis=1))


def along(directions: np.ndarray) -> np.ndarray:
    """Euler parameters (n, 4) that turn z along directions (n, 3), each by the shortest turn from the first."""
    lengths = np.linalg.norm(directions, axis=1, keepdims=True)
    unit = np.where(lengths > 0, directions / np.where(lengths > 0, lengths, 1.0), [0.0, 0.0, 1.0])
    first, _ = Rotation.align_vectors(unit[:1], [[0.0, 0.0, 1.0]])
    return (_shortest(unit[0], unit) * first).as_quat()


def _shortest(a: np.ndarray, b: np.ndarray) -> Rotation:
    """The shortest rotations that take the unit vector a (3,) to each of b (n, 3)."""
    cosine = b @ a
    aside = np.cross(a, np.eye(3)[np.argmin(np.abs(a))])
    opposite = cosine < -1.0 + 1e-12
    quaternions = np.column_stack([np.where(opposite[:, None], aside, np.cross(a, b)), np.where(opposite, 0.0, 1.0 + cosine)])
    return Rotation.from_quat(quaternions)
