"""Forces that are fitted to the step to come: the quarter car cut at its hub, and coupled motion with any stiffness and damping."""

from pathlib import Path

import casadi as ca
import numpy as np
import pytest
from scipy.linalg import expm

from mbfmu import (
    Block,
    BlockModel,
    Body,
    JointForce,
    Model,
    Parameter,
    Prismatic,
    TranslationalPort,
    TranslationSpringDamper,
    World,
    build_portable,
    compile_problem,
    connect,
    simulate,
)
from mbfmu.cosim import Component, System, check_system, simulate_system
from mbfmu.errors import MbfmuError
from mbfmu.problem.prediction import _look_ahead

from ..tolerances import INTEGRATION, ROUNDOFF

M, C, D, m, K, H = 400.0, 15e3, 1e3, 40.0, 150e3, 0.1  # kg, N/m, N.s/m, kg, N/m, m


class Tire(Block):
    """A tire on a step."""

    hub = TranslationalPort()
    c = Parameter("N/m", "stiffness", K)
    d = Parameter("N.s/m", "damping", 0.0)
    height = Parameter("m", "of the step", H)

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"hub.f": p.c * (p.height - u.hub.s) - p.d * u.hub.v}


def car() -> Model:
    model = Model("Car", stop_time=1.5, tolerance=1e-8)
    model.world = World(g=0.0)
    model.body, model.wheel = Body(m=M), Body(m=m)
    model.ride = Prismatic(model.world.frame_a, model.body.frame_a, n=[0, 0, 1])
    model.strut = Prismatic(model.body.frame_a, model.wheel.frame_a, n=[0, 0, 1])
    model.spring = TranslationSpringDamper(model.strut, c=C, d=D)
    model.guide = Prismatic(model.world.frame_a, model.wheel.frame_a, n=[0, 0, 1])
    model.push = JointForce(model.guide)
    model.expose(ports={"hub": model.push}, interface_mass=True)
    return model


def closed_form(times: np.ndarray) -> np.ndarray:
    """The wheel's height."""
    A = np.array([[0, 1, 0, 0], [-C / M, -D / M, C / M, D / M], [0, 0, 0, 1], [C / m, D / m, -(C + K) / m, -D / m]])
    rest = np.array([H, 0, H, 0])
    return np.array([(rest - expm(A * t) @ rest)[2] for t in times])


@pytest.fixture(scope="module")
def fmus(tmp_path_factory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("hub")
    tire = BlockModel("Tire", Tire(), interface_mass=True)
    return {"car": build_portable(car(), folder, fmi=3), "tire": build_portable(tire, folder)}


@pytest.mark.parametrize("master", ["jacobi", "gauss_seidel"])
@pytest.mark.parametrize("step, error", [(10e-3, 1e-3), (1e-3, 5e-6)])
def test_the_quarter_car_cut_at_its_hub(fmus: dict, master: str, step: float, error: float):
    """Largest error of the wheel's height [m] after a step of the road of 0.1 m; plain Jacobi has 4.1e-2 and 2.6e-3."""
    components = {"car": fmus["car"], "tire": Component(fmus["tire"], {"expected_step": step})}
    system = System(components, step_size=step, stop_time=1.0, method=master).connect("car.hub", "tire.hub")
    assert check_system(system) == ()  # no algebraic loop
    result = simulate_system(system, show_progress=False)
    assert abs(result["car.hub.s"] - closed_form(result["time"])).max() < error


def test_a_step_of_another_size_than_expected_is_made_good(fmus: dict):
    """The force of the first step was fitted to 10 ms: the next one gives the impulse that it misses."""
    system = System(fmus, step_size=1e-3, stop_time=0.5).connect("car.hub", "tire.hub")
    result = simulate_system(system, show_progress=False)
    assert abs(result["car.hub.s"] - closed_form(result["time"])).max() < 5e-5


def test_it_says_nothing_where_nobody_makes_steps():
    """In one Problem, and in Model Exchange, the force is that of the block."""
    both = connect("Both", {"car": car(), "tire": BlockModel("Tire", Tire(), interface_mass=True)}, [("car.hub", "tire.hub")])
    result = simulate(both, stop_time=0.5, interval=0.1)
    assert result["car.hub.s"] == pytest.approx(closed_form(result["time"]), abs=INTEGRATION * 10)


def test_both_sides_must_know(fmus: dict, tmp_path: Path):
    plain = car()
    plain.interfaces.clear()
    system = System({"car": build_portable(plain, tmp_path), "tire": fmus["tire"]})
    with pytest.raises(MbfmuError, match=r"car.hub says nothing of its inertia \(a_free, ...\): expose it with interface_mass=True"):
        system.connect("car.hub", "tire.hub")
    with pytest.raises(MbfmuError, match="interface_mass is for a Block with a port that gives the force"):
        compile_problem(BlockModel("Pid", Plain(), interface_mass=True))


class Plain(Block):
    """Nothing."""

    @staticmethod
    def respond(p, u, t, x):
        return {}, {}


def spectral_radius(x: float, zeta: float) -> float:
    """Of a step of a unit mass on a spring and a damper, x = w h, under the fitted force."""
    k, d = x * x, 2 * zeta * x
    J = np.array([[0, 1, 0], [-k, -d, 0], [0, 0, 0]])  # of s, v and the time
    ahead = _look_ahead(3, range(1, 2))

    def step(s: float, v: float) -> tuple[float, float]:
        ds, dv, _ = ahead(J, J @ [s, v, 1.0]).full().ravel()
        f = -k * (s + ds) - d * (v + dv)
        return s + v + f / 2, v + f

    return abs(np.linalg.eigvals(np.array([step(1.0, 0.0), step(0.0, 1.0)]).T)).max()


def test_coupled_motion_decays_whatever_the_step():
    radii = [spectral_radius(x, zeta) for x in np.geomspace(0.02, 1e4, 60) for zeta in (0.0, 0.03, 0.3, 1.0, 5.0, 1e3)]
    assert max(radii) <= 1.0 + ROUNDOFF


def test_weights_of_a_short_step():
    """psi = 1/2 + z/12 + O(z^2), of a number."""
    z = 1e-4
    assert float(_look_ahead(1, range(0, 0))(ca.DM(z), ca.DM(1.0))) == pytest.approx(0.5 + z / 12, abs=z * z)
