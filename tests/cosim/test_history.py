"""Polynomials through the past of a signal are the signal itself where this is one."""

import pytest

from mbfmu.cosim.history import History, Sample
from tests.tolerances import ROUNDOFF

TIMES = (0.0, 0.3, 0.5, 1.0)  # s


def cubic(t: float) -> float:
    return 1 + 2 * t + 3 * t**2 - t**3


def slope(t: float) -> float:
    return 2 + 6 * t - 3 * t**2


def remembered(times: tuple[float, ...], slopes: bool) -> History:
    history = History(3)
    for t in times:
        history.add(Sample(t, cubic(t), slope(t) if slopes else None))
    return history


@pytest.mark.parametrize(("times", "slopes"), [(TIMES, False), (TIMES[:2], True), (TIMES[1:3], True)])
def test_a_cubic_is_continued_by_values_or_by_values_and_slopes(times: tuple[float, ...], slopes: bool):
    found = remembered(times, slopes).polynomial(3, at=0.7)
    assert [found(t) for t in (-1.0, 0.7, 2.0)] == pytest.approx([cubic(t) for t in (-1.0, 0.7, 2.0)], abs=100 * ROUNDOFF)
    assert found.derivatives() == pytest.approx((cubic(0.7), slope(0.7), 6 - 6 * 0.7, -6.0), abs=100 * ROUNDOFF)


def test_the_degree_is_as_high_as_what_is_known_allows():
    history = remembered(TIMES, False)
    assert history.polynomial(2, 1.0, until=0.3).derivatives() == pytest.approx(
        (cubic(0.3) + 0.7 * (cubic(0.3) - cubic(0)) / 0.3, (cubic(0.3) - cubic(0)) / 0.3)
    )
    assert history.polynomial(0, 1.0, until=0.4).derivatives() == (cubic(0.3),)


def test_a_sample_ahead_is_met_unless_the_signal_has_come_there():
    history = remembered((0.0, 0.5), False)
    assert history.polynomial(1, 0.5, ahead=Sample(1.0, 7.0))(1.0) == pytest.approx(7.0)
    assert history.polynomial(1, 0.5, ahead=Sample(0.5, 7.0)).derivatives() == history.polynomial(1, 0.5).derivatives()
