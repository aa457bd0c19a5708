"""The law of impacts: against closed forms, against the same law solved in NumPy by trying all combinations, and that energy never grows."""

from __future__ import annotations

import numpy as np
import pytest

from tests.biped_by_hand import SHANKS, SOLES, THIGHS, jacobian, mass_matrix
from tests.engine.impact_law import NEWTON, POISSON, impact, planar_phase
from tests.tolerances import ROUNDOFF


def energy(found: tuple[np.ndarray, np.ndarray], before: np.ndarray) -> float:
    """What an impact adds to the energy."""
    return float(0.5 * found[0] @ (before + found[1]))


def bodies(random: np.random.Generator, tangential: int) -> tuple[np.ndarray, np.ndarray, int]:
    """S and the velocities of contacts of a rigid body that falls on its corners, and how many there are."""
    m = int(random.integers(1, 6))
    inertia = np.diag([1.0, 1.0, 1.0, *random.uniform(0.05, 0.5, 3)])
    corners = random.uniform(-1.0, 1.0, (m, 3))
    turned = lambda n: np.array([np.r_[n, np.cross(corner, n)] for corner in corners])
    A = np.stack([turned(n) for n in np.eye(3)[[2, 0, 1]][: 1 + tangential]], axis=1).reshape(-1, 6)
    return A @ np.linalg.solve(inertia, A.T), A @ random.normal(size=6), m


@pytest.mark.parametrize("law", [POISSON, NEWTON])
def test_a_ball_bounces_by_its_restitution(law: int):
    impulse, after = impact(np.array([[0.5]]), np.array([-3.0]), [1], [0.8], [0.0], law)
    assert after == pytest.approx([2.4], rel=ROUNDOFF)
    assert impulse == pytest.approx([10.8], rel=ROUNDOFF)


@pytest.mark.parametrize(("mu", "left"), [(0.2, 1.0), (0.5, 0.0)])
def test_a_block_thrown_on_the_ground_slides_on_or_sticks(mu: float, left: float):
    """Compression and expansion together give (1 + e) m v; friction takes mu times that, or all there is."""
    S, before = np.eye(3), np.array([-2.0, 0.48, 0.64])
    impulse, after = impact(S, before, [3], [0.0], [mu])
    assert after[0] == pytest.approx(0.0, abs=ROUNDOFF)
    assert after[1:] == pytest.approx(before[1:] * max(0.0, 1.0 - mu * 2.0 / 0.8), abs=ROUNDOFF)
    assert np.hypot(*after[1:]) == pytest.approx(0.4 * left, abs=ROUNDOFF)


def test_newtons_cradle_of_two_hands_its_impulse_on():
    """A rod that falls level on two bumps at its ends, e = 0: each takes half."""
    impulse, after = impact(np.array([[4.0, -2.0], [-2.0, 4.0]]), np.array([-1.0, -1.0]), [1, 1], [0.0, 0.0], [0.0, 0.0])
    assert impulse == pytest.approx([0.5, 0.5], rel=ROUNDOFF)
    assert after == pytest.approx([0.0, 0.0], abs=ROUNDOFF)


def test_compression_is_one_of_the_solutions_that_enumeration_finds():
    random = np.random.default_rng(7)
    for _ in range(40):
        m = int(random.integers(1, 4))
        A = random.normal(size=(2 * m, int(random.integers(2, 8))))
        S, before, mu = A @ A.T, A @ random.normal(size=A.shape[1]), random.uniform(0.0, 1.2, m)
        impulse, after = impact(S, before, [2] * m, np.zeros(m), mu)
        found = planar_phase(S, before, np.zeros(m), mu)
        assert min(np.abs(S @ (p - impulse)).max() for p in found) <= 1e3 * ROUNDOFF * np.abs(before).max()


def test_bodies_beside_each_other_collide_as_each_alone():
    """Contacts that no impulse couples are solved apart, in whatever order they come."""
    random = np.random.default_rng(5)
    for _ in range(20):
        (S, v, m), (T, w, k) = bodies(random, 2), bodies(random, 2)
        e, mu = random.uniform(0.0, 0.5) * np.ones(m + k), random.uniform(0.0, 0.5) * np.ones(m + k)
        place = np.argsort(np.argsort(random.permutation(np.repeat([0, 1], [m, k])), kind="stable"))
        own, others = impact(S, v, [3] * m, e[:m], mu[:m]), impact(T, w, [3] * k, e[:k], mu[:k])
        if own is None or others is None or energy(own, v) > 0.0 or energy(others, w) > 0.0:
            continue
        rows = (3 * place[:, None] + np.arange(3)).ravel()
        both = np.block([[S, np.zeros((3 * m, 3 * k))], [np.zeros((3 * k, 3 * m)), T]])
        together = impact(both[np.ix_(rows, rows)], np.r_[v, w][rows], [3] * (m + k), e, mu)
        for found, one, other in zip(together, own, others):
            assert found == pytest.approx(np.r_[one, other][rows], abs=1e3 * ROUNDOFF * np.abs(np.r_[one, other]).max())


@pytest.mark.parametrize("mu", [2.0, 1e300])
def test_friction_stops_a_bead_on_a_wire(mu: float):
    """Its only motion is along a wire that meets the ground at an angle below that of friction: compression ends at rest, and so does expansion. The
    normal velocity is zero at all larger impulses, but for roundoff, whose sign is not that of a root."""
    wire = np.array([0.92, -0.4, 0.33])
    impulse, after = impact(np.outer(wire, wire), -3.3 * wire, [3], [0.9], [mu])
    assert after == pytest.approx(0.0, abs=ROUNDOFF)
    assert impulse @ wire == pytest.approx(3.3, rel=ROUNDOFF)


def test_newtons_restitution_is_none_where_friction_holds_all_that_moves():
    """A point that joints leave a plane, tilted by less than friction holds, comes straight down it at the velocity u. It cannot go up at any v:
    there friction would take power, p . v = (v - u) . v < 0, but v . u < 0."""
    normal = np.array([0.8, 0.36, 0.48])
    before = np.array([1.0, 0.0, 0.0]) @ (3.0 * np.outer(normal, normal) - 3.0 * np.eye(3))
    impulse, after = impact(np.eye(3) - np.outer(normal, normal), before, [3], [0.3], [1.0], NEWTON)
    assert after == pytest.approx(0.0, abs=ROUNDOFF)
    assert np.hypot(*impulse[1:]) <= impulse[0] < 1e3


@pytest.mark.parametrize("e", [1e-2, 1e-4, 1e-6])
def test_two_corners_that_stick_rebound_by_little(e: float):
    """What compression leaves of velocities is roundoff, which redundant corners of an edge do not agree upon: expansion by less was not found."""
    random = np.random.default_rng(5)
    for _ in range(20):
        mass, corners = np.linalg.inv(np.diag([2.0, 2.0, 2.0, *random.uniform(0.01, 0.05, 3)])), random.uniform(-0.2, 0.2, (2, 3))
        across = lambda corner: np.cross(np.eye(3), corner)
        A = np.vstack([np.hstack([np.eye(3), across(corner).T]) for corner in corners])[[2, 0, 1, 5, 3, 4]]
        before = 1e-5 * A @ random.normal(size=6)
        impulse, after = impact(A @ mass @ A.T, before, [3, 3], [e, e], [1e300, 1e300])
        assert np.abs(after - before - A @ mass @ A.T @ impulse).max() <= ROUNDOFF * np.abs(before).max()
        held = np.repeat(impulse[[0, 3]] > 0.0, 2)
        assert after[[1, 2, 4, 5]][held] == pytest.approx(0.0, abs=10 * ROUNDOFF * np.abs(before).max())


def energy_grows_in(cases: int) -> int:
    """In how many random impacts energy grows, or no impulses are found."""
    random, grown = np.random.default_rng(11), 0
    for case in range(cases):
        tangential = case % 3
        S, before, m = bodies(random, tangential)
        e, mu = random.uniform(0.0, 1.0, m), random.uniform(0.0, 1.0, m)
        found = impact(S, before, [1 + tangential] * m, e, mu)
        if found is None:
            grown += 1
            continue
        impulse, after = found
        grown += 0.5 * impulse @ (before + after) > ROUNDOFF * np.abs(impulse) @ (np.abs(before) + np.abs(after))
    return grown


def test_energy_never_grows():
    assert energy_grows_in(200) == 0


@pytest.mark.slow
def test_energy_never_grows_in_ten_thousand_impacts():
    assert energy_grows_in(10_000) == 0


def rod(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The rows (6, 6) of two ends of a free rod, which lie low, over the root of its inertia; and the unit vector from end to end, in their order."""
    angle, turn = random.uniform(0.0, 2 * np.pi), np.linalg.qr(random.normal(size=(3, 3)))[0]
    half, below = random.uniform(0.05, 0.3) * np.array([np.cos(angle), np.sin(angle), 0.0]), np.array([0.0, 0.0, random.uniform(0.05, 0.3)])
    ends, order = np.array([half - below, -half * random.uniform(0.5, 1.5) - below]), [2, 0, 1]
    A = np.array([[*n, *np.cross(end, n)] for end in ends for n in np.eye(3)[order]])
    inertia = np.block([[2.0 * np.eye(3), np.zeros((3, 3))], [np.zeros((3, 3)), turn @ np.diag(random.uniform(0.01, 0.05, 3)) @ turn.T]])
    along = (ends[0] - ends[1])[order]
    return A @ np.linalg.cholesky(np.linalg.inv(inertia)), along / np.linalg.norm(along)


def test_ends_that_never_slide_hold_as_spikes_where_friction_has_no_impulses():
    """One end stands while the other comes down and along: at the limit of large friction nothing presses it. As spikes, tangential rows are
    those of joints; normal impulses are a complementarity problem, solved by trying. Velocities have one solution."""
    random, none = np.random.default_rng(3), 0
    normal, tangential = [0, 3], [1, 2, 4, 5]
    for _ in range(150):
        B, along = rod(random)
        S, comes = B @ B.T, np.array([-0.02, *random.normal(size=2)])
        before = np.r_[comes - along * (along @ comes), np.zeros(3)]
        none += impact(S, before, [3, 3], [0.0, 0.0], [np.inf, np.inf]) is None
        impulse, after = impact(S, before, [3, 3], [0.0, 0.0], [np.inf, np.inf], bites=True)
        mixed = np.linalg.pinv(S[np.ix_(tangential, tangential)], rcond=1e-11) @ np.c_[S[np.ix_(tangential, normal)], before[tangential]]
        reduced = np.c_[S[np.ix_(normal, normal)], before[normal]] - S[np.ix_(normal, tangential)] @ mixed
        A, b = reduced[:, :2], reduced[:, 2]
        tried = [np.zeros(2), np.array([-b[0] / A[0, 0], 0.0]), np.array([0.0, -b[1] / A[1, 1]]), -np.linalg.pinv(A, rcond=1e-11) @ b]
        wanted = next(b + A @ p for p in tried if p.min() >= 0.0 and (b + A @ p).min() >= -ROUNDOFF)
        assert after[tangential] == pytest.approx(0.0, abs=ROUNDOFF)
        assert after[normal] == pytest.approx(wanted, abs=ROUNDOFF)
        assert impulse[normal].min() >= -ROUNDOFF
    assert none > 0


def test_roundoff_of_fast_bodies_is_no_velocity():
    """Two ends that stand on a table at 10 m/s: redundant rows do not agree on the last digits, of which all velocities are made."""
    random = np.random.default_rng(4)
    for _ in range(20):
        B, _ = rod(random)
        impulse, _ = impact(B @ B.T, 1e-15 * random.normal(size=6), [3, 3], [0.0, 0.0], [np.inf, np.inf], size=10.0)
        assert np.abs(impulse).max() <= ROUNDOFF


def toe_strike() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows' S (8, 8), A (8, 9) and speeds (9,) before the strike of a toe of fmus/biped, whose other foot stands and leaves: planar, a normal and a
    tangential row for heel and toe behind and in front. The knee in front is locked."""
    q = np.array([0.27989993, 0.97690342, -0.02306246, -0.26307273, 0.26334593, -0.26364258, 0.26334593, 0.0, 0.0])
    v = np.array([0.74130366, -0.19989521, -1.33343626, -0.68342911, -0.30381413, -0.92623366, -0.30381413, 0.0, -9.19394602])
    soles = [jacobian(SOLES[leg, end], q) for leg in (1, 2) for end in ("heel", "toe")]
    A, lock = np.array([part for J in soles for part in (J.imag, J.real)]), np.eye(9)[SHANKS[1]] - np.eye(9)[THIGHS[1]]
    K = np.linalg.inv(mass_matrix(q))
    free = K - np.outer(K @ lock, K @ lock) / (lock @ K @ lock)
    held = A[:6]  # all but the toe in front
    return A @ free @ A.T, A, v - np.linalg.lstsq(held, held @ v, rcond=1e-10)[0]


def test_a_foot_that_leaves_the_ground_takes_nothing_from_friction():
    """Heel and toe in front hold, and those behind rise freely, whatever roundoff does to velocities."""
    (S, A, v), random, front = toe_strike(), np.random.default_rng(6), slice(4, 8)
    for _ in range(100):
        before = A @ (v + 1e-15 * random.normal(size=9))
        wanted = before - S[:, front] @ np.linalg.lstsq(S[front, front], before[front], rcond=1e-11)[0]
        assert wanted[0] > 0.1 and wanted[2] > 0.1
        impulse, after = impact(S, before, [2] * 4, [0.0] * 4, [np.inf] * 4, size=8.9)
        assert after == pytest.approx(wanted, abs=ROUNDOFF)
        assert impulse[:4] == pytest.approx(0.0, abs=ROUNDOFF)
