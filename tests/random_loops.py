"""Random mechanisms with closed loops that fit together: trees to which joints are added where they already fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.linalg import null_space
from scipy.spatial.transform import Rotation

from mbfmu import Model
from mbfmu.elements.joints import Joint
from mbfmu.elements.parts.base import Part
from mbfmu.formulations.derived import derive
from mbfmu.formulations.motion import Motion
from mbfmu.model.frame import Frame
from mbfmu.scalars import Record
from mbfmu.spatial.placement import compose, inverse
from mbfmu.topology import Cut, Tree, build_tree

from .random_models import build, random_axes, random_coordinates, random_links, random_place, random_state

WELL_POSED = 1e-2  # smallest to largest singular value of what the loops restrict, with rows of order one


@dataclass(frozen=True)
class Mechanism:
    """A mechanism in a position q where all loops are closed, with speeds v that keep them closed; both those of `tree`.

    `coordinates` are those of every joint by name, also of joints beside the tree. The joints' start values say the same.
    """

    model: Model
    tree: Tree
    coordinates: Mapping[str, np.ndarray]
    q: np.ndarray
    v: np.ndarray


def random_mechanism(rng: np.random.Generator, kinds: Sequence[type[Joint]], closing: Sequence[type[Joint]]) -> Mechanism:
    """A tree with one joint for each of `kinds`, and loops closed by `closing`, called loop1, loop2, ...

    Every closing joint takes away its 6 - nv freedoms, and every joint of the tree can still move. ValueError if no two bodies
    let it.
    """
    model = build(random_links(rng, kinds), rng)
    tree = build_tree(model)
    coordinates = dict(zip((body.name for body in tree.bodies), tree.split_q(random_state(rng, tree)[0])))
    for i, kind in enumerate(closing, 1):
        coordinates[f"loop{i}"] = random_coordinates(rng, kind)
        _close(model, f"loop{i}", kind, coordinates, rng)
    _shuffle(model, rng)
    tree = build_tree(model)
    q = gathered(tree, coordinates)
    free = null_space(restrictions(tree, q, coordinates))
    v = free @ rng.uniform(-2.0, 2.0, free.shape[1])
    for body, speeds in zip(tree.bodies, tree.split_v(v)):
        _start(body.joint, coordinates[body.name], speeds)
    for cut, V in zip(tree.cuts, next(motions_between(tree, q, [v]))):
        _start(cut.joint, coordinates[cut.name], np.linalg.lstsq(cut.joint.subspace(coordinates[cut.name]), V)[0])
    return Mechanism(model, tree, coordinates, q, v)


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


def pose_between(tree: Tree, q: np.ndarray, cut: Cut) -> tuple[np.ndarray, np.ndarray]:
    """Where the frame_b of a closing joint stands against its frame_a (R_ab, r_ab_a), in the joint's own axes."""
    a, b = at_rest(tree, q, [cut.frame_a, cut.frame_b])
    layout = cut.joint.layout(cut.joint.values)
    return compose(inverse((a.R @ layout, a.r)), (b.R @ layout, b.r))


def restrictions(tree: Tree, q: np.ndarray, coordinates: Mapping[str, np.ndarray]) -> np.ndarray:
    """A (rows, nv) with A v = 0 for the speeds that keep the loops closed: rows of length one across each joint's freedoms."""
    across = [null_space(cut.joint.subspace(coordinates[cut.name]).T).T for cut in tree.cuts]
    columns = [
        np.concatenate([np.zeros(0), *(rows @ V for rows, V in zip(across, between))]) for between in motions_between(tree, q, np.eye(tree.nv))
    ]
    return np.array(columns).T


def motions_between(tree: Tree, q: np.ndarray, speeds: Iterable[np.ndarray]) -> Iterator[list[np.ndarray]]:
    """The motion (6,) of every closing joint's frame_b against its frame_a, in the joint's own axes on frame_b, for several speeds."""
    layouts = [cut.joint.layout(cut.joint.values) for cut in tree.cuts]
    frames = [frame for cut in tree.cuts for frame in (cut.frame_a, cut.frame_b)]
    for moving in motions_of(tree, q, speeds, frames):
        yield list(map(_motion_between, moving[::2], moving[1::2], layouts))


def _motion_between(a: Record, b: Record, layout: np.ndarray) -> np.ndarray:
    """The motion (6,) of frame b against frame a, resolved in b laid out."""
    w_a, back = a.R @ a.w, (b.R @ layout).T
    return np.array([*(back @ (b.R @ b.w - w_a)), *(back @ (b.v - a.v - np.cross(w_a, b.r - a.r)))])


def _close(model: Model, name: str, kind: type[Joint], coordinates: Mapping[str, np.ndarray], rng: np.random.Generator) -> None:
    """Add a closing joint between two bodies where it takes away what it should and leaves every joint some freedom."""
    for a, b in _pairs(build_tree(model), rng):
        model.add(name, _fitting(model, kind, a, b, coordinates, coordinates[name], rng))
        tree = build_tree(model)
        through_free_motion = any(cut.joint.nv >= 6 for cut in tree.cuts)  # what then closes is no loop
        if not through_free_motion and _mobile(restrictions(tree, gathered(tree, coordinates), coordinates)):
            return
        delattr(model, name)
    raise ValueError(f"no two bodies can be joined by a {kind.__name__}")


def _mobile(A: np.ndarray) -> bool:
    """Whether the rows of A are independent and leave every speed free to be other than zero."""
    singular = np.linalg.svd(A, compute_uv=False)
    independent = len(singular) == len(A) and singular[-1] > WELL_POSED * singular[0]
    return independent and np.linalg.norm(null_space(A), axis=1).min() > WELL_POSED


def _pairs(tree: Tree, rng: np.random.Generator) -> Iterator[tuple[Part, Part]]:
    """All pairs of parts on different bodies, in random order."""
    parts = list(tree.place)
    pairs = [(a, b) for a in parts for b in parts if tree.place[a] != tree.place[b]]
    return iter([pairs[i] for i in rng.permutation(len(pairs))])


def _fitting(
    model: Model, kind: type[Joint], a: Part, b: Part, coordinates: Mapping[str, np.ndarray], q: np.ndarray, rng: np.random.Generator
) -> Joint:
    """A joint at a random place of a, with frame_b on b where it stands at q while the mechanism stands at `coordinates`."""
    axes = random_axes(rng, kind)
    frame_a = a.at(*random_place(rng))
    tree = build_tree(model)
    here, there = at_rest(tree, gathered(tree, coordinates), [frame_a, Frame(b)])
    pattern = kind(frame_a, frame_a, **axes)
    pattern.detach()
    layout = kind.layout(pattern.values), np.zeros(3)
    at_b = compose(compose((here.R, here.r), layout), compose(kind.motion(q), inverse(layout)))
    R, r = compose(inverse((there.R, there.r)), at_b)
    turn = Rotation.from_matrix(R).as_rotvec()
    return kind(frame_a, b.at(r, turn, float(np.linalg.norm(turn))), **axes)


def _shuffle(model: Model, rng: np.random.Generator) -> None:
    """Declare the elements in another order."""
    named = list(model.elements.items())
    model.elements.clear()
    model.elements.update(named[i] for i in rng.permutation(len(named)))


def _start(joint: Joint, q: np.ndarray, v: np.ndarray) -> None:
    """Give a joint these coordinates and speeds at the start: what it shows then are its start values."""
    for name, value in joint.outputs(q, v, np.zeros_like(v)).items():
        if f"{name}_start" in joint.values:
            setattr(joint, f"{name}_start", value)
