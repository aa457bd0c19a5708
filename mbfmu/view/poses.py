"""Where the nodes of a Scene are over time, from the columns of a result."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from scipy.spatial.transform import Rotation

from ..base.errors import MbfmuError, ProblemsFound
from ..scene import Point, Scene

NO_TURN = 1e-6  # Euler parameters are not shorter


@dataclass(frozen=True)
class Poses:
    """A Scene at the times t (n,) [s].

    `r` (n, 3) [m] and `Q` (n, 4) of each node by its name, as shown: positions are those from the Scene's `origin` if it has one;
    neighbouring Q have no jumps of sign. `forces` (n, 3) [N] and `weights` (n, modes) of what deforms by the names of outputs.
    """

    t: np.ndarray
    r: dict[str, np.ndarray]
    Q: dict[str, np.ndarray]
    forces: dict[str, np.ndarray]
    weights: dict[str, np.ndarray] = field(default_factory=dict)

    def at(self, rows: np.ndarray) -> Poses:
        """The same at some of the times, by their numbers."""
        return Poses(self.t[rows], *({name: values[rows] for name, values in of.items()} for of in (self.r, self.Q, self.forces, self.weights)))

    def seen_from(self, node: str, point: Point) -> np.ndarray:
        """Where a point is (n, 3) [m] in the axes of a node."""
        return Rotation.from_quat(self.Q[node]).inv().apply(self.point(point) - self.r[node])

    def point(self, point: Point) -> np.ndarray:
        """Where a point is (n, 3) [m]."""
        return self.r[point.node] + Rotation.from_quat(self.Q[point.node]).apply(np.array(point.r))


def poses(scene: Scene, result: np.ndarray) -> Poses:
    """The poses in the rows of a result, a structured array with "time" [s] and the outputs that the Scene names.

    Raises ProblemsFound with everything that the result lacks, MbfmuError where its numbers are no poses. Forces that it does not hold are left out.
    """
    columns, n = set(result.dtype.names or ()), len(result)
    wanted = {name for names in pose_outputs(scene).values() for name in names}
    if missing := sorted({"time", *wanted} - columns):
        raise ProblemsFound(f"the result does not say where the parts of {scene.name} are:", [f"it has no {name}" for name in missing])
    if not n or not np.all(np.diff(result["time"]) >= 0.0):
        raise MbfmuError(f"the result of {scene.name} has {n} rows; its times must ascend")
    r = {node.name: _stacked(result, entries(node.position, 3)) if node.position else np.tile(node.r, (n, 1)) for node in scene.nodes}
    Q = {node.name: _turned(result, node.orientation) if node.orientation else np.tile(node.Q, (n, 1)) for node in scene.nodes}
    forces = {arrow.force: entries(arrow.force, 3) for arrow in scene.arrows}
    there = {name: _stacked(result, entries) for name, entries in forces.items() if columns.issuperset(entries)}
    weights = {name: _stacked(result, names) for name, names in weight_outputs(scene).items()}
    return _shown(scene, Poses(np.asarray(result["time"], dtype=float), r, Q, there, weights))


def gaping(scene: Scene) -> Poses:
    """The poses at the start values of all joints, where loops may gape, at one time 0 s."""
    r, Q = ({node.name: np.array([getattr(node, of)]) for node in scene.nodes} for of in ("r", "Q"))
    weights = {shape.weights: np.array([shape.start]) for node in scene.nodes for shape in node.deformables}
    return _shown(scene, Poses(np.zeros(1), r, Q, {}, weights))


def _shown(scene: Scene, found: Poses) -> Poses:
    seen_from = found.r[scene.origin] if scene.origin else np.zeros(3)
    return replace(found, r={name: at - seen_from for name, at in found.r.items()})


def _turned(result: np.ndarray, orientation: str) -> np.ndarray:
    """Euler parameters (n, 4) of length one, each with the sign nearest to that before it."""
    given = _stacked(result, entries(orientation, 4))
    if np.any(np.linalg.norm(given, axis=1) < NO_TURN):
        raise MbfmuError(f"{orientation} is zero in the result, which is no orientation: Euler parameters have the length one")
    Q = Rotation.from_quat(given).as_quat()
    jumps = np.einsum("ij,ij->i", Q[1:], Q[:-1]) < 0.0
    return Q * np.cumprod(np.where(np.concatenate([[False], jumps]), -1.0, 1.0))[:, None]


def _stacked(result: np.ndarray, entries: list[str]) -> np.ndarray:
    numbers = np.column_stack([result[name] for name in entries]).astype(float)
    if not np.isfinite(numbers).all():
        raise MbfmuError(f"{', '.join(entries)} are not all numbers in the result")
    return numbers


def entries(name: str, count: int) -> list[str]:
    """The names of the numbers of an output; none of no output."""
    return [f"{name}[{i}]" for i in range(1, count + 1)] if name else []


def pose_outputs(scene: Scene) -> dict[str, list[str]]:
    """The outputs that say where the parts of a Scene are and how they deform, with the names of their numbers."""
    places = {name: entries(name, size) for node in scene.nodes for name, size in ((node.position, 3), (node.orientation, 4)) if name}
    return places | weight_outputs(scene)


def weight_outputs(scene: Scene) -> dict[str, list[str]]:
    """The outputs that say how parts of a Scene deform, with the names of their numbers."""
    return {shape.weights: entries(shape.weights, len(shape.start)) for node in scene.nodes for shape in node.deformables}


def force_outputs(scene: Scene) -> dict[str, list[str]]:
    """The outputs that say what forces do in a Scene, with the names of their numbers."""
    return {arrow.force: entries(arrow.force, 3) for arrow in scene.arrows if arrow.force}
