"""Scenes of several mechanisms that move in one world, as those of a co-simulation do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from .scene import Arrow, Figure, Label, Line, Node, Point, Scene, Terrain
from .shapes import Deformable, SoftGround


def scene_of_system(name: str, scenes: Mapping[str, Scene]) -> Scene:
    """One Scene of the mechanisms of a system by their components; outputs and nodes are called COMPONENT.NAME, as signals of a system are."""
    named = [_of_component(component, scene) for component, scene in scenes.items()]
    first = max(named, key=lambda scene: (any(node.position for node in scene.nodes), scene.size))
    return replace(
        first,
        name=name,
        gravity=any(scene.gravity for scene in named),
        nodes=tuple(node for scene in named for node in scene.nodes),
        lines=tuple(line for scene in named for line in scene.lines),
        arrows=tuple(arrow for scene in named for arrow in scene.arrows),
        labels=tuple(label for scene in named for label in scene.labels),
        terrains=tuple(terrain for scene in named for terrain in scene.terrains),
    )


def _of_component(component: str, scene: Scene) -> Scene:
    """The Scene of one component, with its names."""
    full = lambda name: f"{component}.{name}" if name else ""
    moved = lambda point: Point(full(point.node), point.r)
    figures = lambda node: tuple(_renamed(figure, full) for figure in node.figures)
    return replace(
        scene,
        nodes=tuple(
            Node(name=full(n.name), figures=figures(n), r=n.r, Q=n.Q, position=full(n.position), orientation=full(n.orientation)) for n in scene.nodes
        ),
        lines=tuple(Line(name=full(e.name), kind=e.kind, a=moved(e.a), b=moved(e.b), radius=e.radius, colour=e.colour) for e in scene.lines),
        arrows=tuple(Arrow(full(a.name), moved(a.at), full(a.force)) for a in scene.arrows),
        labels=tuple(Label(label.text, moved(label.at), label.layer) for label in scene.labels),
        origin=full(scene.origin),
        terrains=tuple(Terrain(full(t.node), t.road, tuple(map(moved, t.wheels))) for t in scene.terrains),
    )


def _renamed(figure: Figure, full: Callable[[str], str]) -> Figure:
    """A figure whose output, or the nodes that press on it, have other names."""
    shape = figure.shape
    if isinstance(shape, SoftGround):
        return replace(figure, shape=replace(shape, presses=tuple(replace(press, node=full(press.node)) for press in shape.presses)))
    return replace(figure, shape=replace(shape, weights=full(shape.weights))) if isinstance(shape, Deformable) else figure
