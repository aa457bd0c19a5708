"""Driven joints and frames: motion and drive forces against closed forms and equations derived by hand, in every formulation."""

from math import pi

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu import (
    Body,
    FrameMotionFiltered,
    FrameMotionInput,
    FrameMotionTime,
    JointMotionFiltered,
    JointMotionInput,
    JointMotionTime,
    Model,
    Prismatic,
    Revolute,
    SineJointMotion,
    SteadyJointMotion,
    World,
    simulate,
)
from mbfmu.base.errors import StepFailed
from mbfmu.model.declare.declarations import Input, Parameter
from mbfmu.model.declare.element import declarations
from mbfmu.problem.connect.connect import connect
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..running import Running
from ..tolerances import BALANCE, INTEGRATION, ROUNDOFF
from .driven_frames import G, I, M, carried, columns
from .linkages import closed, four_bar

L, CART = 0.8, 3.0
every_formulation = pytest.mark.parametrize("formulation", FORMULATIONS)
in_either_coordinates = pytest.mark.parametrize("formulation", ["articulated_body", "newton_euler"])


class Smoothstep(JointMotionTime):
    """From 0 to `far` in `duration` by a quintic, and beyond by what the quintic becomes: as a user would write it."""

    far = Parameter("q", "coordinate reached")
    duration = Parameter("s", "time until then", min=0.0, exclusive_min=True)

    @staticmethod
    def s(p, t):
        x = t / p.duration
        return p.far * x**3 * (10.0 + x * (-15.0 + 6.0 * x))


class Circle(FrameMotionTime):
    """A circle in the plane x, z."""

    radius = Parameter("m", "radius")
    speed = Parameter("rad/s", "angular velocity")

    @staticmethod
    def r(p, t):
        return p.radius * np.cos(p.speed * t), 0.0, p.radius * np.sin(p.speed * t)


def pendulum(drive, **values):
    """A pendulum about y, its angle 0 along x, driven by `drive`."""
    model = Model("Driven")
    model.world = World(g=G)
    model.bob = Body(m=M, r_CM=[L, 0, 0], I=[0.1, I, 0.2])
    model.pivot = Revolute(model.world.frame_b, model.bob.frame_a, n=[0, 1, 0])
    model.drive = drive(model.pivot, **values)
    model.expose(
        inputs={name: getattr(model.drive, name) for name in declarations(drive, Input)},
        outputs={"phi": model.pivot.phi, "w": model.pivot.w, "tau": model.drive.tau, "P": model.drive.P, "unique": model.drive.unique},
    )
    return model


def held_to(run, phi, w, a):
    """Angle, speed, torque (inverse dynamics of one pendulum) and power of a run of `pendulum`."""
    tau = (M * L**2 + I) * a - M * G * L * np.cos(phi)
    for name, wanted in (("phi", phi), ("w", w), ("tau", tau), ("P", tau * w), ("unique[1]", np.ones(len(run)))):
        np.testing.assert_allclose(run[name], wanted, atol=INTEGRATION * max(1.0, np.abs(wanted).max()), err_msg=name)


@in_either_coordinates
def test_sine(formulation):
    A, f, phase, offset = 0.7, 1.3, 0.4, 0.2
    model = pendulum(SineJointMotion, amplitude=A, frequency=f, phase=phase, offset=offset)
    run = simulate(compile_model(model, formulation), 0.5, 0.05)
    arg, rate = 2 * pi * f * run["time"] + phase, 2 * pi * f
    held_to(run, offset + A * np.sin(arg), A * rate * np.cos(arg), -A * rate**2 * np.sin(arg))


@in_either_coordinates
def test_steady(formulation):
    run = simulate(compile_model(pendulum(SteadyJointMotion, s_0=-0.3, v=7.0), formulation), 2.0, 0.05)
    held_to(run, -0.3 + 7.0 * run["time"], np.full(len(run), 7.0), 0.0)


@in_either_coordinates
def test_a_function_of_time_of_the_user(formulation):
    run = simulate(compile_model(pendulum(Smoothstep, far=1.2, duration=0.9), formulation), 0.9, 0.05)
    x = run["time"] / 0.9
    s = np.polynomial.Polynomial([0, 0, 0, 10, -15, 6]) * 1.2
    held_to(run, s(x), s.deriv()(x) / 0.9, s.deriv(2)(x) / 0.9**2)


@every_formulation
def test_inputs(formulation):
    inputs = {name: lambda t, i=i: wave(t)[i] for i, name in enumerate("sva")}
    run = simulate(compile_model(pendulum(JointMotionInput), formulation), 0.5, 0.05, inputs=inputs)
    held_to(run, *(inputs[name](run["time"]) for name in "sva"))


def wave(t):
    return np.sin(3 * t), 3 * np.cos(3 * t), -9 * np.sin(3 * t)


def torque(phi, a):
    return (M * L**2 + I) * a - M * G * L * np.cos(phi)


@pytest.mark.parametrize("connected", [False, True])
def test_inputs_held_between_communication_points(connected):
    """Where inputs are given the joint is there, with the torque that belongs to them; behind a step it is where they carried it."""
    problem, prefix, h = compile_model(pendulum(JointMotionInput)), "", 0.02
    if connected:
        problem, prefix = connect("Connected", {"rig": problem, "other": compile_model(pendulum(SteadyJointMotion, v=1.0))}, []), "rig."
    running = Running(problem, {f"{prefix}v": 3.0})
    for t in h * np.arange(25):
        s, v, a = wave(t)
        for name, value in (("s", s), ("v", v), ("a", a)):
            running.set(prefix + name, value)
        running.outputs()
        assert [running.get(prefix + k) for k in ("phi", "w", "tau")] == pytest.approx([s, v, torque(s, a)], abs=BALANCE)
        running.advance(t + h)
        carried = [s + v * h + a * h**2 / 2, v + a * h]
        assert [running.get(prefix + k) for k in ("phi", "w")] == pytest.approx(carried, abs=BALANCE)
        assert running.get(f"{prefix}tau") == pytest.approx(torque(carried[0], a), abs=BALANCE)


def test_inputs_that_follow_another_mechanism():
    """A joint driven by the angle, speed and acceleration of another one goes with it at all times."""
    leader = pendulum(SineJointMotion, amplitude=0.7, frequency=0.5)
    leader.expose(outputs={"a": leader.pivot.a})
    problems = {"leader": compile_model(leader), "follower": compile_model(pendulum(JointMotionInput))}
    links = [(("leader", y), ("follower", u)) for y, u in (("phi", "s"), ("w", "v"), ("a", "a"))]
    running = Running(connect("Pair", problems, links))
    for t in 0.1 * np.arange(1, 11):
        running.advance(t)
        for name in ("phi", "w", "tau"):
            assert running.get(f"follower.{name}") == pytest.approx(running.get(f"leader.{name}"), abs=1e3 * BALANCE)


def filtered(s, w, D):
    """The filter of JointMotionFiltered, by hand: y, its rate and acceleration at some times."""

    def at(times):
        rates = lambda t, y: [y[1], w**2 * (s(t) - y[0]) - 2 * D * w * y[1]]
        y = solve_ivp(rates, (0, times[-1]), [0.1, 0.0], "DOP853", times, rtol=1e-12, atol=1e-12).y
        return (*y, rates(times, y)[1])

    return at


@every_formulation
def test_filtered_input(formulation):
    s = lambda t: 0.5 * np.sin(4 * t)
    model = pendulum(JointMotionFiltered, w=15.0, D=0.7, y_start=0.1)
    run = simulate(compile_model(model, formulation), 0.5, 0.05, inputs={"s": s})
    held_to(run, *filtered(s, 15.0, 0.7)(run["time"]))


@every_formulation
def test_a_driven_cart_with_a_free_pendulum(formulation):
    """The pendulum against L^2 M theta'' = -L M (g sin theta + s'' cos theta), the force on the cart against its momentum."""
    A, f = 0.4, 0.6
    model = Model("Cart")
    model.world = World(g=G)
    model.cart, model.bob = Body(m=CART), Body(m=M, r_CM=[0, 0, -L])
    model.rail = Prismatic(model.world.frame_b, model.cart.frame_a, n=[1, 0, 0])
    model.pivot = Revolute(model.cart.frame_a, model.bob.frame_a, n=[0, -1, 0], phi_start=0.5, v_fixed=True)
    model.drive = SineJointMotion(model.rail, amplitude=A, frequency=f)
    model.expose(outputs={"s": model.rail.s, "theta": model.pivot.phi, "f": model.drive.tau})
    run = simulate(compile_model(model, formulation), 2.0, 0.05)
    rate, t = 2 * pi * f, run["time"]
    s_ddot = lambda t: -A * rate**2 * np.sin(rate * t)
    swing = lambda t, y: [y[1], -(G * np.sin(y[0]) + s_ddot(t) * np.cos(y[0])) / L]
    theta, w = solve_ivp(swing, (0, 2), [0.5, 0.0], "DOP853", t, rtol=1e-12, atol=1e-12).y
    a = swing(t, [theta, w])[1]
    np.testing.assert_allclose(run["s"], A * np.sin(rate * t), atol=INTEGRATION)
    np.testing.assert_allclose(run["theta"], theta, atol=INTEGRATION)
    f = (CART + M) * s_ddot(t) + M * L * (a * np.cos(theta) - w**2 * np.sin(theta))
    np.testing.assert_allclose(run["f"], f, atol=INTEGRATION * np.abs(f).max())


def carried_as(run, r, v, a):
    f = M * (a + np.array([0, 0, G]))
    np.testing.assert_allclose(columns(run, "place"), r, atol=INTEGRATION)
    np.testing.assert_allclose(columns(run, "f"), f, atol=INTEGRATION * np.abs(f).max())
    np.testing.assert_allclose(run["P"], (f * v).sum(axis=1), atol=INTEGRATION * np.abs(f).max())


def circle(t, radius=0.3, speed=5.0):
    """Position, velocity and acceleration (3,) or (n, 3) on a circle."""
    c, s, o = radius * np.cos(speed * t), radius * np.sin(speed * t), 0.0 * t
    return tuple(np.stack(x, axis=-1) for x in ((c, o, s), (-speed * s, o, speed * c), (-(speed**2) * c, o, -(speed**2) * s)))


@every_formulation
def test_a_frame_moved_by_time(formulation):
    run = simulate(compile_model(carried(Circle, radius=0.3, speed=5.0), formulation), 0.5, 0.05)
    carried_as(run, *circle(run["time"]))


@in_either_coordinates
def test_a_frame_moved_by_inputs(formulation):
    inputs = {name: lambda t, i=i: circle(t)[i] for i, name in enumerate("rva")}
    run = simulate(compile_model(carried(FrameMotionInput), formulation), 0.5, 0.05, inputs=inputs)
    carried_as(run, *circle(run["time"]))


@every_formulation
def test_a_frame_moved_by_a_filtered_input(formulation):
    w, D, goal = 12.0, 0.8, np.array([0.2, -0.1, 0.3])
    model = carried(FrameMotionFiltered, w=w, D=D)
    run = simulate(compile_model(model, formulation), 0.5, 0.05, inputs={"r": lambda t: goal})
    t, n = run["time"], w * np.sqrt(1 - D**2)
    decay = np.exp(-D * w * t)
    y = 1 - decay * (np.cos(n * t) + D * w / n * np.sin(n * t))  # the step response
    y_dot = decay * w**2 / n * np.sin(n * t)
    y_ddot = w**2 * (1 - y) - 2 * D * w * y_dot
    carried_as(run, *(np.outer(x, goal) for x in (y, y_dot, y_ddot)))


def fed_four_bar(joint):
    """A four-bar whose `joint` is driven by an input."""
    model = four_bar()
    model.A.q_fixed = model.A.v_fixed = False
    model.drive = JointMotionInput(getattr(model, joint))
    model.expose(inputs={"s": model.drive.s}, outputs={"A": model.A.phi, "D": model.D.phi, "rate": model.A.w})
    return model


@every_formulation
def test_an_input_that_jumps(formulation):
    """However far: the crank is where the input is, and the rocker where the loop then has it."""
    running = Running(compile_model(fed_four_bar("A"), formulation), {"s": -1.0})
    for step, s in enumerate((-0.95, -0.5, 0.3, -1.2)):
        running.set("s", s)
        running.advance(0.01 * (step + 1))
        wanted = s, closed(0.4, 1.2, 0.9, 1.0, s)[1], 0.0
        np.testing.assert_allclose([running.get(name) for name in ("A", "D", "rate")], wanted, atol=10 * ROUNDOFF)


@in_either_coordinates
def test_an_input_that_jumps_out_of_reach(formulation):
    """The rocker cannot turn all around: that is refused, and nothing has changed."""
    start = closed(0.4, 1.2, 0.9, 1.0, -1.0)[1]
    running = Running(compile_model(fed_four_bar("D"), formulation), {"s": start})
    running.advance(0.01)
    before = running.x
    running.set("s", start - 1.5)
    with pytest.raises(StepFailed, match=r"drive.* (contradict each other|cannot be fulfilled): .*rad"):
        running.advance(0.02)
    assert np.array_equal(running.x, before) and running.t == 0.01
    running.set("s", start + 0.05)
    running.advance(0.02)
    assert running.get("D") == pytest.approx(start + 0.05, abs=10 * ROUNDOFF)
