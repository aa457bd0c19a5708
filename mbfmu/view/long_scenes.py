"""Scenes of more parts than a person can tell apart: with what is seen of them, so that pages stay small and play smoothly."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from ..scene import Scene
from ..scene.scene import MANY, Figure, Node
from ..scene.shapes import Ball, Cuboid, Round

NAMED = 100  # parts of a long scene whose axes and names are shown
SMALL = 1 / 400  # of the size of a long scene: what is smaller is two or three pixels where the whole is seen


def is_long(scene: Scene) -> bool:
    """Whether a Scene has more parts than a person can tell apart."""
    return len(scene.nodes) > MANY


def as_seen(scene: Scene) -> Scene:
    """A Scene; of a long one axes and names of every so many-th part only, and no details that are too small to be seen."""
    if not is_long(scene):
        return scene
    shown = {node.name for node in scene.nodes[:: ceil(len(scene.nodes) / NAMED)]}
    nodes = tuple(_as_seen(node, scene.size, node.name in shown) for node in scene.nodes)
    return replace(scene, nodes=nodes, labels=tuple(label for label in scene.labels if label.at.node in shown))


def _as_seen(node: Node, size: float, axes: bool) -> Node:
    return replace(node, figures=tuple(one for one in node.figures if (axes if one.layer == "frame" else not _is_small(one, size))))


def _is_small(one: Figure, size: float) -> bool:
    return isinstance(one.shape, (Ball, Cuboid, Round)) and one.shape.extent < SMALL * size
