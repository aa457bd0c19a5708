"""CruiseController: drives a car at a wanted speed, and behind a car ahead with a constant time gap."""

from ...base.scalars import limited, maximum, minimum
from ..declare.declarations import Input, Output, Parameter
from .base import Block


class CruiseController(Block):
    """Drives and brakes a car: at a wanted speed, and no nearer to the car ahead than a constant time gap.

    The wanted acceleration is the lesser of k (v_set - v) and (r' + k_gap e) / h, within a_min and a_max. Here r is the distance of the two cars and
    e = r - r_0 - h v the gap beyond the wanted one, which decays as exp(-k_gap t) under the second law. Torque m radius a drives; if it is negative,
    a quarter of it brakes each wheel. If position_ahead is not set, the road is free.
    Source: Ioannou & Chien (1993), Autonomous intelligent cruise control, IEEE Trans. Vehicular Technology 42, 657-672.
    """

    h = Parameter("s", "time gap", 1.2, min=0.0, exclusive_min=True)
    r_0 = Parameter("m", "distance of the measured points of both cars at a standstill", 6.0, min=0.0)
    k_gap = Parameter("1/s", "rate at which errors of the gap fall", 0.5, min=0.0)
    k = Parameter("1/s", "rate at which errors of the speed fall", 0.5, min=0.0)
    a_min = Parameter("m/s2", "least wanted acceleration", -4.0, max=0.0)
    a_max = Parameter("m/s2", "largest wanted acceleration", 2.0, min=0.0)
    m = Parameter("kg", "mass of the car, including that equivalent to its turning parts", 1500.0, min=0.0, exclusive_min=True)
    radius = Parameter("m", "radius on which its wheels roll", 0.308, min=0.0, exclusive_min=True)
    v_set = Input("m/s", "wanted speed")
    position = Input("m", "position of the car", shape=3)
    velocity = Input("m/s", "velocity of the car", shape=3)
    position_ahead = Input("m", "position of the car ahead", shape=3, start=(1e6, 0.0, 0.0))
    velocity_ahead = Input("m/s", "velocity of the car ahead", shape=3)
    distance = Output("m", "distance of the car ahead")
    gap = Output("m", "gap beyond the wanted one")
    a = Output("m/s2", "wanted acceleration")
    drive = Output("N.m", "torque on the carrier of the differential")
    brake = Output("N.m", "torque of each brake")

    @staticmethod
    def respond(p, u, t, x):
        v = (u.velocity @ u.velocity) ** 0.5
        between = u.position_ahead - u.position
        distance = (between @ between) ** 0.5
        opening = between @ (u.velocity_ahead - u.velocity) / distance
        gap = distance - p.r_0 - p.h * v
        wanted = minimum(p.k * (u.v_set - v), (opening + p.k_gap * gap) / p.h)
        a = limited("a", wanted, p.a_min, p.a_max)
        torque = p.m * p.radius * a
        return {}, {"distance": distance, "gap": gap, "a": a, "drive": maximum(torque, 0.0), "brake": maximum(-0.25 * torque, 0.0)}
