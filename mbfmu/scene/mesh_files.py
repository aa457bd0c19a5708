"""The mesh files that a Scene names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .scene import Figure, Scene
from .shapes import Surface


def mesh_files(scene: Scene) -> list[str]:
    """The files of all surfaces of a Scene, each once."""
    shapes = (figure.shape for node in scene.nodes for figure in node.figures)
    return list(dict.fromkeys(shape.file for shape in shapes if isinstance(shape, Surface)))


def with_mesh_files(scene: Scene, place: Callable[[str], str]) -> Scene:
    """The same Scene, its mesh files where `place` says that each is."""
    moved = lambda figure: _moved(figure, place)
    return replace(scene, nodes=tuple(replace(node, figures=tuple(map(moved, node.figures))) for node in scene.nodes))


def _moved(figure: Figure, place: Callable[[str], str]) -> Figure:
    shape = figure.shape
    return replace(figure, shape=replace(shape, file=place(shape.file))) if isinstance(shape, Surface) else figure
