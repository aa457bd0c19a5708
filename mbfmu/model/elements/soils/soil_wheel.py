"""SoilWheel: a rigid wheel on soil, in strips of its rim."""

from __future__ import annotations

import numpy as np

from ....base.scalars import Record, kernel, maximum, minimum
from ....base.spatial.rotations import cross
from ...declare.declarations import Parameter
from .base import SoilContact
from .soil import strength

STRIPS, COLUMNS = 25, 9  # an odd number has one at the lowest point
NODES, WEIGHTS = np.polynomial.legendre.leggauss(STRIPS)
ACROSS = np.linspace(-0.5, 0.5, COLUMNS)  # of the width: where soil is pressed down
SHALLOW = 1e-3  # of the radius: least sinkage by which the contact angle is measured, so that its derivative is finite
STILL = 1e-12  # m: keeps the direction of no shear displacement finite


class SoilWheel(SoilContact):
    """A rigid wheel: 25 strips of the rim between the angles at which it passes the undisturbed soil.

    Its frame spins with it; y is the axis, to the left. Each strip has radial pressure, and a shear stress that grows with the shear displacement
    j since the strip's entry, after Wong and Reece: j = R ((theta_1 - theta) - (1 - i) (sin theta_1 - sin theta)) when it rolls steadily at the
    slip i. Slip builds up over half the length of contact, so that the wheel stands on slopes without creep. The wheel feels the soil in its
    middle plane; its rut is as wide as the wheel. A rigid wheel sinks further in its own rut where k_e is far above the slope of pressure over
    sinkage: less of the rim is in contact there.

    Source: J. Y. Wong, A. R. Reece, Prediction of rigid wheel performance based on the analysis of soil-wheel stresses, J. Terramechanics 4, 1967.
    """

    radius = Parameter("m", "radius of the rim", min=0.0, exclusive_min=True)
    breadth = Parameter("m", "width of the rim", min=0.0, exclusive_min=True)
    v_low = Parameter("m/s", "speed of rolling below which it is between rolling forwards and backwards", 0.01, min=0.0, exclusive_min=True)
    count = STRIPS

    def limits(self, see):
        return {"sinkage": (_deepest(see.parameters(self), see.frame(self.frame), see.parameters(self.soil)), see.parameters(self).radius)}

    @staticmethod
    def finest(values):
        return float(values["breadth"]) / (COLUMNS - 1)

    @staticmethod
    def width(p):
        return p.breadth

    @staticmethod
    def points(p, frame, soil):
        at = _rim(p, frame, soil)
        found = []
        for node, weight in zip(NODES, WEIGHTS):
            angle = at.entry * node
            out = np.cos(angle) * at.down + np.sin(angle) * at.forward
            area = p.breadth * p.radius * weight * at.entry
            found.append(Record(r=frame.r + p.radius * out, A=-area * out, area=area, angle=angle))
        return found

    @staticmethod
    def depth(p, frame, soil, x, y):
        # the lower surface of an endless cylinder above or below (x, y)
        axis, dx, dy = frame.R[:, 1], x - frame.r[0], y - frame.r[1]
        along, level = axis[0] * dx + axis[1] * dy, 1.0 - axis[2] * axis[2]
        square = axis[2] * axis[2] * along * along + level * (p.radius * p.radius + along * along - dx * dx - dy * dy)
        beyond = maximum(square, STILL * STILL)
        return soil.height - frame.r[2] - (axis[2] * along - beyond**0.5) / level

    @staticmethod
    def shear(p, u, frame, soil, points):
        at, way = _rim(p, frame, soil), _way(p, frame)
        kappa_x, kappa_y = u.u / (p.radius * at.entry), u.v / (p.radius * at.entry)
        return [_sheared(p, soil, at, frame.R[:, 1], point, (kappa_x, kappa_y), way) for point in points]

    @staticmethod
    def slip_rates(p, u, frame, soil, pressed):
        at = _rim(p, frame, soil)
        rolling, v_x, v_y = p.radius * frame.w[1], frame.v @ at.forward, frame.v @ frame.R[:, 1]
        passing = maximum(maximum(abs(rolling), abs(v_x)), abs(v_y)) + (1.0 - pressed) * p.v_low
        fading = passing / (p.radius * at.entry)
        return {"u": pressed * (rolling - v_x) - fading * u.u, "v": -pressed * v_y - fading * u.v}

    @staticmethod
    def footprint(p, frame, soil):
        at = _rim(p, frame, soil)
        strips = [frame.r + p.radius * (np.cos(at.entry * node) * at.down + np.sin(at.entry * node) * at.forward) for node in NODES]
        return [(r[0] + share * p.breadth * frame.R[0, 1], r[1] + share * p.breadth * frame.R[1, 1]) for r in strips for share in ACROSS]


@kernel
def _deepest(p, frame, soil):
    """The depth of its lowest point [m], zero in the air; the laws hold down to the axle."""
    axis = frame.R[:, 1]
    return maximum(soil.height - frame.r[2] + p.radius * (1.0 - axis[2] * axis[2]) ** 0.5, 0.0)


def _rim(p, frame, soil):
    """The directions forward and down (3,) in the plane of the wheel, and the angle of entry [rad], from the lowest point to the undisturbed soil."""
    axis = frame.R[:, 1]
    forward = cross(axis, np.array([0.0, 0.0, 1.0]))
    steepness = (forward @ forward) ** 0.5
    forward = forward / steepness
    high = (frame.r[2] - soil.height) / (p.radius * steepness)
    return Record(forward=forward, down=cross(axis, forward), entry=np.arccos(maximum(minimum(high, 1.0 - SHALLOW), 0.0)))


def _way(p, frame):
    """1 where it rolls forwards, -1 where backwards, and smooth between them."""
    forward = cross(frame.R[:, 1], np.array([0.0, 0.0, 1.0]))
    rolls = 0.5 * (p.radius * frame.w[1] + frame.v @ forward)
    return rolls / (rolls * rolls + p.v_low * p.v_low) ** 0.5


def _sheared(p, soil, at, axis, point, slip, way):
    """The shear force (3,) on one strip, under the slip along the rim and along the axis."""
    kappa_x, kappa_y = slip
    angle, ahead, behind = point.angle, 0.5 * (1.0 + way), 0.5 * (1.0 - way)
    front, rear = at.entry - angle, at.entry + angle
    swept = p.radius * (ahead * front + behind * rear)
    curved = p.radius * (ahead * (front - np.sin(at.entry) + np.sin(angle)) + behind * (rear - np.sin(at.entry) - np.sin(angle)))
    j_x = kappa_x * swept + way * (1.0 - maximum(way * kappa_x, 0.0)) * curved
    j_y = kappa_y * swept
    j = (j_x * j_x + j_y * j_y + STILL * STILL) ** 0.5
    tau = strength(soil, point.p) * (1.0 - np.exp(-j / soil.K)) / j
    along = np.cos(angle) * at.forward - np.sin(angle) * at.down
    return tau * point.area * (j_x * along + j_y * axis)
