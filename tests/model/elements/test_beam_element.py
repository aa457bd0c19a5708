"""BeamElement: its screw motion, its stiffness against Timoshenko's, and what it bears."""

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from mbfmu import BeamElement, Body, EnergyError, FreeMotion, MbfmuError, Model, Revolute, World, simulate
from mbfmu.base.scalars import Record
from mbfmu.base.spatial.rotations import skew
from mbfmu.model.elements.forces.screw_motion import screw_motion, screw_rate

from ...tolerances import FINITE_DIFFERENCE, INTEGRATION, ROUNDOFF

STIFF = {"EA": 7e3, "GA_y": 2e3, "GA_z": 3e3, "GJ": 11.0, "EI_y": 13.0, "EI_z": 17.0}


def moved(u, theta, a=None):
    """The frame that a screw takes frame a to, by the exponential of its matrix (4, 4); by default frame a stands in the origin."""
    H = np.eye(4) if a is None else np.block([[a.R, a.r[:, None]], [np.zeros((1, 3)), np.ones((1, 1))]])
    H = H @ expm(np.block([[skew(np.asarray(theta)), np.asarray(u)[:, None]], [np.zeros((1, 4))]]))
    return Record(R=H[:3, :3], r=H[:3, 3], v=np.zeros(3), w=np.zeros(3))


def parameters(**values):
    element = BeamElement(World().frame_b, World().frame_b, length=0.7, **STIFF | values)
    return Record(element.values)


@pytest.mark.parametrize("turn", [0.0, 1e-9, 1e-3, 0.0632, 0.0633, 0.5, 2.0, 3.0])
def test_the_screw_is_the_logarithm_of_a_motion(turn):
    rng = np.random.default_rng(0)
    n, u = rng.normal(size=(2, 3))
    a = moved(rng.normal(size=3), rng.normal(size=3))
    theta = turn * n / np.linalg.norm(n)
    found = screw_motion(a, moved(u, theta, a))
    np.testing.assert_allclose([found.u, found.theta], [u, theta], atol=50 * ROUNDOFF)
    assert found.turn == pytest.approx(turn, abs=50 * ROUNDOFF)


@pytest.mark.parametrize("turn", [1e-6, 0.0632, 0.0633, 1.0, 3.0])
def test_the_rate_of_the_screw(turn):
    rng = np.random.default_rng(1)
    n, u, u_dot, theta_dot = rng.normal(size=(4, 3))
    theta, a, h = turn * n / np.linalg.norm(n), moved(np.zeros(3), np.zeros(3)), 1e-3
    before, now, after = (moved(u + t * u_dot, theta + t * theta_dot) for t in (-h, 0.0, h))
    w = Rotation.from_matrix(before.R.T @ after.R).as_rotvec() / (2.0 * h)
    found = screw_rate(screw_motion(a, now), a, Record(R=now.R, r=now.r, v=(after.r - before.r) / (2.0 * h), w=w))
    np.testing.assert_allclose(found, [u_dot, theta_dot], atol=20 * h**2)


def timoshenko(h, EA, GA_y, GA_z, GJ, EI_y, EI_z):
    """Stiffness (12, 12) of a beam along x against displacements and rotations of its ends (Przemieniecki 1968, eq. 5.116)."""
    K = np.zeros((12, 12))

    def put(at, block):
        K[np.ix_(at, at)] += block

    put([0, 6], EA / h * np.array([[1, -1], [-1, 1]]))
    put([3, 9], GJ / h * np.array([[1, -1], [-1, 1]]))
    for (v, r), EI, GA, sign in (((1, 5), EI_z, GA_y, 1.0), ((2, 4), EI_y, GA_z, -1.0)):
        phi = 12.0 * EI / (GA * h * h)
        s = sign * 6.0 * h
        bending = [[12, s, -12, s], [s, (4 + phi) * h * h, -s, (2 - phi) * h * h], [-12, -s, 12, -s], [s, (2 - phi) * h * h, -s, (4 + phi) * h * h]]
        put([v, r, v + 6, r + 6], EI / ((1.0 + phi) * h**3) * np.array(bending))
    return K


def test_its_stiffness_is_that_of_timoshenkos_beam():
    p, h = parameters(), 1e-6

    def wrenches(x):
        ends = [moved(np.array([0.7 * i, 0, 0]), np.zeros(3)) for i in range(2)]
        a, b = (
            Record(R=Rotation.from_rotvec(x[6 * i + 3 : 6 * i + 6]).as_matrix(), r=e.r + x[6 * i : 6 * i + 3], v=e.v, w=e.w)
            for i, e in enumerate(ends)
        )
        return np.concatenate([part for wrench in BeamElement.wrenches(p, None, 0.0, a, b) for part in wrench])

    K = -np.column_stack([(wrenches(h * e) - wrenches(-h * e)) / (2.0 * h) for e in np.eye(12)])
    expected = timoshenko(0.7, **STIFF)
    np.testing.assert_allclose(K, expected, atol=FINITE_DIFFERENCE * np.max(expected))


@pytest.mark.parametrize("curvature", [1e-6, 1.0, 4.0])
def test_a_moment_bends_it_to_an_arc_without_a_force(curvature):
    p, a = parameters(), moved(np.zeros(3), np.zeros(3))
    angle = 0.7 * curvature
    b = Record(a, R=Rotation.from_rotvec([0, 0, angle]).as_matrix(), r=np.array([np.sin(angle), 2.0 * np.sin(0.5 * angle) ** 2, 0.0]) / curvature)
    found = BeamElement.outputs(p, None, 0.0, a, b)
    for end in "ab":
        np.testing.assert_allclose(found[f"t_{end}"], [0, 0, STIFF["EI_z"] * curvature], atol=1e3 * ROUNDOFF)
        np.testing.assert_allclose(found[f"f_{end}"], np.zeros(3), atol=1e4 * ROUNDOFF)
    # the same arc undeformed: it rests
    rests = BeamElement.outputs(parameters(kappa_0=[0, 0, curvature]), None, 0.0, a, b)
    np.testing.assert_allclose([rests[name] for name in ("gamma", "kappa", "f_a", "t_b")], np.zeros((4, 3)), atol=1e4 * ROUNDOFF)


def test_ends_that_are_opposite_are_half_a_revolution_apart():
    a = moved(np.zeros(3), np.zeros(3))
    assert screw_motion(a, Record(a, R=np.diag([1.0, -1.0, -1.0]))).turn == pytest.approx(np.pi)


def flying(turn_rate=0.0, **values):
    """A bar that flies, held to the world by a beam."""
    model = Model("Flying")
    model.world, model.bar = World(g=9.81), Body(m=1.0, I=[0.02, 0.03, 0.04])
    model.free = FreeMotion(model.world.frame_b, model.bar.frame_a, r_start=[0.8, 0.1, 0.0], w_start=[turn_rate, 0.4, 0.2])
    model.beam = BeamElement(model.world.frame_b, model.bar.frame_a, length=0.7, **STIFF | values)
    model.energy = EnergyError()
    model.expose(outputs={"error": model.energy.error, "twist": model.beam.turn})
    return model


def test_energy_closes_with_damping():
    result = simulate(flying(tau=1e-3), 0.5, rtol=1e-9)
    assert np.max(np.abs(result["error"])) < 10 * INTEGRATION


def test_a_turn_near_half_a_revolution_is_refused_by_name():
    model = Model("Twisted")
    model.world, model.bar = World(g=0.0), Body(m=1.0, I=[0.02, 0.03, 0.04])
    model.hinge = Revolute(model.world.frame_b, model.bar.frame_a, n=[1, 0, 0], w_start=100.0)
    model.beam = BeamElement(model.world.frame_b, model.bar.at([0.7, 0, 0]), length=0.7, **STIFF)
    with pytest.raises(MbfmuError, match=r"beam\.turn = 3\.1.* rad \(limit 3\.1 rad\)"):
        simulate(model, 1.0)
