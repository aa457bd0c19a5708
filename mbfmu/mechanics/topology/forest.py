"""Model -> Tree: the spanning tree of the user's graph, walked depth-first from the world in the order of declaration.

Which joints are in the spanning tree where joints close loops, `spanning_tree.py` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeGuard

from ...base.errors import ProblemsFound
from ...model.declare.element import Element
from ...model.declare.frame import Frame
from ...model.declare.model import Model
from ...model.elements.joints import Fixed, Joint, Reversed, RotorInertia
from ...model.elements.parts import FlexibleBody, MasslessPoint
from ...model.elements.parts.flexible_node import FlexibleNode
from ...model.structure.elastic_data import ElasticData
from .graph import Graph, build_graph
from .seat import Entrance, Seat
from .spanning_tree import span
from .tree import Tree, TreeBody, Weld


def build_tree(model: Model) -> Tree:
    """The tree of a model.

    Raises ProblemsFound with everything that is wrong with names, values, exposure and connections.
    """
    graph, problems = build_graph(model)
    problems = model.problems() + problems
    if graph is None:
        raise ProblemsFound(f"model {model.name} cannot be built:", problems)
    spanning, found = span(graph, model)
    watched = {target for e in model.elements.values() for target in e.attached.values() if isinstance(target, Joint)}
    walk = _Walk(graph, spanning.joints, watched)
    problems += found + _disconnected(graph, walk)
    if problems:
        raise ProblemsFound(f"model {model.name} cannot be built:", problems)
    points = tuple(p for p in graph.parts if isinstance(p, MasslessPoint))
    data = {body: body.entered_at(label) for body, label in walk.entrances.items()}
    bodies = tuple(_tree_body(edge, tuple(walk.welds[k]), data) for k, edge in enumerate(walk.entered, 1))
    return Tree(
        world=graph.world,
        world_welds=tuple(walk.welds[0]),
        bodies=bodies,
        lower=tuple(walk.lower),
        place=walk.place,
        points=points,
        cuts=spanning.cuts,
        rotors=tuple(model.of_type(RotorInertia)),
    )


Edge = tuple[Any, bool, Frame, Frame]  # a joint, whether it is walked backwards, its frame here and its frame there


def _tree_body(edge: Edge, welds: tuple[Weld, ...], data: Mapping[FlexibleBody, ElasticData]) -> TreeBody:
    """The body behind an edge, with the data of the flexible bodies as they are held."""
    joint, back, inboard, outboard = edge
    elastic: ElasticData | None = None
    kind: Any = Reversed(type(joint)) if back else type(joint)
    if isinstance(joint, FlexibleBody):
        elastic, kind = data[joint], Entrance(data[joint].nodes[inboard.part.label])
    elif isinstance(joint, FlexibleNode):
        kind = Seat(data[joint.body].nodes[joint.label])
    return TreeBody(joint=joint, kind=kind, inboard=inboard, outboard=outboard, welds=welds, elastic=elastic)


@dataclass
class _Walk:
    """A depth-first walk over the `joints` of a graph that form no loops.

    A Fixed joint welds its parts to one body, unless an element watches it.
    """

    graph: Graph
    joints: frozenset[Joint]
    watched: set[Joint]
    place: dict[Element, int] = field(default_factory=dict)
    lower: list[int] = field(default_factory=list)
    entered: list[Edge] = field(default_factory=list)
    welds: dict[int, list[Weld]] = field(default_factory=dict)
    entrances: dict[FlexibleBody, str] = field(default_factory=dict)  # flexible bodies, and the nodes from which the walk enters them

    def __post_init__(self) -> None:
        """Walks the whole graph; the stack holds, for every body on the way down to here, the joints not yet tried."""
        pending = [(0, self._body(self.graph.world, 0))]
        while pending:
            k, edges = pending[-1]
            edge = next(edges, None)
            if edge is None:
                pending.pop()
            elif self._enters(edge):
                self.entered.append(edge)
                self.lower.append(k)
                pending.append((len(self.entered), self._body(edge[3].part, len(self.entered))))

    def _body(self, part: Element, k: int) -> Iterator[Edge]:
        """Places `part` as body k with all that is welded to it; the joints that lead away, in the order of declaration."""
        self.welds[k] = []
        self.place[part] = k
        away: list[tuple[int, Edge]] = []
        members = [part]
        for member in members:  # grows while it is walked
            if isinstance(member, FlexibleNode):
                away.append((-1, (member.body, True, Frame(member), Frame(member.body))))
            elif isinstance(member, FlexibleBody):
                self.entrances[member] = self.entered[k - 1][2].part.label
                away += [(i, (node, False, Frame(member), Frame(node))) for i, node in enumerate(member.members)]
            for number, edge in self._edges.get(member, ()):
                joint, _, here, there = edge
                if not self._welds(joint):
                    away.append((number, edge))
                elif self._enters(edge):
                    self.place[there.part] = k
                    self.welds[k].append(Weld(here, there))
                    members.append(there.part)
        return iter([edge for _, edge in sorted(away, key=lambda numbered: numbered[0])])

    def _enters(self, edge: Edge) -> bool:
        """Whether this joint leads on, and not back to where the walk came from."""
        return edge[3].part not in self.place

    def _welds(self, joint: Joint) -> TypeGuard[Fixed]:
        return isinstance(joint, Fixed) and joint not in self.watched

    @cached_property
    def _edges(self) -> dict[Element, list[tuple[int, Edge]]]:
        """The joints on each part, numbered in the order of declaration."""
        edges: dict[Element, list[tuple[int, Edge]]] = {}
        for number, joint in enumerate(j for j in self.graph.joints if j in self.joints):
            a, b = joint.frame_a, joint.frame_b
            edges.setdefault(a.part, []).append((number, (joint, False, a, b)))
            edges.setdefault(b.part, []).append((number, (joint, True, b, a)))
        return edges


def _disconnected(graph: Graph, walk: _Walk) -> list[str]:
    loose = [p for p in graph.parts if p not in walk.place and not isinstance(p, MasslessPoint | FlexibleNode)]
    problems = [f"{p.path} is not connected to {graph.world.path} by joints: connect it, with FreeMotion if it floats freely" for p in loose]
    for point in (p for p in graph.parts if isinstance(p, MasslessPoint)):
        held = [j.path for j in graph.joints if point in (j.frame_a.part, j.frame_b.part)]
        if held:
            problems.append(f"{', '.join(held)} on {point.path}: a MasslessPoint is held by forces only; use a Body with m=0")
    return problems
