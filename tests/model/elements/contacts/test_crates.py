"""Crates on a sled that brakes at 2.93 m/s^2, below mu g = 3.92 m/s^2, beside a planar model of them by NumPy alone."""

import numpy as np
import pytest

from mbfmu import Body, BoxSurface, FreeMotion, HuntCrossleyContact, JointForce, Model, Prismatic, Table, World, simulate

from ....tolerances import BRISTLES, LOADED
from .planar_crates import DECK, INERTIA, M_SLED, MU, S_STICK, C, D, G, M, PlanarCrates, slid

DECELERATION = 2.93  # m/s2
ONE, TWO = ((0.5, 0.4),), ((0.5, 0.4), (0.4, 0.4))  # half lengths and half heights [m]


def crates(halves, z):
    """Crates upon each other on a sled, at the heights z [m], all at 15 m/s."""
    model = Model("Crates")
    model.world, model.sled, model.deck = World(g=G), Body(m=M_SLED), BoxSurface(size=[12.0, 2.2, 2.0 * DECK])
    model.slide = Prismatic(model.world.frame_b, model.sled.frame_a, n=[1, 0, 0], v_start=15.0)
    model.push = JointForce(model.slide)
    below, carries, outputs = model.sled.frame_a, model.deck, {"x": model.slide.s}
    for k, (half, height) in enumerate(halves):
        body = model.add(f"body_{k}", Body(m=M, I=[INERTIA] * 3))
        free = model.add(f"free_{k}", FreeMotion(model.world.frame_b, body.frame_a, r_start=[0.0, 0.0, z[k]], v_start=[15.0, 0.0, 0.0]))
        box = model.add(f"box_{k}", BoxSurface(size=[2.0 * half, 2.0 * half, 2.0 * height]))
        model.add(f"contact_{k}", HuntCrossleyContact(body.frame_a, below, box, carries, c=C, n=1.0, d=D, mu=MU))
        outputs |= {f"r_{k}": free.r, f"Q_{k}": free.Q}
        below, carries = body.frame_a, box
    model.expose(inputs={"push": model.push.f}, outputs=outputs)
    return model


def settled(halves):
    """Heights [m] at which contacts carry the crates."""
    sunk = np.cumsum([(len(halves) - k) * M * G / (4.0 * C) for k in range(len(halves))])
    return list(DECK + np.cumsum([2.0 * height for _, height in halves]) - [height for _, height in halves] - sunk)


def positions(halves, z, times, push, **options):
    """x of the sled, and x, z and angle of each crate, (1 + 3 n, times)."""
    result = simulate(crates(halves, z), stop_time=times[-1], interval=times[1], inputs={"push": Table(*push)}, **options)
    of = lambda k: [result[f"r_{k}[1]"], result[f"r_{k}[3]"], 2.0 * np.arctan2(result[f"Q_{k}[2]"], result[f"Q_{k}[4]"])]
    return np.array([result["x"], *(row for k in range(len(halves)) for row in of(k))])


@pytest.mark.slow
@pytest.mark.parametrize(("halves", "z"), [(ONE, [0.4975]), (TWO, [0.494, 1.294])])  # m: not quite at rest, so crates bounce
def test_crates_move_as_by_newtons_law(halves, z):
    times = np.arange(61) * 0.01  # s
    push = [0.0, 0.1, 0.11, 0.6], np.array([0.0, 0.0, -1.0, -1.0]) * DECELERATION * (M_SLED + len(halves) * M)
    by_hand = PlanarCrates(halves, lambda t: np.interp(t, *push)).motion(times, z, 15.0)
    found = positions(halves, z, times, push, rtol=1e-9)
    assert found == pytest.approx(by_hand, abs=LOADED)
    slides = slid(halves, found)
    assert slides[:, -1].min() > 5.0 * S_STICK  # after the shock crates swing, which takes more friction than there is
    assert np.ptp(slides[:, -20:], axis=1).max() < S_STICK  # then they stay


@pytest.mark.slow
def test_crates_stay_where_they_are_while_a_sled_brakes_gently():
    push = [0.0, 1.0, 2.0, 3.0, 5.0], np.array([0.0, -1.0, -1.0, 0.0, 0.0]) * DECELERATION * (M_SLED + 2 * M)
    slides = slid(TWO, positions(TWO, settled(TWO), np.arange(501) * 0.01, push))
    assert 0.5 * S_STICK < slides[:, 150:200].min() < slides.max() < S_STICK  # of mu g, 75 % are asked for
    assert np.abs(slides[:, -100:].mean(axis=1)).max() < BRISTLES  # about which crates swing
