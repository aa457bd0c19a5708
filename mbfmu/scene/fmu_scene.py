"""The Scene in an FMU: resources/scene.json, with mesh files beside it."""

from __future__ import annotations

from pathlib import Path

from ..base.errors import MbfmuError
from ..base.fmu_pictures import SCENE
from ..base.safe_zip import is_inside
from .mesh_files import mesh_files, with_mesh_files
from .scene import Scene
from .scene_json import read_scene


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
