"""Linear systems of bodies that spin: along axes that stand, or that turn along, whatever the formulation, and none where both change."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu import (
    Body,
    Bushing,
    FreeMotion,
    JointTorque,
    MbfmuError,
    Model,
    Prismatic,
    Revolute,
    Spherical,
    TorsionSpringDamper,
    Universal,
    World,
    compile_problem,
    linearize,
    root_locus,
)
from mbfmu.problem.schedules.schedules import FORMULATIONS
from tests.analysis.test_second_order import QUICK_FIRST
from tests.fmus.test_rotor import ACROSS, ALONG, EI, LENGTH, MASS, whirl
from tests.tolerances import EIGENVALUE, INTEGRATION, PUBLISHED_DIGITS, ROUNDOFF

TILTED = [0.1, -0.3, 0.2, 0.9]  # Euler parameters, not normalized: any attitude
TURNED = {"n": [1, 2, 3], "angle": 0.7}


def satellite(formulation: str, I: list[float], w: list[float]) -> Model:
    model = Model("Satellite", formulation=formulation)
    model.world, model.body = World(g=0), Body(m=2.0, I=I)
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, Q_start=TILTED, w_start=w, v_start=[1.0, 2.0, 3.0])
    return model


def assert_eigenvalues(A: np.ndarray, expected: list[complex]) -> None:
    """Each is found once; double zeros are known to the root of roundoff, relative to the largest."""
    found, bound = np.linalg.eigvals(A).tolist(), EIGENVALUE * max(1.0, *np.abs(expected))
    for value in expected:
        nearest = min(found, key=lambda one: abs(one - value))
        assert nearest == pytest.approx(value, abs=bound)
        found.remove(nearest)
    assert found == []


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_an_asymmetric_top_about_each_principal_axis(formulation: str):
    """Euler: lambda^2 = W^2 (I_k - I_i)(I_j - I_k) / (I_i I_j) of the speeds; axes that turn along add 0 and +-i W three times."""
    I, W = [1.0, 2.0, 2.5], 4.0
    problem = compile_problem(satellite(formulation, I, [0.0, 0.0, W]))
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        found = linearize(problem, {"free.w_start": W * np.eye(3)[k]})
        growth = np.emath.sqrt(W**2 * (I[k] - I[i]) * (I[j] - I[k]) / (I[i] * I[j]))
        assert_eigenvalues(found.A, [growth, -growth, *[1j * W, -1j * W, 0.0] * 3, 0.0])


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_symmetric_top_about_its_axis(formulation: str):
    """Axes that stand see it nutate at I_3 W / I_1, and nothing else, from no spin to a fast one."""
    problem = compile_problem(satellite(formulation, [2.0, 2.0, 1.0], [0.0, 0.0, 1.0]))
    for W in (0.0, 4e-4, 4.0, 400.0):
        found = linearize(problem, {"free.w_start": [0.0, 0.0, W]}).A
        assert_eigenvalues(found, [0.5j * W, -0.5j * W, *[0.0] * 10])


@pytest.mark.parametrize("formulation", QUICK_FIRST)
@pytest.mark.parametrize(("I", "w"), [([2.0, 2.0, 1.0], [0.5, 0.0, 4.0]), ([1.0, 2.0, 2.5], [0.1, 0.0, 4.0])], ids=["wobbling", "tumbling"])
def test_what_looks_the_same_in_no_axes_has_no_linear_system(formulation: str, I: list[float], w: list[float]):
    with pytest.raises(MbfmuError, match=r"no linear system with constant coefficients .* axes of motion of .*w\[1\] turn at 4 rad/s.*steady_motion"):
        linearize(satellite(formulation, I, w))


@pytest.mark.parametrize("formulation", QUICK_FIRST)
def test_a_sleeping_top(formulation: str):
    """Upright and spinning about its axis: lambda = +-i (I_3 W / (2 I_1) +- sqrt((I_3 W / 2 I_1)^2 - m g l / I_1))."""
    m, g, l, I_1, I_3, W = 1.5, 9.81, 0.2, 0.02, 0.01, 40.0
    model = Model("Top", formulation=formulation)
    model.world, model.top = World(g=g), Body(m=m, r_CM=[0, 0, l], I=[I_1, I_1, I_3])
    model.tip = Spherical(model.world.frame_b, model.top.frame_a, w_start=[0, 0, W])
    about_tip = I_1 + m * l**2
    half, root = I_3 * W / (2 * about_tip), np.emath.sqrt((I_3 * W / (2 * about_tip)) ** 2 - m * g * l / about_tip)
    expected = [1j * sign * (half + both * root) for sign in (1, -1) for both in (1, -1)]
    assert_eigenvalues(linearize(model).A, [*expected, 0.0, 0.0])


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize(("base", "wheel"), [(0.0, 1e4), (0.01, 1e3), (3.0, -50.0)])
def test_a_satellite_with_a_wheel(formulation: str, base: float, wheel: float):
    """It nutates at H / I across, H its whole angular momentum about the common axis, whichever body turns faster."""
    model = Model("DualSpin", formulation=formulation)
    model.world, model.base, model.wheel = World(g=0), Body(m=10.0, I=[3.0, 3.0, 5.0]), Body(m=2.0, I=[0.5, 0.5, 0.8])
    model.free = FreeMotion(model.world.frame_b, model.base.frame_a, Q_start=TILTED, w_start=[0, 0, base])
    model.axle = Revolute(model.base.at([0, 0, 0.4]), model.wheel.frame_a, n=[0, 0, 1], w_start=wheel)
    across = 3.0 + 0.5 + 10.0 * 2.0 / 12.0 * 0.4**2
    nutation = (5.0 * base + 0.8 * (base + wheel)) / across
    assert_eigenvalues(linearize(model).A, [1j * nutation, -1j * nutation, *[0.0] * 12])


def rotor(formulation: str, speed: float) -> Model:
    """The rotor of Stodola and Green, along the x axis of a turned frame."""
    model = Model("Rotor", formulation=formulation)
    model.world, model.guide, model.carriage, model.hub = World(g=0), Body(m=0.0), Body(m=0.0), Body(m=0.0)
    model.disk = Body(m=MASS, I=[ALONG, ACROSS, ACROSS])
    model.across_y = Prismatic(model.world.at([LENGTH, 0.2, 0.3], **TURNED), model.guide.frame_a, n=[0, 1, 0])
    model.across_z = Prismatic(model.guide.frame_a, model.carriage.frame_a, n=[0, 0, 1])
    model.tilt = Universal(model.carriage.frame_a, model.hub.frame_a, n_a=[0, 1, 0], n_b=[0, 0, 1])
    model.spin = Revolute(model.hub.frame_a, model.disk.frame_a, n=[1, 0, 0], phi_start=0.4, w_start=speed)
    along = Rotation.from_rotvec(TURNED["angle"] * np.array(TURNED["n"]) / np.linalg.norm(TURNED["n"])).apply([1, 0, 0])
    model.shaft = Bushing(
        model.world.at(np.array([LENGTH, 0.2, 0.3]) - along * LENGTH / 2, **TURNED),
        model.hub.at([-LENGTH / 2, 0, 0]),
        c=[0, *[12 * EI / LENGTH**3] * 2],
        c_phi=[0, *[EI / LENGTH] * 2],
    )
    return model


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_rotor_in_a_turned_frame(formulation: str):
    """Whirl frequencies by the closed form, and nothing grows: frozen axes of the disk had it grow by 13.9 rad/s."""
    problem = compile_problem(rotor(formulation, 60.0))
    for speed in (0.0, 60.0, 800.0):
        found = sorted(np.linalg.eigvals(linearize(problem, {"spin.w_start": speed}).A), key=lambda value: abs(value.imag))[2:]
        assert np.abs(np.imag(found)) == pytest.approx(sorted(np.repeat(np.abs(whirl(speed)), 2)), rel=PUBLISHED_DIGITS)
        assert np.real(found) == pytest.approx([0.0] * 8, abs=INTEGRATION)


@pytest.mark.parametrize("formulation", ["newton_euler", "udwadia_phohomsiri"])
def test_a_campbell_diagram_in_absolute_coordinates(formulation: str):
    found = root_locus(rotor(formulation, 60.0), "spin.w_start", np.linspace(0.0, 400.0, 5))
    for speed, frequencies in zip(found.values, np.sort(np.abs(found.frequencies), axis=1)):
        assert 2 * np.pi * frequencies[2:] == pytest.approx(sorted(np.repeat(np.abs(whirl(speed)), 2)), rel=PUBLISHED_DIGITS)


def governor(formulation: str, spin: float) -> Model:
    """Two balls of 2 kg at 0.5 m on hinges of a shaft, at the angle at which they stay, and a motor that works against friction."""
    model = Model("Governor", formulation=formulation)
    model.world, model.shaft = World(g=9.81), Body(m=1.0, I=[0.1] * 3)
    model.spin = Revolute(model.world.frame_b, model.shaft.frame_a, n=[0, 0, 1], w_start=spin)
    for side, name in ((1, "left"), (-1, "right")):
        ball = model.add(name, Body(m=2.0, r_CM=[0, 0, -0.5], I=[2e-2] * 3))
        start = np.arccos(9.81 / (spin**2 * 0.5))
        model.add(f"{name}_hinge", Revolute(model.shaft.frame_a, ball.frame_a, n=[0, -side, 0], phi_start=start))
    model.bearing, model.motor = TorsionSpringDamper(model.spin, d=0.2), JointTorque(model.spin)
    model.expose(inputs={"torque": model.motor.tau})
    return model


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_governor_that_turns_steadily(formulation: str):
    """Lagrange's equations of the angles of two balls and the shaft, near where g = W^2 l cos(angle), along axes that turn with the bodies."""
    m, l, g, d, W, I = 2.0, 0.5, 9.81, 0.2, 8.0, 2e-2
    cosine = g / (W**2 * l)
    sine, about_hinge = np.sqrt(1 - cosine**2), m * l**2 + I
    brings_back = m * l**2 * W**2 * sine**2 / about_hinge
    by_spin = 2 * m * l**2 * W * sine * cosine  # of a ball's torque, and of the shaft's by a ball's rate, less it
    about_shaft = 0.1 + 2 * (m * l**2 * sine**2 + I)
    together = [[0, 1, 0], [-brings_back, 0, by_spin / about_hinge], [0, -2 * by_spin / about_shaft, -d / about_shaft]]
    expected = [*np.linalg.eigvals(np.array(together)), 1j * np.sqrt(brings_back), -1j * np.sqrt(brings_back), 0.0]
    assert_eigenvalues(linearize(governor(formulation, W), inputs={"torque": d * W}).A, expected)


def test_every_attitude_has_all_states():
    """The norm of Euler parameters ties no small motion: it is rounding in most attitudes, and had two states vanish."""
    problem = compile_problem(satellite("udwadia_phohomsiri", [1.0, 2.0, 2.5], [0.0] * 3))
    for Q in np.random.default_rng(1).normal(size=(12, 4)):
        assert linearize(problem, {"free.Q_start": Q}).A == pytest.approx(np.eye(12, k=6), abs=ROUNDOFF)
