"""SampledPid: a controller as a computer has it, sampled at a period."""

from __future__ import annotations

from ...base.scalars import maximum, minimum, where
from ..declare.declarations import Discrete, Input, Output, Parameter
from ..declare.variable_types import Boolean
from .controller import Controller


class SampledPid(Controller):
    """A PID controller that is sampled at a period, with saturation and anti-windup.

    At each update, with the error e = set_point - measurement, y = k e + I + D, limited. Then the integral I grows by period k e / T_i, and while
    y is limited it is drawn back with the time constant T_t (back-calculation). Only the measurement is differentiated, by the difference from the
    update before, through a filter with time constant T_f. Between updates y is held. `measurement_unit` and `output_unit` are the SI units of
    the measurement and of y; the tables call them `e` and `y`.

    Source: Astrom, Wittenmark, Computer-Controlled Systems, 3rd edition, section 8.5.
    """

    period = Parameter("s", "time between updates", 0.01, min=0.0, exclusive_min=True, start=True)
    offset = Parameter("s", "time from the start to the first update", 0.0, min=0.0, start=True)
    k = Parameter("y/e", "gain", 1.0)
    T_i = Parameter("s", "time constant of the integral part", 1.0, min=0.0, exclusive_min=True)
    T_d = Parameter("s", "time constant of the derivative part", 0.0, min=0.0)
    T_f = Parameter("s", "time constant of the filter of the derivative part", 0.01, min=0.0)
    T_t = Parameter("s", "time constant that draws the integral back while y is limited", 0.5, min=0.0, exclusive_min=True)
    y_min = Parameter("y", "lower limit of y", -1.0)
    y_max = Parameter("y", "upper limit of y", 1.0)
    y_start = Parameter("y", "y before the first update", 0.0, start=True)
    integral_start = Parameter("y", "integral part of y at the start", 0.0, start=True)
    set_point = Input("e", "wanted value of the measurement")
    measurement = Input("e", "measured value")
    y = Output("y", "controller output, between y_min and y_max")
    error = Output("e", "set point minus measurement at the last update")
    y_state = Discrete("y", "controller output")
    error_state = Discrete("e", "set point minus measurement")
    integral = Discrete("y", "integral part of y")
    derivative = Discrete("y", "derivative part of y")
    before = Discrete("e", "measurement at the update before")
    updated = Discrete("1", "whether there was an update before", type=Boolean())

    @staticmethod
    def respond(p, u, t, x, r):
        return {}, {"y": r.y_state, "error": r.error_state}

    @staticmethod
    def update(p, u, t, x, r):
        error = u.set_point - u.measurement
        change = where(r.updated > 0.5, u.measurement - r.before, 0.0)
        derivative = (p.T_f * r.derivative - p.k * p.T_d * change) / (p.T_f + p.period)
        wanted = p.k * error + r.integral + derivative
        y = minimum(maximum(wanted, p.y_min), p.y_max)
        return {
            "y_state": y,
            "error_state": error,
            "integral": r.integral + p.period * (p.k * error / p.T_i + (y - wanted) / p.T_t),
            "derivative": derivative,
            "before": u.measurement,
            "updated": 1.0,
        }
