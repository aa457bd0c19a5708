"""Branches against closed forms of where they turn, meet others and lose their stability."""

from __future__ import annotations

import numpy as np
import pytest

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
from mbfmu.driving.load import load_any
from mbfmu.errors import MbfmuError
from tests.library import FMUS, problem_of
from tests.tolerances import BIFURCATION, FOLD_MULTIPLIER, INTEGRATION, SERIES

from .blocks import Circle, Lorenz, VanDerPol

LORENZ = Lorenz(x_start=8.0, y_start=8.0, z_start=25.0)


def test_lorenz():
    """Convection in either sense begins at rho = 1 and loses its stability by a Hopf bifurcation at s (s + b + 3) / (s - b - 1)."""
    found = continuation(BlockModel("Lorenz", LORENZ), "rho", (0.5, 30.0))
    left, turn, right = found.special
    assert (left.kind, turn.kind, right.kind) == ("Hopf", "fold", "Hopf")
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
