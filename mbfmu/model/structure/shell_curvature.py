"""Whether a mesh of flat elements is fine enough for a thin shell that curves in two directions, as domes do.

Flat elements stretch where such a shell only bends, the more so the higher the arc stands above an element beside the thickness. With 8, 16 and 32
of these elements over a quarter, whose arcs are 0.77, 0.19 and 0.05 thicknesses high, the pinched hemisphere of MacNeal and Harder with radius 250 h
deflects by 50, 93 and 99.5 %. Tubes curve in one direction and have no such limit.

Source: R. H. MacNeal, R. L. Harder, A proposed standard set of problems to test finite element accuracy, Finite Elements in Analysis and Design 1,
1985.
"""

from __future__ import annotations

import warnings

import numpy as np

from .elastic_data import Array
from .surface_mesh import SurfaceMesh, words_of

FOLD = np.pi / 4  # rad: elements at a larger angle meet at a fold, which is meant to be there
COARSE = 0.2  # thicknesses: of a higher arc above an element 7 % of the deflection are lacking, or more
FINE = 0.05  # of such an arc less than 1 %
MANY = 0.1  # of the vertices: where fewer are such, other parts decide


def warn_of_coarse_elements(mesh: SurfaceMesh, thickness: Array) -> None:
    """Warn if a tenth of the vertices are where elements are too long for the curvature in two directions beside the `thickness` (e,) [m]."""
    height, length = arcs(mesh, thickness)
    coarse = height > COARSE
    if coarse.mean() < MANY:
        return
    worst = int(np.argmax(height))
    warnings.warn(
        f"The shell curves in two directions about {words_of(mesh.vertices[worst])}, and its elements are {length[worst]:.3g} m long there: "
        f"the arc above one is {height[worst]:.2g} thicknesses high. Such elements are too stiff in bending, by about 7 % at {COARSE} and 50 % at "
        f"0.8 thicknesses. Make them {length[worst] * (FINE / height[worst]) ** 0.5:.2g} m long, for 1 %.",
        stacklevel=3,
    )


def arcs(mesh: SurfaceMesh, thickness: Array) -> tuple[Array, Array]:
    """Heights (p,), in thicknesses, of the arcs above elements at each vertex, by the curvature in two directions, and lengths (p,) [m] of elements.

    Zero at edges and folds. The curvature is Gauss's, K = 1 / R^2: what angles around a vertex lack of a turn is K by the area that belongs to it.
    """
    x, count = mesh.vertices, len(mesh.vertices)
    mean = lambda values, at: np.bincount(at, values, count) / np.maximum(np.bincount(at, minlength=count), 1)
    sides, smooth = smooth_sides(mesh)
    length = mean(np.repeat(np.linalg.norm(x[sides[:, 1]] - x[sides[:, 0]], axis=1), 2), sides.ravel())
    corners, elements, angles = corner_angles(mesh)
    lacking = 2.0 * np.pi - np.bincount(corners, angles, count)
    lacking[sides[~smooth].ravel()] = 0.0
    return length * np.sqrt(np.abs(lacking)) / (8.0 * mean(thickness[elements], corners)), length


def smooth_sides(mesh: SurfaceMesh) -> tuple[Array, Array]:
    """All sides (s, 2) by their vertices, and which of them (s,) belong to two elements that meet at no fold."""
    given, owners = mesh.sides
    sides, of_side, times = np.unique(np.sort(given, axis=1), axis=0, return_inverse=True, return_counts=True)
    in_order, last = owners[np.argsort(of_side.ravel(), kind="stable")], np.cumsum(times) - 1
    across = np.einsum("si,si->s", mesh.normals[in_order[last - times + 1]], mesh.normals[in_order[last]])
    return sides, (times == 2) & (np.abs(across) > np.cos(FOLD))  # neighbours may be seen from opposite sides


def corner_angles(mesh: SurfaceMesh) -> tuple[Array, Array, Array]:
    """Vertices (k,), elements (k,) and angles (k,) [rad] of all corners."""
    found = []
    for elements, at in ((mesh.triangles, 0), (mesh.quadrilaterals, len(mesh.triangles))):
        x = mesh.vertices[elements]
        ahead, behind = np.roll(x, -1, axis=1) - x, np.roll(x, 1, axis=1) - x
        angles = np.arctan2(np.linalg.norm(np.cross(ahead, behind), axis=2), np.einsum("eci,eci->ec", ahead, behind))
        numbers = np.repeat(at + np.arange(len(elements)), elements.shape[1])
        found.append((elements.ravel(), numbers, angles.ravel()))
    corners, numbers, angles = (np.concatenate(of) for of in zip(*found, strict=True))
    return corners, numbers, angles
