"""Which joints of the user's graph make the tree, and which close loops.

Parts held by Fixed joints count as one, so Fixed joints are in the tree, as are flexible bodies with their nodes; only a Fixed joint between nodes
that are joined already closes a loop. Of the joints of a loop all but one are in the tree: their coordinates describe the loop, and the last is
stated as constraints. From first to last, the tree takes

1. Coordinates, which the user chose for a body;
2. joints of massless parts: a branch must not end in one, as it had no inertia beyond its last joint;
3. joints with rotors, to which the recursion adds their inertia;
4. joints whose coordinates or speeds the user fixed at the start;
5. joints whose motion somebody asks for: loads, sensors and constraints on them, their own outputs exposed;
6. joints given start values of their own;
7. joints with few freedoms: leaving out those with many leaves few coordinates and few constraints. A FreeMotion restricts
   nothing, so that it closes a loop at no cost at all;
8. joints near the world: branches stay short and loops couple few coordinates;
9. joints declared early.

Joints are taken in this order, each unless it closes a loop with those before it (Kruskal's minimum spanning tree). So no other
tree has more of 1, or with as many of 1 more of 2, and so on; where 1 to 7 say nothing, it is the breadth-first tree.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

import numpy as np

from ...base.disjoint_sets import DisjointSets
from ...model.declare.declarations import REQUIRED, Handle, Parameter
from ...model.declare.element import declarations
from ...model.declare.model import Model
from ...model.elements.joints import Coordinates, Fixed, Joint, RotorInertia
from ...model.elements.parts.base import Part
from ...model.elements.parts.flexible_node import FlexibleNode
from .cut import Cut
from .graph import Graph


@dataclass(frozen=True)
class Spanning:
    """The joints of a spanning tree, and those that close loops in the order of declaration."""

    joints: frozenset[Joint]
    cuts: tuple[Cut, ...]


def span(graph: Graph, model: Model) -> tuple[Spanning, list[str]]:
    """The spanning tree of a graph (of each piece, if it does not hang together), and what is wrong with joints that never move."""
    parts = [graph.world, *graph.parts, *(frame.part for joint in graph.joints for frame in (joint.frame_a, joint.frame_b))]
    rigid, joined = DisjointSets[Part](parts), DisjointSets[Part](parts)
    for part in graph.parts:
        if isinstance(part, FlexibleNode):
            joined.merge(part.body, part)
    taken, closing, problems = _fixed(graph.joints, rigid, joined)
    moving, immovable = _moving(graph.joints, rigid)
    asked_for, far, of_massless = _asked_for(model), _distances(graph.world, moving, joined), _of_massless(graph.world, moving, joined)

    with_rotor = {rotor.joint for rotor in model.of_type(RotorInertia)}

    def rank(joint: Joint) -> tuple:
        needed = not isinstance(joint, Coordinates), joint not in of_massless, joint not in with_rotor
        return *needed, not _fixed_at_start(joint), joint not in asked_for, not _started(joint), joint.nv, far[joint]

    for joint in sorted(moving, key=rank):  # at equal rank, in the order of declaration
        if joined.merge(joint.frame_a.part, joint.frame_b.part):
            taken.add(joint)
    closing |= {*moving} - taken
    cuts = tuple(Cut(joint, joint.frame_a, joint.frame_b) for joint in graph.joints if joint in closing)
    return Spanning(frozenset(taken), cuts), problems + immovable


def _fixed(joints: Iterable[Joint], rigid: DisjointSets[Part], joined: DisjointSets[Part]) -> tuple[set[Joint], set[Joint], list[str]]:
    """The Fixed joints that join parts not `joined` before, those that close a loop through a flexible body, and what is wrong with the others."""
    taken: set[Joint] = set()
    closing: set[Joint] = set()
    problems: list[str] = []
    for joint in joints:
        a, b = joint.frame_a.part, joint.frame_b.part
        if not isinstance(joint, Fixed) or a is b:
            continue
        if not rigid.merge(a, b):
            problems.append(f"{joint.path} closes a loop without a joint: {a.path} and {b.path} are already fixed to each other")
        else:
            (taken if joined.merge(a, b) else closing).add(joint)
    return taken, closing, problems


def _moving(joints: Iterable[Joint], rigid: DisjointSets[Part]) -> tuple[list[Joint], list[str]]:
    """The joints between two rigid bodies, and what is wrong with those within one."""
    moving: list[Joint] = []
    problems: list[str] = []
    for joint in joints:
        a, b = joint.frame_a.part, joint.frame_b.part
        if a is b:
            problems.append(f"{joint.path} joins {a.path} to itself: give it frames on two parts")
        elif isinstance(joint, Fixed):
            continue
        elif rigid.connected(a, b):
            advice = f"take out {joint.path}, or the Fixed between them"
            problems.append(f"{joint.path} cannot move: {a.path} and {b.path} are fixed to each other; {advice}")
        else:
            moving.append(joint)
    return moving, problems


def _of_massless(world: Part, joints: list[Joint], rigid: DisjointSets[Part]) -> set[Joint]:
    """The joints on a body, or on several fixed to each other, without mass."""
    light = lambda part: not rigid.connected(part, world) and all(p.massless for p in rigid.subset(part))
    return {joint for joint in joints if light(joint.frame_a.part) or light(joint.frame_b.part)}


def _asked_for(model: Model) -> set[Joint]:
    """The joints that elements are attached to, and those with exposed outputs."""
    attached = {target for e in model.elements.values() for target in e.attached.values() if isinstance(target, Joint)}
    return attached | {handle.element for handle in model.outputs.values() if isinstance(handle, Handle)}


def _fixed_at_start(joint: Joint) -> bool:
    return bool(joint.values["q_fixed"] or joint.values["v_fixed"])


def _started(joint: Joint) -> bool:
    """Whether the user gave start values that differ from those it has anyway."""
    starts = (declared for name, declared in declarations(type(joint), Parameter).items() if declared.start and name in joint.values)
    defaults = ((start.name, _default(joint, start)) for start in starts)
    return any(default is None or not np.array_equal(joint.values[name], default) for name, default in defaults)


def _default(joint: Joint, start: Parameter) -> np.ndarray | None:
    return None if start.default is REQUIRED else start.normalized(start.default, joint.unit_of(start))


def _distances(world: Part, joints: list[Joint], rigid: DisjointSets[Part]) -> dict[Joint, float]:
    """How many joints each joint's two bodies are away from the world, on the shortest ways and added up."""
    beside: dict[Part, list[Part]] = {}
    for joint in joints:
        a, b = rigid[joint.frame_a.part], rigid[joint.frame_b.part]
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    far: dict[Part, float] = {rigid[world]: 0}
    reached = list(far)
    for here in reached:  # grows while it is walked
        for there in beside.get(here, ()):
            if there not in far:
                far[there] = far[here] + 1
                reached.append(there)
    return {joint: sum(far.get(rigid[frame.part], inf) for frame in (joint.frame_a, joint.frame_b)) for joint in joints}
