"""Finds the mesh files of robots, beside the robot and in ROS packages."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlparse

from ..elements.visuals.mesh import KINDS
from ..elements.visuals.mesh_content import mesh_fault


@dataclass(frozen=True)
class MeshFile:
    """A mesh's file, and the folder out of which it must not lead: that of the robot or of its package."""

    path: Path
    root: Path


def mesh_file_fault(file: MeshFile | None) -> str:
    """Why a mesh cannot be used; nothing if it can. A symbolic link that leads out of its folder might make any file travel with an FMU."""
    if file is None:
        return "is not found, or is not of a kind that can be read"
    if not file.path.resolve().is_relative_to(file.root.resolve()):
        return f"leads out of {file.root.resolve()} by a symbolic link or '..'"
    fault = mesh_fault(file.path)
    return f"{file.path.name} is damaged: {fault}" if fault else ""


def mesh_file(uri: str, folder: Path) -> MeshFile | None:
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
