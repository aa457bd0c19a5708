"""Interface mass: what ports say of their inertia, against closed forms and dense algebra."""

import numpy as np
import pytest

from mbfmu import (
    Body,
    Distance,
    FreeMotion,
    Hub,
    JointForce,
    LineActuator,
    Model,
    Prismatic,
    Revolute,
    TranslationSpringDamper,
    World,
    build_portable,
    linearize,
    simulate,
)
from mbfmu.cosim import System, simulate_system
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ...tolerances import BALANCE, DIFFERENCED, LOOPS, ROUNDOFF

UPPER = [(i, j) for i in range(3) for j in range(i, 3)]
AXES = "xyz"


def inverse_mass(row: np.ndarray, port: str) -> np.ndarray:
    """The inverse mass (6, 6) that a hub says."""
    found = np.zeros((6, 6))
    for i, j in UPPER:
        found[i, j] = found[j, i] = row[f"{port}.inverse_mass.{AXES[i]}{AXES[j]}"]
        found[3 + i, 3 + j] = found[3 + j, 3 + i] = row[f"{port}.inverse_inertia.{AXES[i]}{AXES[j]}"]
    for i in range(3):
        for j in range(3):
            found[i, 3 + j] = found[3 + j, i] = row[f"{port}.inverse_coupling.{AXES[i]}{AXES[j]}"]
    return found


def start(model: Model, formulation: str = "articulated_body", **inputs: float) -> np.ndarray:
    """The first row of a run."""
    return simulate(compile_model(model, formulation), stop_time=1e-3, interval=1e-3, inputs=inputs)[0]


def test_a_quarter_car_at_its_hub():
    """1/m, and a = (-c s - d v) / m with its rate (-c v - d a') / m, where a' is relative to the body."""
    M, m, c, d = 400.0, 40.0, 15e3, 1e3
    car = Model("Car")
    car.world = World(g=0.0)
    car.body, car.wheel = Body(m=M), Body(m=m)
    car.ride = Prismatic(car.world.frame_a, car.body.frame_a, n=[0, 0, 1])
    car.strut = Prismatic(car.body.frame_a, car.wheel.frame_a, n=[0, 0, 1], s_start=0.1, v_start=-2.0)
    car.spring = TranslationSpringDamper(car.strut, c=c, d=d)
    car.hub = Hub(car.wheel.frame_a)
    car.expose(ports={"hub": car.hub}, interface_mass=True)
    row, f = start(car, **{"hub.force.z": 500.0}), -c * 0.1 + d * 2.0
    assert row["hub.inverse_mass.zz"] == pytest.approx(1 / m, rel=ROUNDOFF)
    assert row["hub.a_free.z"] == pytest.approx(f / m, rel=ROUNDOFF)
    assert row["hub.jerk_free.z"] == pytest.approx((c * 2.0 - d * (f / m + f / M)) / m, rel=BALANCE)
    assert row["hub.jerk_by_force.zz"] == pytest.approx(-d / m / m, rel=BALANCE)


def two_bars() -> Model:
    """A loop of two bars on the ground and a massless rod between their ends, with a hub in the middle of one."""
    model = Model("Bars")
    model.world = World(g=9.81)
    model.left, model.right = (Body(m=m, r_CM=[0.4, 0.05, 0], I=[0.1, 0.2, 0.3]) for m in (3.0, 2.0))
    model.pin_l = Revolute(model.world.frame_a, model.left.frame_a, n=[0, -1, 0], phi_start=0.9, w_start=0.7)
    model.pin_r = Revolute(model.world.at([1.0, 0, 0]), model.right.frame_a, n=[0, -1, 0], phi_start=1.3)
    ends = np.array([[x + 0.8 * np.cos(phi), 0.8 * np.sin(phi)] for x, phi in ((0.0, 0.9), (1.0, 1.3))])
    model.rod = Distance(model.left.at([0.8, 0, 0]), model.right.at([0.8, 0, 0]), s=np.linalg.norm(ends[1] - ends[0]))
    model.hub = Hub(model.left.at([0.5, 0.1, 0.2]))
    model.jack = LineActuator(model.world.at([0.2, 0, -0.5]), model.right.at([0.6, 0, 0]))
    model.expose(ports={"hub": model.hub, "jack": model.jack}, interface_mass=True)
    return model


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_it_is_what_accelerations_do_in_every_formulation(formulation: str):
    """The same whatever forces act, at a point beside the hub, and in the recursion as in all that is dense."""
    row, reference = start(two_bars(), formulation, **{"hub.force.x": 3.0, "hub.point.z": 1.0, "jack.f": 20.0}), start(two_bars())
    W = inverse_mass(row, "hub")
    assert W == pytest.approx(inverse_mass(reference, "hub"), abs=LOOPS)
    assert [row[f"{n}.{m}"] for n, m in FREE] == pytest.approx([reference[f"{n}.{m}"] for n, m in FREE], abs=LOOPS * 100)
    assert np.linalg.matrix_rank(W, tol=1e-9) == 1  # of one degree of freedom
    assert W == pytest.approx(W.T) and np.linalg.eigvalsh(W)[0] > -LOOPS


FREE = [("hub.a_free", "x"), ("hub.a_free", "z"), ("hub.w_dot_free", "y"), ("hub.jerk_free", "x")]


def test_a_free_body_with_a_hub_beside_its_centre():
    """W = J M^-1 J^T with J = [1, -r x; 0, 1], in the world's axes."""
    model = Model("Ball")
    model.world = World(g=0.0)
    model.body = Body(m=5.0, r_CM=[0.1, -0.2, 0.3], I=[1.0, 2.0, 3.0])
    model.free = FreeMotion(model.world.frame_a, model.body.frame_a)
    model.hub = Hub(model.body.at([0.5, 0.4, -0.1]))
    model.expose(ports={"hub": model.hub}, interface_mass=True)
    r = np.array([0.4, 0.6, -0.4])
    cross = np.array([[0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0]])
    J = np.block([[np.eye(3), -cross], [np.zeros((3, 3)), np.eye(3)]])
    M_inverse = np.diag([0.2, 0.2, 0.2, 1, 1 / 2, 1 / 3])
    assert inverse_mass(start(model), "hub") == pytest.approx(J @ M_inverse @ J.T, abs=BALANCE)


def test_what_is_free_does_not_depend_on_the_force():
    """So a master sees no algebraic loop through it, not even by roundoff."""
    rows = [start(two_bars(), **{"jack.f": f, "hub.force.x": f / 7}) for f in (0.0, 1234.5)]
    told = [name for name in rows[0].dtype.names if any(word in name for word in ("free", "inverse", "_by_"))]
    assert len(told) == 12 + 21 + 36 + 4 and all(rows[0][name] == rows[1][name] for name in told)


def test_the_forces_of_other_ports_belong_to_it_from_the_start(tmp_path):
    """A cart on a cart, each with a port: the force on the upper one accelerates the lower one by -f / m."""
    model, m, f = Model("Carts"), 2.0, 3.0
    model.world, model.lower, model.upper = World(g=0.0), Body(m=m), Body(m=1.0)
    model.slide = Prismatic(model.world.frame_a, model.lower.frame_a, n=[1, 0, 0])
    model.guide = Prismatic(model.lower.frame_a, model.upper.frame_a, n=[1, 0, 0])
    model.first, model.second = JointForce(model.slide), JointForce(model.guide)
    model.expose(ports={"first": model.first, "second": model.second}, interface_mass=True)
    system = System({"carts": build_portable(model, tmp_path)}, inputs={"carts.second.f": f}, stop_time=0.02, step_size=0.01)
    told = simulate_system(system, show_progress=False)
    assert told["carts.first.a_free"] == pytest.approx(np.full(3, -f / m), abs=ROUNDOFF)
    assert told["carts.second.a_free"] == pytest.approx(np.zeros(3), abs=ROUNDOFF)


def pendulum(phi: float) -> Model:
    model = Model("Pendulum")
    model.world = World(g=0.0)
    model.bar = Body(m=2.0, r_CM=[0.5, 0, 0], I=[0.1, 0.2, 0.3])
    model.pin = Revolute(model.world.frame_a, model.bar.frame_a, n=[0, 0, 1], phi_start=phi)
    model.jack = LineActuator(model.world.at([1.0, 0, 0]), model.bar.at([0.8, 0, 0]))
    model.expose(ports={"jack": model.jack}, outputs={"phi": model.pin.phi}, interface_mass=True)
    return model


def test_derivatives_of_an_interface_mass():
    """s^2 = 1.64 - 1.6 cos(phi), so s' = 0.8 sin(phi) / s, and the inverse mass is s'^2 / (I + m r^2); by the state phi."""
    phi, inertia = 0.7, 0.3 + 2.0 * 0.25
    W = lambda phi: (0.8 * np.sin(phi)) ** 2 / (1.64 - 1.6 * np.cos(phi)) / inertia
    assert start(pendulum(phi))["jack.inverse_mass"] == pytest.approx(W(phi), rel=BALANCE)
    linear = linearize(pendulum(phi))
    row, column = list(linear.outputs).index("jack.inverse_mass"), list(linear.states).index("pin.phi")
    assert linear.C[row, column] == pytest.approx((W(phi + 1e-4) - W(phi - 1e-4)) / 2e-4, rel=DIFFERENCED)
