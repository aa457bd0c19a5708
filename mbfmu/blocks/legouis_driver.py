"""LegouisDriver: a driver who steers at a point of the track ahead."""

from ..model.declarations import Input, Output, Parameter, State
from .base import Block


class LegouisDriver(Block):
    """A driver who aims at a point of the track ahead: the steering angle follows the direction of this point with a lag.

    Preview control after Legouis, as of a driver in the convoy of Schiehlen (2005), Recent developments in multibody dynamics, sec. 5. The law here
    is the simplest of its kind: proportional to the angle under which the driver sees the point, behind the lag of nerves and muscles.
    """

    h = Parameter("1", "steering angle for each unit of the angle under which the point is seen", 0.6)
    T = Parameter("s", "lag of nerves and muscles", 0.15, min=0.0, exclusive_min=True)
    travel = Parameter("m/rad", "displacement of the rack for each unit of the steering angle", -0.135)
    angle_start = Parameter("rad", "steering angle at the start", 0.0, start=True)
    aim = Input("rad", "direction of the point ahead, less the heading of the car")
    steering = Output("m", "displacement of the rack")
    angle = Output("rad", "steering angle of the front wheels, to the left")
    angle_state = State("rad", "steering angle", nominal=0.01)

    @staticmethod
    def respond(p, u, t, x):
        return {"angle_state": (p.h * u.aim - x.angle_state) / p.T}, {"angle": x.angle_state, "steering": p.travel * x.angle_state}
