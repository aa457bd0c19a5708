"""Pid: a controller with saturation, anti-windup and a set point that moves with limited rate."""

from __future__ import annotations

from ...base.scalars import limited
from ..declare.declarations import Input, Output, Parameter, State
from .controller import Controller


class Pid(Controller):
    """A PID controller with saturation, anti-windup and a set point that moves with limited rate.

    y = k (e + integral of e / T_i + T_d de_f/dt) + k_ff dr/dt, limited; e is reference r minus measurement.

    The reference follows the set point with limited rate. While y is limited, the integral is drawn back with the time
    constant T_t (back-calculation). Only the measurement is differentiated, through a filter with time constant T_f.
    `measurement_unit` and `output_unit` are the SI units of the measurement and of y; the tables call them `e` and `y`.
    """

    k = Parameter("y/e", "gain", 1.0)
    T_i = Parameter("s", "time constant of the integral part", 1.0, min=0.0, exclusive_min=True)
    T_d = Parameter("s", "time constant of the derivative part", 0.0, min=0.0)
    T_f = Parameter("s", "time constant of the filter of the derivative part", 0.01, min=0.0, exclusive_min=True)
    T_t = Parameter("s", "time constant that draws the integral back while y is limited", 0.5, min=0.0, exclusive_min=True)
    k_ff = Parameter("y.s/e", "gain of the reference's rate, fed forward to y", 0.0)
    y_min = Parameter("y", "lower limit of y", -1.0)
    y_max = Parameter("y", "upper limit of y", 1.0)
    rate_max = Parameter("e/s", "largest rate of the reference", 1e3, min=0.0, exclusive_min=True)
    T_r = Parameter("s", "time constant with which the reference reaches the set point", 0.05, min=0.0, exclusive_min=True)
    reference_start = Parameter("e", "reference at the start", 0.0, start=True)
    integral_start = Parameter("y", "integral part of y at the start", 0.0, start=True)
    filtered_start = Parameter("e", "filtered measurement at the start", 0.0, start=True)
    set_point = Input("e", "wanted value of the measurement")
    measurement = Input("e", "measured value")
    y = Output("y", "controller output, between y_min and y_max")
    reference = Output("e", "set point as it moves")
    error = Output("e", "reference minus measurement")
    reference_state = State("e", "reference")
    integral_state = State("y", "integral part of y")
    filtered_state = State("e", "filtered measurement")

    @staticmethod
    def respond(p, u, t, x):
        rate = limited("rate", (u.set_point - x.reference_state) / p.T_r, -p.rate_max, p.rate_max)
        error = x.reference_state - u.measurement
        slope = (u.measurement - x.filtered_state) / p.T_f
        wanted = p.k * (error - p.T_d * slope) + x.integral_state + p.k_ff * rate
        y = limited("y", wanted, p.y_min, p.y_max)
        rates = {
            "reference_state": rate,
            "integral_state": p.k * error / p.T_i + (y - wanted) / p.T_t,
            "filtered_state": slope,
        }
        return rates, {"y": y, "reference": x.reference_state, "error": error}
