"""Coupling that diverges is told of, growth that is the system's own is not."""

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import brentq

from mbfmu.cosim import Component, RunStopped, System, simulate_system
from mbfmu.cosim.masters.divergence import Halved, Watch

M, C, D = 2.0, 50.0, 1.5  # kg, N/m, N.s/m of the oscillator
JURY = brentq(lambda h: D * h / M - 3 * C * h**2 / (2 * M) - (D * h / M - C * h**2 / (2 * M)) ** 2, 1e-3, 0.1)
LIMITS = {"gauss_seidel": 2 * D / C, "jacobi": JURY}
"""The largest stable step [s], closed forms: a mass whose force is held for a step (Gauss-Seidel: the determinant of its map of s and v, which
is 1 - D h / M + C h^2 / 2 M, reaches 1) and comes a step late as well (Jacobi: the criterion of Jury for the cubic)."""
METHODS = pytest.mark.parametrize("method", LIMITS)


@METHODS
def test_steps_within_the_stable_ones_run(oscillator: System, method: str):
    result = simulate_system(replace(oscillator, method=method, step_size=0.95 * LIMITS[method], stop_time=40.0))
    assert abs(result["mass.s"]).max() <= 0.2 + 0.01 and abs(result["mass.s"][-1]) < 0.1


@METHODS
@pytest.mark.parametrize("times", [1.4, 3.0, 10.0, 30.0])
def test_steps_beyond_the_stable_ones_are_refused_and_results_kept(oscillator: System, method: str, times: float):
    diverging = replace(oscillator, method=method, step_size=times * LIMITS[method], stop_time=60.0)
    with pytest.raises(RunStopped, match="the co-simulation diverges") as stopped:
        simulate_system(diverging)
    assert re.search(r"loop .*(mass\.s -> spring\.s|mass\.v -> spring\.v)", str(stopped.value)) and "spring.f -> mass.F" in str(stopped.value)
    # these FMUs do not say how their states move
    assert "take a smaller step_size (`mbfmu couple` finds stable masters and steps)" in str(stopped.value) and len(str(stopped.value)) < 2000
    assert abs(stopped.value.result["mass.s"][-10:]).max() > 2.0 and len(stopped.value.result) > 6


@pytest.mark.parametrize(("values", "start", "duration"), [({"d": -D}, 0.2, 14.0), ({"c": -C, "d": 0.0}, 1e-9, 4.0), ({"c": -C, "d": -D}, 0.2, 4.0)])
def test_what_grows_by_itself_is_not_refused(oscillator: System, values: dict[str, float], start: float, duration: float):
    """A damper that feeds the oscillation, a spring that pushes away: their growth is that of the differential equation."""
    mass, spring = (component.fmu for component in oscillator.components.values())
    components = {"mass": Component(mass, {"s_start": start}), "spring": Component(spring, values)}
    result = simulate_system(replace(oscillator, components=components, step_size=4e-3, stop_time=duration))
    assert abs(result["mass.s"][-1000:]).max() > 100 * start


TIME = np.arange(6000)
RANDOM = np.random.default_rng(0).normal(size=6000)
HEALTHY = {
    "rest": 0.0 * TIME,
    "roundoff": 1.0 + 1e-16 * RANDOM,
    "noise": RANDOM,
    "a random walk from zero": np.cumsum(RANDOM),
    "an oscillation that steps hardly follow": np.sin(1.3 * TIME),
    "resonance that steps follow": TIME * np.sin(0.05 * TIME),
    "resonance that steps hardly follow": TIME * np.sin(1.3 * TIME),
    "a switching controller": np.where(TIME < 1000, 0.0, np.sign(np.sin(2.7 * TIME))),
    "a jump": np.where(TIME < 1000, 0.0, 1.0),
    "a jump behind a stiff filter": np.where(TIME < 1000, 0.0, 1.0 - np.exp(-(TIME - 1000) * 0.7)),
    "a jump behind a slow filter": np.where(TIME < 1000, 0.0, 1.0 - np.exp(-(TIME - 1000) * 1e-3)),
    "constant acceleration": TIME**2.0,
    "decay into roundoff": np.exp(-0.03 * TIME) * np.sin(0.2 * TIME) + 1e-16 * RANDOM,
    "a sweep": np.sin(2e-4 * TIME**2),
    "manoeuvres, each larger": np.cumsum(np.sin(0.02 * TIME) * np.array([1e-3, 1e-2, 4e-2, 0.12])[np.searchsorted([600, 3700, 4800], TIME)]),
}
LOOP = System({"a": "A.fmu", "b": "B.fmu"}, [("a.y", "b.u"), ("b.y", "a.u")])


def recorded(values: np.ndarray, step: float = LOOP.step_size) -> np.ndarray:
    result = np.zeros(len(values), [("time", float), ("a.y", float), ("b.y", float)])
    result["time"], result["a.y"] = np.arange(len(values)) * step, values
    return result


def half_gives(values: np.ndarray) -> Halved:
    return Halved(LOOP, lambda half: recorded(values, half.step_size))


@pytest.mark.parametrize("signal", HEALTHY)
def test_healthy_signals_are_not_even_suspected(signal: str):
    result, halved = recorded(HEALTHY[signal]), Halved(LOOP, lambda _: pytest.fail("it was run again"))
    assert Watch(LOOP, halved).fast_divergence(result) is None
    assert Watch(LOOP, halved).slow_divergence(result) is None


def test_growth_of_a_nonlinear_loop_is_found():
    """A softening spring held for a step: its swings grow for long by little, then faster and faster, and steps follow them."""

    def run(system: System) -> np.ndarray:
        h, x, v, rows = system.step_size, 1e-2, 0.0, []
        while len(rows) <= round(system.stop_time / h) and abs(x) < 1.0:
            force = -x + x**3
            rows.append((len(rows) * h, x, force))
            x, v = x + v * h + force * h * h / 2, v + force * h
        return np.array(rows, [("time", float), ("a.y", float), ("b.y", float)])

    system = replace(LOOP, stop_time=600.0, step_size=0.1)
    found = Watch(system, Halved(system, run)).slow_divergence(run(system))
    assert found is not None and found.resolved and found.factor >= 100.0


def test_only_loops_diverge():
    """The same growth is nobody's fault where nothing comes back."""
    growing, half = recorded((-2.0) ** np.arange(40)), half_gives((-2.0) ** np.arange(80))
    assert Watch(LOOP, half).fast_divergence(growing).signal == ("a", "y")
    assert Watch(replace(LOOP, connections=LOOP.connections[:1]), half).fast_divergence(growing) is None


@pytest.mark.parametrize(("power", "late"), [(7, 1), (8, 2), (9, 2)])
def test_a_smooth_start_is_one_with_half_the_step(power: int, late: int):
    """t ** power, from a time on and some steps late, which are half as long there: steps hardly follow how it begins."""
    whole, half = (1e4 * np.maximum((np.arange(rows) - late) / rows - 0.5, 0.0) ** power for rows in (40, 80))
    start = recorded(whole)
    assert Watch(LOOP, half_gives(0.0 * half)).fast_divergence(start) is not None
    assert Watch(LOOP, half_gives(half)).fast_divergence(start) is None


def test_what_is_small_beside_its_vector_or_its_unit_is_not_suspected():
    """A wheel turns at 60 rad/s about y and swings a little about z, growing from nothing; a hundred times as much of it diverges."""

    swinging = np.minimum(2.0 ** np.arange(-19.0, 21.0), 1.0) * (-1.0) ** np.arange(40)

    def found(swing: float) -> bool:
        result = np.zeros(40, [("time", float), *((f"a.w.{axis}", float) for axis in "xyz"), ("b.y", float)])
        result["time"], result["a.w.y"] = np.arange(40) * LOOP.step_size, 60.0
        result["a.w.z"] = swing * swinging
        loop = replace(LOOP, connections=[("a.w.z", "b.w.z"), ("b.y", "a.u")])
        return Watch(loop, Halved(loop, lambda half: np.zeros(0, result.dtype))).fast_divergence(result) is not None

    assert found(10.0) and not found(0.1)
    assert Watch(LOOP, half_gives(np.zeros(0))).fast_divergence(recorded(2e-3 * swinging)) is None


def test_where_half_the_step_fails_what_steps_cannot_follow_diverges():
    growing, fails = recorded((-2.0) ** np.arange(40)), half_gives(np.zeros(0))
    assert Watch(LOOP, fails).fast_divergence(growing) is not None and Watch(LOOP, fails).slow_divergence(growing) is None


def test_of_ports_with_interface_mass_only_motion_and_force_are_watched():
    """How they would answer to forces follows squares of small angles, which grow a hundredfold where these grow tenfold."""

    def found(member: str) -> bool:
        growing = recorded((-2.0) ** np.arange(40))
        growing.dtype.names = ("time", f"a.hub.{member}", "b.y")
        loop = replace(LOOP, connections=[(f"a.hub.{member}", f"b.hub.{member}"), ("b.y", "a.u")])
        return Watch(loop, half_gives(np.zeros(0))).fast_divergence(growing) is not None

    assert found("ang_vel.z") and not found("inverse_inertia.yy") and not found("a_free")


def test_numbers_near_the_largest_there_are_do_no_harm():
    values = np.array([(-1e30) ** i for i in range(10)] + [1e308, -1e308, 1e308])
    assert Watch(LOOP, half_gives(np.zeros(26))).fast_divergence(recorded(values)) is not None


def test_what_stops_a_run_that_diverges_is_told_too(oscillator: System, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("mbfmu.cosim.simulate.LOOK", np.inf)
    with pytest.raises(RunStopped, match=r"the co-simulation diverges: from t = \d\.?\d* s .*; then at t = .* = -?(inf|nan)"):
        simulate_system(replace(oscillator, step_size=0.5, stop_time=1000.0))
