"""The bicycle against the benchmark: J. P. Meijaard, J. M. Papadopoulos, A. Ruina & A. L. Schwab, Linearized dynamics equations for the balance and
steer of a bicycle, Proc. R. Soc. A 463 (2007)."""

import numpy as np
import pytest
from scipy.optimize import brentq, linear_sum_assignment
from scipy.spatial.transform import Rotation

from mbfmu import Body, FreeMotion, Model, Prismatic, Revolute, RollingDisk, World, linearize, steady_motion
from mbfmu.analysis.linear.eigen import eigen
from mbfmu.problem.load_problem import load_model
from tests.library import FMUS, problem_of
from tests.tolerances import ROOT_OF_ROUNDOFF, WHIPPLE

REAR, FRONT, WHEELBASE, TRAIL, TILT = 0.3, 0.35, 1.02, 0.08, np.pi / 10
G = 9.81
# Of M q'' + v C1 q' + (g K0 + v^2 K2) q = 0 for lean and steer: eqs. 6.2 of the paper.
M = np.array([[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]])
C1 = np.array([[0.0, 33.86641391492494], [-0.85035641456978, 1.6854039739756]])
K0 = np.array([[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]])
K2 = np.array([[0.0, 76.59734589573222], [0.0, 2.65431523794604]])
WEAVE, CAPSIZE = 4.29238253634111, 6.02426201538837  # m/s: section 7


def benchmark(speed: float) -> np.ndarray:
    stiffness, damping = np.linalg.solve(M, G * K0 + speed**2 * K2), np.linalg.solve(M, speed * C1)
    return np.linalg.eigvals(np.block([[np.zeros((2, 2)), np.eye(2)], [-stiffness, -damping]]))


def eigenvalues(speed: float) -> np.ndarray:
    """Of the whole bicycle: of leaning and steering, and zeros for place, heading, wheels and speed."""
    return eigen(linearize(problem_of("bicycle"), {"speed": speed}).A).values


def weaving(speed: float) -> float:
    """How fast the motion that oscillates grows."""
    found = eigenvalues(speed)
    return found[np.argmax(found.imag)].real


def capsizing(speed: float) -> float:
    """How fast the slow motion of leaning grows, beside which there are zeros only."""
    found = eigenvalues(speed)
    return found[np.abs(found) < 1.0].real.sum()


def parts(formulation: str) -> Model:
    """The parts of the same bicycle, without joints."""
    whole, model = load_model(FMUS / "bicycle/model.py"), Model("Bicycle", formulation=formulation)
    model.world = World(g=G)
    for name in ("frame", "fork", "rear_wheel", "front_wheel"):
        model.add(name, Body(**{of: getattr(whole, name).values[of] for of in ("m", "r_CM", "I")}))
    return model


def rolling(model: Model, speed: float) -> Model:
    """With its hubs, its steering, and wheels that roll at a speed."""
    steer = np.array([np.sin(TILT), 0.0, -np.cos(TILT)])
    head = np.array([WHEELBASE + TRAIL, 0.0, 0.0]) - steer
    model.rear_hub = Revolute(model.frame.frame_a, model.rear_wheel.frame_a, n=[0, 1, 0], w_start=speed / REAR)
    model.steering = Revolute(model.frame.at(head - [0, 0, REAR]), model.fork.frame_a, n=steer)
    model.front_hub = Revolute(model.fork.at([WHEELBASE, 0, FRONT] - head), model.front_wheel.frame_a, n=[0, 1, 0], w_start=speed / FRONT)
    for name, radius in (("rear", REAR), ("front", FRONT)):
        model.add(f"{name}_contact", RollingDisk(model.world.frame_b, model.elements[f"{name}_wheel"].frame_a, radius=radius))
    return model


def from_a_wheel(first: str, speed: float, formulation: str = "articulated_body", heading: float = 0.0) -> Model:
    """Its chain of joints begins at its rear or its front wheel, on its way in any direction."""
    model = parts(formulation)
    radius, axle = {"rear": (REAR, [0.0, 0.0, REAR]), "front": (FRONT, [WHEELBASE, 0.0, FRONT])}[first]
    wheel, turned = model.elements[f"{first}_wheel"], Rotation.from_euler("z", heading)
    rolls = {"Q_start": turned.as_quat(), "v_start": turned.apply([speed, 0, 0]), "w_start": [0, speed / radius, 0]}
    model.free = FreeMotion(model.world.frame_b, wheel.frame_a, r_start=turned.apply(axle), **rolls)
    return rolling(model, speed)


def from_the_ground(speed: float, formulation: str = "articulated_body") -> Model:
    """It leans about the line on which its rear wheel rolls, so that the height of that wheel is given twice."""
    model = parts(formulation)
    for name in ("along", "aside", "heading", "leaning"):
        model.add(name, Body(m=0.0))
    model.x = Prismatic(model.world.frame_b, model.along.frame_a, n=[1, 0, 0], v_start=speed)
    model.y = Prismatic(model.along.frame_a, model.aside.frame_a, n=[0, 1, 0])
    model.yaw = Revolute(model.aside.frame_a, model.heading.frame_a, n=[0, 0, 1])
    model.lean = Revolute(model.heading.frame_a, model.leaning.frame_a, n=[1, 0, 0])
    model.pitch = Revolute(model.leaning.at([0, 0, REAR]), model.frame.frame_a, n=[0, 1, 0])
    return rolling(model, speed)


def assert_benchmark(A: np.ndarray, speed: float, exact: float) -> None:
    """Eigenvalues of the benchmark, and zeros, of which double ones are known to the root of roundoff."""
    found, expected = np.linalg.eigvals(A), benchmark(speed)
    distance = np.abs(found[:, np.newaxis] - np.r_[expected, np.zeros(6)])
    distances = distance[linear_sum_assignment(distance)]
    nearest = np.abs(found[:, np.newaxis] - expected).min(axis=0)
    assert len(found) == 10 and nearest.max() < WHIPPLE and distances.max() < exact


@pytest.mark.parametrize("speed", [0.0, 0.5, *map(float, range(1, 11))])
def test_it_has_the_eigenvalues_of_the_benchmark_and_zeros(speed: float):
    assert_benchmark(linearize(problem_of("bicycle"), {"speed": speed}).A, speed, WHIPPLE)


def test_it_balances_itself_between_its_weave_and_its_capsize_speed():
    assert brentq(weaving, 4.0, 4.5, xtol=1e-12) == pytest.approx(WEAVE, abs=WHIPPLE)
    assert brentq(capsizing, 5.9, 6.1, xtol=1e-12) == pytest.approx(CAPSIZE, abs=WHIPPLE)


@pytest.mark.parametrize("formulation", ["newton_euler", pytest.param("udwadia_phohomsiri", marks=pytest.mark.slow)])
def test_its_bodies_for_themselves_have_the_same_eigenvalues(formulation: str):
    """Whatever the heading, and although axes of its wheels spin: frozen ones were off by 0.4 to 57 rad/s."""
    for speed in (0.5, 30.0):
        assert_benchmark(linearize(from_a_wheel("rear", speed, formulation, 0.7)).A, speed, ROOT_OF_ROUNDOFF)


@pytest.mark.parametrize("first", ["rear", "front"])
def test_a_chain_that_begins_at_a_wheel_has_the_same_eigenvalues(first: str):
    for speed in (0.3, 4.6):
        assert_benchmark(linearize(from_a_wheel(first, speed)).A, speed, ROOT_OF_ROUNDOFF)


@pytest.mark.parametrize(("speed", "formulation"), [(0.3, "articulated_body"), (0.8, "articulated_body"), (0.5, "newton_euler_minimal")])
def test_a_row_that_is_rounding_takes_no_state_of_a_steady_motion(speed: float, formulation: str):
    """The height of the rear wheel follows from the joints; leaning by 1e-17 rad it took one or two states, by the speed."""
    found = steady_motion(from_the_ground(speed, formulation), {"rear_hub.w": speed / REAR})
    assert_benchmark(linearize(found).A, speed, ROOT_OF_ROUNDOFF)
