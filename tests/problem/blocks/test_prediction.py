"""Forces that are fitted to the step to come: the quarter car cut at its hub, and coupled motion with any stiffness and damping."""

from dataclasses import replace
from pathlib import Path

import casadi as ca
import numpy as np
import pytest
from scipy.linalg import expm

from mbfmu import (
    Block,
    BlockModel,
    Body,
    Hub,
    HubPort,
    JointForce,
    Model,
    Parameter,
    Prismatic,
    Revolute,
    State,
    TranslationalPort,
    TranslationSpringDamper,
    World,
    build_native,
    build_portable,
    compile_problem,
    connect,
    simulate,
)
from mbfmu.base.errors import MbfmuError
from mbfmu.base.model_description import describe_fmu
from mbfmu.base.scalars import maximum, minimum
from mbfmu.cosim import Component, System, check_system, simulate_system
from mbfmu.problem.blocks.prediction import look_ahead

from ...tolerances import INTEGRATION, ROUNDOFF

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
    """In one Problem the force is that of the block."""
    both = connect("Both", {"car": car(), "tire": BlockModel("Tire", Tire(), interface_mass=True)}, [("car.hub", "tire.hub")])
    result = simulate(both, stop_time=0.5, interval=0.1)
    assert result["car.hub.s"] == pytest.approx(closed_form(result["time"]), abs=INTEGRATION * 10)


def test_it_is_for_masters_that_hold_inputs(fmus: dict):
    """It is for Co-Simulation only; all masters hold what passes such a port, so that they do not count the step twice."""
    description = describe_fmu(fmus["tire"])
    assert description.modelExchange is None and not description.coSimulation.canInterpolateInputs
    system = System(fmus, step_size=10e-3, stop_time=0.5).connect("car.hub", "tire.hub")
    held = simulate_system(system, show_progress=False)["car.hub.s"]
    for other in ({"method": "gauss_seidel"}, {"input_order": 2}, {"method": "newton"}, {"method": "newton", "input_order": 1}):
        changed = replace(system, **other)
        assert check_system(changed) == ()
        found = simulate_system(changed, show_progress=False)["car.hub.s"]
        assert found == pytest.approx(held, abs=ROUNDOFF), other


def test_both_sides_must_know(fmus: dict, tmp_path: Path):
    plain = car()
    plain.interfaces.clear()
    system = System({"car": build_portable(plain, tmp_path), "tire": fmus["tire"]})
    with pytest.raises(MbfmuError, match=r"car.hub does not give its inertia \(a_free, ...\): expose it with interface_mass=True"):
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
    ahead = look_ahead(3, range(1, 2))

    def step(s: float, v: float) -> tuple[float, float]:
        ds, dv, _ = ahead(J, J @ [s, v, 1.0]).full().ravel()
        f = -k * (s + ds) - d * (v + dv)
        return s + v + f / 2, v + f

    return abs(np.linalg.eigvals(np.array([step(1.0, 0.0), step(0.0, 1.0)]).T)).max()


def test_coupled_motion_decays_whatever_the_step():
    radii = [spectral_radius(x, zeta) for x in np.geomspace(0.02, 1e4, 60) for zeta in (0.0, 0.03, 0.3, 1.0, 5.0, 1e3)]
    assert max(radii) <= 1.0 + ROUNDOFF


def psi(Z: np.ndarray, F: np.ndarray) -> np.ndarray:
    """psi(Z) F of a step that resolves the coupling, by NumPy."""
    b = -0.25
    a = 1 / 12 + b / 2
    return np.linalg.solve(np.eye(len(Z)) + b * Z - a * Z @ Z, 0.5 * F + a * Z @ F)


@pytest.mark.parametrize("ports", [1, 6])
def test_pressures_of_1e7_pa_cost_no_digits(ports: int):
    """States in other units, with which rows differ by 1e9, make the same motion; a force fitted with fewer digits shakes the machine."""
    rng, states = np.random.default_rng(7), 3
    n = states + 2 * ports + 1
    ahead = look_ahead(n, range(n - 1 - ports, n - 1))
    for _ in range(20):
        Z, F = 0.2 / n * rng.normal(size=(n, n)), rng.normal(size=n)
        Z[-1] = 0.0  # the time
        unit = np.ones(n)
        unit[:states] = 10 ** rng.uniform(3, 9, states)
        found = ahead(Z * unit[:, None] / unit, F * unit).full().ravel() / unit
        assert found == pytest.approx(psi(Z, F), abs=ROUNDOFF)


def test_weights_of_a_short_step():
    """psi = 1/2 + z/12 + O(z^2), of a number."""
    z = 1e-4
    assert float(look_ahead(1, range(0, 0))(ca.DM(z), ca.DM(1.0))) == pytest.approx(0.5 + z / 12, abs=z * z)


class RollingTire(Block):
    """A tire with slip that relaxes, on a road with a step that is rounded over half a metre."""

    hub = HubPort()
    k = Parameter("N/m", "vertical stiffness", 200e3)
    radius = Parameter("m", "radius without load", 0.3 + 440 * 9.81 / 200e3)
    C = Parameter("N", "slip stiffness", 60e3)
    sigma = Parameter("m", "relaxation length", 0.3)
    u_start = Parameter("m", "deflection at the start", 0.0, start=True)
    u_state = State("m", "deflection along")
    step_size = 5e-3

    @staticmethod
    def road(x):
        part = minimum(1.0, maximum(0.0, 2.0 * (x - 1.0)))
        return 0.03 * part**3 * (10.0 - 15.0 * part + 6.0 * part**2)

    @staticmethod
    def respond(p, u, t, x):
        hub, ground = u.hub, RollingTire.road(u.hub.pos[0])
        height = hub.pos[2] - ground
        sliding, speed = hub.lin_vel[0] - hub.ang_vel[1] * height, (hub.lin_vel[0] ** 2 + 0.01) ** 0.5
        force = np.array([p.C / p.sigma * x.u_state, 0.0, p.k * (p.radius - height)])
        rates = {"u_state": -sliding - speed / p.sigma * x.u_state}
        return rates, {"hub.force": force, "hub.moment": np.zeros(3), "hub.point": hub.pos - np.array([0.0, 0.0, 1.0]) * height}


def corner(interface_mass: bool) -> Model:
    """A wheel that rolls at 20 m/s below a quarter of a car."""
    model = Model("Corner", tolerance=1e-8)
    model.world = World(g=9.81)
    model.sledge, model.body, model.knuckle = (Body(m=mass, I=[1.0, 1.0, 1.0]) for mass in (1.0, 400.0, 20.0))
    model.wheel = Body(m=20.0, I=[0.6, 1.2, 0.6])
    model.along = Prismatic(model.world.frame_a, model.sledge.frame_a, n=[1, 0, 0], v_start=20.0)
    model.heave = Prismatic(model.sledge.frame_a, model.body.frame_a, n=[0, 0, 1], s_start=0.3)
    model.strut = Prismatic(model.body.frame_a, model.knuckle.frame_a, n=[0, 0, 1])
    model.spring = TranslationSpringDamper(model.strut, c=20e3, d=1.5e3, s_rel0=-400 * 9.81 / 20e3)
    model.axle = Revolute(model.knuckle.frame_a, model.wheel.frame_a, n=[0, 1, 0], w_start=20.0 / 0.3)
    model.hub = Hub(model.wheel.frame_a)
    model.expose(ports={"hub": model.hub}, interface_mass=interface_mass)
    return model


def load(result: np.ndarray) -> np.ndarray:
    """The wheel load [N] from where the wheel is."""
    ground = [RollingTire.road(float(x)) for x in result["car.hub.pos.x"]]
    return 200e3 * (0.3 + 440 * 9.81 / 200e3 - result["car.hub.pos.z"] + ground)


@pytest.mark.slow
@pytest.mark.parametrize("build", [build_portable, build_native])
def test_a_rolling_wheel_passes_a_step_bump(tmp_path: Path, build):
    """The wheel load at 5 ms in a Jacobi master is that of the whole within 1 % of the static load, while it goes from 56 to 208 % of that."""
    whole = connect("Whole", {"car": corner(False), "tire": BlockModel("Tire", RollingTire())}, [("car.hub", "tire.hub")])
    exact = simulate(whole, stop_time=0.5, interval=5e-3)
    fmus = {"car": build(corner(True), tmp_path), "tire": build(BlockModel("Tire", RollingTire(), interface_mass=True), tmp_path)}
    result = simulate_system(System(fmus, step_size=5e-3, stop_time=0.5).connect("car.hub", "tire.hub"), show_progress=False)
    assert np.ptp(load(exact)) > 1.2 * 440 * 9.81
    assert abs(load(result) - load(exact)).max() < 0.01 * 440 * 9.81
