"""The independent speeds of a posture: of those of joints as many as a mechanism has freedoms, driven ones first, which all others follow.

Rows A (m, nv) tie the speeds of the tree; speeds of joints are `of_joints` (k, nv) times these. What they determine is decided by the engine's rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ...base.errors import MbfmuError
from ...base.nearest import nearest
from ...engine.free_directions import free_directions
from ...model.declare.declarations import Input
from ...model.declare.element import declarations
from ...model.declare.model import Model
from ...model.elements.constraints.joint_motion import JointMotion
from ...model.elements.joints import Joint

CLEAR = 1e-2  # what a speed may have left beside those chosen before: with less it is chosen only where no other does


def driven_first(model: Model, joints: Sequence[Joint]) -> list[Joint]:
    """The joints, those first that are driven: by what has inputs, or by what prescribes their motion."""
    drives = (e for e in model.elements.values() if declarations(type(e), Input) or isinstance(e, JointMotion))
    driven = {target for element in drives for target in element.attached.values()}
    return sorted(joints, key=lambda joint: joint not in driven)


def freedoms(A: np.ndarray) -> np.ndarray:
    """An orthonormal basis (nv, freedoms) of all v with A v = 0."""
    lengths = np.linalg.norm(A, axis=1, keepdims=True)
    return free_directions(A / np.where(lengths > 0.0, lengths, 1.0))


def chosen(order: Iterable[int], A: np.ndarray, of_joints: np.ndarray) -> list[int]:
    """The numbers of as many speeds as there are freedoms, independent of each other, early ones of the order first; ascending."""
    order, ways = [*order], of_joints @ freedoms(A)
    found, basis = list[int](), np.zeros((0, ways.shape[1]))
    for i in order:
        left = ways[i] - basis.T @ (basis @ ways[i])
        left -= basis.T @ (basis @ left)
        if np.linalg.norm(left) > CLEAR:
            found.append(i)
            basis = np.vstack((basis, left / np.linalg.norm(left)))
    for i in (i for i in order if i not in found and len(found) < ways.shape[1]):
        if freedoms(np.vstack((A, of_joints[[*found, i]]))).shape[1] < ways.shape[1] - len(found):
            found.append(i)
    return sorted(found)


def asked_for(names: Sequence[str], speeds: Sequence[str], A: np.ndarray, of_joints: np.ndarray) -> list[int]:
    """The numbers of speeds that a user wants to be the independent ones; MbfmuError where they are not."""
    for name in (name for name in names if name not in speeds):
        raise MbfmuError(f"there is no speed {name!r}{nearest(name, speeds)}; there is {', '.join(speeds)}")
    found, count = [speeds.index(name) for name in names], freedoms(A).shape[1]
    if len(set(found)) != count:
        raise MbfmuError(f"independent= must name as many speeds as the mechanism has freedoms, {count}, not {', '.join(names)}")
    if not _determine(np.vstack((A, of_joints[found]))):
        raise MbfmuError(f"{', '.join(names)} do not determine how the mechanism moves where it starts; choose others of {', '.join(speeds)}")
    return found


def followers(A: np.ndarray, rows: np.ndarray, right: np.ndarray) -> np.ndarray | None:
    """X with A X = right's first rows and `rows` X = its others; None where that is not determined."""
    both = np.vstack((A, rows))
    return np.linalg.lstsq(both, right, rcond=None)[0] if _determine(both) else None


def _determine(rows: np.ndarray) -> bool:
    """Whether no speed is left free by rows."""
    return not freedoms(rows).size
