"""Random linear systems, cut in two and coupled by held inputs: what is stable is not refused, what diverges by the coupling is."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pytest
from scipy.linalg import block_diag, expm

from mbfmu.cosim import System
from mbfmu.cosim.masters.divergence import Halved, Watch

LOOP = System({"a": "A.fmu", "b": "B.fmu"}, [("a.y", "b.u"), ("b.y", "a.u")])
STEPS = 600
SYSTEMS = 400
GROWN = 1e6  # of the last signals, relative to the first


@dataclass(frozen=True)
class Coupled:
    """x' = A x + B u + b w(t), y = C x in two blocks, u = G y held over steps of h [s]; it starts at x_0."""

    A: np.ndarray
    B: np.ndarray
    b: np.ndarray
    C: np.ndarray
    G: np.ndarray
    x_0: np.ndarray
    w: Callable[[float], float]

    @property
    def own_growth(self) -> float:
        """The largest real part of the eigenvalues with the true coupling [1/s]."""
        return np.linalg.eigvals(self.A + self.B @ self.G @ self.C).real.max()

    def held(self, h: float) -> tuple[np.ndarray, np.ndarray]:
        """The map of x over a step of Jacobi's, and what w adds to it."""
        n, inputs = len(self.A), np.column_stack([self.B @ self.G @ self.C, self.b])
        whole = expm(np.block([[self.A, inputs], [np.zeros((n + 1, 2 * n + 1))]]) * h)[:n]
        return whole[:, :n] + whole[:, n:-1], whole[:, -1]

    def run(self, system: System) -> np.ndarray:
        (M, b), x, rows = self.held(system.step_size), self.x_0, []
        for t in np.arange(round(system.stop_time / system.step_size) + 1) * system.step_size:
            rows.append((t, *(self.C @ x)))
            x = M @ x + b * self.w(t)
        return np.array(rows, [("time", float), ("a.y", float), ("b.y", float)])


def block(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A stable block of up to four states with one input and one output."""
    n, speed = rng.integers(1, 5), 10 ** rng.uniform(-1, 1.3)
    A = rng.normal(size=(n, n))
    A -= (np.linalg.eigvals(A).real.max() + 10 ** rng.uniform(-2, 0)) * np.eye(n)
    return speed * A, speed * rng.normal(size=(n, 1)), rng.normal(size=(1, n))


def random_coupled(rng: np.random.Generator) -> tuple[Coupled, float]:
    """A system and a step size [s]."""
    A, B, C = (block_diag(*pair) for pair in zip(block(rng), block(rng)))
    n = len(A)
    step, frequency, at_rest = rng.uniform(0, 2), 10 ** rng.uniform(-1, 2), rng.random() < 0.5
    w = [lambda t: float(t >= step), lambda t: np.sin(frequency * t), lambda t: t, lambda t: 0.0][rng.integers(4)]
    gain = 10 ** rng.uniform(-1.5, 0.5) * np.array([[0.0, 1.0], [1.0, 0.0]])
    x_0 = np.zeros(n) if at_rest else rng.normal(size=n)
    return Coupled(A, B, rng.normal(size=n) * (np.arange(n) < n // 2), C, gain, x_0, w), 10 ** rng.uniform(-2.5, 0.3)


def refused(coupled: Coupled, h: float) -> bool:
    system = System(LOOP.components, LOOP.connections, stop_time=STEPS * h, step_size=h)
    with np.errstate(over="ignore", invalid="ignore"):
        result, halved = until_it_stops(coupled, system), Halved(system, partial(until_it_stops, coupled))
        return Watch(system, halved).fast_divergence(result) is not None or Watch(system, halved).slow_divergence(result) is not None


def until_it_stops(coupled: Coupled, system: System) -> np.ndarray:
    """As a master does where a number is not finite."""
    result = coupled.run(system)
    return result[np.isfinite(result["a.y"]) & np.isfinite(result["b.y"])]


@pytest.fixture(scope="module")
def systems() -> list[tuple[Coupled, float]]:
    rng = np.random.default_rng(0)
    return [random_coupled(rng) for _ in range(SYSTEMS)]


def test_what_is_stable_is_not_refused(systems):
    stable = [(coupled, h) for coupled, h in systems if np.abs(np.linalg.eigvals(coupled.held(h)[0])).max() <= 1.0]
    assert len(stable) > SYSTEMS / 2 and not [1 for coupled, h in stable if refused(coupled, h)]


def test_smooth_starts_are_not_refused(systems):
    """From rest, by a fifth power of time: what it first makes in a loop grows by powers from step to step."""
    stable = [(coupled, h) for coupled, h in systems if np.abs(np.linalg.eigvals(coupled.held(h)[0])).max() <= 1.0]
    assert not [1 for coupled, h in stable[::8] if refused(replace(coupled, x_0=0.0 * coupled.x_0, w=lambda t: t**5), h)]


@pytest.fixture(scope="module")
def diverging() -> list[tuple[Coupled, float]]:
    """Stable with the true coupling, unstable with the held one, and grown by GROWN in the steps that are made."""
    rng = np.random.default_rng(1)
    moved = [(coupled, h) for coupled, h in (random_coupled(rng) for _ in range(10 * SYSTEMS)) if coupled.own_growth < 0 and coupled.x_0.any()]
    return [(coupled, h) for coupled, h in moved if np.abs(np.linalg.eigvals(coupled.held(h)[0])).max() > GROWN ** (1 / STEPS)]


def test_what_grows_by_the_coupling_is_refused(diverging):
    assert len(diverging) > SYSTEMS / 10 and [1 for coupled, h in diverging if not refused(coupled, h)] == []


def test_many_looks_see_what_one_sees(diverging):
    """Each looks at what has come since the one before."""
    for coupled, h in diverging[::4]:
        system = System(LOOP.components, LOOP.connections, stop_time=STEPS * h, step_size=h)
        with np.errstate(over="ignore", invalid="ignore"):
            result, halved = until_it_stops(coupled, system), Halved(system, partial(until_it_stops, coupled))
            often, once = Watch(system, halved), Watch(system, halved)
            looks = (often.fast_divergence(result[:count]) for count in range(1, len(result) + 1, 7))
            found = next((growth for growth in looks if growth is not None), None)
            assert (found or often.fast_divergence(result)) == once.fast_divergence(result)


def test_what_grows_by_itself_is_not_refused(systems):
    """Where steps are so short that holding inputs changes the growth by less than a tenth."""
    own = []
    for coupled, _ in systems:
        h = 0.01 / np.abs(np.linalg.eigvals(coupled.A)).max()
        held = np.log(np.abs(np.linalg.eigvals(coupled.held(h)[0])).max()) / h
        if coupled.own_growth > 0 and abs(held - coupled.own_growth) < 0.1 * coupled.own_growth:
            own.append((coupled, h))
    assert len(own) > SYSTEMS / 20 and [1 for coupled, h in own if refused(coupled, h)] == []
