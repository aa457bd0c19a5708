"""SoilPlate: a flat rectangle on soil, as a foot or a track is."""

import numpy as np

from ....base.scalars import Record
from ...declare.declarations import Parameter
from .base import SoilContact
from .soil import strength

V_AIR = 0.1  # m/s: in the air the shear displacement fades as if it slid so fast
ROWS = 4  # of points along each side
MIDDLES = (np.arange(ROWS) + 0.5) / ROWS - 0.5
EDGES = np.linspace(-0.5, 0.5, 2 * ROWS + 1)  # where soil is pressed down, among them the middles


class SoilPlate(SoilContact):
    """A rigid rectangle that presses on soil with its underside, in the plane of x and y of its frame, whose z points up into the body.

    Each of 16 points has the pressure at its own sinkage. While the plate slides one way, the shear stress is Janosi and Hanamoto's. After a
    change of direction the stress follows over a few K, and at rest it holds the plate without creep. The soil does not resist rotation about
    the normal.
    """

    length = Parameter("m", "along x", min=0.0, exclusive_min=True)
    breadth = Parameter("m", "along y", min=0.0, exclusive_min=True)
    count = ROWS * ROWS

    @staticmethod
    def finest(values):
        return float(max(values["length"], values["breadth"])) / (EDGES.size - 1)

    @staticmethod
    def width(p):
        return 0.5 * (p.length + p.breadth - abs(p.length - p.breadth))

    @staticmethod
    def points(p, frame, soil):
        A = p.length * p.breadth / (ROWS * ROWS) * frame.R[:, 2]
        at = [np.array([a * p.length, b * p.breadth, 0.0]) for a in MIDDLES for b in MIDDLES]
        return [Record(r=frame.r + frame.R @ r, A=A) for r in at]

    @staticmethod
    def depth(p, frame, soil, x, y):
        n = frame.R[:, 2]
        return soil.height - frame.r[2] + (n[0] * (x - frame.r[0]) + n[1] * (y - frame.r[1])) / n[2]

    @staticmethod
    def shear(p, u, frame, soil, points):
        along = (u.u * frame.R[:, 0] + u.v * frame.R[:, 1]) / soil.K
        area = p.length * p.breadth / (ROWS * ROWS)
        return [strength(soil, at.p) * area * along for at in points]

    @staticmethod
    def slip_rates(p, u, frame, soil, pressed):
        v = frame.R.T @ frame.v
        fading = (v[0] * v[0] + v[1] * v[1] + (1.0 - pressed) * V_AIR * V_AIR) ** 0.5 / soil.K
        return {"u": -pressed * v[0] - fading * u.u, "v": -pressed * v[1] - fading * u.v}

    @staticmethod
    def footprint(p, frame, soil):
        places = [frame.r + frame.R @ np.array([a * p.length, b * p.breadth, 0.0]) for a in EDGES for b in EDGES]
        return [(r[0], r[1]) for r in places]
