"""The Scene in an FMU: resources/scene.json, with mesh files beside it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from ..errors import MbfmuError
from ..safe_zip import is_inside, read_entry
from .mesh_files import mesh_files, with_mesh_files
from .scene import Scene
from .scene_json import read_scene

SCENE = "resources/scene.json"


def fmu_scene(folder: Path, fmu: Path) -> Scene:
    """The Scene of the FMU that is unpacked in `folder`, its mesh files as paths there.

    Raises MbfmuError where there is none, or it is damaged, or names a mesh file that is not in the FMU.
    """
    file = folder / SCENE
    if not file.is_file():
        raise MbfmuError(f"{fmu} has no {SCENE}, so it does not say what its parts look like: build it with pictures, or view its model instead")
    scene = read_scene(file.read_bytes(), f"{fmu}: {SCENE}")
    for mesh in mesh_files(scene):
        if not is_inside(mesh) or not (file.parent / mesh).is_file():
            raise MbfmuError(f"{fmu}: {SCENE} names the mesh {mesh!r}, which is not in the FMU: meshes lie beside it")
    return with_mesh_files(scene, lambda mesh: str(file.parent / mesh))


@dataclass(frozen=True)
class Pictures:
    """What the Scene of an FMU shows: how many `parts` move, and the names of its `outputs`, without indices."""

    parts: int = 0
    outputs: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return f"poses of {self.parts} part{'s' * (self.parts != 1)}, for mbfmu view" if self.outputs else ""


def pictures_of(fmu: Path) -> Pictures:
    """What the Scene of an FMU shows; nothing where it has no Scene that can be read."""
    try:
        scene = json.loads(read_entry(fmu, SCENE))
        positions, others = [node["position"] for node in scene["nodes"]], [node["orientation"] for node in scene["nodes"]]
        others += [arrow["force"] for arrow in scene["arrows"]]
        return Pictures(sum(map(bool, positions)), frozenset({*positions, *others} - {""}))
    except (MbfmuError, ValueError, TypeError, KeyError, RecursionError):
        return Pictures()


def without_index(name: str) -> str:
    """The name of the variable that a number belongs to: "boom.frame_a.r" of "boom.frame_a.r[1]"."""
    return name.partition("[")[0]
