"""The modes of a flexible body as a file that shows each of them move."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ..base.errors import MbfmuError
from ..model.structure.elastic_data import ElasticData
from ..scene import Label, Node, Point, Scene
from ..scene.colours import PARTS
from ..scene.flexible_figures import deformable
from ..scene.plain_numbers import figure, numbers
from ..scene.shapes import Deformable
from .glb import Chapter
from .mode_motion import FAR, FRAMES, MOST, PAUSE, SWING
from .motion_file import checked, write
from .poses import poses

THIN = 0.02  # of the size of a body: bars between its nodes
NAMED = 50  # nodes of a body, the first, whose names are shown
WEIGHTS = "e"
TOWARDS = (0.55, -1.0, 0.45)  # from the right, in front and above


def view_elastic_modes(data: ElasticData, path: str | Path, name: str) -> Path:
    """Write a file that shows how elastic data in natural modes deform, with a chooser of modes, at most the 40 lowest. Returns its path.

    A period of every mode takes two seconds, and its farthest vertex moves by 0.12 of the body's size. Raises MbfmuError for a body without
    surface whose nodes are fewer than two, and without modes.
    """
    file = checked(path)
    places = np.array([node.x for node in data.nodes.values()]) if data.surface is None else data.surface.vertices
    size = float(np.linalg.norm(np.ptp(places, axis=0))) if len(places) else 0.0
    shape = deformable(data, THIN * size, WEIGHTS, (0.0,) * data.modes) if size and data.modes else None
    if shape is None:
        raise MbfmuError(f"{name} has nothing to see: no modes, or neither a surface nor two nodes")
    frequencies = np.sqrt(np.diag(data.Ke)) / 2 / np.pi
    starts = [k * (SWING + PAUSE) for k in range(min(data.modes, MOST))]
    chapters = [Chapter(f"mode {k + 1}: {frequencies[k]:.4g} Hz", start, start + SWING) for k, start in enumerate(starts)]
    return write(file, _scene(shape, data, size, name), poses(_scene(shape, data, size, name), _swings(shape, size, chapters)), chapters=chapters)


def _scene(shape: Deformable, data: ElasticData, size: float, name: str) -> Scene:
    """The body alone."""
    node = Node(name=name, figures=(figure(shape, PARTS[0]),), r=(0.0, 0.0, 0.0), Q=(0.0, 0.0, 0.0, 1.0))
    labels = tuple(Label(label, Point(name, numbers(data.nodes[label].x)), "body") for label in list(data.nodes)[:NAMED])
    return Scene(name=name, up=(0.0, 0.0, 1.0), gravity=False, size=size, towards=TOWARDS, nodes=(node,), labels=labels)


def _swings(shape: Deformable, size: float, chapters: list[Chapter]) -> np.ndarray:
    """A result with the weights of one mode after the other."""
    farthest = np.linalg.norm(shape.modes.array, axis=2).max(axis=1)
    swing = FAR * size * np.cos(2.0 * np.pi * np.arange(FRAMES + 1) / FRAMES)
    result = np.zeros(len(chapters) * len(swing), dtype=[("time", float), *((f"{WEIGHTS}[{k + 1}]", float) for k in range(len(farthest)))])
    result["time"] = np.concatenate([np.linspace(one.start, one.stop, len(swing)) for one in chapters])
    for k in range(len(chapters)):
        rows = slice(k * len(swing), (k + 1) * len(swing))
        result[f"{WEIGHTS}[{k + 1}]"][rows] = swing / farthest[k] if farthest[k] else 0.0
    return result
