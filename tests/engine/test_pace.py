"""Runs that make no progress stop with a reason; short steps alone are no reason."""

import numpy as np
import pytest

from mbfmu import simulate
from mbfmu.base.errors import StepFailed
from mbfmu.engine.instance import Instance
from tests.tolerances import INTEGRATION

from .problems import oscillating, sliding

STANDSTILL = r"cannot go on from t = 0\.2041\d* s: its last 1000 steps took .*e-06 s; v = .* changes too fast"


def test_a_jump_stops_a_run_in_process() -> None:
    with pytest.raises(StepFailed, match=STANDSTILL):
        simulate(sliding())


def test_a_jump_stops_a_step() -> None:
    """Whose instance is then as before."""
    instance = Instance(sliding())
    instance.initialize()
    before = instance.save()
    with pytest.raises(StepFailed, match=STANDSTILL):
        instance.advance(1.0, 1e-9)
    assert instance.save() == before


@pytest.mark.parametrize("run", ["simulate", "advance"])
def test_a_run_of_microseconds_may_take_many_steps(run: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What counts is how often it is looked at, not the communication step of 10 ms: here 2000 radians of an oscillation in 2e-4 s."""
    problem, points = oscillating(1e7), np.linspace(0.0, 2e-4, 11)
    if run == "simulate":
        times: list[float] = []
        monkeypatch.setattr(Instance, "report_progress_seldom", lambda self: None)
        found = simulate(problem, points[-1], points[1], progress=times.append)["x"][-1]
        assert len(times) > 1000  # so many steps are looked at together (advance.c)
    else:
        instance = Instance(problem)
        instance.initialize()
        for t in points[1:]:
            instance.advance(t, 1e-11)
        found = instance.buffers["x"][0]
    assert found == pytest.approx(np.cos(2000.0), abs=100 * INTEGRATION)
