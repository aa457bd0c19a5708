"""How the frames of a tree move, on floats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from mbfmu.base.scalars import Record
from mbfmu.mechanics.formulations.derived_parameters import derive
from mbfmu.mechanics.formulations.motion import Motion
from mbfmu.mechanics.topology import Tree
from mbfmu.model.declare.frame import Frame


def gathered(tree: Tree, coordinates: Mapping[str, np.ndarray]) -> np.ndarray:
    """The coordinates of a tree from those of all joints."""
    return np.concatenate([np.zeros(0), *(coordinates[body.name] for body in tree.bodies)])


def motions_of(tree: Tree, q: np.ndarray, speeds: Iterable[np.ndarray], frames: Sequence[Frame]) -> Iterator[list[Record]]:
    """R, r, v and w of frames, as Motion gives them, at q for each of several speeds."""
    d = derive(tree, {part: Record(part.values) for part in tree.place}, list(frames))
    index = {frame: i for i, frame in enumerate(frames)}
    for v in speeds:
        motion = Motion(tree, d, tree.split_q(q), tree.split_v(v), index)
        yield [motion.frame(frame) for frame in frames]


def at_rest(tree: Tree, q: np.ndarray, frames: Sequence[Frame]) -> list[Record]:
    """R, r, v and w of frames at q without speed."""
    return next(motions_of(tree, q, [np.zeros(tree.nv)], frames))
