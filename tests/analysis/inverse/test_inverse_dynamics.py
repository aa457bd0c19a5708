"""Inverse dynamics over time: closed forms, another engine, the way back, energy, and what cannot be had."""

from math import pi
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest
from scipy.interpolate import CubicSpline

from mbfmu import (
    Body,
    Dissipation,
    JointForce,
    JointTorque,
    KineticEnergy,
    LineActuator,
    MbfmuError,
    Model,
    PotentialEnergy,
    Prismatic,
    Revolute,
    Sine,
    Step,
    Table,
    TorsionSpringDamper,
    World,
    build_portable,
    inverse,
    inverse_dynamics,
    simulate,
)
from mbfmu.base.errors import ProblemsFound
from mbfmu.cosim import simulate_fmu
from mbfmu.model.urdf import read_urdf
from tests.tolerances import BALANCE, ENERGY_BALANCE, FMU_INTEGRATION, INTEGRATION, INTERPOLATION, MOVED_ARM, RESIDUAL

g = 9.81
UP = [0, -1, 0]
SWING = Sine(0.3, 0.7, 0.2)


def pendulum(damping: float = 0.0) -> Model:
    model = Model("Pendulum", stop_time=1.0)
    model.world, model.rod = World(g=g), Body(m=2.0, r_CM=[0.5, 0, 0], I=[0.1, 0.2, 0.2])
    model.pivot = Revolute(model.world.frame_b, model.rod.frame_a, n=UP)
    model.friction, model.motor = TorsionSpringDamper(model.pivot, d=damping), JointTorque(model.pivot)
    model.expose(inputs={"tau": model.motor.tau}, outputs={"phi": model.pivot.phi})
    return model


def slider_crank() -> Model:
    """A crank of 0.2 m and a massless-like rod of 0.5 m, in the plane; the slider of 3 kg moves along x. No gravity."""
    model = Model("SliderCrank")
    model.world, model.crank, model.rod, model.slider = World(g=0), Body(m=1.0, I=[0.05] * 3), Body(m=1e-12, I=[1e-12] * 3), Body(m=3.0, I=[1] * 3)
    model.bearing = Revolute(model.world.frame_b, model.crank.frame_a, n=UP)
    model.pin = Revolute(model.crank.at([0.2, 0, 0]), model.rod.frame_a, n=UP)
    model.guide = Prismatic(model.world.frame_b, model.slider.frame_a, n=[1, 0, 0], s_start=0.7)
    model.wrist = Revolute(model.rod.at([0.5, 0, 0]), model.slider.frame_a, n=UP)
    return model


@pytest.mark.parametrize(
    "motion",
    [SWING, lambda t: 0.3 * np.sin(1.4 * pi * t + 0.2), (SWING, *SWING.motion()[1:]), Table([0.0, 1.0, 2.0, 3.0], [0.1, 0.2, 0.5, 1.0])],
    ids=["signal", "function", "three", "cubic through points"],
)
def test_a_pendulum(motion):
    found = inverse_dynamics(pendulum(0.4), {"pivot.phi": motion}, interval=0.05)
    t = found["time"]
    if isinstance(motion, Table):
        s = np.polynomial.Polynomial.fit([0, 1, 2, 3], [0.1, 0.2, 0.5, 1.0], 3)
        phi, w, a = s(t), s.deriv()(t), s.deriv(2)(t)
    else:
        phi, w, a = (0.3 * (1.4 * pi) ** n * np.sin(1.4 * pi * t + 0.2 + n * pi / 2) for n in range(3))
    assert found["pivot.tau"] == pytest.approx(0.7 * a + 0.4 * w + 2.0 * g * 0.5 * np.cos(phi), abs=BALANCE)
    assert found.dtype.names == ("time", "pivot.phi", "pivot.w", "pivot.a", "pivot.tau", "power", "energy", "phi")
    efforts = {"pivot.tau": "N.m", "power": "W", "energy": "J"}
    assert found.units == {"pivot.phi": "rad", "pivot.w": "rad/s", "pivot.a": "rad/s2", "phi": "rad", **efforts}
    assert found["power"] == pytest.approx(found["pivot.tau"] * w, abs=BALANCE)
    assert np.array([found["pivot.phi"], found["pivot.w"], found["pivot.a"]]) == pytest.approx(np.array([phi, w, a]), abs=BALANCE)


def test_a_joint_that_would_start_elsewhere():
    model = pendulum()
    model.pivot.q_fixed, model.pivot.phi_start = True, 0.5
    found = inverse_dynamics(model, {"pivot.phi": 0.1}, stop_time=0.1, interval=0.1)
    assert found["pivot.tau"] == pytest.approx(2.0 * g * 0.5 * np.cos(0.1), rel=BALANCE)
    assert bool(model.pivot.q_fixed.value) and not bool(model.pivot.v_fixed.value)


def test_a_slider_crank():
    """T = (J w^2 + m s_dot^2) / 2 with s = r cos(phi) + sqrt(l^2 - r^2 sin(phi)^2): at constant speed tau = m s' s'' w^2."""
    w, r, l = 3.0, 0.2, 0.5
    found = inverse_dynamics(slider_crank(), {"bearing.phi": lambda t: w * t + 0.1}, stop_time=1.0, interval=0.1)
    s, c = np.sin(w * found["time"] + 0.1), np.cos(w * found["time"] + 0.1)
    root = np.sqrt(l**2 - r**2 * s**2)
    first = -r * s - r**2 * s * c / root
    second = -r * c - r**2 * (c**2 - s**2) / root - r**4 * s**2 * c**2 / root**3
    assert found["bearing.tau"] == pytest.approx(3.0 * first * second * w**2, abs=BALANCE)


def test_a_motion_begins_elsewhere_than_its_joint_was_fixed():
    """A loop with a fixed start, as a run of it needs: the motion says where it starts instead, and the model keeps its own."""
    kept = slider_crank()
    kept.bearing.phi_start, kept.bearing.q_fixed, kept.bearing.v_fixed = 0.5, True, True
    motion = {"bearing.phi": lambda t: 3.0 * t + 0.1}
    expected = inverse_dynamics(slider_crank(), motion, stop_time=0.2, interval=0.1)["bearing.tau"]
    assert inverse_dynamics(kept, motion, stop_time=0.2, interval=0.1)["bearing.tau"] == pytest.approx(expected, abs=BALANCE)
    assert kept.bearing.values["q_fixed"] and kept.bearing.values["v_fixed"]
    started = simulate(inverse(kept, ["bearing.phi"]), stop_time=0.1, interval=0.1, inputs={"bearing.phi": 0.1})
    assert started["bearing.tau"] == pytest.approx(0.0, abs=BALANCE)


def test_an_arm_of_six_axes_against_pinocchio():
    rng, model, other = np.random.default_rng(5), Model("Arm", stop_time=0.5), pin.Model()
    axes = ([0, 0, 1], [0, 1, 0], [0, 1, 0], [0, 1, 0], [0, 0, -1], [0, 1, 0])
    places = ([0, 0, 0.09], [0, 0.14, 0], [0, -0.12, 0.43], [0, 0, 0.39], [0, 0.09, 0], [0, 0, 0.09])
    model.world, hanger, parent = World(g=g), None, 0
    for i, (axis, place) in enumerate(zip(axes, places)):
        m, r, I = rng.uniform(1, 8), rng.uniform(-0.1, 0.2, 3), np.diag(rng.uniform(0.01, 0.02, 3))
        link = model.add(f"link{i}", Body(m=m, r_CM=r, I=I))
        model.add(f"joint{i}", Revolute(hanger.at(place) if hanger else model.world.at(place), link.frame_a, n=axis))
        parent = other.addJoint(parent, pin.JointModelRevoluteUnaligned(np.array(axis, float)), pin.SE3(np.eye(3), np.array(place)), f"joint{i}")
        other.appendBodyToJoint(parent, pin.Inertia(m, r, I), pin.SE3.Identity())
        hanger = link
    found = inverse_dynamics(model, {f"joint{i}.phi": Sine(0.8, 0.3 + 0.1 * i, i) for i in range(6)}, interval=0.1)
    columns = lambda name: np.array([found[f"joint{i}.{name}"] for i in range(6)]).T
    data = other.createData()
    for q, v, a, tau in zip(columns("phi"), columns("w"), columns("a"), columns("tau")):
        assert tau == pytest.approx(pin.rnea(other, data, q, v, a), rel=RESIDUAL, abs=BALANCE)


def test_an_input_with_the_name_of_an_effort_of_another_joint_is_refused():
    model = slider_crank()
    model.pull = JointForce(model.guide)
    model.expose(inputs={"bearing.tau": model.pull.f})
    with pytest.raises(ProblemsFound, match="'bearing.tau' is exposed twice"):
        inverse_dynamics(model, {"bearing.phi": 0.0}, stop_time=0.1)


def test_a_robot_whose_actuators_have_the_names_of_the_efforts():
    """The torque that a motion takes stands where the actuator's input was; joints that are not prescribed keep theirs."""
    path = Path(__file__).parents[3] / "cosim_examples/robot_arm/arm.urdf"
    model, other = read_urdf(path), pin.buildModelFromXML(path.read_text())
    data, names, shown = other.createData(), ("turn", "shoulder", "elbow"), dict(model.inputs)
    motions = {"turn.phi": SWING, "shoulder.phi": Sine(0.4, 0.5), "elbow.phi": Sine(0.6, 0.9, 0.4)}
    found = inverse_dynamics(model, motions, stop_time=0.5, interval=0.05)
    for row in found:
        q, v, a = (np.array([row[f"{name}.{of}"] for name in names]) for of in ("phi", "w", "a"))
        turn = np.array([np.cos(q[0]), np.sin(q[0]), q[1], q[2]])  # a continuous joint
        needed = pin.rnea(other, data, turn, v, a) + 0.5 * v  # the file's damping, which Pinocchio leaves out
        assert [row[f"{name}.tau"] for name in names] == pytest.approx(needed, rel=RESIDUAL, abs=BALANCE)
    assert model.inputs == shown
    held = inverse_dynamics(model, {"shoulder.phi": 0.0, "turn.phi": 0.0}, stop_time=0.01, interval=0.01, inputs={"elbow.tau": 1.0})
    inertia = 0.05 + 3.0 * 0.2**2 + 0.003 + 2.0 * 0.45**2
    lasting = (1.0 - (3.0 * 0.2 + 2.0 * 0.45) * g) / 0.5  # rad/s, that the damping would let it reach
    assert held["elbow.w"][1] == pytest.approx(lasting * (1.0 - np.exp(-0.5 * 0.01 / inertia)), rel=MOVED_ARM)


def test_the_way_back_and_the_energy():
    """The torque that is found, as an input, gives the motion; its energy is what the model has more, and what became heat."""
    model = pendulum(0.4)
    model.kinetic, model.potential, model.heat = KineticEnergy(), PotentialEnergy(), Dissipation()
    model.expose(outputs={"T": model.kinetic.T, "V": model.potential.V, "heat": model.heat.P})
    found = inverse_dynamics(model, {"pivot.phi": SWING}, ["motor.tau"], interval=0.01)
    torque = CubicSpline(found["time"], found["motor.tau"])
    start = {"pivot.phi_start": SWING(0.0), "pivot.w_start": SWING.rate()(0.0)}
    back = simulate(model, 1.0, 0.1, start, {"tau": lambda t: float(torque(t))})
    assert back["phi"] == pytest.approx(SWING.amplitude * np.sin(1.4 * pi * back["time"] + 0.2), abs=INTERPOLATION)
    heat = CubicSpline(found["time"], found["heat"]).integrate(0.0, 1.0)
    gained = (found["T"] + found["V"])[-1] - (found["T"] + found["V"])[0]
    assert found["energy"][-1] == pytest.approx(gained + heat, abs=INTERPOLATION)
    exact = inverse_dynamics(pendulum(), {"pivot.phi": SWING}, interval=0.5)["energy"]
    energy = lambda t: 0.35 * SWING.rate()(t) ** 2 + 2.0 * g * 0.5 * np.sin(SWING(t))
    assert exact == pytest.approx([energy(t) - energy(0.0) for t in (0.0, 0.5, 1.0)], rel=INTEGRATION, abs=ENERGY_BALANCE)


def cylinders() -> Model:
    """A boom on two cylinders between the world and the same point of the boom."""
    model = Model("Boom", stop_time=1.0)
    model.world, model.boom = World(g=g), Body(m=100.0, r_CM=[1.0, 0, 0], I=[1, 40, 40])
    model.pivot = Revolute(model.world.frame_b, model.boom.frame_a, n=UP, phi_start=0.3)
    model.left, model.right = (LineActuator(model.world.at([0.3, y, -0.6]), model.boom.at([0.8, 0, 0])) for y in (-0.1, 0.2))
    model.expose(inputs={"push": model.left.f})
    return model


def test_forces_of_the_least_size_where_there_are_more_than_needed():
    found = inverse_dynamics(cylinders(), {"pivot.phi": 0.3}, ["left.f", "right.f"], stop_time=0.1, interval=0.1)
    tip = 0.8 * np.array([np.cos(0.3), 0, np.sin(0.3)])
    arms = []
    for y in (-0.1, 0.2):
        along = tip - np.array([0.3, y, -0.6])
        arms.append((tip[0] * along[2] - tip[2] * along[0]) / np.linalg.norm(along))
    least = 100.0 * g * np.cos(0.3) * np.array(arms) / (np.array(arms) @ arms)
    assert [found["left.f"][-1], found["right.f"][-1]] == pytest.approx(least.tolist(), rel=BALANCE)
    assert found.units["left.f"] == found.units["right.f"] == "N"


@pytest.mark.parametrize(
    ("motions", "forces", "message"),
    [
        ({"pivo.phi": 0.0}, [], "no coordinate 'pivo.phi' .did you mean 'pivot.phi'"),
        ({"pivot.phi": Step(1.0, 1.0)}, [], "pivot.phi: Step.* jumps or bends"),
        ({"pivot.phi": float}, [], "cannot be differentiated .* np.sin for math.sin"),
        ({"pivot.phi": Table([0, 0.1, 0.2, 0.3], [0, 1, 2, 4])}, [], "known from 0 s to 0.3 s"),
        ({"pivot.phi": "up"}, [], "'up' is no signal"),
        ({"pivot.phi": 0.1}, ["left.s"], "left.s is an output"),
        ({"pivot.phi": 0.1}, ["pivot.phi_start"], "only sets the start"),
        ({"pivot.phi": 0.1}, ["boom.m"], "boom.m is no input"),
    ],
)
def test_what_cannot_be_prescribed_or_found_is_said(motions, forces, message):
    with pytest.raises(MbfmuError, match=message):
        inverse_dynamics(cylinders(), motions, forces)


def test_motions_that_depend_on_each_other_and_forces_elsewhere_are_refused():
    with pytest.raises(MbfmuError, match="over-driven: .*motion_of_bearing"):
        inverse_dynamics(slider_crank(), {"bearing.phi": 0.5, "guide.s": 0.2 * np.cos(0.5) + np.sqrt(0.25 - 0.04 * np.sin(0.5) ** 2)})
    model = pendulum()
    model.arm = Body(m=1.0, r_CM=[0.5, 0, 0], I=[0.1, 0.1, 0.1])
    model.elbow = Revolute(model.rod.at([1, 0, 0]), model.arm.frame_a, n=UP)
    with pytest.raises(MbfmuError, match="with motor.tau, pivot.w changes in another way"):
        inverse_dynamics(model, {"elbow.phi": 0.3}, ["motor.tau"])
    twice = pendulum()
    twice.beside = Body(m=1.0, I=[1, 1, 1])
    twice.other = Revolute(twice.world.frame_b, twice.beside.frame_a)
    with pytest.raises(MbfmuError, match="motor.tau has no influence"):
        inverse_dynamics(twice, {"other.phi": 0.3}, ["motor.tau"])


def test_it_is_an_fmu(tmp_path):
    """At constant acceleration, by which an FMU carries its inputs on from one communication point to the next."""
    motion = (lambda t: 0.1 + 0.2 * t + 0.35 * t * t, lambda t: 0.2 + 0.7 * t, 0.7)
    inputs = dict(zip(("pivot.phi", "pivot.w", "pivot.a"), motion))
    turned = inverse(pendulum(0.4), ["pivot.phi"])
    assert turned.name == "InversePendulum"
    expected = inverse_dynamics(pendulum(0.4), {"pivot.phi": motion}, interval=0.01)
    found = simulate_fmu(build_portable(turned, tmp_path), 1.0, 0.01, inputs=inputs)
    for name in ("pivot.tau", "power", "energy"):
        assert found[name] == pytest.approx(expected[name], abs=FMU_INTEGRATION * np.abs(expected[name]).max())
