"""AerodynamicsCurves: forces and moments of the air on a body, by curves over the angle of the wind."""

import numpy as np

from ....base.scalars import polar_angle
from ...declare.lookup_table import LookupTable
from ...declare.table_parameter import TableParameter
from .air_force import AirForce, resolved

NONE = LookupTable([-1.0, 1.0], [0.0, 0.0])


class AerodynamicsCurves(AirForce):
    """The force of the air on a body as Aerodynamics, by curves over the angle of the wind, as wind tunnels measure them.

    The angle is atan2(v_y, -v_x) of the velocity v of the air against frame_a: 0 for a wind from ahead, positive for one from the right. With its
    size s along x and y, and k = rho A / 2, the force is k s^2 (-c_drag, c_side, c_front + c_rear), and the moment about the origin of frame_a is
    k l s^2 (c_roll, (c_rear - c_front) / 2, c_yaw). What is not given has no curve.
    Source: SAE J1594; Hucho (1998), Aerodynamics of Road Vehicles, 4th ed., ch. 4 and 5.
    """

    c_drag = TableParameter(("rad",), "1", "drag coefficient along x, over the angle of the wind", NONE)
    c_front = TableParameter(("rad",), "1", "lift coefficient of the front axle, up, over the angle of the wind", NONE)
    c_rear = TableParameter(("rad",), "1", "lift coefficient of the rear axle, up, over the angle of the wind", NONE)
    c_side = TableParameter(("rad",), "1", "side force coefficient, to the left, over the angle of the wind", NONE)
    c_roll = TableParameter(("rad",), "1", "roll moment coefficient, over the angle of the wind", NONE)
    c_yaw = TableParameter(("rad",), "1", "yaw moment coefficient, to the left, over the angle of the wind", NONE)

    @property
    def has_moment(self):
        of = self.tables
        return any(np.any(of[name].values) for name in ("c_front", "c_rear", "c_roll", "c_yaw"))

    @staticmethod
    def coefficients(p, v, s):
        angle, square = polar_angle(-v[0], v[1]), s * s
        curves = (p.c_drag, p.c_side, p.c_front, p.c_rear, p.c_roll, p.c_yaw)
        drag, *others = (square * curve(angle) for curve in curves)
        return resolved(-drag, *others)
