"""Both integrators against SciPy's DOP853, published numbers, and the orders they claim."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu.runtime.advance import advance
from mbfmu.runtime.dormand_prince import DormandPrince
from mbfmu.runtime.errors import StepFailed
from mbfmu.runtime.instance import Instance
from mbfmu.runtime.integrator import Integrator, Ode
from mbfmu.runtime.radau import Radau
from tests.tolerances import ASYMPTOTIC, INTEGRATION, PROPORTIONAL

from .problems import DAMPING, G, LENGTH, MASS, bursting, pendulum, robertson


def exact_pendulum(t: np.ndarray) -> np.ndarray:
    inertia = MASS * LENGTH**2
    rates = lambda _, x: [x[1], (-MASS * G * LENGTH * np.sin(x[0]) - DAMPING * x[1]) / inertia]  # noqa: E731
    return solve_ivp(rates, (0, t[-1]), [1.0, 0.0], "DOP853", t, rtol=1e-13, atol=1e-13).y


def spiral(kind: type[Integrator]) -> Integrator:
    """x_dot = [[-0.5, -1], [1, -0.5]] x from (1, 0): x = exp(-t / 2) (cos t, sin t)."""
    t, x, x_dot = np.zeros(1), np.array([1.0, 0.0]), np.zeros(2)

    def evaluate() -> None:
        x_dot[:] = -0.5 * x[0] - x[1], x[0] - 0.5 * x[1]

    integrator = kind(Ode(t, x, x_dot, evaluate, ("a", "b"), np.ones(2)), np.zeros(2))
    integrator.tolerance = 1e-14  # the implicit equations are solved exactly; the step size is the test's
    integrator.scale = lambda *_: np.full(2, 1e30) if kind is DormandPrince else np.full(2, 1e-14)
    return integrator


def exact_spiral(t: float) -> np.ndarray:
    return np.exp(-t / 2) * np.array([np.cos(t), np.sin(t)])


@pytest.mark.parametrize(("kind", "end", "middle"), [(DormandPrince, 5, 4), (Radau, 5, 3)])
def test_order(kind: type[Integrator], end: int, middle: int) -> None:
    """One step's error shrinks by order + 1, that of the dense output likewise."""
    ends, middles = [], []
    for h in (0.2, 0.1):
        integrator = spiral(kind)
        integrator.start[:] = integrator.ode.x
        integrator.begin()
        integrator.attempt(h)
        ends.append(np.abs(integrator.ode.x - exact_spiral(h)).max())
        integrator.size = h
        if kind is DormandPrince:
            integrator.at(0.4)
            middles.append(np.abs(integrator.ode.x - exact_spiral(0.4 * h)).max())
    assert np.log2(ends[0] / ends[1]) == pytest.approx(end + 1, abs=ASYMPTOTIC)
    if middles:
        assert np.log2(middles[0] / middles[1]) == pytest.approx(middle + 1, abs=ASYMPTOTIC)


@pytest.mark.parametrize("stiff", [False, True])
def test_error_follows_tolerance(stiff: bool) -> None:
    """A tolerance a hundred times smaller gives an error about a hundred times smaller, and errors are of its size."""
    exact, errors = exact_pendulum(np.array([0.0, 3.0]))[:, -1], []
    for tolerance in (1e-5, 1e-7, 1e-9):
        instance = Instance(replace(pendulum(), stiff=stiff))
        instance.initialize()
        advance(instance, 3.0, tolerance)
        errors.append(np.abs(instance.buffers["x"] - exact).max())
        assert errors[-1] < PROPORTIONAL * tolerance
    assert errors[0] / errors[1] > 10 and errors[1] / errors[2] > 10


@pytest.mark.parametrize("stiff", [False, True])
def test_any_partition_of_time(stiff: bool) -> None:
    """Steps of any length meet the same trajectory and end exactly where they should."""
    times = np.array([0.0, 1e-6, 1e-3, 0.3, 0.3005, 2.0, 5.0])
    instance = Instance(replace(pendulum(), stiff=stiff))
    instance.initialize()
    for t, exact in zip(times, exact_pendulum(times).T):
        advance(instance, t, 1e-10)
        assert instance.t == t
        assert instance.buffers["x"] == pytest.approx(exact, abs=INTEGRATION)


def test_robertson() -> None:
    """The published solution at t = 40 (Hairer & Wanner II, section IV.10)."""
    instance = Instance(robertson())
    instance.initialize()
    advance(instance, 40.0, 1e-9)
    assert instance.buffers["x"] == pytest.approx([0.7158270688, 9.185534765e-6, 0.2841637457], abs=INTEGRATION)


@pytest.mark.parametrize("stiff", [False, True])
@pytest.mark.parametrize(
    ("u", "words"), [(0.0, r"from t = (0\.9999|1).* s: .*growing .*(too fast|not a number)"), (1.0, r"from t = 0\.[45].* s: the rate of rooted")]
)
def test_dead_ends_are_named(stiff: bool, u: float, words: str) -> None:
    """Where rates are infinite or not a number, the error says which state and when, and the instance is as before."""
    instance = Instance(replace(bursting(), stiff=stiff))
    instance.set("u", u)
    instance.initialize()
    before = instance.save()
    with pytest.raises(StepFailed, match=words):
        advance(instance, 2.0)
    assert instance.save() == before
