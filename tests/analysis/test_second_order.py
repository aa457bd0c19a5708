"""Mass, damping, gyroscopic, stiffness and circulatory matrices: closed forms, and what they say of stability."""

from dataclasses import replace

import numpy as np
import pytest

from mbfmu import (
    BlockModel,
    Body,
    Bushing,
    MbfmuError,
    Model,
    Pid,
    Prismatic,
    Revolute,
    SteadyJointMotion,
    TorsionSpringDamper,
    TranslationSpringDamper,
    World,
    compile_problem,
    equilibrium,
    linearize,
)
from mbfmu.analysis.linear.second_order import SecondOrder
from mbfmu.problem.schedules.schedules import FORMULATIONS
from tests.analysis.linearize.test_linearize import g, parallelogram
from tests.tolerances import INTEGRATION, ROUNDOFF

QUICK = ("articulated_body", "kane")
QUICK_FIRST = [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow]) for name in FORMULATIONS]
X, Y, Z = np.eye(3).tolist()
NONE = np.zeros((2, 2))
TWO_MASSES = SecondOrder(np.array([[5.0, 2.0], [2.0, 2.0]]), NONE, NONE, NONE, NONE, np.zeros((2, 0)), ("first.s", "second.s"), ())


def two_masses(c_1=100.0, d_1=0.0, d_2=0.5) -> Model:
    model = Model("TwoMasses")
    model.world, model.one, model.two = World(g=0), Body(m=3.0), Body(m=2.0)
    model.first = Prismatic(model.world.frame_b, model.one.frame_a, n=X)
    model.second = Prismatic(model.one.frame_a, model.two.frame_a, n=X)
    model.ground, model.between = TranslationSpringDamper(model.first, c=c_1, d=d_1), TranslationSpringDamper(model.second, c=50.0, d=d_2)
    model.expose(inputs={"foot": model.ground.s_foot})
    return model


def rotor(W: float, d_in: float, d_out: float, m=2.0, c=800.0) -> Model:
    """A mass on a shaft that turns, elastic alike on all sides, damped inside of the shaft and against the world."""
    model = Model("Rotor")
    model.world, model.shaft, model.slide, model.mass = World(g=0), Body(m=1.0, I=[1, 1, 1]), Body(m=0.0), Body(m=m)
    model.bearing = Revolute(model.world.frame_b, model.shaft.frame_a, n=Z, w_start=W)
    model.motor = SteadyJointMotion(model.bearing, v=W)
    model.x = Prismatic(model.world.frame_b, model.slide.frame_a, n=X)
    model.y = Prismatic(model.slide.frame_a, model.mass.frame_a, n=Y)
    model.air_x, model.air_y = (TranslationSpringDamper(joint, d=d_out) for joint in (model.x, model.y))
    model.elastic = Bushing(model.shaft.frame_a, model.mass.frame_a, c=[c, c, 0], d=[d_in, d_in, 0])
    return model


def top(W: float, d=0.0, m=1.5, l=0.2, I=(0.02, 0.02, 0.03)) -> Model:
    """Upright in two gimbals, at a spin that a motor keeps."""
    model = Model("Top")
    model.world, model.outer, model.inner, model.top = World(g=g), Body(m=0.0), Body(m=0.0), Body(m=m, r_CM=[0, 0, l], I=list(I))
    model.a = Revolute(model.world.frame_b, model.outer.frame_a, n=X)
    model.b = Revolute(model.outer.frame_a, model.inner.frame_a, n=Y)
    model.spin = Revolute(model.inner.frame_a, model.top.frame_a, n=Z, w_start=W)
    model.motor = SteadyJointMotion(model.spin, v=W)
    model.damper_a, model.damper_b = (TorsionSpringDamper(joint, d=d) for joint in (model.a, model.b))
    return model


def test_two_masses():
    """In coordinates that are relative to one another, mass is not diagonal, and stiffness and damping are."""
    found = linearize(two_masses(d_1=0.3)).second_order()
    assert found.coordinates == ("first.s", "second.s") and found.inputs == ("foot",)
    for part, expected in (
        (found.M, [[5, 2], [2, 2]]),
        (found.D, [[0.3, 0], [0, 0.5]]),
        (found.K, [[100, 0], [0, 50]]),
        (found.G, NONE),
        (found.N, NONE),
        (found.B, [[100], [0]]),
    ):
        assert part == pytest.approx(np.array(expected), abs=100 * ROUNDOFF)
    assert found.verdict() == "asymptotically stable: stiffness and damping are positive definite"


@pytest.mark.parametrize("formulation", QUICK_FIRST)
def test_a_closed_loop_has_the_mass_and_stiffness_of_its_energies(formulation: str):
    crank = 0.4
    found = linearize(parallelogram(formulation, crank), coordinates=["b.phi"] if formulation == "kane" else None).second_order()
    scale = (2 * crank**2 / 3 + 3 * crank**2) / found.M[0, 0]  # of the square of the coordinate: which it is the formulation chooses
    assert formulation != "kane" or scale == pytest.approx(1.0, rel=INTEGRATION)
    assert found.K[0, 0] * scale == pytest.approx(g * (crank + 3 * crank), rel=INTEGRATION)


@pytest.mark.parametrize("W", [5.0, 60.0])
def test_damping_inside_of_a_rotor_destroys_stability_at_speed(W: float):
    """m z'' + (d_in + d_out) z' + (c - i d_in W) z = 0 of z = x + i y: unstable where W > (1 + d_out / d_in) sqrt(c / m), here 50 rad/s."""
    d_in, d_out, m, c = 4.0, 6.0, 2.0, 800.0
    found = linearize(rotor(W, d_in, d_out, m, c)).second_order()
    assert found.M == pytest.approx(m * np.eye(2), abs=INTEGRATION) and found.D == pytest.approx((d_in + d_out) * np.eye(2), abs=INTEGRATION)
    assert found.K == pytest.approx(c * np.eye(2), rel=INTEGRATION) and found.G == pytest.approx(NONE, abs=INTEGRATION)
    assert found.N == pytest.approx(d_in * W * np.array([[0, 1], [-1, 0]]), abs=INTEGRATION)
    stable = "stable by its eigenvalues, although circulatory forces act; stiffness is positive definite, damping positive definite"
    assert found.verdict() == (stable if W < 50.0 else "unstable: circulatory forces destroy stability")


def test_a_top_that_gyroscopic_forces_stabilize():
    """Stable where (I_3 W)^2 > 4 I m g l, with I about the tip; damping takes that away."""
    m, l, I_1, I_3 = 1.5, 0.2, 0.02, 0.03
    I = I_1 + m * l**2
    critical = np.sqrt(4 * I * m * g * l) / I_3
    fast = linearize(top(1.05 * critical)).second_order()
    assert fast.M == pytest.approx(I * np.eye(2), rel=INTEGRATION) and fast.K == pytest.approx(-m * g * l * np.eye(2), rel=INTEGRATION)
    assert np.abs(fast.G[0, 1]) == pytest.approx(1.05 * critical * I_3, rel=INTEGRATION)
    assert fast.verdict() == "stable: stiffness is negative, and gyroscopic forces stabilize it"
    assert fast.words() == {"mass": "positive definite", "damping": "zero", "stiffness": "negative", "gyroscopic": "acts", "circulatory": "none"}
    slow = linearize(top(0.95 * critical)).second_order()
    assert slow.verdict() == "unstable: stiffness is negative, and gyroscopic forces do not stabilize it"
    damped = linearize(top(1.05 * critical, d=0.01)).second_order()
    assert damped.verdict() == "unstable: stiffness is negative, and damping destroys the gyroscopic stabilization"


@pytest.mark.parametrize(
    "D, K, words",
    [
        ([0.0, 0.5], [100.0, 50.0], "asymptotically stable: stiffness is positive definite and damping is pervasive"),
        ([0.0, 0.0], [100.0, 50.0], "stable without damping: stiffness is positive definite"),
        ([0.3, 0.5], [0.0, 50.0], "neutral: stiffness is positive semidefinite, so that some motion is not brought back"),
        ([0.3, -0.5], [100.0, 50.0], "unstable: damping is indefinite, which feeds the motion"),
        ([0.3, 0.5], [-10.0, 50.0], "unstable: stiffness is indefinite"),
    ],
)
def test_verdicts_of_two_masses(D: list[float], K: list[float], words: str):
    assert replace(TWO_MASSES, D=np.diag(D), K=np.diag(K)).verdict() == words


def test_damping_that_misses_a_motion_is_not_pervasive():
    """Two like masses between three like springs: a damper between the masses does not feel them swing together, whatever their frequencies."""
    system = replace(TWO_MASSES, M=np.eye(2), K=np.array([[2.0, -1.0], [-1.0, 2.0]]), D=np.array([[1.0, -1.0], [-1.0, 1.0]]))
    assert "damping is not pervasive" in system.verdict()
    assert "damping is pervasive" in replace(system, K=np.diag([1.0, 2.0])).verdict()
    assert "damping is not pervasive" in replace(system, K=np.eye(2)).verdict()


def test_what_has_no_second_order_says_why():
    with pytest.raises(MbfmuError, match="the masses are not known; linearize the Model"):
        linearize(compile_problem(two_masses())).second_order()
    with pytest.raises(MbfmuError, match="reference_state is neither a coordinate"):
        linearize(BlockModel("Pid", Pid("m", "N", k=100.0, T_i=1.0, T_f=1e-3))).second_order()
    driven = linearize(two_masses())
    with pytest.raises(MbfmuError, match="foot drives coordinates without their speeds"):
        replace(driven, B=np.ones_like(driven.B)).second_order()


def test_an_equilibrium_has_the_matrices_too():
    found = linearize(equilibrium(two_masses()))
    assert found.second_order().M == pytest.approx(np.array([[5, 2], [2, 2]]), abs=100 * ROUNDOFF)
    assert found.outputs == ()
