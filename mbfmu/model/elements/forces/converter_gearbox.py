"""ConverterGearbox: a torque converter with lock-up clutch behind a crankshaft, and a gearbox behind it."""

import numpy as np

from ....base.scalars import maximum, minimum, where
from ...declare.declarations import Input, Output
from ...declare.lookup_table import LookupTable
from ...declare.table_parameter import TableParameter
from .clutch_gearbox import ClutchGearbox

SPEED_RATIOS = [0.0, 0.2, 0.4, 0.6, 0.8, 0.88, 0.94, 1.0]
TORQUE_RATIO = LookupTable(SPEED_RATIOS, [1.68, 1.52, 1.40, 1.29, 1.12, 1.0, 1.0, 1.0], smooth=True)
CAPACITY = LookupTable(SPEED_RATIOS, [3.43e-3, 3.69e-3, 3.58e-3, 3.11e-3, 2.26e-3, 1.82e-3, 1.01e-3, 0.0], smooth=True)
SAMPLED = np.linspace(0.0, 1.0, 201)


class ConverterGearbox(ClutchGearbox):
    """Drives a shaft by a crankshaft through a torque converter and a gearbox whose ratio is an input.

    The crankshaft turns the pump, the gearbox the turbine. The pump takes the torque pump_capacity(nu) w_pump^2, the turbine gives torque_ratio(nu)
    times as much; nu = w_turbine / w_pump is the speed ratio, from 0 where the turbine stands, to 1. If the turbine is faster, it drives: the
    converter is a fluid coupling with the same capacity over w_pump / w_turbine. If both turn against each other, both torques add. The clutch
    of a ClutchGearbox locks both as far as the input `engagement` closes it. The fluid has no inertia.
    Default curves are those of Kotwicki's model by Hrovat and Tobler (1985), Bond graph modeling and computer simulation of automotive torque
    converters, J. Franklin Institute 319.
    """

    torque_ratio = TableParameter(("1",), "1", "torque of the turbine over that of the pump, over the speed ratio 0 to 1", TORQUE_RATIO)
    pump_capacity = TableParameter(("1",), "N.m.s2/rad2", "torque of the pump over the square of its speed, over the speed ratio 0 to 1", CAPACITY)
    engagement = Input("1", "how far the lock-up clutch is closed, 0 to 1")
    pump_torque = Output("N.m", "torque of the fluid against the pump")
    turbine_torque = Output("N.m", "torque of the fluid on the turbine")
    speed_ratio = Output("1", "speed of the turbine over that of the pump, from 0 to 1")
    heat = Output("W", "heat in the fluid")

    check_messages = (
        *ClutchGearbox.check_messages,
        "the values of pump_capacity must not be below 0",
        "pump_capacity must be 0 at the speed ratio 1, where pump and turbine turn as one",
        "the values of torque_ratio must not be below 0",
        "torque_ratio must be at most 1 / speed ratio: more would make energy",
    )

    @staticmethod
    def checks(p):
        capacity, ratio = p.pump_capacity, np.array([p.torque_ratio(nu) for nu in SAMPLED])
        return np.array(
            [
                *ClutchGearbox.checks(p),
                capacity.values.min() + 1e-12,
                1e-6 * capacity.values.max() - abs(capacity(1.0)),
                ratio.min() + 1e-12,
                1.0 + 1e-9 - (SAMPLED * ratio).max(),
            ]
        )

    @staticmethod
    def fluid(p, u, w_pump, w_turbine):
        """The torque against the pump, that on the turbine, and the speed ratio."""
        both, slow = w_pump * w_turbine, (1e-9 * p.w_slow) ** 2  # no division by zero at a standstill
        nu, back = (minimum(maximum(both / maximum(w * w, slow), 0.0), 1.0) for w in (w_pump, w_turbine))
        ahead = p.pump_capacity(nu) * w_pump * abs(w_pump)
        overrun = p.pump_capacity(back) * w_turbine * abs(w_turbine)
        geared = abs(u.ratio) > 0.0  # out of gear the turbine turns with the pump
        return where(geared, ahead - overrun, 0.0), where(geared, p.torque_ratio(nu) * ahead - overrun, 0.0), nu

    @classmethod
    def coupling(cls, p, u, w_shaft, slip):
        tau = ClutchGearbox.clutch(p, u, slip)[0]
        w_turbine = u.ratio * w_shaft
        pump, turbine, _ = ConverterGearbox.fluid(p, u, slip + w_turbine, w_turbine)
        return tau + pump, tau + turbine

    @classmethod
    def outputs(cls, p, u, t, crank, shaft, housing):
        w_shaft, slip = ClutchGearbox.speeds(p, u, crank, shaft, housing)
        w_turbine = u.ratio * w_shaft
        pump, turbine, nu = ConverterGearbox.fluid(p, u, slip + w_turbine, w_turbine)
        fluid = {"pump_torque": pump, "turbine_torque": turbine, "speed_ratio": nu, "heat": pump * (slip + w_turbine) - turbine * w_turbine}
        return super().outputs(p, u, t, crank, shaft, housing) | fluid
