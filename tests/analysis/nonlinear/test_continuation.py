"""Branches against closed forms of where they turn, meet others and lose their stability."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import root

from mbfmu import (
    BlockModel,
    Body,
    JointForce,
    Model,
    Posture,
    Prismatic,
    Revolute,
    SpringDamperParallel,
    TorsionSpringDamper,
    World,
    continuation,
)
from mbfmu.base.errors import MbfmuError
from mbfmu.runs.load_any import load_any
from tests.library import FMUS, problem_of
from tests.tolerances import BIFURCATION, BRANCHED, FOLD_MULTIPLIER, INTEGRATION, SERIES

from .blocks import Circle, Forced, ForcedPendulum, Lorenz, VanDerPol

LORENZ = Lorenz(x_start=8.0, y_start=8.0, z_start=25.0)


def test_lorenz():
    """Convection in either sense begins at rho = 1, where it meets rest, and ends by a Hopf bifurcation at s (s + b + 3) / (s - b - 1)."""
    found = continuation(BlockModel("Lorenz", LORENZ), "rho", (0.5, 30.0))
    left, turn, right = found.special
    assert (left.kind, turn.kind, right.kind) == ("Hopf", "branch point", "Hopf")
    assert [left.value, turn.value, right.value] == pytest.approx([470.0 / 19.0, 1.0, 470.0 / 19.0], abs=BIFURCATION)
    assert found.values[[0, -1]] == pytest.approx([30.0, 30.0])
    x, rho = found.column("x"), found.values
    assert x**2 == pytest.approx(8.0 / 3.0 * (rho - 1.0), abs=INTEGRATION)


def test_rest_of_lorenz_meets_convection():
    found = continuation(BlockModel("Lorenz", Lorenz(rho=0.6, x_start=0.0, y_start=0.0, z_start=0.0)), "rho", (0.5, 2.0))
    assert [(point.kind, point.value) for point in found.special] == [("branch point", pytest.approx(1.0, abs=BIFURCATION))]
    assert found.points[0].stable and not found.points[-1].stable


def test_van_der_pol_begins_to_swing():
    found = continuation(BlockModel("VanDerPol", VanDerPol(mu=-0.3, s_start=0.0)), "mu", (-0.5, 0.5))
    assert [(point.kind, point.value) for point in found.special] == [("Hopf", pytest.approx(0.0, abs=BIFURCATION))]


def test_a_truss_snaps_through():
    """A mass on a guide between springs that lie across it: F = k (1 - l / sqrt(a^2 + s^2)) s is largest where (a^2 + s^2)^(3/2) = l a^2."""
    k, a, l = 1e3, 0.3, 0.5
    truss = Model("Truss")
    truss.world, truss.mass = World(g=0.0), Body(m=1.0)
    truss.guide = Prismatic(truss.world.frame_b, truss.mass.frame_a, n=[0, 0, 1], s_start=0.4)
    truss.spring = SpringDamperParallel(truss.world.at([a, 0, 0]), truss.mass.frame_a, c=k, s_unstretched=l)
    truss.push = JointForce(truss.guide)
    truss.expose(inputs={"force": truss.push.f})
    found = continuation(truss, "force", (-150.0, 100.0))
    s = np.sqrt((l * a**2) ** (2 / 3) - a**2)
    force = -k * (1.0 - l / np.sqrt(a**2 + s**2)) * s
    assert [point.kind for point in found.special] == ["fold", "fold"]
    assert sorted(point.value for point in found.special) == pytest.approx([-force, force], abs=force * BIFURCATION)
    at = found.column("guide.s")
    assert found.values == pytest.approx(k * (1.0 - l / np.sqrt(a**2 + at**2)) * at, abs=INTEGRATION * force)


def test_a_column_buckles():
    """A rod on a torsion spring falls to either side where m g l is more than c: at rest upright it is stable below."""
    column = Model("Column")
    column.world, column.rod = World(g=10.0), Body(m=1.0, r_CM=[0, 0, 0.5], I=[0.1, 0.1, 0.1])
    column.pivot = Revolute(column.world.frame_b, column.rod.frame_a, n=[0, 1, 0])
    column.spring = TorsionSpringDamper(column.pivot, c=10.0, d=0.5)
    column.expose(tunable=[column.rod.m])
    found = continuation(column, "rod.m", (0.5, 3.0))
    assert [(point.kind, point.value) for point in found.special] == [("branch point", pytest.approx(2.0, abs=BIFURCATION))]


def test_a_closed_branch_ends_where_it_began():
    found = continuation(BlockModel("Circle", Circle()), "a", (-2.0, 2.0))
    assert found.ends == ("where it began", "where it began")
    assert sorted(point.value for point in found.special) == pytest.approx([-1.0, 1.0], abs=BIFURCATION)
    assert found.values**2 + found.column("s") ** 2 == pytest.approx(np.ones(len(found.points)), abs=INTEGRATION)
    assert all(point.stable == (point.states["s"] > 0.0) for point in found.points if not point.kind)
    assert "after 3 points" in continuation(BlockModel("Circle", Circle()), "a", (-2.0, 2.0), most=3).ends[0]


@pytest.mark.slow
def test_a_closed_loop_under_a_torque():
    """A four-bar turns round once over its torque, with what inverse dynamics ask for in each posture."""
    found = continuation(problem_of("four_bar"), "drive_torque", (-3.0, 3.0), {"drive_torque": 0.5})
    posture, torques = Posture(load_any(FMUS / "four_bar/model.py")), []
    for angle in found.column("drive_shaft.phi"):
        posture.place({"drive_shaft.phi": angle})
        torques.append(posture.holding_forces()[0])
    assert found.values == pytest.approx(torques, abs=INTEGRATION)
    assert [point.kind for point in found.special] == ["fold"] * 4
    assert found.ends == ("where it began", "where it began")


def test_orbits_of_van_der_pol():
    """Their period for small mu: 2 pi (1 + mu^2 / 16), but for mu^4."""
    found = continuation(BlockModel("VanDerPol", VanDerPol(mu=0.5)), "mu", (0.05, 0.6), period=6.5, transient=60.0)
    assert found.points[0].period == pytest.approx(2.0 * np.pi * (1.0 + 0.05**2 / 16.0), abs=SERIES * 0.05**4)
    assert all(point.stable for point in found.points)


def symmetry_breaks(force: Callable, by_s: Callable, damping: float, w: float, guess: list[float]) -> float:
    """By SciPy: the amplitude a in s'' + damping s' + force(s) = a cos(w t) at which symmetric motions, s(t + T / 2) = -s(t), lose their symmetry.

    Half a period maps small changes by a matrix that has an eigenvalue 1 there, so that these equations are regular.
    """

    def off(unknowns: np.ndarray) -> np.ndarray:
        *start, a = unknowns

        def rates(t: float, z: np.ndarray) -> np.ndarray:
            s, v, X = z[0], z[1], z[2:].reshape(2, 2)
            return np.array([v, a * np.cos(w * t) - damping * v - force(s), *(np.array([[0.0, 1.0], [-by_s(s), -damping]]) @ X).ravel()])

        end = solve_ivp(rates, (0.0, np.pi / w), [*start, 1.0, 0.0, 0.0, 1.0], "DOP853", rtol=1e-12, atol=1e-12).y[:, -1]
        return np.append(end[:2] + start, np.linalg.det(end[2:].reshape(2, 2) - np.eye(2)))

    return float(root(off, guess, tol=1e-11).x[-1])


FORCED = {
    "Ueda": (Forced(damping=0.1, amplitude=2.2), (2.2, 2.4), lambda s: s**3, lambda s: 3.0 * s**2, 1.0, [1.9, 0.3, 2.3]),
    "pendulum": (ForcedPendulum(amplitude=0.98), (0.98, 1.03), np.sin, np.cos, 2.0 / 3.0, [-1.1, 1.9, 1.0]),
}


@pytest.mark.parametrize("name", ["Ueda", pytest.param("pendulum", marks=pytest.mark.slow)])
def test_motions_lose_their_symmetry(name: str):
    """Both branches meet there, and the one that leaves takes over the stability."""
    block, span, force, by_s, w, guess = FORCED[name]
    exact = symmetry_breaks(force, by_s, block.values["damping"], w, guess)
    given = {"period": 2.0 * np.pi / w, "transient": 100.0}
    found = continuation(BlockModel("Forced", block), "amplitude", span, **given)
    assert found.ends == ("at the end of the span", "at the end of the span")
    (point,) = found.special
    assert point.kind == "branch point" and point.approximate and point.value == pytest.approx(exact, rel=BRANCHED)
    assert [each.stable for each in (found.points[0], found.points[-1])] == [True, False]
    other = continuation(BlockModel("Forced", block), "amplitude", span, **given, start=point.leaving)
    (meeting,) = other.special
    assert meeting.kind == "branch point" and meeting.value == pytest.approx(exact, rel=BRANCHED)
    for end in (other.points[0], other.points[-1]):
        assert end.value == pytest.approx(span[1]) and end.stable
        half, whole = (
            solve_ivp(
                lambda t, z: [z[1], end.value * np.cos(w * t) - block.values["damping"] * z[1] - force(z[0])],
                (0.0, periods * 2.0 * np.pi / w),
                list(end.states.values()),
                "DOP853",
                rtol=1e-12,
                atol=1e-12,
            ).y[:, -1]
            for periods in (0.5, 1.0)
        )
        assert whole == pytest.approx(list(end.states.values()), abs=INTEGRATION)
        assert np.abs(half + list(end.states.values())).max() > 0.1


def test_a_branch_starts_at_a_point_of_another():
    """Rest of Lorenz's equations meets convection, x^2 = b (rho - 1)."""
    model = BlockModel("Lorenz", Lorenz(rho=0.6, x_start=0.0, y_start=0.0, z_start=0.0))
    (point,) = continuation(model, "rho", (0.5, 2.0)).special
    assert not point.approximate
    convection = continuation(model, "rho", (0.5, 2.0), start=point.leaving)
    assert convection.column("x") ** 2 == pytest.approx(8.0 / 3.0 * (convection.values - 1.0), abs=INTEGRATION)
    assert convection.values[[0, -1]] == pytest.approx([2.0, 2.0]) and convection.column("x")[0] * convection.column("x")[-1] < 0.0
    with pytest.raises(MbfmuError, match="start is no point of a branch of VanDerPol, whose states are s, v"):
        continuation(BlockModel("VanDerPol", VanDerPol()), "mu", (0.5, 2.0), start=point.leaving)


@pytest.mark.slow
def test_duffing_jumps():
    """The response to a harmonic force turns back twice: there a multiplier is 1, and only between both frequencies are there several responses."""
    values = {"spring.c": 1.0, "spring.c_3": 1.0, "spring.d": 0.1, "force.amplitude": 0.15, "force.w": 0.7, "guide.s_start": 0.3}
    found = continuation(problem_of("duffing"), "force.w", (0.6, 1.8), values, period=lambda w: 2.0 * np.pi / w, transient=200.0)
    upper, lower = found.special
    assert upper.kind == lower.kind == "fold" and upper.value > lower.value
    for point in (upper, lower):
        assert np.abs(point.growth - 1.0).min() < FOLD_MULTIPLIER
    between = [point for point in found.points if lower.value < point.value < upper.value]
    assert any(not point.stable for point in between) and any(point.stable for point in between)
    assert found.points[0].stable and found.points[-1].stable


def test_what_is_no_parameter_is_named():
    with pytest.raises(MbfmuError, match="there is no parameter or input 'rho1' that is one number .did you mean 'rho'"):
        continuation(BlockModel("Lorenz", LORENZ), "rho1", (0.5, 30.0))
    with pytest.raises(MbfmuError, match="rho = 28 1 at the start must lie between 0.5 and 20"):
        continuation(BlockModel("Lorenz", LORENZ), "rho", (0.5, 20.0))
    with pytest.raises(MbfmuError, match="a span is two numbers"):
        continuation(BlockModel("Lorenz", LORENZ), "rho", (0.5,))  # type: ignore[arg-type]
    with pytest.raises(MbfmuError, match="orbits take a period > 0 s"):
        continuation(BlockModel("Lorenz", LORENZ), "rho", (0.5, 30.0), period=-1.0)
    with pytest.raises(MbfmuError, match="Duffing is driven and has no equilibria"):
        continuation(problem_of("duffing"), "force.w", (0.5, 2.0))
