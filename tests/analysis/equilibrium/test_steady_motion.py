"""Steady motions against closed forms: spinning, turning and rolling, what keeps them, whether they last, and what has none."""

import numpy as np
import pytest

from mbfmu import (
    Body,
    Force,
    Input,
    JointForce,
    JointTorque,
    MbfmuError,
    Model,
    Parameter,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    TorsionSpringDamper,
    TranslationSpringDamper,
    World,
    linearize,
    simulate,
    steady_motion,
)
from mbfmu.analysis.linearize.linearize import at_rest
from mbfmu.base.spatial import euler_parameters
from mbfmu.model.declare.frame import Frame
from mbfmu.problem.load_problem import load_model
from tests.command_line import result
from tests.library import FMUS
from tests.tolerances import BALANCED, EIGENVALUE, INTEGRATION, POINT_LIKE, SETTLED, WHIPPLE

g = 9.81


def governor(formulation: str = "articulated_body") -> Model:
    """Two balls on massless rods of 0.5 m that hang on a shaft's axis; a motor works against friction in the bearing."""
    model = Model("Governor", formulation=formulation)
    model.world, model.shaft = World(g=g), Body(m=1.0, I=[0.1, 0.1, 0.1])
    model.spin = Revolute(model.world.frame_b, model.shaft.frame_a, n=[0, 0, 1])
    for side in (1, -1):
        name = "left" if side > 0 else "right"
        ball = model.add(name, Body(m=2.0, r_CM=[0, 0, -0.5], I=[1e-9] * 3))
        model.add(f"{name}_hinge", Revolute(model.shaft.frame_a, ball.frame_a, n=[0, -side, 0], phi_start=0.9))
    model.bearing, model.motor = TorsionSpringDamper(model.spin, d=0.2), JointTorque(model.spin)
    return model


def rotor(damping: float) -> Model:
    """A disk of 2 kg on a shaft that bends (2e4 N/m, damped as it bends), its centre of mass 0.01 m off, with axes that turn along."""
    model = Model("Rotor")
    model.world, model.shaft, model.slide, model.disk = (
        World(g=0),
        Body(m=1.0, I=[1, 1, 1]),
        Body(m=1e-13),
        Body(m=2.0, r_CM=[0.01, 0, 0], I=[1, 1, 1]),
    )
    model.spin = Revolute(model.world.frame_b, model.shaft.frame_a, n=[0, 0, 1])
    model.x = Prismatic(model.shaft.frame_a, model.slide.frame_a, n=[1, 0, 0])
    model.y = Prismatic(model.slide.frame_a, model.disk.frame_a, n=[0, 1, 0])
    for name in ("x", "y"):
        model.add(f"bend_{name}", TranslationSpringDamper(getattr(model, name), c=2e4, d=damping))
    return model


class Axle(Force):
    """The lateral force of a tire, linear in the angle between where it goes and where it looks."""

    attachments = {"ground": Frame, "wheel": Frame}
    c = Parameter("N/rad", "cornering stiffness")
    steer = Input("rad", "steering angle")

    @staticmethod
    def wrenches(p, u, t, ground, wheel):
        along, across, _ = wheel.R.T @ wheel.v
        f = wheel.R @ np.array([0.0, -p.c * (across / along - u.steer), 0.0])
        return (-f, np.zeros(3)), (f, np.zeros(3))


class Engine(Force):
    """A force along a car."""

    attachments = {"ground": Frame, "car": Frame}
    f = Input("N", "force ahead")

    @staticmethod
    def wrenches(p, u, t, ground, car):
        f = car.R @ np.array([u.f, 0.0, 0.0])
        return (-f, np.zeros(3)), (f, np.zeros(3))


def car() -> Model:
    """The linear single-track model of Riekert and Schunck, with a mass that is driven."""
    model = Model("SingleTrack")
    model.world, model.car = World(g=0), Body(m=1500.0, I=[2500.0] * 3)
    model.move = Planar(model.world.frame_b, model.car.frame_a, v_x_start=20.0)
    model.front, model.rear = (
        Axle(model.world.frame_b, model.car.at([1.2, 0, 0]), c=80e3),
        Axle(model.world.frame_b, model.car.at([-1.6, 0, 0]), c=100e3),
    )
    model.engine = Engine(model.world.frame_b, model.car.frame_a)
    model.expose(inputs={"steer": model.front.steer}, outputs={"w": model.move.w})
    return model


@pytest.mark.parametrize("formulation", ["articulated_body", "kane"])
def test_a_governor(formulation):
    """cos(angle) = g / (w^2 l), and the motor's torque is that of the friction."""
    found = steady_motion(governor(formulation), {"spin.w": 8.0}, find=["motor.tau"])
    assert found.found["motor.tau"].value == pytest.approx(0.2 * 8.0, rel=SETTLED)
    ball = np.array([found.loads["left_hinge.f"].value, found.loads["right_hinge.f"].value])
    assert np.linalg.norm(ball, axis=1) == pytest.approx([2.0 * 8.0**2 * 0.5] * 2, rel=POINT_LIKE)
    assert found.acceleration <= BALANCED and found.stability == "stable"
    assert np.cos(found.states["left_hinge.phi"]) == pytest.approx(g / (64.0 * 0.5), rel=POINT_LIKE)
    assert found.outputs == {} and found.states["spin.w"] == 8.0


@pytest.mark.parametrize(
    ("damping", "w", "stability"), [(0.0, 60.0, "stable"), (0.0, 140.0, "stable"), (40.0, 60.0, "stable"), (40.0, 140.0, "unstable")]
)
def test_a_rotor_whirls(damping, w, stability):
    """It bends by e w^2 / (c/m - w^2); damping in the shaft makes it unstable above c/m = w^2."""
    found = steady_motion(rotor(damping), {"spin.w": w})
    assert found.states["x.s"] == pytest.approx(0.01 * w**2 / (1e4 - w**2), rel=SETTLED)
    assert (found.states["y.s"], found.stability) == (pytest.approx(0.0, abs=SETTLED), stability)


def test_a_disk_rolls_in_a_circle():
    """Lean p, yaw rate W and spin w about the axle: (J_a + m r^2) W w cos(p) + m g r sin(p) = J_d W^2 sin(p) cos(p), with Euler's equations."""
    m, r = 5.0, 0.3
    found = steady_motion(load_model(FMUS / "rolling_disk/model.py"), {"free.w[2]": 5.0, "free.w[3]": 0.8})
    numbers = lambda name, n: np.array([found.states[f"free.{name}[{i}]"] for i in range(1, n + 1)])
    R, w = euler_parameters.rotation(numbers("Q", 4)), numbers("w", 3)
    lean = np.arcsin(R[2, 1])
    yaw = (R @ w - w[1] * R[:, 1])[2] / np.cos(lean) ** 2
    forces = (m * r**2 * 3 / 2) * yaw * w[1] * np.cos(lean) + m * g * r * np.sin(lean) - m * r**2 / 4 * yaw**2 * np.sin(lean) * np.cos(lean)
    assert abs(yaw) > 0.1 and forces == pytest.approx(0.0, abs=SETTLED)
    assert found.acceleration <= BALANCED and found.stability == "stable"  # faster than sqrt(g r / 3)


def test_a_heavy_top_precesses():
    """(J_a w_3 - J W cos(p)) W = m g l, with w_3 the spin that is kept and W the rate of precession."""
    model = Model("Top")
    model.world, model.top = World(g=g), Body(m=1.0, r_CM=[0, 0, 0.05], I=[0.002, 0.002, 0.001])
    lean = 0.5
    model.tip = Spherical(model.world.frame_b, model.top.frame_a, Q_start=[np.sin(lean / 2), 0, 0, np.cos(lean / 2)], w_start=[0.0, 1.0, 200.0])
    found = steady_motion(model, {"tip.w[3]": 200.0})
    R = euler_parameters.rotation(np.array([found.states[f"tip.Q[{i}]"] for i in (1, 2, 3, 4)]))
    w = R @ [found.states[f"tip.w[{i}]"] for i in (1, 2, 3)]
    cosine = R[2, 2]
    precession = (w - 200.0 * R[:, 2])[2] / (1 - cosine**2)
    assert (0.001 * 200.0 - (0.002 + 0.0025) * precession * cosine) * precession == pytest.approx(1.0 * g * 0.05, rel=SETTLED)
    assert 0.1 < np.arccos(cosine) < 1.0


def test_a_car_corners():
    """Yaw rate v / (L + EG v^2) for each steering angle, and the eigenvalues of the linear model at this speed."""
    v, m, J, c, a = 20.0, 1500.0, 2500.0, np.array([80e3, 100e3]), np.array([1.2, -1.6])
    found = steady_motion(car(), {"move.v_x": v}, find=["engine.f"], inputs={"steer": 0.02})
    gradient = m * (c[1] * 1.6 - c[0] * 1.2) / (c[0] * c[1] * 2.8)
    w = 0.02 * v / (2.8 + gradient * v**2)
    assert found.outputs["w"] == pytest.approx(w, rel=SETTLED)
    assert found.found["engine.f"].value == pytest.approx(-m * found.states["move.v_y"] * w, rel=SETTLED)
    assert (found.states["move.phi"], found.stability) == (pytest.approx(0.0, abs=SETTLED), "stable")
    assert linearize(found).A == pytest.approx(found.linearization.A)
    straight = steady_motion(car(), {"move.v_x": v}, find=["engine.f"])
    lateral = np.array([[-c.sum() / (m * v), -(c @ a) / (m * v) - v], [-(c @ a) / (J * v), -(c @ a**2) / (J * v)]])
    ours = [mode.eigenvalue for mode in straight.linearization.modes() if abs(mode.eigenvalue) > 1.0]
    assert ours == pytest.approx([max(np.linalg.eigvals(lateral), key=lambda z: z.imag)], abs=EIGENVALUE)


def test_a_car_in_its_circle_has_the_linear_system_of_its_steady_motion():
    """Along axes that turn with it; on its way into the circle there is none."""
    found = steady_motion(car(), {"move.v_x": 20.0}, find=["engine.f"], inputs={"steer": 0.02})
    model = car()
    model.expose(inputs={"force": model.engine.f})
    start = {f"move.{name}_start": found.states[f"move.{name}"] for name in ("v_x", "v_y", "w")}
    inputs = {"steer": 0.02, "force": found.found["engine.f"].value}
    assert linearize(model, start, inputs).A == pytest.approx(found.linearization.A, abs=SETTLED)
    with pytest.raises(MbfmuError, match="SingleTrack has no linear system with constant coefficients"):
        linearize(model, start | {"move.w_start": 0.1}, inputs)


def test_a_run_that_begins_steadily_stays_so():
    found = steady_motion(car(), {"move.v_x": 20.0}, find=["engine.f"], inputs={"steer": 0.02})
    model = car()
    model.expose(inputs={"force": model.engine.f}, outputs={"v_x": model.move.v_x, "v_y": model.move.v_y})
    start = {f"move.{name}_start": found.states[f"move.{name}"] for name in ("v_x", "v_y", "w")}
    run = simulate(model, 5.0, 1.0, start, {"steer": 0.02, "force": found.found["engine.f"].value})
    assert run["w"] == pytest.approx(found.outputs["w"], rel=INTEGRATION)
    assert np.hypot(run["v_x"], run["v_y"]) == pytest.approx(np.hypot(20.0, found.states["move.v_y"]), rel=INTEGRATION)


def test_a_bicycle_straight_ahead():
    """The eigenvalues at 5 m/s of Meijaard, Papadopoulos, Ruina and Schwab (2007), table 2: weave, capsize and castering."""
    found = steady_motion(load_model(FMUS / "bicycle/model.py"), {"rear_hub.w": 5.0 / 0.3}).linearization
    eigenvalues = [mode.eigenvalue for mode in found.modes() if abs(mode.eigenvalue) > 0.1]
    assert eigenvalues == pytest.approx([-0.32286642900409, -0.77534188219585 + 4.46486771378823j, -14.07838969279822], abs=WHIPPLE)


def test_a_bicycle_corners():
    """Its rider holds the handlebar at 0.1 rad. It goes on so for a second, although it is not stable."""
    bicycle = load_model(FMUS / "bicycle/model.py")
    found = steady_motion(bicycle, {"rear_hub.w": 5.0 / 0.3}, find=["rider.tau"], hold={"steering.phi": 0.1})
    assert (found.stability, found.acceleration <= BALANCED) == ("unstable", True)
    run, before = at_rest(found), dict(found.outputs)
    run.advance(1.0, 1e-11)
    assert [float(run.get(name)) for name in ("lean", "steering_angle")] == pytest.approx([before["lean"], 0.1], abs=INTEGRATION)
    assert abs(float(run.get("heading")) - before["heading"]) > 0.3


def test_what_is_not_steady_is_said():
    with pytest.raises(
        MbfmuError, match="no steady motion of Governor is found with spin.w = 8 rad/s: spin.w keeps changing by .* rad/s2; name in find"
    ):
        steady_motion(governor(), {"spin.w": 8.0})
    with pytest.raises(MbfmuError, match="no speed 'spin.v' .did you mean 'spin.w'"):
        steady_motion(governor(), {"spin.v": 8.0})
    with pytest.raises(MbfmuError, match="spin.w is kept at a finite number, not nan"):
        steady_motion(governor(), {"spin.w": float("nan")})
    with pytest.raises(MbfmuError, match="give a list: .'motor.tau'"):
        steady_motion(governor(), {"spin.w": 8.0}, find="motor.tau")
    with pytest.raises(MbfmuError, match="no coordinate 'spin.w'"):
        steady_motion(governor(), {}, hold={"spin.w": 8.0})
    stone = Model("Stone")
    stone.world, stone.body = World(g=g), Body(m=1.0, I=[1, 1, 1])
    stone.rail = Prismatic(stone.world.frame_b, stone.body.frame_a, n=[0, 0, 1])
    stone.lift = JointForce(stone.rail)
    with pytest.raises(MbfmuError, match="rail.v keeps changing by -9.81 m/s2"):
        steady_motion(stone, {"rail.v": 1.0})
    assert steady_motion(stone, {"rail.v": 1.0}, find=["lift.f"]).found["lift.f"].value == pytest.approx(g, rel=SETTLED)


def test_on_the_command_line():
    found = result("equilibrium", FMUS / "rolling_disk/model.py", "--speed", "free.w[2]=5", "--no-plot")
    assert found["states"]["free.w[2]"] == pytest.approx(5.0) and found["stability"] == "stable"
