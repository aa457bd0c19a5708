"""Random trees of rigid and flexible bodies, joints on nodes of these, on their frames and beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mbfmu import Body, Fixed, FlexibleBody, Material, Model, RectangleSection, World
from mbfmu.mechanics.topology import Tree
from mbfmu.model.declare.frame import Frame
from mbfmu.model.elements.joints import Joint
from mbfmu.model.structure.beam import beam_data
from mbfmu.model.structure.elastic_data import ElasticData, Node
from mbfmu.model.structure.points import of_points

from .random_models import random_body, random_coordinates, random_links, random_place

NODES = ("root", "middle", "tip")
BENT = 0.1  # elastic coordinates at most, of modes that turn nodes by about half as much


def random_data(rng: np.random.Generator, modes: int, points: int = 12, second_order: bool = True) -> ElasticData:
    """A cloud of points with random modes, none of which is a motion of the rigid body."""
    symmetric = lambda A: 0.05 * second_order * (A + A.swapaxes(-1, -2))
    node = lambda: Node(
        x=rng.normal(size=3),
        Phi=0.3 * rng.normal(size=(3, modes)),
        Psi=0.2 * rng.normal(size=(3, modes)),
        G=symmetric(rng.normal(size=(3, modes, modes))),
        Gamma=symmetric(rng.normal(size=(3, modes, modes))),
    )
    stiffness = rng.normal(size=(modes, modes))
    return of_points(
        x=0.5 * rng.normal(size=(points, 3)),
        m=rng.uniform(0.1, 0.5, points),
        Phi=0.3 * rng.normal(size=(points, 3, modes)),
        G=symmetric(rng.normal(size=(points, 3, modes, modes))),
        Ke=50.0 * (np.eye(modes) + stiffness @ stiffness.T),
        nodes={name: node() for name in NODES},
    )


def flexible_tree(rng: np.random.Generator, kinds: Sequence[type[Joint]], modes: Sequence[int]) -> Model:
    """A body behind each joint, with so many modes, rigid where these are none; joints on any node, also on one that carries others."""
    links = random_links(rng, kinds)
    parts: list[Any] = [World(g=9.81, n=rng.normal(size=3))]
    parts += [FlexibleBody(random_data(rng, n), zeta=0.05) if n else Body(**random_body(rng)) for n in modes]
    model = Model("FlexibleTree")
    model.world = parts[0]
    for i, link in enumerate(links, 1):
        frames = [frame(rng, parts[link.parent]), frame(rng, parts[i])]
        model.add(f"body{i}", parts[i])
        model.add(f"joint{i}", link.kind(*(frames[::-1] if link.from_child else frames), **link.axes))
    return model


def frame(rng: np.random.Generator, part: Any) -> Frame:
    """A random place on a part: of a flexible one on a node or on its frame."""
    if not isinstance(part, FlexibleBody):
        return part.at(*random_place(rng))
    name = rng.choice([*NODES, ""])
    return part.nodes[name].at(*random_place(rng)) if name else part.at(*random_place(rng))


def random_state(rng: np.random.Generator, tree: Tree) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates and speeds of a tree, small where they are elastic."""
    q = [rng.uniform(-BENT, BENT, b.nq) if b.elastic else random_coordinates(rng, type(b.joint)) for b in tree.bodies]
    return np.concatenate(q), rng.uniform(-2.0, 2.0, tree.nv)


THIN = RectangleSection(width=0.05, height=0.006)
STEEL = Material(2.1e11, 7850.0)


def cantilever(modes: int = 3, data: ElasticData | None = None, **values: Any) -> Model:
    """A thin beam of steel of 1 m that carries 2 kg at its tip, held in the world, which falls under its weight from where it is straight.

    Other `data` have the nodes "root" and "tip", too.
    """
    model = Model("Cantilever", stop_time=0.2)
    model.world = World(g=9.81, n=[0, 0, -1])
    beam = beam_data({"root": [0, 0, 0], "tip": [1, 0, 0]}, THIN, STEEL, elements=4, modes=2) if data is None else data
    model.arm = FlexibleBody(beam, modes=modes, **values)
    model.clamp = Fixed(model.world.frame_b, model.arm.node("root"))
    model.load = Body(m=2.0)
    model.weld = Fixed(model.arm.node("tip"), model.load.frame_a)
    return model
