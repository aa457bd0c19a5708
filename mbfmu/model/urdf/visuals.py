"""Figures of links become visuals of bodies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...base.spatial.rotations import from_roll_pitch_yaw
from ..elements.visuals import Box, Cylinder, Mesh, Sphere, Visual
from .findings import Findings
from .mesh_files import mesh_file, mesh_file_fault
from .robot import Pose, RobotFigure, RobotLink


def visuals(link: RobotLink, folder: Path, found: Findings) -> list[Visual]:
    """What shows a link of the robot in a file of `folder`; meshes that cannot be had are left out, and warned of."""
    made = []
    for figure in link.figures:
        file = mesh_file(figure.file, folder) if figure.kind == "mesh" else None
        if why := mesh_file_fault(file) if figure.kind == "mesh" else "":
            found.warn(link.where, f"its mesh {why}, and is not shown")
        else:
            made.append(_visual(figure, file.path if file else None))
    return made


def _visual(figure: RobotFigure, file: Path | None) -> Visual:
    return MADE[figure.kind](figure, file, {"r": figure.pose.xyz, "colour": figure.colour or None, **_turn(figure.pose)})


def _mesh(figure: RobotFigure, file: Path | None, placed: Mapping[str, Any]) -> Mesh:
    """A mesh in its own colours, but for STL files, which have none."""
    assert file is not None  # meshes without a file are left out
    return Mesh(file, scale=figure.numbers, **{**placed, "colour": placed["colour"] if file.suffix.lower() == ".stl" else None})


MADE: Mapping[str, Callable[[RobotFigure, Path | None, Mapping[str, Any]], Visual]] = {
    "box": lambda figure, _, placed: Box(size=figure.numbers, **placed),
    "cylinder": lambda figure, _, placed: Cylinder(radius=figure.numbers[0], length=figure.numbers[1], **placed),
    "capsule": lambda figure, _, placed: Cylinder(radius=figure.numbers[0], length=figure.numbers[1], **placed),
    "sphere": lambda figure, _, placed: Sphere(radius=figure.numbers[0], **placed),
    "mesh": _mesh,
}


def _turn(pose: Pose) -> Mapping[str, Any]:
    """The axis and the angle of a pose's rotation."""
    from scipy.spatial.transform import Rotation  # here, so that models of other origin start sooner

    turn = Rotation.from_matrix(from_roll_pitch_yaw(*pose.rpy)).as_rotvec()
    angle = float(np.linalg.norm(turn))
    return {"n": turn / angle, "angle": angle} if angle else {}
