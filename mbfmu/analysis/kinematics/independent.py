"""Independent speeds: a choice of as many as a mechanism has freedoms, which all others follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ...base.errors import MbfmuError
from ...model.declare.declarations import Input
from ...model.declare.element import declarations
from ...model.declare.model import Model
from ...model.elements.constraints.joint_motion import JointMotion
from ...model.elements.joints import Joint
from ...model.signals.nearest import nearest

RANK = 1e-8  # of singular values, relative to the largest
CLEAR = 1e-2  # what a speed may have left beside those chosen before: with less it is chosen only where no other does
LEAST = 1e-8


def driven_first(model: Model, joints: Sequence[Joint]) -> list[Joint]:
    """The joints, those first that are driven: by what has inputs, or by what prescribes their motion."""
    drives = (e for e in model.elements.values() if declarations(type(e), Input) or isinstance(e, JointMotion))
    driven = {target for element in drives for target in element.attached.values()}
    return sorted(joints, key=lambda joint: joint not in driven)


def freedoms(A: np.ndarray) -> np.ndarray:
    """An orthonormal basis (nv, freedoms) of all v with A v = 0."""
    if not A.size:
        return np.eye(A.shape[1])
    _, lengths, rows = np.linalg.svd(A)
    return rows[np.count_nonzero(lengths > RANK * lengths[0]) :].T


def chosen(order: Iterable[int], ways: np.ndarray) -> list[int]:
    """As many rows of `ways` (speeds, freedoms) as it has columns, independent of each other, early ones of the order first; ascending."""
    order, basis = [*order], np.zeros((0, ways.shape[1]))
    found: list[int] = []
    for least in (CLEAR, LEAST):
        for i in (i for i in order if i not in found and len(found) < ways.shape[1]):
            left = ways[i] - basis.T @ (basis @ ways[i])
            left -= basis.T @ (basis @ left)
            if np.linalg.norm(left) > least:
                found.append(i)
                basis = np.vstack((basis, left / np.linalg.norm(left)))
    return sorted(found)


def asked_for(names: Sequence[str], speeds: Sequence[str], ways: np.ndarray) -> list[int]:
    """The numbers of speeds that a user wants to be the independent ones; MbfmuError where they are not."""
    for name in (name for name in names if name not in speeds):
        raise MbfmuError(f"there is no speed {name!r}{nearest(name, speeds)}; there is {', '.join(speeds)}")
    found, freedoms = [speeds.index(name) for name in names], ways.shape[1]
    if len(set(found)) != freedoms:
        raise MbfmuError(f"independent= must name as many speeds as the mechanism has freedoms, {freedoms}, not {', '.join(names)}")
    if np.linalg.matrix_rank(ways[found], tol=LEAST) < freedoms:
        raise MbfmuError(f"{', '.join(names)} do not determine how the mechanism moves where it starts; choose others of {', '.join(speeds)}")
    return found


def followers(A: np.ndarray, rows: np.ndarray, right: np.ndarray) -> np.ndarray | None:
    """X with A X = right's first rows and `rows` X = its others; None where that is not determined."""
    both = np.vstack((A, rows))
    found, _, rank, _ = np.linalg.lstsq(both, right, rcond=RANK)
    return found if rank == both.shape[1] else None
