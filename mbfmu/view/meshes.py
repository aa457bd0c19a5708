"""Shapes as meshes of trimesh."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import singledispatch
from pathlib import Path

import numpy as np
import trimesh
from scipy.spatial import ConvexHull
from scipy.spatial.transform import Rotation
from trimesh.visual.material import PBRMaterial

from ..base.errors import MbfmuError
from ..scene.scene import Figure
from ..scene.shapes import Ball, Cuboid, Deformable, Hull, Round, Shape, Sheet, SoftGround, Stripe, Surface
from .deformations import Deformation
from .ruts import Ruts

PLAIN = "#b8bfc7ff"  # of surfaces without colour
SECTIONS, COARSE = 64, 12  # of what is round
FACETED = "faceted"  # of meshes whose normals are right as they are
UNIT = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]])  # from and to
SHARP = np.radians(35)  # edges between faces that turn by more stay sharp
LARGEST, MOST = 100_000_000, 1_000_000  # bytes of a mesh file, and triangles: pages with more take minutes
SIMPLER = "save a simpler one, as MeshLab's quadric edge collapse makes it"
PITCH, WIRE = 1.3, 0.2  # of a spring: the way of a turn and the radius of its wire, relative to its own radius


@dataclass(frozen=True)
class Drawn:
    """A mesh, how it stands (4, 4) in the axes of what it is on, and how it deforms or is pressed down, if it does."""

    mesh: trimesh.Trimesh
    placement: np.ndarray
    deformation: Deformation | None = None
    ruts: Ruts | None = None


class Drawings:
    """The meshes of figures, of which those alike share one: all cuboids of a colour, say, stretched. `coarse` ones have few faces."""

    def __init__(self, coarse: bool):
        self._mesh_of = coarse_mesh_of if coarse else mesh_of
        self._known: dict[tuple[Shape, str], list[trimesh.Trimesh]] = {}

    def of(self, figure: Figure) -> list[Drawn]:
        """The meshes of a figure in its colour; MbfmuError where a mesh file cannot be read."""
        unit, scale = unit_of(figure.shape)
        if (unit, figure.colour) not in self._known:
            self._known[unit, figure.colour] = [self._in_colour(mesh, figure.colour) for mesh in self._mesh_of(unit)]
        placement = np.eye(4)
        placement[:3, :3] = Rotation.from_quat(figure.Q).as_matrix() * scale
        placement[:3, 3] = figure.r
        return [Drawn(mesh, placement) for mesh in self._known[unit, figure.colour]]

    @staticmethod
    def _in_colour(mesh: trimesh.Trimesh, colour: str) -> trimesh.Trimesh:
        return coloured(mesh, colour or PLAIN) if colour or not _has_colours(mesh) else mesh


@singledispatch
def unit_of(shape: Shape) -> tuple[Shape, tuple[float, ...]]:
    """The shape that a shape is when it is stretched by factors (3,) along x, y and z."""
    return shape, (1.0, 1.0, 1.0)


@unit_of.register
def _(shape: Cuboid) -> tuple[Shape, tuple[float, ...]]:
    return Cuboid((1.0, 1.0, 1.0)), shape.size


@unit_of.register
def _(shape: Round) -> tuple[Shape, tuple[float, ...]]:
    return Round(1.0, 1.0), (shape.radius, shape.radius, shape.length)


@unit_of.register
def _(shape: Ball) -> tuple[Shape, tuple[float, ...]]:
    return Ball(1.0), (shape.radius,) * 3


def _has_colours(mesh: trimesh.Trimesh) -> bool:
    return mesh.visual is not None and mesh.visual.defined


def coloured(mesh: trimesh.Trimesh, colour: str) -> trimesh.Trimesh:
    """A mesh in one colour, #rrggbbaa, its edges sharp."""
    rgb, alpha = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)], int(colour[7:], 16)
    linear = [round(255 * (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4)) for c in rgb]  # as glTF has colours
    mode = "OPAQUE" if alpha == 255 else "BLEND"
    material = PBRMaterial(baseColorFactor=[*linear, alpha], metallicFactor=0.05, roughnessFactor=0.6, alphaMode=mode)
    split = mesh if mesh.metadata.get(FACETED) or len(mesh.faces) > 20000 else trimesh.graph.smooth_shade(mesh, angle=SHARP)
    split.visual = trimesh.visual.TextureVisuals(material=material)
    return split


@singledispatch
def mesh_of(shape: Shape) -> list[trimesh.Trimesh]:
    """The meshes of a shape."""
    raise TypeError(f"{shape!r} has no mesh")


@mesh_of.register
def _(shape: Cuboid) -> list[trimesh.Trimesh]:
    return [trimesh.creation.box(extents=shape.size)]


@mesh_of.register
def _(shape: Round) -> list[trimesh.Trimesh]:
    return [trimesh.creation.cylinder(radius=shape.radius, height=shape.length, sections=SECTIONS)]


@mesh_of.register
def _(shape: Ball) -> list[trimesh.Trimesh]:
    return [trimesh.creation.icosphere(subdivisions=3, radius=shape.radius)]


@mesh_of.register
def _(shape: Hull) -> list[trimesh.Trimesh]:
    return [trimesh.convex.convex_hull(np.array(shape.points))]


@singledispatch
def coarse_mesh_of(shape: Shape) -> list[trimesh.Trimesh]:
    """The meshes of a shape that is one of thousands."""
    return mesh_of(shape)


@coarse_mesh_of.register
def _(shape: Round) -> list[trimesh.Trimesh]:
    return [trimesh.creation.cylinder(radius=shape.radius, height=shape.length, sections=COARSE)]


@coarse_mesh_of.register
def _(shape: Ball) -> list[trimesh.Trimesh]:
    return [trimesh.creation.icosphere(subdivisions=1, radius=shape.radius)]


@coarse_mesh_of.register
def _(shape: Hull) -> list[trimesh.Trimesh]:
    """Faces with corners of their own: to find which edges are sharp takes the time of a hundred hulls."""
    points = np.array(shape.points)
    hull = ConvexHull(points)
    corners, outward = points[hull.simplices], hull.equations[:, :3]
    inward = np.einsum("ij,ij->i", np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), outward) < 0
    corners[inward] = corners[inward][:, ::-1]
    faces = np.arange(3 * len(corners)).reshape(-1, 3)
    normals = np.repeat(outward, 3, axis=0)
    return [trimesh.Trimesh(corners.reshape(-1, 3), faces, vertex_normals=normals, process=False, metadata={FACETED: True})]


@mesh_of.register
def _(shape: Surface) -> list[trimesh.Trimesh]:
    scene = _loaded(Path(shape.file))
    found = []
    for node in scene.graph.nodes_geometry:
        placement, name = scene.graph[node]
        mesh = scene.geometry[name].copy()
        if isinstance(mesh, trimesh.Trimesh) and np.isfinite(mesh.triangles).all(axis=(1, 2)).any():
            mesh.apply_transform(np.diag([*shape.scale, 1.0]) @ placement)
            found.append(mesh)
    if not found:
        warnings.warn(f"{shape.file} holds no surface and is not shown", stacklevel=2)
    return found


@mesh_of.register
def _(shape: Sheet) -> list[trimesh.Trimesh]:
    return [_sheet(shape)]


@mesh_of.register
def _(shape: SoftGround) -> list[trimesh.Trimesh]:
    mesh = _sheet(shape)
    mesh.metadata[FACETED] = True  # its vertices stay those of the shape, in their order
    return [mesh]


def _sheet(shape: Sheet | SoftGround) -> trimesh.Trimesh:
    """Its triangles seen from above."""
    n, m = len(shape.x), len(shape.y)
    x, y = np.meshgrid(shape.x, shape.y, indexing="ij")
    a = (m * np.arange(n - 1)[:, np.newaxis] + np.arange(m - 1)).ravel()
    faces = np.vstack([np.column_stack([a, a + m, a + m + 1]), np.column_stack([a, a + m + 1, a + 1])])
    return trimesh.Trimesh(np.column_stack([x.ravel(), y.ravel(), shape.z]), faces, process=False)


@mesh_of.register
def _(shape: Stripe) -> list[trimesh.Trimesh]:
    points = np.array(shape.points)
    ahead = np.gradient(points[:, :2], axis=0)
    left = np.column_stack([-ahead[:, 1], ahead[:, 0], np.zeros(len(points))]) / np.linalg.norm(ahead, axis=1, keepdims=True)
    a = 2 * np.arange(len(points) - 1)
    faces = np.vstack([np.column_stack([a, a + 2, a + 1]), np.column_stack([a + 1, a + 2, a + 3])])  # seen from above
    edges = np.stack([points - shape.width / 2.0 * left, points + shape.width / 2.0 * left], axis=1)
    return [trimesh.Trimesh(edges.reshape(-1, 3), faces, process=False)]


@mesh_of.register
def _(shape: Deformable) -> list[trimesh.Trimesh]:
    return [trimesh.Trimesh(np.array(shape.vertices), np.array(shape.triangles), process=False)]


def _loaded(path: Path) -> trimesh.Scene:
    if (size := path.stat().st_size if path.is_file() else 0) > LARGEST:
        raise MbfmuError(f"{path} has {size / 1e6:.0f} MB; meshes of at most {LARGEST / 1e6:.0f} MB are shown: {SIMPLER}")
    try:
        scene = trimesh.load_scene(path)
    except ModuleNotFoundError as error:
        raise MbfmuError(f"{path} cannot be read without the package {error.name}: pip install pycollada, or save it as .stl or .glb") from error
    except Exception as error:  # whatever may be wrong with a file, in readers of several formats
        why = "it is damaged, or something else" if isinstance(error, AttributeError | TypeError) else error  # of readers that miss a part
        raise MbfmuError(f"{path} cannot be read as a mesh: {why}") from error
    count = sum(len(getattr(scene.geometry[scene.graph[node][1]], "faces", ())) for node in scene.graph.nodes_geometry)
    if count > MOST:
        raise MbfmuError(f"{path} has {count:,} triangles; meshes of at most {MOST:,} are shown: {SIMPLER}")
    return scene


def coil(radius: float, length: float) -> trimesh.Trimesh:
    """A coil spring along z from 0 to 1, with the turns and the round wire that it has when it is stretched to `length` [m]."""
    count = int(np.clip(length / (PITCH * radius), 4, 40))
    turns = np.linspace(0.0, 2.0 * np.pi * count, 20 * count)
    outward = np.column_stack([np.cos(turns), np.sin(turns), np.zeros(len(turns))])
    middle = radius * outward + np.linspace([0.0, 0.0, 0.0], [0.0, 0.0, 1.0], len(turns))
    around = np.linspace(0.0, 2.0 * np.pi, 8, endpoint=False)[:, None]
    wire = WIRE * radius * (np.cos(around) * outward[:, None] + np.sin(around) * np.array([0.0, 0.0, 1.0 / length]))
    i, j = (index.ravel() for index in np.meshgrid(np.arange(len(turns) - 1), np.arange(8), indexing="ij"))
    a, b = 8 * i + j, 8 * i + (j + 1) % 8
    faces = np.vstack([np.column_stack([a, a + 8, b]), np.column_stack([b, a + 8, b + 8])])
    return trimesh.Trimesh((middle[:, None] + wire).reshape(-1, 3), faces, process=False)


def bar(radius: float, length: float) -> trimesh.Trimesh:
    """A cylinder along z from 0 on."""
    return trimesh.creation.cylinder(radius=radius, segment=length * UNIT, sections=SECTIONS)


def arrow() -> trimesh.Trimesh:
    """An arrow along z from 0 to 1."""
    shaft = trimesh.creation.cylinder(radius=0.035, segment=0.72 * UNIT, sections=20)
    head = trimesh.creation.cone(radius=0.09, height=0.28, sections=20)
    head.apply_translation([0, 0, 0.72])
    return trimesh.Trimesh(np.vstack([shaft.vertices, head.vertices]), np.vstack([shaft.faces, head.faces + len(shaft.vertices)]))
