"""Constraints that a mechanism already fulfils where it stands, at random places of it or on random joints."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from scipy.spatial.transform import Rotation

from mbfmu import Model
from mbfmu.base.scalars import Record
from mbfmu.base.spatial.placement import compose, inverse
from mbfmu.mechanics.topology import build_tree
from mbfmu.model.declare.frame import Frame
from mbfmu.model.elements.constraints import (
    Belt,
    Constraint,
    CoordinateCoupling,
    Differential,
    Distance,
    Gear,
    KnifeEdge,
    Planetary,
    PointOnLine,
    PointOnPlane,
    RackAndPinion,
    RollingDisk,
    RollingSphere,
    Screw,
)
from mbfmu.model.elements.constraints.coupling import Coupling
from mbfmu.model.elements.joints import Joint
from mbfmu.model.elements.parts.base import Part

from .motion_of_trees import at_rest, gathered
from .random_forces import random_values
from .random_models import random_place

Pose = tuple[np.ndarray, np.ndarray]
# Where frame_a stands as seen from frame_b, and parameters, such that the constraint is fulfilled.
Fitting = Callable[[np.random.Generator], tuple[Pose, dict[str, float | np.ndarray]]]
LEAST_LEAN = 0.3  # sine between the axle of a disk, or what is across a blade, and the plane's normal


def _distance(rng: np.random.Generator) -> tuple[Pose, dict]:
    r = rng.normal(size=3)
    return (_turn(rng), r), {"s": np.linalg.norm(r)}


def _on_plane(rng: np.random.Generator) -> tuple[Pose, dict]:
    R, n, along = _turn(rng), *rng.normal(size=(2, 3))
    return (R, R @ np.cross(n, along)), {"n": n}


def _on_line(rng: np.random.Generator) -> tuple[Pose, dict]:
    R, n = _turn(rng), rng.normal(size=3)
    return (R, R @ n), {"n": n}


def _on_ball(rng: np.random.Generator) -> tuple[Pose, dict]:
    R, radius = _turn(rng), rng.uniform(0.2, 1.0)
    return (R, R @ [*rng.normal(size=2), -radius]), {"radius": radius}


def _on_disk(rng: np.random.Generator) -> tuple[Pose, dict]:
    R, radius = _leaning(rng), rng.uniform(0.2, 1.0)
    axle = R.T[:, 1]
    return (R, R @ [*rng.normal(size=2), -radius * np.hypot(axle[0], axle[1])]), {"radius": radius}


def _on_blade(rng: np.random.Generator) -> tuple[Pose, dict]:
    return (_leaning(rng), rng.normal(size=3)), {}


def _leaning(rng: np.random.Generator) -> np.ndarray:
    """How a plane stands against a frame whose y is well across its normal (3, 3)."""
    while True:
        R = _turn(rng)
        if np.hypot(*R[1, :2]) > LEAST_LEAN:
            return R


def _turn(rng: np.random.Generator) -> np.ndarray:
    return Rotation.random(random_state=rng).as_matrix()


BETWEEN_FRAMES: Mapping[type[Constraint], Fitting] = {
    Distance: _distance,
    PointOnPlane: _on_plane,
    PointOnLine: _on_line,
    RollingSphere: _on_ball,
    RollingDisk: _on_disk,
    KnifeEdge: _on_blade,
}
BETWEEN_JOINTS: tuple[type[Coupling], ...] = (Gear, Belt, CoordinateCoupling, RackAndPinion, Screw, Differential, Planetary)


def fitting_constraint(model: Model, kind: type[Constraint], coordinates: Mapping[str, np.ndarray], rng: np.random.Generator) -> Constraint:
    """A constraint that is fulfilled where all joints have these coordinates; ValueError where the model has too few joints for it."""
    if issubclass(kind, Coupling):
        return _coupling(model, kind, coordinates, rng)
    tree = build_tree(model)
    parts = [part for part in tree.place if isinstance(part, Part)]
    a, b = (parts[i] for i in rng.choice(len(parts), 2, replace=False))
    frame_b = b.at(*random_place(rng))
    of_b, of_a = ((at.R, at.r) for at in at_rest(tree, gathered(tree, coordinates), [frame_b, Frame(a)]))
    against, values = BETWEEN_FRAMES[kind](rng)
    R, r = compose(compose(inverse(of_a), of_b), against)
    turn = Rotation.from_matrix(R).as_rotvec()
    return kind(a.at(r, turn, float(np.linalg.norm(turn))), frame_b, **values)


def _coupling(model: Model, kind: type[Coupling], coordinates: Mapping[str, np.ndarray], rng: np.random.Generator) -> Coupling:
    joints: list[Joint] = []
    for wanted in kind.attachments.values():
        fitting = [joint for joint in model.of_type(wanted) if joint.nq == 1 and joint not in joints]
        if not fitting:
            raise ValueError(f"no joints for a {kind.__name__}")
        joints.append(fitting[rng.integers(len(fitting))])
    values = {name: value for name, value in random_values(rng, kind).items() if name != "enabled"}
    weights = kind.weights(Record(values))
    return kind(*joints, **values | {"offset": sum(w * coordinates[joint.path][0] for w, joint in zip(weights, joints))})
