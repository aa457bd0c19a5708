"""Figures of links become visuals of bodies; the mesh files of ROS packages are found."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import numpy as np

from ...base.spatial.rotations import from_roll_pitch_yaw
from ..elements.visuals import Box, Cylinder, Mesh, Sphere, Visual
from ..elements.visuals.mesh import KINDS
from ..elements.visuals.mesh_content import mesh_fault
from .findings import Findings
from .robot import Pose, RobotFigure, RobotLink


def visuals(link: RobotLink, folder: Path, found: Findings) -> list[Visual]:
    """What shows a link of the robot in a file of `folder`; meshes that cannot be had are left out, and warned of."""
    made = []
    for figure in link.figures:
        file = _mesh_file(figure.file, folder) if figure.kind == "mesh" else None
        if why := _fault(file) if figure.kind == "mesh" else "":
            found.warn(link.where, f"its mesh {why}, and is not shown")
        else:
            made.append(_visual(figure, file.path if file else None))
    return made


@dataclass(frozen=True)
class MeshFile:
    """A mesh's file, and the folder out of which it must not lead: that of the robot or of its package."""

    path: Path
    root: Path


def _fault(file: MeshFile | None) -> str:
    """Why a mesh cannot be shown; nothing if it can. A symbolic link that leads out of its folder might make any file travel with an FMU."""
    if file is None:
        return "is not found, or is not of a kind that can be read"
    if not file.path.resolve().is_relative_to(file.root.resolve()):
        return f"leads out of {file.root.resolve()} by a symbolic link or '..'"
    fault = mesh_fault(file.path)
    return f"{file.path.name} is damaged: {fault}" if fault else ""


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


def _mesh_file(uri: str, folder: Path) -> MeshFile | None:
    """The file that a mesh's address means: a path, or one in a ROS package, whose folder is looked for beside and above `folder`."""
    address = urlparse(uri)
    path = unquote(address.path)
    if address.scheme in ("package", "model"):
        inside = Path(address.netloc, path.lstrip("/"))
        above = (folder.resolve(), *folder.resolve().parents)
        places = [MeshFile(one / part, one / root) for one in above for part, root in ((inside, address.netloc), (Path(*inside.parts[1:]), ""))]
    else:
        named = Path(path if address.scheme == "file" else uri)
        places = [MeshFile(folder / named, _root(named, folder))]
    return next((place for place in places if place.path.suffix.lower() in KINDS and place.path.is_file()), None)


def _root(named: Path, folder: Path) -> Path:
    """The folder out of which a path must not lead: its own where it is absolute, else that of the robot, or the one to which its '..' lead."""
    if named.is_absolute():
        return named.parent
    robot = os.path.abspath(folder)
    return Path(os.path.commonpath([robot, os.path.abspath(folder / named)]))
