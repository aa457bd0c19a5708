"""Runs that make no progress stop with a reason; short steps alone are no reason."""

import numpy as np
import pytest

from mbfmu import Body, FreeMotion, HuntCrossleyContact, Model, PlaneSurface, SphereSurface, World, simulate
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


@pytest.mark.parametrize(
    ("masses", "stiffness", "most", "told"), [((1e9, 1e-9), 1e5, 1_000_000, "last 1000 steps"), ((1e6, 1e-4), 1e9, 20_000, "after 20000 steps")]
)
def test_a_tiny_mass_below_a_large_one_is_named(masses: tuple[float, float], stiffness: float, most: int, told: str) -> None:
    """Two balls upon each other: what moves fastest is the light one, at sqrt(k / m)."""
    model = Model("Balls", max_steps=most)
    model.world, model.round, model.ground = World(g=9.81), SphereSurface(radius=0.1), PlaneSurface()
    model.heavy, model.light = (Body(m=m, I=[0.01 * m] * 3) for m in masses)
    model.above = FreeMotion(model.world.frame_b, model.heavy.frame_a, r_start=[0, 0, 0.3])
    model.below = FreeMotion(model.world.frame_b, model.light.frame_a, r_start=[0, 0, 0.1])
    model.upper = HuntCrossleyContact(model.heavy.frame_a, model.light.frame_a, model.round, model.round, c=stiffness, d=0.5)
    model.lower = HuntCrossleyContact(model.light.frame_a, model.world.frame_b, model.round, model.ground, c=stiffness, d=0.5)
    with pytest.raises(
        StepFailed, match=rf"{told}.*below\.v\[3\] has a time constant of \S+e-(09|10|08|07) s: look there for a mass that is too small"
    ):
        simulate(model, 1.0, 1.0)
