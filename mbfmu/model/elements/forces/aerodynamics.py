"""Aerodynamics: drag, lift, side force and moments of the air on a body, by numbers."""

from ...declare.declarations import Parameter
from .air_force import AirForce, resolved


class Aerodynamics(AirForce):
    """The force of the air on a body: drag, lift, side force and moments by numbers.

    frame_a has x ahead, y to the left, z up. Of a car it stands on the ground in the middle between the axles, and `l` is the wheelbase (SAE J1594).
    With the velocity v of the air against frame_a, its size s along x and y, and k = rho A / 2, the force is k s (c_drag v_x, c_side v_y,
    (c_front + c_rear) s), and the moment about the origin of frame_a is k l s (c_roll v_y, (c_rear - c_front) s / 2, c_yaw v_y). So side force, roll
    and yaw moment are slopes over the sine of the wind's angle. The rotation of the body does not count.

    The air moves at `wind` + `gust`, and may push the body: a PowerSensor tells its power.
    Source: SAE J1594; Hucho (1998), Aerodynamics of Road Vehicles, 4th ed., ch. 4 and 5.
    """

    c_drag = Parameter("1", "drag coefficient", 0.0, min=0.0)
    c_front = Parameter("1", "lift coefficient of the front axle, up", 0.0)
    c_rear = Parameter("1", "lift coefficient of the rear axle, up", 0.0)
    c_side = Parameter("1", "side force coefficient by sine of the wind's angle", 0.0, min=0.0)
    c_roll = Parameter("1", "roll moment coefficient by sine of the wind's angle, negative where the side force acts above frame_a", 0.0)
    c_yaw = Parameter("1", "yaw moment coefficient by sine of the wind's angle, positive where the side force acts ahead of frame_a", 0.0)

    @property
    def has_moment(self):
        of = self.values
        return bool(of["c_front"] != of["c_rear"] or of["c_roll"] or of["c_yaw"])

    @staticmethod
    def coefficients(p, v, s):
        x, y, z = s * v[0], s * v[1], s * s
        return resolved(p.c_drag * x, p.c_side * y, p.c_front * z, p.c_rear * z, p.c_roll * y, p.c_yaw * y)
