"""The Scene in an FMU: resources/scene.json, with mesh files beside it."""

from __future__ import annotations

import json
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


def picture_outputs(fmu: Path) -> frozenset[str]:
    """The outputs that the Scene of an FMU names, without indices; none where it has no Scene that can be read."""
    try:
        scene = json.loads(read_entry(fmu, SCENE))
        nodes = [node[of] for node in scene["nodes"] for of in ("position", "orientation")]
        return frozenset(name for name in (*nodes, *(arrow["force"] for arrow in scene["arrows"])) if name)
    except (MbfmuError, ValueError, TypeError, KeyError, RecursionError):
        return frozenset()


def without_index(name: str) -> str:
    """The name of the variable that a number belongs to: "boom.frame_a.r" of "boom.frame_a.r[1]"."""
    return name.partition("[")[0]
