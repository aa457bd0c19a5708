"""The sampled controller's equations against hand calculations."""

import pytest

from mbfmu import SampledPid
from mbfmu.base.scalars import Record

from ...tolerances import ROUNDOFF


def updated(set_point: float, measurement: float, r: dict | None = None, **parameters: float) -> Record:
    p = Record((name, float(value)) for name, value in SampledPid(**parameters).values.items())
    before = {"y_state": 0.0, "error_state": 0.0, "integral": 0.0, "derivative": 0.0, "before": 0.0, "updated": 0.0} | (r or {})
    return Record(SampledPid.update(p, Record(set_point=set_point, measurement=measurement), 0.0, Record(), Record(before)))


def test_within_limits_it_is_the_textbook_controller() -> None:
    r = {"integral": 0.1, "derivative": -0.2, "before": 0.35, "updated": 1.0}
    found = updated(1.0, 0.4, r, period=0.02, k=0.5, T_i=2.0, T_d=0.3, T_f=0.1, y_max=10.0)
    derivative = 0.1 / 0.12 * -0.2 - 0.5 * 0.3 / 0.12 * (0.4 - 0.35)
    assert found.y_state == pytest.approx(0.5 * 0.6 + 0.1 + derivative, rel=ROUNDOFF)
    assert found.integral == pytest.approx(0.1 + 0.5 * 0.02 / 2.0 * 0.6, rel=ROUNDOFF) and found.derivative == pytest.approx(derivative, rel=ROUNDOFF)


def test_the_first_update_has_no_kick() -> None:
    assert updated(3.0, 3.0, T_d=1.0).y_state == 0.0


def test_while_limited_the_integral_is_drawn_back() -> None:
    """Back-calculation: the integral rests where k e / T_i = (wanted - y_max) / T_t."""
    k, T_i, T_t, error = 2.0, 1.0, 0.5, 3.0
    at_rest = 1.0 + T_t * k * error / T_i - k * error
    found = updated(error, 0.0, {"integral": at_rest}, k=k, T_i=T_i, T_t=T_t, y_max=1.0)
    assert found.y_state == 1.0 and found.integral == pytest.approx(at_rest, rel=ROUNDOFF)
