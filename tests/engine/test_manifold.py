"""Mechanisms with constraints in an instance: assembled, kept on their constraints, passing singular positions; truth in closed form."""

import casadi as ca
import numpy as np
import pytest
from scipy.special import ellipk

from mbfmu.analysis.simulate.simulate import simulate
from mbfmu.base.errors import StepFailed
from mbfmu.engine.instance import Instance
from mbfmu.problem.connect.connect import connect
from mbfmu.problem.data.constraint_manifold import Row
from tests.tolerances import BALANCE, INTEGRATION, ROUNDOFF

from .mechanisms import G, cartesian_pendulum, four_bar, ladder, mechanism, slider_crank
from .problems import pendulum

ANGLES = (1.0, 0.0, 1.0 - np.pi)  # of a parallelogram whose crank stands at 1 rad


def started(problem) -> Instance:
    instance = Instance(problem)
    instance.initialize()
    return instance


def residuals(instance: Instance) -> float:
    """The largest of all residuals of positions and velocities."""
    instance.constraints()
    return max(np.abs(instance.buffers["phi"]).max(), np.abs(instance.buffers["psi"]).max())


@pytest.mark.parametrize("copies", [1, 2])
def test_pendulum_in_cartesian_coordinates(copies: int) -> None:
    """Released level, it stands level on the other side after half a period: 2 K(1/2) sqrt(l/g) (elliptic integral)."""
    half = 2 * ellipk(0.5) * np.sqrt(1 / G)
    instance = started(cartesian_pendulum(copies))
    for t in np.linspace(0, half, 8)[1:]:
        instance.advance(t, 1e-10)
        assert residuals(instance) <= 10 * ROUNDOFF
    assert instance.buffers["x"] == pytest.approx([-1, 0, 0, 0], abs=INTEGRATION)
    assert np.count_nonzero(instance.buffers["independent"]) == 1


def test_a_ladder_of_sixty_windows_swings_as_one_pendulum() -> None:
    """After half a period, 2 K(sin(angle / 2)^2) sqrt(l/g) (elliptic integral), each of its masses is where its mirror image was."""
    windows, angle = 60, 0.7
    half = 2 * ellipk(np.sin(angle / 2) ** 2) * np.sqrt(1 / G)
    instance = started(ladder(windows, angle))
    for t in np.linspace(0, half, 4)[1:]:
        instance.advance(t, 1e-9)
        assert residuals(instance) <= 10 * ROUNDOFF * windows
    places = instance.buffers["x"][: 2 * windows + 2].reshape(-1, 2) - np.outer(np.arange(windows + 1), [1, 0])
    np.testing.assert_allclose(places, np.tile([-np.sin(angle), -np.cos(angle)], (windows + 1, 1)), rtol=0, atol=INTEGRATION)
    assert np.count_nonzero(instance.buffers["independent"]) == 2 * windows + 1


def test_assembly_is_the_smallest_correction() -> None:
    """A point mass off its circle goes to the nearest point of it, and its velocity loses the radial part."""
    instance = started(cartesian_pendulum(2, (1.2, 0.5), (1.0, 1.0)))
    r = np.array([1.2, 0.5]) / 1.3
    tangent = np.array([-r[1], r[0]])
    assert instance.buffers["x"][:2] == pytest.approx(r, abs=ROUNDOFF)
    assert instance.buffers["x"][2:] == pytest.approx(tangent * (tangent @ [1.0, 1.0]), abs=ROUNDOFF)
    assert residuals(instance) <= ROUNDOFF


def test_fixed_starts_are_kept() -> None:
    """Crank angle and speed stay as given, the others follow: a parallelogram's rocker turns with its crank."""
    instance = started(four_bar((1.0, 0.3, -1.9), (2.0, 0.5, 0.0), fixed_q=(0,), fixed_v=(0,)))
    q, v = instance.buffers["x"][:3], instance.buffers["x"][3:]
    assert q == pytest.approx(ANGLES, abs=ROUNDOFF) and v == pytest.approx([2.0, 0.0, 2.0], abs=10 * ROUNDOFF)
    assert q[0] == 1.0


@pytest.mark.parametrize("off", [0.4, -0.4])
def test_assembly_stays_on_its_branch(off: float) -> None:
    """The rod of a slider-crank may point up or down; it stays where the guess is."""
    instance = started(slider_crank((0.5, off, 1.2), fixed_q=(0,)))
    upward = np.pi - np.arcsin(-0.5 * np.sin(0.5)) if np.cos(off) < 0 else np.arcsin(-0.5 * np.sin(0.5))
    assert instance.buffers["x"][:3] == pytest.approx([0.5, upward, 0.5 * np.cos(0.5) + np.cos(upward)], abs=ROUNDOFF)


def test_driven_slider_crank() -> None:
    """The slider's position is a closed form of the crank's angle."""
    instance = started(slider_crank((1.0, -0.4, 1.2), drive=lambda t: 1.0 + 3 * t))
    for t in np.linspace(0, 5, 11)[1:]:
        instance.advance(t, 1e-8)
        crank = 1 + 3 * t
        position = 0.5 * np.cos(crank) + np.sqrt(1 - 0.25 * np.sin(crank) ** 2)
        assert instance.buffers["x"][2] == pytest.approx(position, abs=INTEGRATION)
        assert residuals(instance) <= 100 * ROUNDOFF


@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("run", ["steps", "process"])
def test_parallelogram_passes_flat_positions(copies: int, run: str) -> None:
    """Without gravity it turns uniformly for ever, also where it is flat and could become an antiparallelogram."""
    problem = four_bar(ANGLES, (3.0, 0.0, 3.0), copies=copies)
    stop = 10.0
    if run == "process":
        q = np.array(simulate(problem, stop, 0.5)[-1].tolist()[1:])
    else:
        instance = started(problem)
        for t in np.linspace(0, stop, 21)[1:]:
            instance.advance(t, 1e-8)
        q = instance.buffers["x"]
        assert np.count_nonzero(instance.buffers["independent"]) == 2
    assert q == pytest.approx([1 + 3 * stop, 0.0, 1 + 3 * stop - np.pi, 3.0, 0.0, 3.0], abs=10 * INTEGRATION)


def test_permanent_rank_from_a_singular_start() -> None:
    """A flat parallelogram has lost a row for the moment, and two of four for ever."""
    instance = started(four_bar((0.0, 0.0, -np.pi), (1.0, 0.0, 1.0), copies=2, fixed_q=(0,)))
    assert np.count_nonzero(instance.buffers["independent"]) == 2


def test_singular_position_is_reported_once() -> None:
    """A whole turn passes two flat positions."""
    reported = []
    instance = started(four_bar(ANGLES, (1.0, 0.0, 1.0)))
    instance.report = reported.append
    for t in np.linspace(0.0, 2 * np.pi, 13)[1:]:
        instance.advance(t, 1e-8)
    assert len(reported) == 1 and "four_bar.pin" in reported[0] and "singular position" in reported[0]


def test_a_singular_position_is_reported_where_a_run_passes_it() -> None:
    """Not where it was only asked about, and again if the run was given up."""
    reported = []
    instance = started(four_bar(ANGLES, (1.0, 0.0, 1.0)))
    instance.report = reported.append
    before, flat = instance.t, instance.t + np.pi - 3.0
    instance.derivative(before, np.array([np.pi, 0.0, 0.0, 1.0, 0.0, 1.0]))
    assert instance.buffers["rank_deficiency"][0] == 1.0
    instance.place(before, np.array([3.0, 0.0, 3.0 - np.pi, 1.0, 0.0, 1.0]))
    saved = instance.save()
    for _ in range(2):
        instance.advance(before + 0.01, 1e-8)
        assert not reported
        for t in flat + np.array([0.0, 0.1, 0.2]):
            instance.advance(t, 1e-8)
        assert len(reported) == 1 and f"at t = {flat:.9g} s" in reported.pop()
        instance.restore(saved)


@pytest.mark.parametrize("heavy", [1.0, 1e9])
def test_a_light_pendulum_beside_a_heavy_body_is_put_back_as_exactly(heavy: float) -> None:
    """Though the body has nearly all the mass."""
    q, v = ca.SX.sym("q", 3), ca.SX.sym("v", 3)
    phi, M = [0.5 * (ca.sumsqr(q[:2]) - 1)], ca.diag(ca.DM([1, 1, heavy]))
    instance = started(mechanism("Beside", q, v, v, M, ca.DM.zeros(3), phi, (Row("rod", "m", True),), (0, -1, 0), (3, 0, 10)))
    instance.advance(0.1, 1e-6)
    instance.buffers["x"][[0, 1, 3, 4]] += 1e-3
    instance.project()
    assert residuals(instance) <= 10 * ROUNDOFF


def test_restored_runs_are_identical() -> None:
    """Projection and kept rows belong to what is saved."""
    make = lambda: four_bar((1.0, 0.3, -1.9), (3.0, 0.0, 0.0), copies=2, gravity=G)
    instance, other = started(make()), Instance(make())
    instance.advance(0.4)
    saved, trail = instance.save(), []
    for each in (instance, instance, other):
        each.restore(saved)
        states = []
        for t in (0.401, 0.5, 0.9):
            each.advance(t)
            states.append(each.save())
        trail.append(states)
    assert trail[0] == trail[1] == trail[2]


THETA = (1.0, 0.2, -2.0)
REST = (0.0, 0.0, 0.0)
TURNING = lambda t: 1.0 + 2 * t


@pytest.mark.parametrize(
    ["problem", "message"],
    [
        (four_bar(THETA, REST, (1, 2, 1, 5)), "the loop through four_bar.pin cannot be closed: 1000 mm remain between the frames of four_bar.pin"),
        (four_bar(THETA, REST, (1, 1.0, 0.5, 2.2), fixed_q=(0,)), "fixed start coordinate of crank and the loop through four_bar.pin .* 360.8 mm"),
        (four_bar(THETA, REST, drives=((0, TURNING), (0, lambda t: 1.1))), "drive 1 and drive 2 contradict each other: 0.05 rad at drive 1"),
        (four_bar(THETA, REST, drives=((0, TURNING), (0, TURNING))), "over-driven: drive 1, drive 2 together"),
        (four_bar(THETA, REST, drives=((0, TURNING), (2, lambda t: 1 - ca.pi))), "over-driven: four_bar.pin, drive 1, drive 2 together"),
        (
            four_bar(THETA, (3.0, 0.0, 0.0), fixed_v=(0,), drives=((0, TURNING),)),
            "the fixed start speed of crank and drive 1 contradict each other: 1 rad/s",
        ),
        (
            four_bar(THETA, REST, fixed_q=(0,), drives=((0, lambda t: 1.1 + t),)),
            "the fixed start coordinate of crank and drive 1 contradict each other: 0.1 rad",
        ),
    ],
)
def test_errors_name_the_elements(problem, message: str) -> None:
    """What cannot be is refused with everything that takes part, and by how much; the gaps are closed forms of the lengths."""
    with pytest.raises(StepFailed, match=message):
        started(problem)


def test_a_point_held_by_two_rods() -> None:
    """It cannot move, and each rod carries 1 / sqrt(3) of its weight."""
    q, v = ca.SX.sym("q", 2), ca.SX.sym("v", 2)
    rods = Row("left", "m", True), Row("right", "m", True)
    phi = [ca.norm_2(q) - 1, ca.norm_2(q - ca.vertcat(1, 0)) - 1]
    truss = started(mechanism("Truss", q, v, v, ca.DM.eye(2), ca.DM([0, -1]), phi, rods, (0.5, 0.8), (0, 0)))
    assert truss.buffers["x"] == pytest.approx([0.5, np.sqrt(0.75), 0, 0], abs=ROUNDOFF)
    assert truss.buffers["lambda"] == pytest.approx([1 / np.sqrt(3)] * 2, rel=BALANCE)


def test_connected_problems_keep_their_manifolds() -> None:
    """A mechanism beside others moves as it does alone, also behind other states."""
    make = lambda: four_bar((1.0, 0.3, -1.9), (3.0, 0.0, 0.0), copies=2, gravity=G)
    both = started(connect("Both", {"swing": pendulum(), "first": make(), "second": cartesian_pendulum(2)}, []))
    alone = [started(make()), started(cartesian_pendulum(2))]
    for instance in (both, *alone):
        instance.advance(1.0, 1e-9)
    assert both.buffers["x"][2:8] == pytest.approx(alone[0].buffers["x"], abs=10 * INTEGRATION)
    assert both.buffers["x"][8:] == pytest.approx(alone[1].buffers["x"], abs=10 * INTEGRATION)
    assert [np.count_nonzero(both.buffers[f"{manifold.prefix}independent"]) for manifold in both.problem.manifolds] == [2, 1]
