"""The mesh of a welded box girder: two flanges, two webs and diaphragms, whose height changes along it."""

import numpy as np

from mbfmu import SurfaceMesh

WIDE, HIGH = 2, 3  # elements across a flange and a web


def girder(stations: dict[float, float], width: float, length: float, diaphragms: list[float]) -> SurfaceMesh:
    """A girder along x, `width` wide along y, with heights [m] along z at `stations` x [m], linear between these.

    Elements are about `length` long. There are diaphragms at the stations x `diaphragms`. Lengths are between the middles of plates. Groups are
    "flanges", "webs" and "diaphragms".
    """
    ends = np.array(list(stations))
    x = np.concatenate([ends[:1], *(np.linspace(a, b, round((b - a) / length) + 1)[1:] for a, b in zip(ends[:-1], ends[1:]))])
    height = np.interp(x, ends, list(stations.values()))
    y, z = np.meshgrid(np.linspace(-0.5, 0.5, WIDE + 1), np.linspace(-0.5, 0.5, HIGH + 1), indexing="ij")
    vertices = np.stack(np.broadcast_arrays(x[:, None, None], y * width, z * height[:, None, None]), axis=-1)
    number = np.arange(len(x) * y.size).reshape(len(x), *y.shape)
    flanges = np.concatenate([cells(number[:, :, k]) for k in (0, -1)])
    webs = np.concatenate([cells(number[:, k]) for k in (0, -1)])
    across = np.concatenate([cells(number[int(np.argmin(np.abs(x - at)))]) for at in diaphragms])
    ranges = np.cumsum([0, len(flanges), len(webs), len(across)])
    groups = {name: np.arange(*ranges[k : k + 2]) for k, name in enumerate(("flanges", "webs", "diaphragms"))}
    return SurfaceMesh(vertices.reshape(-1, 3), quadrilaterals=np.concatenate([flanges, webs, across]), groups=groups)


def cells(number: np.ndarray) -> np.ndarray:
    """Quadrilaterals (e, 4) between neighbours of a grid of vertices (a, b)."""
    return np.stack([number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]], axis=-1).reshape(-1, 4)
