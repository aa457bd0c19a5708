"""ShiftProgram: the controller of an automated gearbox."""

from __future__ import annotations

import numpy as np

from ...base.scalars import limited, maximum, minimum, switch, where
from ..declare.declarations import Discrete, Input, Output, Parameter
from ..declare.lookup_table import LookupTable
from ..declare.table_parameter import TableParameter
from ..declare.variable_types import Integer
from .base import Block

RATIOS = LookupTable([-1, 0, 1, 2, 3, 4, 5, 6], [-13.0, 0.0, 13.5, 8.0, 5.4, 4.1, 3.3, 2.7])
UP = LookupTable([1, 5], [0.0, 1.0], [[14.0, 44.0], [55.0, 180.0]])
DOWN = LookupTable([2, 6], [0.0, 1.0], [[8.0, 34.0], [40.0, 150.0]])


class ShiftProgram(Block):
    """Shifts the gears of a car, opens the clutch for this, and closes it to start off.

    `ratios` gives the ratio of each gear, final drive included: 1 and more ahead, up to the last of the table, 0 out of gear, -1 reverse. At each
    update, the gear becomes at least the one above all gears for which the shaft of the gearbox turns faster than `up` says for gear and accelerator,
    and at most the highest for which it does not turn more slowly than `down`. Between both the gear stays: that is the hysteresis. The first update
    puts in the gear that fits the speed at the start, without a shift.
    The input `selector` chooses ahead (1), out of gear (0) or reverse (-1). First gear and reverse do not go in while the shaft turns the other way
    faster than w_rest; a gear that is in stays in, so a car that rolls back on a hill is pushed ahead.
    A shift takes `T_shift`. In its share `opening` the clutch opens and the throttle closes in proportion to time, then the ratio changes, and in the
    rest both come back. No other shift begins meanwhile. To start off, the clutch closes as engine or gearbox, whichever is faster, comes
    from w_open to w_closed; so it opens before the engine stalls, and a car that rolls in gear drags its engine. `lock_up` is for the clutch of a
    torque converter instead: it closes within T_shift when the gearbox has come to w_closed, and opens when that is slower than w_open.
    """

    period = Parameter("s", "time between updates", 0.01, min=0.0, exclusive_min=True, start=True)
    offset = Parameter("s", "time from the start to the first update", 0.0, min=0.0, start=True)
    ratios = TableParameter(("1",), "1", "speed of the clutch over that of the shaft, over gear", RATIOS)
    up = TableParameter(("1", "1"), "rad/s", "speed of the shaft above which to shift up, over gear and accelerator", UP)
    down = TableParameter(("1", "1"), "rad/s", "speed of the shaft below which to shift down, over gear and accelerator", DOWN)
    T_shift = Parameter("s", "time that a shift takes", 0.4, min=0.0, exclusive_min=True)
    opening = Parameter("1", "share of a shift in which clutch and throttle go back, before the ratio changes", 0.5, min=0.01, max=0.99)
    w_open = Parameter("rad/s", "speed of engine and gearbox below which the clutch is open", 100.0, min=0.0)
    w_closed = Parameter("rad/s", "speed of engine or gearbox above which the clutch may close", 150.0, min=0.0, exclusive_min=True)
    w_rest = Parameter("rad/s", "speed of the shaft against the gear below which it goes in", 2.0, min=0.0)
    gear_start = Parameter("1", "gear at the start", 1, min=-1, type=Integer(), start=True)
    accelerator = Input("1", "position of the accelerator, 0 to 1")
    selector = Input("1", "1 ahead, 0 out of gear, -1 reverse", start=1, type=Integer())
    shaft_speed = Input("rad/s", "speed of the shaft behind the gearbox")
    engine_speed = Input("rad/s", "speed of the engine")
    throttle = Output("1", "position of the throttle")
    clutch = Output("1", "how far the clutch is closed")
    lock_up = Output("1", "how far the clutch that locks a torque converter is closed")
    ratio = Output("1", "ratio of the gearbox")
    gear = Output("1", "gear, in a shift that to come", type=Integer())
    gear_state = Discrete("1", "gear, in a shift that to come", type=Integer())
    before = Discrete("1", "ratio before the last shift")
    begun = Discrete("s", "time at which the last shift began", start=-1e6)
    locked = Discrete("1", "whether the torque converter is to be locked", type=Integer())
    lock_begun = Discrete("s", "time at which its clutch last began to close", start=-1e6)

    check_messages = ("{w_closed} must be above {w_open}", "{gear_start} must be a gear of the ratios")

    @staticmethod
    def checks(p):
        return np.array([p.w_closed - p.w_open, p.ratios.axes[0][-1] - p.gear_start + 0.5])

    @staticmethod
    def respond(p, u, t, x, r):
        part = (t - r.begun) / p.T_shift
        late = part - p.opening
        closed = limited("shift", switch("changed", late, late / (1.0 - p.opening), -late / p.opening), 0.0, 1.0)
        ratio = switch("changed", late, p.ratios(r.gear_state), r.before)
        gearbox = ratio * u.shaft_speed
        fast = switch("dragged", gearbox - u.engine_speed, gearbox, u.engine_speed)
        grip = limited("start_off", (fast - p.w_open) / (p.w_closed - p.w_open), 0.0, 1.0)
        locked = r.locked * limited("locking", (t - r.lock_begun) / p.T_shift, 0.0, 1.0)
        accelerator = limited("accelerator", u.accelerator, 0.0, 1.0)
        outputs = {"throttle": accelerator * closed, "clutch": grip * closed, "lock_up": locked * closed, "ratio": ratio, "gear": r.gear_state}
        return {}, outputs

    @staticmethod
    def update(p, u, t, x, r):
        gear, w, gears = r.gear_state, u.shaft_speed, range(1, int(p.ratios.axes[0][-1]))
        least = 1.0 + sum(where(w > p.up(float(k), u.accelerator), 1.0, 0.0) for k in gears)
        most = 1.0 + sum(where(w < p.down(float(k + 1), u.accelerator), 0.0, 1.0) for k in gears)
        fitting = minimum(maximum(gear, least), maximum(least, most))
        ahead = where(gear > 0.5, fitting, where(w < -p.w_rest, 0.0, fitting))
        reverse = where(gear < -0.5, -1.0, where(w > p.w_rest, 0.0, -1.0))
        wanted = where(u.selector > 0.5, ahead, where(u.selector < -0.5, reverse, 0.0))
        chosen = where(t - r.begun < p.T_shift, gear, wanted)
        shifts = abs(chosen - gear) > 0.5
        gearbox = p.ratios(chosen) * w
        locked = where(gearbox > p.w_closed, 1.0, where(gearbox < p.w_open, 0.0, r.locked))
        return {
            "gear_state": chosen,
            "before": where(shifts, p.ratios(gear), r.before),
            "begun": where(shifts, where(t < p.offset + 0.5 * p.period, r.begun, t), r.begun),
            "locked": locked,
            "lock_begun": where(locked > r.locked, t, r.lock_begun),
        }
