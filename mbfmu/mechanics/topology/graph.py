"""The user's graph: rigid parts as vertices, joints as edges, exactly as declared."""

from __future__ import annotations

from dataclasses import dataclass

from ...model.declare.frame import owner
from ...model.declare.model import Model
from ...model.declare.unregistered_elements import unregistered_elements
from ...model.elements.joints import Joint
from ...model.elements.parts import BaseWorld
from ...model.elements.parts.base import Part
from ...model.elements.parts.flexible_node import FlexibleNode


@dataclass(frozen=True)
class Graph:
    """Vertices and edges of a model, the world first; parts that merely extend another part are no vertices."""

    world: BaseWorld
    parts: tuple[Part, ...]
    joints: tuple[Joint, ...]


def build_graph(model: Model) -> tuple[Graph | None, list[str]]:
    """The graph of a model, None where it has no world, and what is wrong with it in the user's words."""
    problems: list[str] = []
    worlds = model.of_type(BaseWorld)
    if len(worlds) != 1:
        names = ", ".join(w.path for w in worlds)
        problems.append(
            f"the model has {len(worlds)} worlds ({names}): keep one of them"
            if worlds
            else "the model has no world: add one, such as model.world = World(g=9.81)"
        )
    named = {id(one) for element in model.elements.values() for one in (element, *element.members)}
    for element in model.elements.values():
        for what, target in element.attached.items():
            on = owner(target)
            if id(on) not in named:
                on = on.body if isinstance(on, FlexibleNode) else on
                whose = "that has no name" if on.name is None else f"named {on.name!r} in another model"
                problems.append(f"{element.path}.{what} is on a {type(on).__name__} {whose}: assign it to this model")
            for placement in getattr(target, "placements", ()):
                if placement.name is None:  # made by part.at(...): nobody else reports what is wrong with it
                    problems += [f"{element.path}.{what}: {problem}" for problem in placement.own_problems()]
    problems += unregistered_elements(model)
    extends = [p for p in model.of_type(Part) if p.attached.get("frame_a") is not None]
    parts = [p for p in model.of_type(Part) if p not in extends and not isinstance(p, BaseWorld)]
    parts += [node for part in parts for node in part.members]
    return Graph(worlds[0], tuple(parts), tuple(model.of_type(Joint))) if worlds else None, problems
