"""A pacer against a clock that moves only when it is told to."""

import logging

import pytest

from mbfmu.base.real_time import Pacer
from tests.tolerances import ROUNDOFF


class Clock:
    """A wall clock [s] that sleeping moves, and the time that a step takes."""

    def __init__(self) -> None:
        self.now, self.slept = 1e5, []

    def __call__(self) -> float:
        return self.now

    def sleep(self, duration: float) -> None:
        self.slept.append(duration)
        self.now += duration


def paced(takes: list[float], h: float = 0.1, start: float = 2.0) -> tuple[Pacer, Clock]:
    """Steps of h [s] that take so much time each."""
    clock = Clock()
    pacer = Pacer(clock, clock.sleep)
    pacer(start)
    for i, duration in enumerate(takes, 1):
        clock.now += duration
        pacer(start + i * h)
    return pacer, clock


def test_steps_that_are_fast_wait_for_the_clock():
    pacer, clock = paced([0.02, 0.03, 0.0])
    assert clock.slept == pytest.approx([0.08, 0.07, 0.1], abs=1e5 * ROUNDOFF)
    assert clock.now - 1e5 == pytest.approx(0.3, abs=1e5 * ROUNDOFF)
    assert (pacer.steps, pacer.late) == (3, 0) and str(pacer) == "all 3 steps came in time"


def test_steps_that_come_late_are_counted_and_caught_up():
    """Behind by 0.2 s, 0.15 s, 0.1 s and 0.05 s, and in time again."""
    pacer, clock = paced([0.3, 0.05, 0.05, 0.05, 0.04, 0.1])
    assert len(clock.slept) == 1 and clock.slept[0] == pytest.approx(0.01, abs=1e5 * ROUNDOFF)
    assert pacer.late == 5 and pacer.latest == pytest.approx(0.2, abs=1e5 * ROUNDOFF) and pacer.latest_at == 2.1
    assert str(pacer) == "5 of 6 steps came late, by 200 ms at most, at t = 2.1 s"


def test_time_that_goes_back_starts_again():
    clock = Clock()
    pacer = Pacer(clock, clock.sleep)
    for t in (0.0, 1.0, 0.5, 0.75):
        pacer(t)
    assert clock.slept == [1.0, 0.25] and pacer.late == 0


def test_overruns_are_reported_once_and_only_if_there_are_any(caplog: pytest.LogCaptureFixture):
    for takes, said in (([0.01], []), ([0.2], ["real time: 1 of 1 steps came late, by 100 ms at most, at t = 2.1 s"])):
        caplog.clear()
        with caplog.at_level(logging.WARNING, "mbfmu"):
            paced(takes)[0].report()
        assert [record.getMessage() for record in caplog.records] == said
