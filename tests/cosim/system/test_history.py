"""Polynomials through the past of a signal are the signal itself where this is one."""

import numpy as np
import pytest

from mbfmu.cosim.system.history import History, Sample, side_by_side
from tests.tolerances import ROUNDOFF

TIMES = (0.0, 0.3, 0.5, 1.0)  # s
BESIDE = np.array([1.0, -2.0])


def cubic(t: float) -> float:
    return 1 + 2 * t + 3 * t**2 - t**3


def slope(t: float) -> float:
    return 2 + 6 * t - 3 * t**2


def remembered(times: tuple[float, ...], slopes: bool) -> History:
    """A cubic, and beside it another one."""
    history = History(3, np.ones(2))
    for t in times:
        history.add(Sample(t, cubic(t) * BESIDE, slope(t) * BESIDE if slopes else None))
    return history


@pytest.mark.parametrize(("times", "slopes"), [(TIMES, False), (TIMES[:2], True), (TIMES[1:3], True)])
def test_a_cubic_is_continued_by_values_or_by_values_and_slopes(times: tuple[float, ...], slopes: bool):
    found = remembered(times, slopes).polynomial(3, at=0.7)
    assert np.array([found(t) for t in (-1.0, 0.7, 2.0)]) == pytest.approx(np.outer([cubic(t) for t in (-1.0, 0.7, 2.0)], BESIDE), abs=100 * ROUNDOFF)
    assert found.derivatives() == pytest.approx(np.outer((cubic(0.7), slope(0.7), 6 - 6 * 0.7, -6.0), BESIDE), abs=100 * ROUNDOFF)


def test_the_degree_is_as_high_as_what_is_known_allows():
    history, rate = remembered(TIMES, False), (cubic(0.3) - cubic(0)) / 0.3
    assert history.polynomial(2, 1.0, until=0.3).derivatives() == pytest.approx(np.outer((cubic(0.3) + 0.7 * rate, rate), BESIDE))
    assert history.polynomial(0, 1.0, until=0.4).derivatives() == pytest.approx(np.outer(cubic(0.3), BESIDE))


def test_a_sample_ahead_is_met_unless_the_signal_has_come_there():
    history, ahead = remembered((0.0, 0.5), False), 7.0 * BESIDE
    assert history.polynomial(1, 0.5, ahead=Sample(1.0, ahead))(1.0) == pytest.approx(ahead)
    assert (history.polynomial(1, 0.5, ahead=Sample(0.5, ahead)).coefficients == history.polynomial(1, 0.5).coefficients).all()


def test_polynomials_of_several_histories_stand_side_by_side():
    line, parabola = remembered((0.0, 0.3), False).polynomial(3, 0.5), remembered(TIMES, False).polynomial(2, 0.5)
    both = side_by_side([line, parabola])
    assert (both(0.9) == [*line(0.9), *parabola(0.9)]).all() and (both.of(slice(2))(0.9) == line(0.9)).all()


def test_the_scale_is_the_largest_value_even_of_many_runs():
    history = History(0, np.array([1.0, 5.0]))
    for value in ([[-2.0, 1.0], [0.0, 3.0]], [[0.0, 0.0], [6.0, -7.0]]):
        history.add(Sample(0.0, np.array(value)))
    assert history.scale.tolist() == [2.0, 7.0]
