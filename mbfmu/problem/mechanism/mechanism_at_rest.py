"""A mechanism at rest, on plain numbers: what can be said of a model before its equations are composed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...base.scalars import Record
from ...mechanics.formulations.derived_parameters import derive
from ...mechanics.formulations.motion import Motion
from ...mechanics.topology import Tree
from ...model.declare.frame import Frame
from ...model.elements.joints import Joint


def at_rest(tree: Tree, q: Sequence[np.ndarray], frames: Sequence[Frame]) -> Motion:
    """The tree at coordinates q, a piece for each body; `frames` are those that will be asked for, none of them on a massless point."""
    derived = derive(tree, {e: Record(e.values) for e in (*tree.place, *tree.rotors)}, list(frames))
    v = [np.zeros(body.nv) for body in tree.bodies]
    return Motion(tree=tree, d=derived, q=list(q), v=v, frame_index={frame: i for i, frame in enumerate(frames)})


def start_of(joint: Joint) -> np.ndarray:
    """The coordinates (nq,) of a joint at its start values."""
    return np.asarray(joint.start(Record(joint.values))[0], dtype=float)
