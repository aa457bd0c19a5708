"""The controller's equations against hand calculations."""

import pytest

from mbfmu import Pid
from mbfmu.base.scalars import Record

from ...tolerances import ROUNDOFF


def respond(u: dict, x: dict, **parameters):
    p = Record((name, float(value)) for name, value in Pid(**parameters).values.items())
    return Pid.respond(p, Record(u), 0.0, Record(x))


def state(reference: float = 0.0, integral: float = 0.0, filtered: float = 0.0) -> dict:
    return {"reference_state": reference, "integral_state": integral, "filtered_state": filtered}


def test_within_limits_it_is_the_textbook_controller():
    x = state(reference=1.0, integral=0.1, filtered=0.35)
    rates, outputs = respond({"set_point": 1.0, "measurement": 0.4}, x, k=0.5, T_i=2.0, T_d=0.3, T_f=0.1, y_max=10.0)
    slope = (0.4 - 0.35) / 0.1
    assert outputs["y"] == pytest.approx(0.5 * (0.6 - 0.3 * slope) + 0.1, rel=ROUNDOFF)
    assert rates["integral_state"] == pytest.approx(0.5 * 0.6 / 2.0, rel=ROUNDOFF)
    assert rates["filtered_state"] == pytest.approx(slope, rel=ROUNDOFF)


def test_while_limited_the_integral_is_drawn_back():
    """Back-calculation: the integral rests where k e / T_i = (wanted - y_max) / T_t."""
    k, T_i, T_t, error = 2.0, 1.0, 0.5, 3.0
    at_rest = 1.0 + T_t * k * error / T_i - k * error
    rates, outputs = respond({"set_point": error, "measurement": 0.0}, state(reference=error, integral=at_rest), k=k, T_i=T_i, T_t=T_t, y_max=1.0)
    assert outputs["y"] == 1.0
    assert rates["integral_state"] == pytest.approx(0.0, abs=ROUNDOFF)


@pytest.mark.parametrize("set_point, rate", [(5.0, 0.2), (-5.0, -0.2), (0.01, 0.1)])
def test_the_reference_moves_with_limited_rate(set_point, rate):
    rates, _ = respond({"set_point": set_point, "measurement": 0.0}, state(), rate_max=0.2, T_r=0.1)
    assert rates["reference_state"] == pytest.approx(rate, rel=ROUNDOFF)


def test_its_units_follow_what_it_controls():
    controller = Pid("m")
    units = {d.name: controller.unit_of(d) for d in (Pid.k, Pid.k_ff, Pid.rate_max, Pid.measurement, Pid.y, Pid.T_i)}
    assert units == {"k": "1/m", "k_ff": "s/m", "rate_max": "m/s", "measurement": "m", "y": "1", "T_i": "s"}
