"""The same random tree in Pinocchio, built from the links alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pinocchio as pin

from mbfmu.mechanics.topology import Tree
from mbfmu.model.elements.joints import Cylindrical, FreeMotion, Planar, Prismatic, Revolute, Spherical, Universal

from .random_models import Link, Place


def pinocchio_model(links: Sequence[Link], tree: Tree, gravity: np.ndarray) -> pin.Model:
    """Joints in the order of `tree`; `gravity` (3,) [m/s2]. Reversed joints: only those along or about one axis."""
    model = pin.Model()
    model.gravity.linear = gravity
    at = {0: (0, pin.SE3.Identity())}  # part -> its Pinocchio joint, and where that joint's frame is on the part
    moving = [int(body.name.removeprefix("joint")) for body in tree.bodies]
    welded = [i for i, link in enumerate(links, 1) if i not in moving]
    for i in _parents_first([*moving, *welded], links):
        link = links[i - 1]
        parent, frame = at[link.parent]
        place = frame.actInv(_se3(link.on_parent))
        if link.kind.nq:
            at[i] = model.addJoint(parent, _joint(link), place, f"joint{i}"), _se3(link.on_child)
        else:
            at[i] = parent, _se3(link.on_child) * place.inverse()
        own = pin.Inertia(link.body["m"], link.body["r_CM"], link.body["I"])
        model.appendBodyToJoint(at[i][0], own, at[i][1].inverse())
    return model


def _parents_first(order: list[int], links: Sequence[Link]) -> list[int]:
    """`order`, with every link moved back only as far as its parent demands."""
    placed: list[int] = [0]

    def place(i: int) -> None:
        if i not in placed:
            place(links[i - 1].parent)
            placed.append(i)

    for i in order:
        place(i)
    return placed[1:]


def _se3(place: Place) -> pin.SE3:
    r, n, angle = place
    return pin.SE3(pin.AngleAxis(angle, n / np.linalg.norm(n)).toRotationMatrix(), r)


def _joint(link: Link) -> pin.JointModel:
    axes = {k: a / np.linalg.norm(a) * (-1.0 if link.from_child else 1.0) for k, a in link.axes.items()}
    turn, slide = pin.JointModelRevoluteUnaligned, pin.JointModelPrismaticUnaligned
    if link.kind is Spherical:
        return pin.JointModelSpherical()
    if link.kind is FreeMotion:
        return free_motion()
    if link.kind in (Revolute, Prismatic):
        return {Revolute: turn, Prismatic: slide}[link.kind](axes["n"])
    if link.kind is Cylindrical:
        return _composite(turn(axes["n"]), slide(axes["n"]))
    if link.kind is Universal:
        return _composite(turn(axes["n_a"]), turn(axes["n_b"]))
    assert link.kind is Planar
    y = np.cross(axes["n"], axes["n_x"])
    y /= np.linalg.norm(y)
    return _composite(slide(np.cross(y, axes["n"])), slide(y), turn(axes["n"]))


def free_motion() -> pin.JointModelComposite:
    """FreeMotion in Pinocchio, whose free flyer has velocities resolved in the body; linear speeds come first."""
    return _composite(pin.JointModelTranslation(), pin.JointModelSpherical())


def _composite(*joints: pin.JointModel) -> pin.JointModel:
    composite = pin.JointModelComposite()
    for joint in joints:
        composite.addJoint(joint)
    return composite


def speeds_to_pinocchio(tree: Tree, v: np.ndarray) -> np.ndarray:
    """The same speeds, or accelerations, with those of FreeMotion linear first (an exchange, so its own inverse)."""
    pieces = [np.roll(p, 3) if isinstance(b.joint, FreeMotion) else p for b, p in zip(tree.bodies, tree.split_v(v))]
    return np.concatenate(pieces)
