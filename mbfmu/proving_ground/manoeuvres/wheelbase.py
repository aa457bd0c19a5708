"""The wheelbase of a car, by the places of its wheels at the start."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ...base.errors import MbfmuError
from ...base.fmu_pictures import SCENE
from ...base.safe_zip import read_entry
from ...mechanics.topology.forest import build_tree
from ...model.blocks import BlockModel
from ...model.declare.model import Model
from ...model.elements.tires import Tire
from ...problem.data.problem import Problem
from ...scene import read_scene
from ...scene.scene import Point, Scene
from ...scene.start import frame_pose, start_poses

TIRE = re.compile(r"(^|\.)tire_[FR][LR]\.")  # names of its forces
SAME_AXLE = 0.2  # m: wheels that are no farther apart along the car share an axle


def axles_of(car: Model | BlockModel | Problem | Path) -> list[float]:
    """Where the axles are along x [m], from the rear; none if that is not known.

    Those of a Model by its tires, of a connected Problem by wheels in its Scene, and of an FMU by forces of tires in its pictures, if they have the
    names that `car_model` gives them.
    """
    if isinstance(car, Model):
        poses = start_poses(build_tree(car))
        return _axles([float(frame_pose(tire.wheel, poses)[1][0]) for tire in car.of_type(Tire)])
    if isinstance(car, Problem) and car.scene is not None:
        return _axles(_along(car.scene, [wheel for terrain in car.scene.terrains for wheel in terrain.wheels]))
    if isinstance(car, Path):
        pictures = _pictures(car)
        return _axles(_along(pictures, [arrow.at for arrow in pictures.arrows if TIRE.search(arrow.name)])) if pictures else []
    return []


def _pictures(fmu: Path) -> Scene | None:
    """The Scene in an FMU, if there is one that can be read."""
    try:
        return read_scene(read_entry(fmu, SCENE), str(fmu))
    except MbfmuError:
        return None


def _along(scene: Scene, points: Sequence[Point]) -> list[float]:
    """Where points are along x [m] at the start."""
    nodes, found = {node.name: node for node in scene.nodes}, []
    for point in points:
        node = nodes[point.node]
        e, e_4 = np.array(node.Q[:3]), node.Q[3]
        twist = 2.0 * np.cross(e, np.array(point.r))
        found.append(float(node.r[0] + point.r[0] + (e_4 * twist + np.cross(e, twist))[0]))
    return found


def _axles(places: list[float]) -> list[float]:
    """The mean of each group of places."""
    ordered = np.sort(places)
    groups = np.split(ordered, np.flatnonzero(np.diff(ordered) > SAME_AXLE) + 1) if places else []
    return [float(group.mean()) for group in groups]
