"""DongesDriver: a driver who steers on two levels, by what is ahead and by what has gone wrong."""

from ..declare.declarations import Input, Output, Parameter, State
from .base import Block


class DongesDriver(Block):
    """A driver that anticipates the curvature ahead, and compensates for offset, heading error and curvature error.

    Both levels give a curvature that the driver wants to drive. Anticipation follows the curvature ahead behind a filter of second order.
    Compensation has a lag of first order in place of the delay of its source. The steering angle is wheelbase + EG v^2 times the curvature.
    Source: Donges (1978), A two-level model of driver steering behavior, Human Factors 20, 691-707.
    """

    wheelbase = Parameter("m", "wheelbase of the car", 2.7, min=0.0, exclusive_min=True)
    EG = Parameter("s2/m", "steering angle more for each unit of lateral acceleration, of an understeering car", 0.0)
    travel = Parameter("m/rad", "travel of the rack for each unit of the steering angle", 0.135)
    steering_ratio = Parameter("1", "angle of the steering wheel for each unit of the steering angle", 16.0)
    k = Parameter("1", "part of the curvature ahead that is anticipated", 1.0)
    T_a = Parameter("s", "time constant of anticipation", 0.15, min=0.0, exclusive_min=True)
    D = Parameter("1", "damping ratio of anticipation", 0.8, min=0.0)
    h_offset = Parameter("1/m2", "curvature for each unit of offset", 0.01)
    h_heading = Parameter("1/m", "curvature for each unit of heading error", 0.15)
    h_curvature = Parameter("1", "curvature for each unit of curvature error", 0.5)
    T_c = Parameter("s", "lag of compensation", 0.2, min=0.0, exclusive_min=True)
    v_low = Parameter("m/s", "speed below which the car counts as standing", 0.1, min=0.0, exclusive_min=True)
    anticipated_start = Parameter("1/m", "anticipated curvature at the start", 0.0, start=True)
    anticipating_start = Parameter("1/m/s", "rate of the anticipated curvature at the start", 0.0, start=True)
    compensated_start = Parameter("1/m", "compensating curvature at the start", 0.0, start=True)
    offset = Input("m", "distance of the track to the left of the car")
    heading_error = Input("rad", "heading of the track less that of the car")
    curvature = Input("1/m", "curvature of the track at the car")
    curvature_ahead = Input("1/m", "curvature of the track ahead")
    velocity = Input("m/s", "velocity of the car", shape=3)
    turning = Input("rad/s", "angular velocity of the car in its own axes", shape=3)
    steering = Output("m", "travel of the rack, positive to the left")
    angle = Output("rad", "steering angle of the front wheels, to the left")
    steering_wheel = Output("rad", "angle of the steering wheel, to the left")
    anticipated = State("1/m", "anticipated curvature", nominal=0.01)
    anticipating = State("1/m/s", "rate of the anticipated curvature", nominal=0.01)
    compensated = State("1/m", "compensating curvature", nominal=0.01)

    @staticmethod
    def respond(p, u, t, x):
        square = u.velocity @ u.velocity
        driven = u.turning[2] / (square + p.v_low * p.v_low) ** 0.5  # at a standstill no curvature is driven
        wanted = p.h_offset * u.offset + p.h_heading * u.heading_error + p.h_curvature * (u.curvature - driven)
        angle = (p.wheelbase + p.EG * square) * (x.anticipated + x.compensated)
        rates = {
            "anticipated": x.anticipating,
            "anticipating": (p.k * u.curvature_ahead - x.anticipated - 2.0 * p.D * p.T_a * x.anticipating) / (p.T_a * p.T_a),
            "compensated": (wanted - x.compensated) / p.T_c,
        }
        return rates, {"angle": angle, "steering": p.travel * angle, "steering_wheel": p.steering_ratio * angle}
