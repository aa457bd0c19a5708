"""What an FMU holds for its pictures: the Scene of its mechanism, and mesh files."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from ...base.errors import MbfmuError
from ...base.fmu_pictures import SCENE
from ...problem.compile import Declared, compile_problem
from ...problem.data.problem import Problem
from ...problem.pictures import without_pictures
from ...scene import scene_text
from ...scene.mesh_files import mesh_files, with_mesh_files

NAMING = (".obj", ".mtl", ".dae")  # files that name others
NAMED = (".mtl", ".png", ".jpg", ".jpeg", ".bmp", ".gif", ".tga", ".tif", ".tiff", ".dds", ".hdr", ".webp")  # materials and textures


def compiled(declared: Declared, pictures: bool) -> Problem:
    """The Problem that an FMU is made of, with pictures or without."""
    return compile_problem(declared, pictures=True) if pictures else without_pictures(compile_problem(declared))


def picture_files(problem: Problem) -> dict[str, bytes]:
    """The Scene of a problem and its mesh files, by their paths in the FMU; MbfmuError where a mesh cannot be read."""
    if problem.scene is None:
        return {}
    meshes = [Path(name) for name in mesh_files(problem.scene)]
    folders = {folder: f"meshes/{i}" for i, folder in enumerate(dict.fromkeys(mesh.parent for mesh in meshes), 1)}
    place = lambda file: f"{folders[Path(file).parent]}/{Path(file).name}"
    contents = {SCENE: scene_text(with_mesh_files(problem.scene, place)).encode()}
    for file in {file for mesh in meshes for file in _with_named(mesh)}:
        contents[f"{PurePosixPath(SCENE).parent}/{place(file)}"] = _read(file)
    return contents


def _with_named(mesh: Path) -> set[Path]:
    """A mesh file and those in its folder that it names: materials, and textures of these."""
    found, new = {mesh}, [mesh]
    for file in new:
        content = _read(file) if file.suffix.lower() in NAMING else b""
        named = {other for other in file.parent.iterdir() if content and _may_travel(other) and other.name.encode() in content} - found
        found |= named
        new += sorted(named)
    return found


def _may_travel(file: Path) -> bool:
    """Whether a file is a material or a texture that lies where its name says, not elsewhere by a symbolic link."""
    return file.suffix.lower() in NAMED and file.is_file() and file.resolve().is_relative_to(file.parent.resolve())


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as cause:
        raise MbfmuError(f"the mesh {file} cannot be read: {cause.strerror}; mend its path, or build without pictures") from cause
