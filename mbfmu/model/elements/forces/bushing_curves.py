"""BushingCurves: a bushing with a curve in each of its six directions."""

import numpy as np

from ...declare.lookup_table import LookupTable
from ...declare.table_parameter import TableParameter
from .bushing import Bushing

NONE = LookupTable([-1.0, 1.0], [0.0, 0.0])


class BushingCurves(Bushing):
    """A Bushing whose springs are curves: force over displacement along each axis of frame_a, and torque over rotation about each.

    What is not given has no curve. Stiffnesses and dampings of a Bushing act beside the curves. Each force derives from an energy that is the
    integral of its curve.
    """

    f_x = TableParameter(("m",), "N", "force that moves frame_b along x, over displacement", NONE)
    f_y = TableParameter(("m",), "N", "force that moves frame_b along y, over displacement", NONE)
    f_z = TableParameter(("m",), "N", "force that moves frame_b along z, over displacement", NONE)
    t_x = TableParameter(("rad",), "N.m", "torque that turns frame_b about x, over rotation", NONE)
    t_y = TableParameter(("rad",), "N.m", "torque that turns frame_b about y, over rotation", NONE)
    t_z = TableParameter(("rad",), "N.m", "torque that turns frame_b about z, over rotation", NONE)

    @staticmethod
    def elastic(p, r, phi):
        force, moment = Bushing.elastic(p, r, phi)
        return force + np.array([p.f_x(r[0]), p.f_y(r[1]), p.f_z(r[2])]), moment + np.array([p.t_x(phi[0]), p.t_y(phi[1]), p.t_z(phi[2])])

    @staticmethod
    def stored(p, r, phi):
        along = p.f_x.integral(r[0]) + p.f_y.integral(r[1]) + p.f_z.integral(r[2])
        about = p.t_x.integral(phi[0]) + p.t_y.integral(phi[1]) + p.t_z.integral(phi[2])
        return Bushing.stored(p, r, phi) + along + about
