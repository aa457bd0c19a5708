"""Random mechanisms with closed loops that fit together: trees to which joints are added where they already fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.linalg import null_space
from scipy.spatial.transform import Rotation

from mbfmu import Model
from mbfmu.base.scalars import Record
from mbfmu.base.spatial.placement import compose, inverse
from mbfmu.mechanics.topology import Cut, Tree, build_tree
from mbfmu.model.declare.frame import Frame
from mbfmu.model.elements.constraints import Constraint
from mbfmu.model.elements.constraints.base import velocity
from mbfmu.model.elements.joints import Joint
from mbfmu.model.elements.parts.base import Part

from .motion_of_trees import at_rest, gathered, motions_of
from .random_constraints import fitting_constraint
from .random_models import Link, build, random_axes, random_coordinates, random_links, random_place, random_state

ATTEMPTS = 20  # at a place for a constraint
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


def random_mechanism(
    rng: np.random.Generator,
    kinds: Sequence[type[Joint]],
    closing: Sequence[type[Joint]],
    holding: Sequence[type[Constraint]] = (),
    links: Sequence[Link] | None = None,
) -> Mechanism:
    """A tree with one joint for each of `kinds`, loops closed by `closing`, called loop1, loop2, ..., and constraints `holding`, hold1, hold2, ...

    Every closing joint takes away its 6 - nv freedoms, every row of a constraint one, and every joint of the tree can still move. ValueError if no
    two bodies let it. `links` are the bodies of the tree, random ones unless given.
    """
    model = build(random_links(rng, kinds) if links is None else links, rng)
    tree = build_tree(model)
    coordinates = dict(zip((body.name for body in tree.bodies), tree.split_q(random_state(rng, tree)[0])))
    for i, kind in enumerate(closing, 1):
        coordinates[f"loop{i}"] = random_coordinates(rng, kind)
        _close(model, f"loop{i}", kind, coordinates, rng)
    for i, held in enumerate(holding, 1):
        _hold(model, f"hold{i}", held, coordinates, rng)
    _shuffle(model, rng)
    tree = build_tree(model)
    q = gathered(tree, coordinates)
    free = null_space(restrictions(tree, q, coordinates, model.of_type(Constraint)))
    v = free @ rng.uniform(-2.0, 2.0, free.shape[1])
    for body, speeds in zip(tree.bodies, tree.split_v(v)):
        _start(body.joint, coordinates[body.name], speeds)
    for cut, V in zip(tree.cuts, next(motions_between(tree, q, [v]))):
        _start(cut.joint, coordinates[cut.name], np.linalg.lstsq(cut.joint.subspace(coordinates[cut.name]), V)[0])
    return Mechanism(model, tree, coordinates, q, v)


def pose_between(tree: Tree, q: np.ndarray, cut: Cut) -> tuple[np.ndarray, np.ndarray]:
    """Where the frame_b of a closing joint stands against its frame_a (R_ab, r_ab_a), in the joint's own axes."""
    a, b = at_rest(tree, q, [cut.frame_a, cut.frame_b])
    layout = cut.joint.layout(cut.joint.values)
    return compose(inverse((a.R @ layout, a.r)), (b.R @ layout, b.r))


def restrictions(tree: Tree, q: np.ndarray, coordinates: Mapping[str, np.ndarray], constraints: Sequence[Constraint] = ()) -> np.ndarray:
    """A (rows, nv) with A v = 0 for the speeds that keep the loops closed and the constraints: rows of length one across each joint's freedoms."""
    across = [null_space(cut.joint.subspace(coordinates[cut.name]).T).T for cut in tree.cuts]
    seen = [frame for c in constraints for frame in c.looks_at()]
    columns = []
    for v, moving in zip(np.eye(tree.nv), motions_of(tree, q, np.eye(tree.nv), [*_closing_frames(tree), *seen])):
        between = _between(tree, moving)
        motion: dict[Frame | Joint, Record] = dict(zip(seen, moving[2 * len(tree.cuts) :]))
        motion |= _moving_joints(tree, coordinates, v, between) if constraints else {}
        rates = [velocity(type(c), Record(c.values), Record(), 0.0, [motion[on] for on in c.attached.values()]) for c in constraints]
        columns.append(np.concatenate([np.zeros(0), *(rows @ V for rows, V in zip(across, between)), *rates]))
    return np.array(columns).T


def _moving_joints(tree: Tree, coordinates: Mapping[str, np.ndarray], v: np.ndarray, between: Sequence[np.ndarray]) -> dict[Joint, Record]:
    """q, q_dot and v of every joint for speeds v of the tree, and motions between the frames of closing joints."""
    speeds = {body.joint: piece for body, piece in zip(tree.bodies, tree.split_v(v))}
    speeds |= {cut.joint: np.linalg.lstsq(cut.joint.subspace(coordinates[cut.name]), V)[0] for cut, V in zip(tree.cuts, between)}
    return {joint: Record(q=(q := coordinates[joint.path]), q_dot=joint.rate(q, s), v=s) for joint, s in speeds.items()}


def motions_between(tree: Tree, q: np.ndarray, speeds: Iterable[np.ndarray]) -> Iterator[list[np.ndarray]]:
    """The motion (6,) of every closing joint's frame_b against its frame_a, in the joint's own axes on frame_b, for several speeds."""
    for moving in motions_of(tree, q, speeds, _closing_frames(tree)):
        yield _between(tree, moving)


def _closing_frames(tree: Tree) -> list[Frame]:
    return [frame for cut in tree.cuts for frame in (cut.frame_a, cut.frame_b)]


def _between(tree: Tree, moving: Sequence[Record]) -> list[np.ndarray]:
    """The same of closing frames that move so, which come first."""
    layouts = [cut.joint.layout(cut.joint.values) for cut in tree.cuts]
    return list(map(_motion_between, moving[::2], moving[1::2], layouts))


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


def _hold(model: Model, name: str, kind: type[Constraint], coordinates: Mapping[str, np.ndarray], rng: np.random.Generator) -> None:
    """Add a constraint that is fulfilled where it takes away what it should and leaves every joint some freedom."""
    for _ in range(ATTEMPTS):
        held = fitting_constraint(model, kind, coordinates, rng)
        model.add(name, held)
        tree = build_tree(model)
        if _mobile(restrictions(tree, gathered(tree, coordinates), coordinates, model.of_type(Constraint))):
            return
        delattr(model, name)
    raise ValueError(f"nothing can be held by a {kind.__name__}")


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
