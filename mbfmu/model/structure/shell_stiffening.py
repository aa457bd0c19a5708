"""Geometric stiffness of shells by the stress of loads: as that of solids, at points through the thickness.

Beside the stress in triangles there are two parts of it, which Kirchhoff's theory has at lines and nodes. The twisting moment M_ns at a free side
ends in a layer as narrow as the thickness, whose shear force along the side is -M_ns (Kelvin and Tait's edge force). And fibres stay straight and as
long as they are: where modes turn one by theta, its end also moves by theta x (theta x n) / 2, along which couples at corners of triangles work.
"""

from __future__ import annotations

import numpy as np

from .elastic_data import Array
from .geometric_stiffness import Quadrature
from .mass_field import MassField
from .shell_mass import ShellFields
from .shell_pressure import ShellPressure
from .shell_triangle import KAPPA, NEXT, SIDES, ShellTriangles
from .shell_turns import by_nodes, gradients_of, mean_rotations, of_turns

FIBRE = np.array([-0.5, 0.5]) / np.sqrt(3.0)  # of the thickness: Gauss' points through it


def stiffening(
    triangles: ShellTriangles,
    share: Array,
    fields: ShellFields,
    moved: MassField,
    held: Array,
    pressure: ShellPressure,
    u: Array,
    T: Array,
    modes: Array,
) -> Array:
    """Geometric stiffness (l, n, n) along `modes` (N, n), which are T (t, 18, n) along the axes of triangles.

    Stress is that of displacements u (t, 18, l), less a pressure that is locked in. Twisting moments at sides that are `held` (t, 3) go into rigid
    interfaces, and not along them.
    """
    points = len(SIDES) * len(FIBRE)
    volumes = np.repeat((share * triangles.h * triangles.area / points)[:, None], points, axis=1)
    at = Quadrature(lambda chunk: gradients_of_fields(triangles, chunk), fields.numbers, volumes)
    strains = triangles.strains(SIDES)

    def stress(chunk: Array) -> Array:
        by, h = u[chunk][:, None], triangles.h[chunk]
        of_strain = (triangles.plane_stress @ (strain[chunk] @ by) for strain in (strains.membrane, strains.curvature))
        middle, bent = (of - less for of, less in zip(of_strain, pressure.of_stress(chunk)))
        plane = middle[:, :, None] + np.outer(h, FIBRE)[:, None, :, None, None] * bent[:, :, None]
        across = KAPPA * triangles.material.G * (strains.shear[chunk] @ by) + edge_shear(triangles, chunk, bent, ~held[chunk])
        return stress_tensors(plane, across)

    of_modes = at.gradients((moved.by @ modes).reshape(fields.count, -1))
    theta = np.zeros((len(triangles.x), 3, modes.shape[1]))

    def without_turns(chunk: Array) -> Array:
        gradients = of_modes(chunk)
        theta[chunk] = mean_rotations(triangles, chunk, gradients)
        turned = np.einsum("tia,tjan->tjin", triangles.axes[chunk], gradients_of(theta[chunk]))
        return gradients - turned[:, None]

    forces = share[:, None, None] * (triangles.stiffness @ u - pressure.loads(triangles))
    found = at.stiffening(stress, without_turns, u.shape[2], modes.shape[1])
    return found + of_turns(triangles, forces, T, theta) + of_couples(forces, T)


def gradients_of_fields(triangles: ShellTriangles, chunk: Array) -> Array:
    """Gradients (9, 3, c, q), along the axes of some triangles, of fields at the middles of their sides, at each point of the thickness."""
    slopes = triangles.slopes[chunk]  # (c, 3, 2)
    made = np.zeros((9, 3, len(chunk), len(SIDES), len(FIBRE)))
    for k, after in enumerate(NEXT):
        for q, point in enumerate(SIDES):
            made[k, :2, :, q] = ((4 * point[k] - 1) * slopes[:, k]).T[..., None]
            made[3 + k, :2, :, q] = (4 * (point[k] * slopes[:, after] + point[after] * slopes[:, k])).T[..., None]
            made[6 + k, :2, :, q] = slopes[:, k].T[..., None] * np.outer(triangles.h[chunk], FIBRE)
            made[6 + k, 2, :, q] = point[k]
    return made.reshape(9, 3, len(chunk), -1)


def edge_shear(triangles: ShellTriangles, chunk: Array, bent: Array, free: Array) -> Array:
    """Shear stress (c, 3, 2, l) at the middles of sides that stands for the edge force, by stress `bent` (c, 3, 3, l) at 1 m from the middle.

    Sides that two triangles share have it twice, with opposite signs.
    """
    side = triangles.sides[chunk]
    along = side / np.linalg.norm(side, axis=2, keepdims=True)
    x, y = along[..., 0, None], along[..., 1, None]
    twisting = (bent[:, :, 0] - bent[:, :, 1]) * x * y - bent[:, :, 2] * (x**2 - y**2)  # along the side, of the outward normal (y, -x)
    spread = -len(SIDES) / triangles.area[chunk, None, None] * free[:, :, None] * triangles.h[chunk, None, None] ** 2 / 12
    return (spread * twisting)[:, :, None] * side[..., None]


def stress_tensors(plane: Array, across: Array) -> Array:
    """Stress (c, q z, 3, 3, l) of xx, yy, xy (c, q, z, 3, l) and of xz, yz (c, q, 2, l), which are the same through the thickness."""
    made = np.zeros((*plane.shape[:3], 3, 3, plane.shape[-1]))
    for part, (i, j) in enumerate(((0, 0), (1, 1), (0, 1))):
        made[..., i, j, :] = made[..., j, i, :] = plane[..., part, :]
    made[..., :2, 2, :] = made[..., 2, :2, :] = across[:, :, None]
    return made.reshape(len(plane), -1, 3, 3, plane.shape[-1])


def of_couples(forces: Array, T: Array) -> Array:
    """Work (l, n, n) of couples in the forces (t, 18, l) of triangles along the second order of fibres, of modes T (t, 18, n).

    They leave nothing but at folds and interfaces: elsewhere those of neighbours are opposite, and normals the same.
    """
    couples, theta = (by_nodes(of)[:, :, 3:] for of in (forces, T))
    about_normal = theta[:, :, 2].reshape(-1, T.shape[-1])
    found = np.zeros((forces.shape[-1], T.shape[-1], T.shape[-1]))
    for load in range(forces.shape[-1]):
        c = couples[..., load, None]
        work = about_normal.T @ (theta[:, :, 0] * c[:, :, 1] - theta[:, :, 1] * c[:, :, 0]).reshape(about_normal.shape)
        found[load] = (work + work.T) / 2
    return found
