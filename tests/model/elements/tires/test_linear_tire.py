"""The linear tire and the point of contact, against closed forms."""

import re

import numpy as np
import pytest
from scipy.optimize import minimize

from mbfmu import Body, FlatRoad, InclinedRoad, LinearTire, Road, linearize, simulate
from mbfmu.base.errors import ProblemsFound
from mbfmu.base.scalars import Record
from mbfmu.base.spatial.rotations import about_x, about_z
from mbfmu.model.elements.tires.contact import contact
from mbfmu.scene import build_scene
from mbfmu.scene.shapes import Round

from ....tolerances import INTEGRATION, RELAXED, ROUNDOFF, SAMPLED, STANDING
from .tours import SLOPE, TIRE, G, M, described, on_rails, parked, rolls_onto_its_pawl, wheel_at

R = TIRE["radius"]


class PlaneByPoints(InclinedRoad):
    """A plane of which tires do not know that it is one."""

    @staticmethod
    def gentle(p):
        return False


@pytest.mark.parametrize(("kind", "exact"), [(InclinedRoad, ROUNDOFF), (PlaneByPoints, SAMPLED)])
def test_point_of_contact_is_the_nearest_of_the_road_in_the_plane_of_the_wheel(kind, exact):
    road = kind(slope=0.2, bank=-0.1)
    wheel = wheel_at([0.3, -0.2, 0.4], about_z(0.7) @ about_x(0.15))
    found = contact(wheel, described(road), 0.0, R)
    inward = np.array([wheel.R[:, 0], wheel.R[:, 2]])

    def on_road(angle):  # where a radius of the wheel's plane meets the road
        radius = inward.T @ [np.sin(angle[0]), -np.cos(angle[0])]
        n = np.array([-np.tan(0.2), -np.tan(-0.1), 1.0])
        return -(n @ wheel.r) / (n @ radius)

    assert found.r_l == pytest.approx(minimize(on_road, [0.0], tol=1e-14).fun, rel=SAMPLED)
    assert found.arm @ wheel.R[:, 1] == pytest.approx(0.0, abs=exact)
    assert found.C[2] == pytest.approx(np.tan(0.2) * found.C[0] + np.tan(-0.1) * found.C[1], abs=exact)
    np.testing.assert_allclose(np.array([found.x, found.y, found.n]) @ np.array([found.x, found.y, found.n]).T, np.eye(3), atol=ROUNDOFF)


def test_inclination_is_positive_where_the_wheel_leans_to_its_right():
    found = contact(wheel_at([0.0, 0.0, 0.3], about_x(0.1)), described(FlatRoad()), 0.0, R)
    assert found.gamma == pytest.approx(0.1, abs=ROUNDOFF)
    assert about_x(0.1)[1, 2] < 0.0  # its top is at its right, -y


def test_a_step_of_slip_angle_has_acted_by_one_minus_1_over_e_after_the_relaxation_length():
    alpha, v = 1e-3, 10.0
    model = on_rails(LinearTire, FlatRoad(), TIRE, [v, v * np.tan(alpha), 0.0], v / (R - 0.02))
    whole = TIRE["c_alpha"] * np.tan(alpha) * TIRE["c_z"] * 0.02
    F = simulate(model, 1.0, TIRE["sigma_alpha"] / v, rtol=1e-10)["F[2]"]
    np.testing.assert_allclose(F[[0, 1, -1]], [0.0, -(1.0 - np.exp(-1.0)) * whole, -whole], atol=RELAXED * whole)


@pytest.mark.parametrize("v", [3.0, -3.0, 0.0])
def test_a_tread_springs_back_in_the_air(v):
    """It fades over the relaxation lengths with what rolls, at v_low more than that, whatever the wheel would slip."""
    start = {"u_start": 0.02, "v_start": -0.01}
    model = on_rails(LinearTire, FlatRoad(), TIRE | start, [v, 0.7, 0.0], 40.0, depth=-0.01)
    run = simulate(model, 0.2, 0.02, rtol=1e-10)
    fades = lambda sigma: np.exp(-(abs(v) + 1.0) * run["time"] / sigma)
    assert run["kappa"] * TIRE["sigma_kappa"] == pytest.approx(0.02 * fades(TIRE["sigma_kappa"]), abs=INTEGRATION)
    assert np.tan(run["alpha"]) * TIRE["sigma_alpha"] == pytest.approx(0.01 * fades(TIRE["sigma_alpha"]), abs=INTEGRATION)


def test_a_parked_tire_stands_where_its_tread_carries_the_weight_and_swings_about_it():
    load = M * G * np.cos(SLOPE)
    stiffness = TIRE["c_kappa"] * load / TIRE["sigma_kappa"]
    u = M * G * np.sin(SLOPE) / stiffness
    linear = linearize(parked(LinearTire, {**TIRE, "u_start": u, "d_slip": 0.0}, load / TIRE["c_z"]))
    swinging = max(np.linalg.eigvals(linear.A), key=np.imag)
    assert swinging == pytest.approx(1j * np.sqrt(stiffness / M), rel=INTEGRATION)
    run = simulate(parked(LinearTire, TIRE, load / TIRE["c_z"]), 20.0, 1.0, rtol=1e-11)
    assert run["kappa"][-1] * TIRE["sigma_kappa"] == pytest.approx(u, rel=INTEGRATION)
    assert max(abs(run["v"][-5:])) < STANDING


def test_a_wheel_that_rolls_onto_its_pawl_stands_on_the_slope():
    run = simulate(rolls_onto_its_pawl(LinearTire, TIRE, M * G * np.cos(SLOPE) / TIRE["c_z"]), 30.0, 1.0, rtol=1e-11)
    assert run["v"][0] == 2.0
    assert max(abs(run["v"][-5:])) < STANDING
    assert np.ptp(run["s"][-5:]) < STANDING


@pytest.mark.parametrize("seed", range(5))
def test_heat_is_never_negative_under_a_constant_load(seed):
    rng = np.random.default_rng(seed)
    p = Record({**LinearTire(*pair(), **TIRE, f_r=0.01).values})
    for _ in range(20):
        v_x, v_y = rng.normal(scale=[5.0, 1.0])
        wheel = wheel_at([0.0, 0.0, R - 0.02], np.eye(3), [v_x, v_y, 0.0], [0.0, rng.normal(scale=20.0), 0.0])
        u = Record(u=rng.normal(scale=0.01), v=rng.normal(scale=0.01))
        assert LinearTire.dissipation(p, u, 0.0, wheel, described(FlatRoad())) >= -ROUNDOFF


def pair():
    """What a tire is attached to."""
    return Body(m=1.0).frame_a, FlatRoad()


class Step(Road):
    """A road of a user, who forgot that it must be smooth enough to have a height."""

    @staticmethod
    def height(p, x, y):
        return 0.1


@pytest.mark.parametrize(
    ("road", "says"), [(Step, "it is called as height(p, x, y, t)"), (FlatRoad, "is attached to a FlatRoad that is not in the model")]
)
def test_what_is_wrong_with_a_road_is_said(road, says):
    model = on_rails(LinearTire, FlatRoad(), TIRE, [1.0, 0.0, 0.0], 3.0)
    del model.tire
    model.tire = LinearTire(model.wheel.frame_a, road(), **TIRE)
    if_named = {Step: "own", FlatRoad: None}[road]
    model.add(if_named, model.tire.road) if if_named else None
    with pytest.raises(ProblemsFound, match=re.escape(says)):
        simulate(model, 0.1)


def test_a_wheel_is_seen_as_large_as_its_tire():
    scene = build_scene(on_rails(LinearTire, FlatRoad(), TIRE, [1.0, 0.0, 0.0], 3.0))
    (wheel,) = (node for node in scene.nodes if node.name == "wheel")
    rounds = [one.shape for one in wheel.figures if isinstance(one.shape, Round) and one.shape.radius == TIRE["radius"]]
    assert rounds and scene.arrows[0].name == "tire.wheel"
