"""The wheelbase of a car, by the places of its wheels at the start."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ...mechanics.topology.forest import build_tree
from ...model.blocks import BlockModel
from ...model.declare.model import Model
from ...model.elements.tires import Tire
from ...problem.data.problem import Problem
from ...scene.scene import Scene
from ...scene.start import frame_pose, start_poses

SAME_AXLE = 0.2  # m: wheels that are no farther apart along the car share an axle


def axles_of(car: Model | BlockModel | Problem | Path) -> list[float]:
    """Where the axles are along x [m], from the rear: of a Model by its tires, of a connected Problem by wheels in its Scene; else none."""
    if isinstance(car, Model):
        poses = start_poses(build_tree(car))
        return _axles([float(frame_pose(tire.wheel, poses)[1][0]) for tire in car.of_type(Tire)])
    if isinstance(car, Problem) and car.scene is not None:
        return _axles(_wheels(car.scene))
    return []


def _wheels(scene: Scene) -> list[float]:
    """Where the wheels of a Scene are along x [m], those of roads that stand still."""
    nodes = {node.name: node for node in scene.nodes}
    found = []
    for wheel in (wheel for terrain in scene.terrains for wheel in terrain.wheels):
        node = nodes[wheel.node]
        e, e_4 = np.array(node.Q[:3]), node.Q[3]
        twist = 2.0 * np.cross(e, np.array(wheel.r))
        found.append(float(node.r[0] + wheel.r[0] + (e_4 * twist + np.cross(e, twist))[0]))
    return found


def _axles(places: list[float]) -> list[float]:
    """The mean of each group of places."""
    ordered = np.sort(places)
    groups = np.split(ordered, np.flatnonzero(np.diff(ordered) > SAME_AXLE) + 1) if places else []
    return [float(group.mean()) for group in groups]
