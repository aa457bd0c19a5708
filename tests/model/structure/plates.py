"""Meshes of plates, shells and box girders by NumPy, and static answers of their finite elements."""

from collections.abc import Callable

import numpy as np
from scipy.sparse.linalg import spsolve

from mbfmu import Material, SurfaceMesh
from mbfmu.model.structure.finite_elements import FiniteElements
from mbfmu.model.structure.shell_elements import ShellElements


def grid(nx: int, ny: int, at: Callable, triangles: bool = False, diagonal: int = 0) -> SurfaceMesh:
    """nx by ny elements over a unit square, whose points x, y are `at(x, y)`; triangles have one diagonal or the other."""
    x, y = np.meshgrid(np.linspace(0, 1, nx + 1), np.linspace(0, 1, ny + 1), indexing="ij")
    vertices = np.stack(np.broadcast_arrays(*at(x.ravel(), y.ravel())), axis=1)
    number = np.arange(vertices.shape[0]).reshape(x.shape)
    cells = np.stack([number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]], axis=-1).reshape(-1, 4)
    if not triangles:
        return SurfaceMesh(vertices, quadrilaterals=cells)
    halves = ([0, 1, 2], [0, 2, 3]) if diagonal == 0 else ([0, 1, 3], [1, 2, 3])
    return SurfaceMesh(vertices, triangles=np.concatenate([cells[:, half] for half in halves]))


def box(L: float, B: float, H: float, nx: int, nb: int, nh: int) -> SurfaceMesh:
    """A girder along x of four plates, B wide along y and H high along z in their middles."""
    b, h = np.linspace(-B / 2, B / 2, nb + 1), np.linspace(-H / 2, H / 2, nh + 1)
    around = [(y, h[0]) for y in b[:-1]] + [(b[-1], z) for z in h[:-1]] + [(y, h[-1]) for y in b[:0:-1]] + [(b[0], z) for z in h[:0:-1]]
    k = len(around)
    vertices = np.array([(x, y, z) for x in np.linspace(0, L, nx + 1) for y, z in around])
    cells = [[i * k + j, i * k + (j + 1) % k, (i + 1) * k + (j + 1) % k, (i + 1) * k + j] for i in range(nx) for j in range(k)]
    return SurfaceMesh(vertices, quadrilaterals=cells)


def model_of(mesh: SurfaceMesh, h: float, E: float, nu: float, rho: float = 1.0) -> FiniteElements:
    """Stiffness and mass of a mesh of thickness h."""
    return ShellElements(mesh, np.full(mesh.count, h), Material(E=E, rho=rho, nu=nu), []).model()


def coordinates(nodes: np.ndarray, directions: str) -> np.ndarray:
    """Numbers of coordinates of nodes, of x, y, z and the rotations X, Y, Z about these."""
    return np.concatenate([6 * np.asarray(nodes) + "xyzXYZ".index(direction) for direction in directions])


def answer(model: FiniteElements, load: np.ndarray, fixed: np.ndarray) -> np.ndarray:
    """Displacements (N,) under a load (N,) with some coordinates at zero."""
    free = np.setdiff1d(np.arange(len(load)), fixed)
    u = np.zeros(len(load))
    u[free] = spsolve(model.K[free][:, free].tocsc(), load[free])
    return u


def spread(nodes: np.ndarray, direction: str, count: int) -> np.ndarray:
    """A unit load (6 count,) spread evenly over equal sides between nodes in a row."""
    load = np.zeros(6 * count)
    share = np.ones(len(nodes))
    share[[0, -1]] = 0.5
    load[coordinates(nodes, direction)] = share / share.sum()
    return load
