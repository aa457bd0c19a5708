"""Random trees of bodies and joints: random axes, places, declaration order, and joints declared from either side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mbfmu import Body, Model, World
from mbfmu.mechanics.topology import Tree
from mbfmu.model.elements.joints import Cylindrical, Fixed, FreeMotion, Joint, Planar, Prismatic, Revolute, Spherical, Universal
from mbfmu.model.elements.parts.base import Part

ALL_JOINTS = (Revolute, Prismatic, Cylindrical, Universal, Spherical, Planar, FreeMotion, Fixed)
Place = tuple[np.ndarray, np.ndarray, float]  # r, n, angle of a frame on its part


@dataclass(frozen=True)
class Link:
    """A body and the joint to its parent (0 is the world, i the i-th link); `from_child`: frame_a is on the child."""

    parent: int
    kind: type[Joint]
    axes: Mapping[str, np.ndarray]
    on_parent: Place
    on_child: Place
    from_child: bool
    body: Mapping[str, Any]


def random_links(rng: np.random.Generator, kinds: Sequence[type[Joint]], reversible: Sequence[type[Joint]] = ALL_JOINTS) -> list[Link]:
    """One link for each kind, each on the world or on any link before it."""
    return [
        Link(
            parent=int(rng.integers(max(0, i - 2), i + 1)),
            kind=kind,
            axes=random_axes(rng, kind),
            on_parent=random_place(rng),
            on_child=random_place(rng),
            from_child=kind in reversible and bool(rng.integers(2)),
            body=random_body(rng),
        )
        for i, kind in enumerate(kinds)
    ]


def random_axes(rng: np.random.Generator, kind: type[Joint]) -> dict[str, np.ndarray]:
    """Directions for a joint of this kind, as its parameters."""
    a, b = rng.normal(size=(2, 3))
    if kind is Universal:
        return {"n_a": a, "n_b": np.cross(a, b)}
    if kind is Planar:
        return {"n": a, "n_x": b}
    return {"n": a} if hasattr(kind, "n") else {}


def random_body(rng: np.random.Generator) -> dict[str, Any]:
    """Mass, centre of mass and a tensor of inertia that a rigid body can have."""
    points = rng.normal(size=(4, 3))
    points -= points.mean(axis=0)
    I = 0.1 * (np.sum(points**2) * np.eye(3) - points.T @ points)
    return {"m": rng.uniform(0.5, 3.0), "r_CM": rng.normal(size=3), "I": I}


def random_place(rng: np.random.Generator) -> Place:
    """Where a frame may stand on its part."""
    return rng.normal(size=3), rng.normal(size=3), float(rng.uniform(-3.0, 3.0))


def build(links: Sequence[Link], rng: np.random.Generator, world: Part | None = None) -> Model:
    """The Model of `links`, declared in random order: world, body1 and joint1, body2 and joint2, ..."""
    parts = [world or World(g=9.81, n=rng.normal(size=3))] + [Body(**link.body) for link in links]
    named: list[tuple[str, Any]] = [("world", parts[0])]
    for i, link in enumerate(links, 1):
        frames = [parts[link.parent].at(*link.on_parent), parts[i].at(*link.on_child)]
        if link.from_child:
            frames.reverse()
        named += [(f"body{i}", parts[i]), (f"joint{i}", link.kind(*frames, **link.axes))]
    model = Model("RandomTree")
    for i in rng.permutation(len(named)):
        model.add(*named[i])
    return model


def random_state(rng: np.random.Generator, tree: Tree) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates (Euler parameters of length one) and speeds of a tree."""
    q = [random_coordinates(rng, type(b.joint)) for b in tree.bodies]
    return np.concatenate(q), rng.uniform(-2.0, 2.0, tree.nv)


def random_coordinates(rng: np.random.Generator, kind: type[Joint]) -> np.ndarray:
    """Coordinates (Euler parameters of length one) of a joint."""
    q = rng.uniform(-1.5, 1.5, kind.nq)
    if kind.nq in (4, 7):  # Euler parameters end the coordinates of Spherical and FreeMotion
        q[-4:] /= np.linalg.norm(q[-4:])
    return q
