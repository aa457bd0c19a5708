"""Figures of links become visuals of bodies; the mesh files of ROS packages are found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import numpy as np
from scipy.spatial.transform import Rotation

from ..elements.visuals import Box, Cylinder, Mesh, Sphere, Visual
from ..elements.visuals.mesh import KINDS
from ..spatial.rotations import from_roll_pitch_yaw
from .findings import Findings
from .robot import Pose, RobotFigure, RobotLink


def visuals(link: RobotLink, folder: Path, found: Findings) -> list[Visual]:
    """What shows a link of the robot in a file of `folder`; meshes that cannot be had are left out, and warned of."""
    made = []
    for figure in link.figures:
        file = _mesh_file(figure.file, folder) if figure.kind == "mesh" else None
        if figure.kind == "mesh" and file is None:
            found.warn(link.where, "its mesh is not found, or is not of a kind that can be read, and is not shown")
        else:
            made.append(_visual(figure, file))
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
    turn = Rotation.from_matrix(from_roll_pitch_yaw(*pose.rpy)).as_rotvec()
    angle = float(np.linalg.norm(turn))
    return {"n": turn / angle, "angle": angle} if angle else {}


def _mesh_file(uri: str, folder: Path) -> Path | None:
    """The file that a mesh's address means: a path, or one in a ROS package, whose folder is looked for beside and above `folder`."""
    address = urlparse(uri)
    path = unquote(address.path)
    if address.scheme in ("package", "model"):
        inside = Path(address.netloc, path.lstrip("/"))
        places = [above / part for above in (folder.resolve(), *folder.resolve().parents) for part in (inside, Path(*inside.parts[1:]))]
    else:
        places = [folder / (path if address.scheme == "file" else uri)]
    return next((place for place in places if place.suffix.lower() in KINDS and place.is_file()), None)
