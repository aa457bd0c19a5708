"""Ruts in soft ground: how deep what rolls and stands on it has pressed it down at any time, by the poses of a result alone.

The engine's soil remembers the same at the ends of its steps; here poses between two rows lie on the way from one to the other. At the corners of a
footprint that is turned against the lines of the ground, a point more or less may be lowered.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation, Slerp

from ..scene.scene import Node, Point
from ..scene.shapes import Cuboid, Press, SoftGround
from .accessors import accessor
from .poses import Poses

DEPTHS = ("#d8c49a", "#b8935a", "#80552f", "#3d2314")  # colours from undisturbed ground to the deepest rut
UNSEEN = 1e-3  # of the distance of two points of the ground: smaller changes of height wait for others
WAY = 0.5  # of that distance: so far a press moves at most from one look to the next
MOST = 100  # looks between two rows
LEVEL = 1e-6  # sine of an angle with the horizontal: from it on a cylinder has a lower surface
EDGE = 1.0 - 1e-9  # of the distance beyond an edge up to which corners of cells are touched: an edge on a line touches none beyond the next
STEEP = 1e-3  # cosine of its slope: from it on a plate has an underside


@dataclass(frozen=True)
class Ruts:
    """The heights (p,) [m] of soft ground at its points at `first` and at `last`, and the changes in between; undisturbed ground has `height` [m].

    A change sets the point `places` (changes,) to `heights` (changes,) [m]; up to each row of time, `counts` (times,) of them have happened.
    """

    height: float
    first: np.ndarray
    last: np.ndarray
    places: np.ndarray
    heights: np.ndarray
    counts: np.ndarray

    @property
    def deepest(self) -> float:
        """The largest depth [m] of all."""
        return max(self.height - float(self.last.min()), 0.0)

    def at(self, row: int) -> np.ndarray:
        """The heights (p,) [m] at the time of a row."""
        found = self.first.copy()
        np.minimum.at(found, self.places[: self.counts[row]], self.heights[: self.counts[row]])
        return found


def depth_colours(depths: np.ndarray, deepest: float) -> np.ndarray:
    """Linear colours (p, 3) of depths (p,) [m], as glTF has them."""
    scale = np.array([[int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)] for colour in DEPTHS])
    linear = np.where(scale <= 0.04045, scale / 12.92, ((scale + 0.055) / 1.055) ** 2.4)
    share = np.clip(depths / deepest if deepest > 0.0 else 0.0 * depths, 0.0, 1.0) * (len(scale) - 1)
    return np.column_stack([np.interp(share, np.arange(len(scale)), column) for column in linear.T])


def write_ruts(buffers: MutableMapping, tree: dict, number: int, found: Ruts, t: np.ndarray, deepest: float) -> None:
    """Colour the mesh of a node as it is at last, and tell the page by which accessors it changes until then, over the times t (times,) [s]."""
    node = tree["nodes"][number]
    (primitive,) = tree["meshes"][node["mesh"]]["primitives"]
    primitive["attributes"]["COLOR_0"] = accessor(buffers, tree, depth_colours(found.height - found.last, deepest))
    tree["materials"][primitive["material"]]["pbrMetallicRoughness"]["baseColorFactor"] = [1.0, 1.0, 1.0, 1.0]
    arrays = {"times": t, "first": found.first, "counts": found.counts, "places": found.places, "heights": found.heights}
    written = {name: accessor(buffers, tree, values if len(values) else np.zeros(1)) for name, values in arrays.items()}
    node["extras"] |= {"height": found.height, "ruts": written}


def ruts(ground: SoftGround, node: Node, poses: Poses) -> Ruts:
    """The ruts in soft ground on a node, over the times of poses."""
    x, y = np.array(ground.x), np.array(ground.y)
    z = np.array(ground.z).reshape(len(x), len(y))
    shown, first = z.copy(), z.copy()
    cell = float(min(np.diff(x).min(), np.diff(y).min()))
    ways = [_way(press, node, poses, WAY * cell) for press in ground.presses]
    places: list[np.ndarray] = []
    heights: list[np.ndarray] = []
    counts = np.zeros(len(poses.t), dtype=int)
    for row in range(len(poses.t)):
        for press, way in zip(ground.presses, ways):
            for R, r in way[row]:
                _press_down(z, x, y, press, R, r)
        least = 0.0 if row == len(poses.t) - 1 else UNSEEN * cell
        changed = np.flatnonzero(shown - z > least)
        shown.ravel()[changed] = z.ravel()[changed]
        places.append(changed)
        heights.append(z.ravel()[changed])
        counts[row] = len(changed)
    return Ruts(ground.height, first.ravel(), z.ravel(), np.concatenate(places), np.concatenate(heights), np.cumsum(counts))


def _way(press: Press, node: Node, poses: Poses, step: float) -> list[list[tuple[np.ndarray, np.ndarray]]]:
    """For each row the poses (3, 3), (3,) of a press in the axes of the ground, from behind the row before on."""
    back = Rotation.from_quat(poses.Q[node.name]).inv()
    r = poses.seen_from(node.name, Point(press.node, press.r))
    turns = back * Rotation.from_quat(poses.Q[press.node]) * Rotation.from_quat(press.Q)
    found: list[list[tuple[np.ndarray, np.ndarray]]] = [[]]  # the start itself leaves nothing, as in the engine
    for row in range(1, len(r)):
        looks = int(np.clip(np.ceil(np.linalg.norm(r[row] - r[row - 1]) / step), 1, MOST))
        shares = np.arange(1, looks + 1) / looks
        between = Slerp([0.0, 1.0], turns[row - 1 : row + 1])(shares).as_matrix()
        found.append([(R, r[row - 1] + share * (r[row] - r[row - 1])) for share, R in zip(shares, between)])
    return found


def _press_down(z: np.ndarray, x: np.ndarray, y: np.ndarray, press: Press, R: np.ndarray, r: np.ndarray) -> None:
    """Lower heights z (n, m) to the underside of a press, at the corners of all cells that it touches."""
    reach = np.linalg.norm(press.solid.size) / 2 if isinstance(press.solid, Cuboid) else np.hypot(press.solid.radius, press.solid.length / 2)
    cells = float(np.diff(x).max()), float(np.diff(y).max())
    (a, b), (c, d) = (np.searchsorted(lines, (at - reach - wide, at + reach + wide)) for lines, at, wide in zip((x, y), r, cells))
    if a == b or c == d or r[2] - reach > z[a:b, c:d].max():
        return
    dx, dy = x[a:b, np.newaxis] - r[0], y[np.newaxis, c:d] - r[1]
    under = _under_cuboid(press.solid.size, R, dx, dy, cells) if isinstance(press.solid, Cuboid) else _under_round(press.solid, R, dx, dy, cells)
    np.minimum(z[a:b, c:d], r[2] + under, out=z[a:b, c:d])


def _under_round(solid, R: np.ndarray, dx: np.ndarray, dy: np.ndarray, cells: tuple[float, float]) -> np.ndarray:
    """The lower surface of a cylinder along z of R, continued to the corners of cells; infinite where it is not."""
    axis = R[:, 2]
    level = 1.0 - axis[2] ** 2
    if level < LEVEL**2:
        return np.full(np.broadcast(dx, dy).shape, np.inf)
    along = axis[0] * dx + axis[1] * dy
    square = axis[2] ** 2 * along**2 + level * (solid.radius**2 + along**2 - dx**2 - dy**2)
    with np.errstate(invalid="ignore"):
        under = (axis[2] * along - np.sqrt(square)) / level
    half = level * solid.length / 2 + abs(axis[0]) * cells[0] + abs(axis[1]) * cells[1]
    return np.where((square > 0.0) & (np.abs(along) < EDGE * half), under, np.inf)


def _under_cuboid(size: tuple[float, ...], R: np.ndarray, dx: np.ndarray, dy: np.ndarray, cells: tuple[float, float]) -> np.ndarray:
    """The plane of the lower face of a cuboid, across z of R, continued to the corners of cells; infinite where it is not."""
    if R[2, 2] < STEEP:
        return np.full(np.broadcast(dx, dy).shape, np.inf)
    low = -size[2] / 2 * R[:, 2]  # the middle of the face
    dx, dy = dx - low[0], dy - low[1]
    under = -(R[0, 2] * dx + R[1, 2] * dy) / R[2, 2]
    inside = np.ones(np.broadcast(dx, dy).shape, dtype=bool)
    for k in (0, 1):
        side = R[0, k] * dx + R[1, k] * dy + R[2, k] * under
        inside &= np.abs(side) < EDGE * (size[k] / 2 + abs(R[0, k]) * cells[0] + abs(R[1, k]) * cells[1])
    return np.where(inside, low[2] + under, np.inf)
