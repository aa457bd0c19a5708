"""PreviewDriver: a driver who steers at a point of the track ahead."""

from ..declare.declarations import Input, Output, Parameter, State
from .base import Block


class PreviewDriver(Block):
    """A driver that aims at a point of the track ahead: the steering angle follows the direction of this point with a lag.

    The angle is proportional to the angle under which the driver sees the point, behind the lag of nerves and muscles. Drivers of this kind, after
    Legouis, are in the convoy of Schiehlen & Petersen (1997); the equations of Legouis were not at hand, so these are not his.
    Source: Kondo & Ajimine (1968), Driver's sight point and dynamics of the driver-vehicle-system related to it, SAE paper 680104.
    """

    h = Parameter("1", "steering angle for each unit of the angle under which the point is seen", 0.6)
    T = Parameter("s", "lag of nerves and muscles", 0.15, min=0.0, exclusive_min=True)
    travel = Parameter("m/rad", "travel of the rack for each unit of the steering angle", 0.135)
    steering_ratio = Parameter("1", "angle of the steering wheel for each unit of the steering angle", 16.0)
    angle_start = Parameter("rad", "steering angle at the start", 0.0, start=True)
    aim = Input("rad", "direction of the point ahead, less the heading of the car")
    steering = Output("m", "travel of the rack, positive to the left")
    angle = Output("rad", "steering angle of the front wheels, to the left")
    steering_wheel = Output("rad", "angle of the steering wheel, to the left")
    angle_state = State("rad", "steering angle", nominal=0.01)

    @staticmethod
    def respond(p, u, t, x):
        return {"angle_state": (p.h * u.aim - x.angle_state) / p.T}, {
            "angle": x.angle_state,
            "steering": p.travel * x.angle_state,
            "steering_wheel": p.steering_ratio * x.angle_state,
        }
