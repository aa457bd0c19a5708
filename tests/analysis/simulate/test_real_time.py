"""Runs at the pace of a clock that moves only when it is told to."""

import logging

import numpy as np
import pytest

import mbfmu
from mbfmu import MbfmuError
from mbfmu.analysis.simulate.simulate import simulate
from mbfmu.base.real_time import Pacer
from tests.base.test_real_time import Clock
from tests.tolerances import INTEGRATION, ROUNDOFF

from .test_simulate import falling_mass

ON_THE_CLOCK = 1e5 * ROUNDOFF  # s: the clock shows that much


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of all runs."""
    clock = Clock()
    monkeypatch.setattr(Pacer.__init__, "__defaults__", (clock, clock.sleep))
    return clock


def test_each_row_waits_for_its_time(clock: Clock):
    """A step of the integrator ends at each, which changes nothing but the last digits."""
    found = simulate(falling_mass(), 0.5, 0.1, real_time=True)
    assert clock.slept == pytest.approx([0.1] * 5, abs=ON_THE_CLOCK)
    expected = simulate(falling_mass(), 0.5, 0.1)
    assert found["time"].tolist() == expected["time"].tolist()
    np.testing.assert_allclose(found["s"], expected["s"], atol=INTEGRATION)


def test_rows_that_come_late_are_reported(clock: Clock, caplog: pytest.LogCaptureFixture):
    """The input takes 0.25 s of the clock once, behind 0.1 s."""
    slow = iter([0.25])

    def push(t: float) -> float:
        clock.now += next(slow, 0.0) if t > 0.15 else 0.0
        return 0.0

    with caplog.at_level(logging.WARNING, "mbfmu"):
        simulate(falling_mass(), 1.0, 0.1, inputs={"f": push}, real_time=True)
    assert [record.getMessage() for record in caplog.records] == ["real time: 2 of 10 steps came late, by 150 ms at most, at t = 0.2 s"]
    assert clock.now - 1e5 == pytest.approx(1.0, abs=ON_THE_CLOCK)


def test_solvers_of_scipy_are_not_paced():
    with pytest.raises(MbfmuError, match="real_time paces the engine, not SciPy's Radau"):
        simulate(falling_mass(), 1.0, real_time=True, solver="Radau")


def test_an_open_run_is_paced_from_its_first_step(clock: Clock, caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.WARNING, "mbfmu"), mbfmu.open(falling_mass(), real_time=True) as run:
        clock.now += 7.0  # before the first step
        run.step(0.1)
        clock.now += 0.04
        run.step(0.1)
        run.reset()
        run.step(0.1)
        clock.now += 0.125
        run.step(0.1)
        assert (run.pacer.steps, run.pacer.late) == (4, 1)
    assert clock.slept == pytest.approx([0.1, 0.06, 0.1], abs=ON_THE_CLOCK)
    assert [record.getMessage() for record in caplog.records] == ["real time: 1 of 4 steps came late, by 25 ms at most, at t = 0.2 s"]
