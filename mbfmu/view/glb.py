"""Scene and Poses -> GLB: a glTF that plays the motion in Blender and in every viewer of glTF.

trimesh writes what stands in the scene; what moves is added to the tree and the buffers that it hands out before it writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import trimesh
from trimesh.exchange.gltf import export_glb

from ..scene import Line, Scene
from ..scene.colours import ROD
from ..scene.scene import Figure, Node
from ..scene.shapes import Deformable, SoftGround
from .accessors import accessor
from .deformations import PIECES, deformation
from .framing import Framing, framing
from .long_scenes import as_seen, is_long
from .meshes import Drawings, Drawn, arrow, bar, coil, coloured
from .morph_targets import MEGA, MorphTargets
from .poses import Poses
from .ruts import DEPTHS, ruts, write_ruts
from .tracks import LEAST, Track, arrow_track, barrel_track, large_force, node_track, stretched

BASE, CAMERA = "whole scene", "first camera"  # names with blanks, which no part has
ROOT = "world axes"  # turns the world, with its own direction upwards, to glTF, where y is up
FORCE = "#c2255cff"
COIL, PISTON = 2.2, 0.55  # radii of a coil and of the rod in a cylinder, relative to their line
GAPING = 1e-4  # of the size: smaller gaps are none


@dataclass(frozen=True)
class Thing:
    """A node of the glTF: its name, what is drawn there, how it moves, and what is said of it."""

    name: str
    drawn: tuple[Drawn, ...]
    track: Track
    extras: Mapping[str, Any]


@dataclass(frozen=True)
class Chapter:
    """A part of a motion that is played for itself: its name, and from when to when it is [s]."""

    name: str
    start: float
    stop: float


def glb(
    scene: Scene,
    poses: Poses,
    still: bool = False,
    message: str = "",
    chapters: Sequence[Chapter] = (),
    stressed: bool = False,
    damages: Mapping[str, np.ndarray] = {},
) -> bytes:
    """The GLB of a Scene in motion, or, if it is `still`, at its start with axes and names shown; `message` is said above it.

    Of `chapters`, which repeat themselves, one is chosen to be played. With `stressed`, the page can colour flexible bodies by their stress,
    and by `damages` (p,) at the vertices of what deforms, by the names of its weights.

    Raises MbfmuError where a mesh file cannot be read.
    """
    scene = as_seen(scene)
    things = [*_nodes(scene, poses, stressed, damages), *_lines(scene, poses), *_arrows(scene, poses)]
    view = framing(scene, poses, {thing.name: thing for thing in things})
    gltf = trimesh.Scene(base_frame=BASE)
    gltf.graph.update(frame_to=ROOT, frame_from=BASE, matrix=_matrix(view.upright))
    first: dict[int, str] = {}
    for thing in things:
        gltf.graph.update(frame_to=thing.name, frame_from=ROOT)
        for i, drawn in enumerate(thing.drawn):
            name = f"{thing.name} {i + 1}"
            if first.setdefault(id(drawn.mesh), name) == name:
                gltf.geometry[name] = drawn.mesh
            gltf.graph.update(frame_to=name, frame_from=thing.name, matrix=drawn.placement, geometry=first[id(drawn.mesh)])
    gltf.camera = trimesh.scene.Camera(name=CAMERA, resolution=(1280, 720), fov=(60, 36))
    gltf.camera_transform = view.camera
    deformations = [drawn.deformation for thing in things for drawn in thing.drawn if drawn.deformation]
    largest = {
        "stress": max((one.largest_stress() for one in deformations), default=0.0) / MEGA,
        "damage": max((float(one.damage.max()) for one in deformations if one.damage is not None), default=0.0),
    }
    soil = {"deepest": max((drawn.ruts.deepest for thing in things for drawn in thing.drawn if drawn.ruts), default=0.0), "colours": DEPTHS}
    extras = (
        _extras(scene, poses, view)
        | largest
        | {"soil": soil}
        | {"still": still, "message": message, "chapters": [asdict(chapter) for chapter in chapters]}
    )
    return export_glb(gltf, include_normals=True, buffer_postprocessor=lambda buffers, tree: _animate(buffers, tree, things, poses.t, extras))


def _nodes(scene: Scene, poses: Poses, stressed: bool, damages: Mapping[str, np.ndarray]) -> Iterator[Thing]:
    drawings = Drawings(is_long(scene))
    for node in scene.nodes:
        drawn = [(one, figure) for figure in node.figures for one in drawings.of(figure)]
        found = [(_changing(one, node, figure, scene.size, poses, stressed, damages), figure.layer) for one, figure in drawn]
        layers = [layer for _, layer in found]
        yield Thing(node.name, tuple(one for one, _ in found), node_track(poses, node.name), {"part": node.name, "layers": layers})


def _changing(drawn: Drawn, node: Node, figure: Figure, size: float, poses: Poses, stressed: bool, damages: Mapping[str, np.ndarray]) -> Drawn:
    """The mesh of a figure, with its deformation or its ruts if it has any."""
    shape = figure.shape
    if isinstance(shape, SoftGround):
        found = ruts(shape, node, poses)
        mesh = drawn.mesh.copy()
        mesh.vertices = np.column_stack([mesh.vertices[:, :2], found.last])
        return replace(drawn, mesh=mesh, ruts=found)
    if not isinstance(shape, Deformable):
        return drawn
    return replace(drawn, deformation=deformation(drawn.mesh, shape, poses.weights[shape.weights], size, stressed, damages.get(shape.weights)))


def _lines(scene: Scene, poses: Poses) -> Iterator[Thing]:
    names = {node.name for node in scene.nodes}
    for line in scene.lines:
        yield from DRAWN[line.kind](scene, poses, line, f"{line.name} line" if line.name in names else line.name)


def _cylinder(scene: Scene, poses: Poses, line: Line, name: str) -> Iterator[Thing]:
    """A barrel, and the rod in it, which is as long as both ends are apart: so it is whole however far it is pulled out."""
    track, length = barrel_track(poses, line)
    rod = stretched(poses, line, LEAST * scene.size)
    yield Thing(f"{name} barrel", _alone(bar(line.radius, length), line.colour), track, {"layers": ["body"]})
    yield Thing(f"{name} rod", _alone(bar(PISTON * line.radius, 1.0), ROD), rod, {"layers": ["body"]})


def _spring(scene: Scene, poses: Poses, line: Line, name: str) -> Iterator[Thing]:
    track = stretched(poses, line, 1e-3 * scene.size)
    yield Thing(name, _alone(coil(COIL * line.radius, track.scale[0, 2]), line.colour), track, {"layers": ["body"]})


def _rod(scene: Scene, poses: Poses, line: Line, name: str) -> Iterator[Thing]:
    yield Thing(name, _alone(bar(line.radius, 1.0), line.colour), stretched(poses, line, LEAST * scene.size), {"layers": ["body"]})


def _gap(scene: Scene, poses: Poses, line: Line, name: str) -> Iterator[Thing]:
    """What keeps two points apart that should meet, where it is large enough to be seen."""
    track = stretched(poses, line, LEAST * scene.size)
    if track.scale[:, 2].max() > GAPING * scene.size:
        yield Thing(f"{name} gap", _alone(bar(line.radius, 1.0), line.colour), track, {"layers": ["gap"]})


DRAWN = {"cylinder": _cylinder, "spring": _spring, "rod": _rod, "rail": _rod, "gap": _gap}


def _arrows(scene: Scene, poses: Poses) -> Iterator[Thing]:
    large = large_force(poses.forces.values())
    for one in scene.arrows:
        if one.force in poses.forces and np.any(poses.forces[one.force]):
            yield Thing(f"{one.name} force", _alone(arrow(), FORCE), arrow_track(scene, poses, one, large), {"layers": ["force"]})


def _alone(mesh: trimesh.Trimesh, colour: str) -> tuple[Drawn]:
    """A mesh in the axes of its node."""
    return (Drawn(coloured(mesh, colour), np.eye(4)),)


def _extras(scene: Scene, poses: Poses, view: Framing) -> dict[str, Any]:
    """What the page needs to know beside what glTF says."""
    return {
        "name": scene.name,
        "stop": float(poses.t[-1]),
        "start": float(poses.t[0]),
        "size": scene.size,
        "gravity": scene.gravity,
        "ground": view.ground,
        "origin": scene.origin,
        "target": view.target,
        "follow": view.follow,
        "parts": [node.name for node in scene.nodes if node.position],
        "labels": [{"text": label.text, "part": label.at.node, "r": list(label.at.r), "layer": label.layer} for label in scene.labels],
    }


def _matrix(R: np.ndarray) -> np.ndarray:
    matrix = np.eye(4)
    matrix[:3, :3] = R
    return matrix


def _animate(buffers: MutableMapping, tree: dict, things: list[Thing], t: np.ndarray, extras: Mapping[str, Any]) -> None:
    """Put every thing to where it is at first, say what it is, and add how it moves."""
    index = {node["name"]: i for i, node in enumerate(tree["nodes"])}
    tree["scenes"][0]["extras"] = {"mbfmu": dict(extras)}
    for mesh in tree["meshes"]:
        mesh.get("extras", {}).pop(PIECES, None)
    channels: list[dict] = []
    samplers: list[dict] = []
    times, targets = None, MorphTargets(buffers, tree)
    for thing in things:
        node, track = tree["nodes"][index[thing.name]], thing.track
        first = {"translation": track.translation[0], "rotation": track.rotation[0], "scale": track.scale[0]}
        node |= {path: np.float32(values).tolist() for path, values in first.items()}
        node["extras"] = dict(thing.extras)
        for i, layer in enumerate(thing.extras["layers"]):
            tree["nodes"][index[f"{thing.name} {i + 1}"]]["extras"] = {"layer": layer}
        moving = [(index[thing.name], path, values) for path, values in track.moving().items()]
        for i, drawn in enumerate(thing.drawn):
            if drawn.ruts:
                write_ruts(buffers, tree, index[f"{thing.name} {i + 1}"], drawn.ruts, t, extras["soil"]["deepest"])
            if drawn.deformation:
                moving += targets.added(index[f"{thing.name} {i + 1}"], drawn.deformation)
        for moved, path, values in moving:
            times = accessor(buffers, tree, t) if times is None else times
            samplers.append({"input": times, "output": accessor(buffers, tree, values), "interpolation": "LINEAR"})
            channels.append({"sampler": len(samplers) - 1, "target": {"node": moved, "path": path}})
    if channels:
        tree["animations"] = [{"name": extras["name"], "channels": channels, "samplers": samplers}]
