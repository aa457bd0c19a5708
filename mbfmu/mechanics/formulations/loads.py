"""Applied forces of a model, gathered on bodies, joints and massless points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...base.scalars import Record, element, kernel
from ...base.spatial.rotations import cross
from ...model.declare.element import Element
from ...model.declare.frame import Frame
from ...model.elements.element_description import described
from ...model.elements.forces import Force, JointLoad
from ...model.elements.forces.base import Load, joint_load, wrenches
from ...model.elements.forces.body_load import BodyLoad, spread
from ...model.elements.joints import Joint
from .closing_joints import acting_along, layout
from .elastic_bodies import elastic_load
from .motion import Motion


@dataclass(frozen=True)
class Loads:
    """`F[k]`: applied force (6,) on body k, resolved in it at its origin, None where nothing acts; index 0 the world.

    `tau[k]`: generalized force (nv,) on the joint of body k, None where nothing acts. `points`: force (3,) and torque (3,) on
    each massless point. `uniform`: acceleration of gravity (3,) where it is the same everywhere (it is not in F).
    """

    F: list
    tau: list
    points: list
    uniform: Any


def gather_loads(
    motion: Motion, forces: Sequence[Element], parameters: Mapping[Element, Record], u: Mapping, t: Any, readings: Mapping[Element, Record] = {}
) -> Loads:
    """The loads of all forces, joint loads and gravity at a motion and the time t [s], with what they read of elements."""
    tree = motion.tree
    loads = Loads([None] * (len(tree.bodies) + 1), [None] * (len(tree.bodies) + 1), [None] * len(tree.points), np.zeros(3))
    for force in (f for f in forces if isinstance(f, Force)):
        frames = list(force.frames.values())
        seen = [*map(motion.frame, frames), *_around(force, parameters, readings)]
        with element(force.path):
            acting = wrenches(type(force), parameters[force], u[force], t, *seen)
        for frame, wrench in zip(frames, acting):
            add_wrench(loads, motion, frame, wrench)
    for load in (f for f in forces if isinstance(f, JointLoad)):
        joint = motion.joint(load.joint)
        read = _around(load, parameters, readings)
        with element(load.path):
            add_joint_force(loads, motion, load.joint, joint_load(type(load), parameters[load], u[load], t, joint.q, joint.v, *read))
    for over in (f for f in forces if isinstance(f, BodyLoad)):
        k = tree.number(over.body)
        data = tree.elastic_data(over.body)
        force, along = spread(u[over][over.size], over.unit_load(data), over.stiffness(data), motion.q[k - 1])
        _add(loads.F, k, force)
        _add(loads.tau, k, along)
    for k, constants in zip(tree.flexible, motion.d.elastic):
        _add(loads.tau, k, elastic_load(constants, motion.q[k - 1], motion.v[k - 1]))
    world = parameters[tree.world]
    if tree.world.uniform:
        return replace(loads, uniform=tree.world.acceleration(world))
    for part, place in zip(tree.massive, motion.d.places):
        k = tree.place[part]
        if k:
            own = parameters[part]
            _add(loads.F, k, attraction(type(tree.world), world, motion.poses[k], place, own.m, own.r_CM))
    for k, constants in zip(tree.flexible, motion.d.elastic):
        _add(loads.F, k, elastic_attraction(type(tree.world), world, motion.poses[k], constants.m))
    return loads


def _around(load: Load, parameters: Mapping[Element, Record], readings: Mapping[Element, Record]) -> list[Record]:
    """What a load sees beside motion."""
    return [*(readings[of] for of in load.reads.values()), *(described(of, parameters.__getitem__) for of in load.surroundings.values())]


def add_wrench(loads: Loads, motion: Motion, frame: Frame, wrench: tuple) -> None:
    """Add force and torque on a frame, resolved in the world, to `loads` in place."""
    k = motion.body_of(frame)
    placement = motion.d.frames[motion.frame_index[frame]]
    if k is None:
        _add(loads.points, motion.tree.points.index(frame.part), on_point(placement, wrench))
    elif k:
        _add(loads.F, k, on_body(motion.poses[k][0], placement, wrench))


def add_joint_force(loads: Loads, motion: Motion, joint: Joint, tau: Any) -> None:
    """Add a generalized force along a joint to `loads` in place."""
    cut = motion.tree.cut_of(joint)
    if cut is None:
        _add(loads.tau, motion.tree.number(joint), tau)
        return
    frames = cut.frame_a, cut.frame_b
    states = [motion.frame(frame) for frame in frames]
    wrenches = acting_along(type(joint), layout(joint), motion.joint(joint).q, *states, tau)
    for frame, wrench in zip(frames, wrenches):
        add_wrench(loads, motion, frame, wrench)


def _add(sums: list, k: int, term: Any) -> None:
    sums[k] = term if sums[k] is None else plus(sums[k], term)


@kernel
def base_acceleration(g):
    """The world's acceleration (6,) that stands for uniform gravity g (3,)."""
    return np.array([0.0, 0.0, 0.0, *-g])


@kernel
def plus(a, b):
    """The sum of two arrays of loads."""
    return a + b


@kernel
def on_body(R_0b, placement, wrench):
    """Force (6,) on a body, resolved in it at its origin, of a wrench on a frame, resolved in the world."""
    f, t = R_0b.T @ wrench[0], R_0b.T @ wrench[1]
    return np.array([*(t + cross(placement[1], f)), *f])


@kernel
def on_point(placement, wrench):
    """Torque and force (6,) on a massless point, resolved in the world."""
    f, t = wrench
    return np.array([*(t + cross(placement[1], f)), *f])


@kernel
def elastic_attraction(world, p, pose, m):
    """Force (6,) of non-uniform gravity on a flexible body, applied at its centre of mass, where modes move nothing."""
    R_0b, r_0b = pose
    return np.array([0.0, 0.0, 0.0, *(R_0b.T @ world.attraction(p, m, r_0b))])


@kernel
def attraction(world, p, pose, place, m, r_CM):
    """Force (6,) of non-uniform gravity on a part, applied at its centre of mass."""
    R_0b, r_0b = pose
    c = place[1] + place[0] @ r_CM
    f = R_0b.T @ world.attraction(p, m, r_0b + R_0b @ c)
    return np.array([*cross(c, f), *f])
