import numpy as np
import pytest

from mbfmu.analysis.simulate.differences import differences
from mbfmu.base.errors import MbfmuError
from tests.tolerances import ROUNDOFF


def rows(time: np.ndarray, **signals: np.ndarray) -> np.ndarray:
    table = np.zeros(len(time), dtype=[("time", float), *((name, float) for name in signals)])
    table["time"] = time
    for name, values in signals.items():
        table[name] = values
    return table


def test_the_largest_difference_its_time_and_its_share_of_the_range():
    """A bent line against the straight one, on other times: they differ most at the bend."""
    a = rows(np.linspace(0, 2, 5), s=np.minimum(np.linspace(0, 2, 5), 1.0), same=np.full(5, 3.0), own=np.zeros(5))
    b = rows(np.array([0.0, 2.0, 4.0]), s=np.array([0.0, 2.0, 4.0]), same=np.full(3, 3.0))
    bent, same = differences(a, b)
    assert (bent.signal, bent.time) == ("s", 2.0) and bent.difference == pytest.approx(1.0, rel=ROUNDOFF)
    assert bent.relative == pytest.approx(0.5, rel=ROUNDOFF)
    assert (same.difference, same.relative) == (0.0, 0.0)
    assert [found.signal for found in differences(a, b, ["sam*"])] == ["same"]


def test_a_value_beside_none_is_an_infinite_difference():
    t = np.linspace(0, 1, 3)
    (found,) = differences(rows(t, s=np.array([0.0, np.nan, 1.0])), rows(t, s=np.array([0.0, 0.5, 1.0])))
    assert found.difference == np.inf and found.time == 0.5
    (found,) = differences(rows(t, s=np.full(3, np.nan)), rows(t, s=np.full(3, np.nan)))
    assert found.difference == 0.0


def test_what_is_constant_differs_infinitely_from_a_run_that_failed_or_grew_beyond_numbers():
    t = np.linspace(0, 1, 3)
    for end in (np.nan, np.inf):
        failed = rows(t, s=np.array([1.0, 1.0, end]))
        (found,) = differences(rows(t, s=np.ones(3)), failed)
        assert (found.difference, found.time, found.relative) == (np.inf, 1.0, np.inf)
        (found,) = differences(failed, failed)
        assert (found.difference, found.relative) == (0.0, 0.0)


def test_what_stands_between_the_times_of_the_first_counts():
    a, b = rows(np.array([0.0, 1.0]), s=np.zeros(2)), rows(np.array([0.0, 0.5, 1.0]), s=np.array([0.0, 3.0, 0.0]))
    for first, second in ((a, b), (b, a)):
        (found,) = differences(first, second)
        assert (abs(found.difference), found.time) == (3.0, 0.5)


def test_results_that_share_nothing_are_refused():
    t = np.linspace(0, 1, 3)
    with pytest.raises(MbfmuError, match="share no signal"):
        differences(rows(t, a=t), rows(t, b=t))
    with pytest.raises(MbfmuError, match="from 0 s to 1 s, the second from 2 s to 3 s"):
        differences(rows(t, a=t), rows(t + 2, a=t))


def test_results_without_a_time_are_refused():
    rows = np.zeros(2, dtype=[("t", float), ("s", float)])
    with pytest.raises(MbfmuError, match="over their column `time`"):
        differences(rows, rows)
