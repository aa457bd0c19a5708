"""Forces that a user writes, explicit in time and with states of their own, against closed forms."""

import fmpy
import numpy as np
import pytest

from mbfmu import BlockModel, Body, EnergyError, Model, PotentialEnergy, PowerSensor, Prismatic, World, build_fmu, compile_problem, simulate
from mbfmu.base.errors import ProblemsFound
from mbfmu.fmu.package.native_fmu import build_native
from mbfmu.model.blocks import Block
from mbfmu.model.declare.declarations import Input, Output, Parameter, State
from mbfmu.model.declare.frame import Frame
from mbfmu.model.elements.constraints import Constraint
from mbfmu.model.elements.forces import Force, JointLoad
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..tolerances import FMU_INTEGRATION, INTEGRATION


class Shaker(Force):
    """Pushes its frame along x with f sin(w t)."""

    attachments = {"frame_a": Frame}
    f = Parameter("N", "amplitude")
    w = Parameter("rad/s", "angular frequency")
    push = Output("N", "force")

    @staticmethod
    def wrenches(p, u, t, a):
        return ((np.array([p.f * np.sin(p.w * t), 0.0, 0.0]), np.zeros(3)),)

    @staticmethod
    def outputs(p, u, t, a):
        return {"push": p.f * np.sin(p.w * t)}


class Winch(JointLoad):
    """A spring whose unstretched length grows with time."""

    attachments = {"joint": Prismatic}
    c = Parameter("N/m", "stiffness")
    speed = Parameter("m/s", "rate of the unstretched length")

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([p.c * (p.speed * t - q[0])])

    @staticmethod
    def energy(p, u, t, q, v):
        return 0.5 * p.c * (p.speed * t - q[0]) ** 2


class Maxwell(JointLoad):
    """A spring c in series with a damper d, which is stretched by the state x."""

    attachments = {"joint": Prismatic}
    c = Parameter("N/m", "stiffness")
    d = Parameter("N.s/m", "damping")
    x_start = Parameter("m", "stretch of the damper at the start", 0.0, start=True)
    x = State("m", "stretch of the damper")

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([-p.c * (q[0] - u.x)])

    @staticmethod
    def rates(p, u, t, q, v):
        return {"x": p.c * (q[0] - u.x) / p.d}

    @staticmethod
    def dissipation(p, u, t, q, v):
        return (p.c * (q[0] - u.x)) ** 2 / p.d


def slider(formulation: str = "articulated_body", m: float = 2.0) -> Model:
    model = Model("Slider", formulation=formulation)
    model.world, model.body = World(g=0.0), Body(m=m)
    model.guide = Prismatic(model.world.frame_b, model.body.frame_a, n=[1, 0, 0])
    return model


def shaken(formulation: str = "articulated_body") -> Model:
    model = slider(formulation)
    model.shaker = Shaker(model.body.frame_a, f=3.0, w=4.0)
    model.power, model.accuracy = PowerSensor(model.shaker), EnergyError()
    model.expose(outputs={"s": model.guide.s, "push": model.shaker.push, "P": model.power.P, "error": model.accuracy.error})
    return model


def assert_shaken(result: np.ndarray, atol: float) -> None:
    """m s'' = f sin(w t), from rest."""
    t, a, w = result["time"], 1.5, 4.0
    np.testing.assert_allclose(result["s"], a / w * t - a / w**2 * np.sin(w * t), atol=atol)
    np.testing.assert_allclose(result["push"], 3.0 * np.sin(w * t), atol=atol)
    np.testing.assert_allclose(result["P"], 3.0 * np.sin(w * t) * a / w * (1 - np.cos(w * t)), atol=atol)
    np.testing.assert_allclose(result["error"], 0.0, atol=atol)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_force_of_time(formulation):
    assert_shaken(simulate(shaken(formulation), stop_time=2.0, interval=0.1), INTEGRATION)


@pytest.mark.parametrize("build", [build_fmu, build_native])
def test_a_force_of_time_in_fmus(tmp_path, build):
    path = build(compile_problem(shaken()), tmp_path)
    assert_shaken(fmpy.simulate_fmu(str(path), stop_time=2.0, output_interval=0.1), FMU_INTEGRATION)


def test_a_load_of_time_and_its_energy():
    """m s'' = c (v t - s) from rest: s = v t - v / w sin(w t), with w^2 = c / m."""
    model = slider()
    model.winch = Winch(model.guide, c=8.0, speed=0.5)
    model.energy = PotentialEnergy()
    model.expose(outputs={"s": model.guide.s, "U": model.energy.V})
    result = simulate(model, stop_time=3.0, interval=0.1)
    stretch = 0.25 * np.sin(2.0 * result["time"])
    np.testing.assert_allclose(result["s"], 0.5 * result["time"] - stretch, atol=INTEGRATION)
    np.testing.assert_allclose(result["U"], 4.0 * stretch**2, atol=INTEGRATION)


@pytest.mark.parametrize("start", [0.0, 0.1])
def test_a_load_with_a_state(start):
    """A Maxwell element on a mass, as a linear system of three states."""
    model = slider()
    model.guide.v_start = 0.3
    model.element = Maxwell(model.guide, c=18.0, d=5.0)
    model.expose(outputs={"s": model.guide.s})
    result = simulate(model, stop_time=3.0, interval=0.5, values={"element.x_start": start})
    values, vectors = np.linalg.eig(np.array([[0, 1, 0], [-9.0, 0, 9.0], [3.6, 0, -3.6]]))
    weights = np.linalg.solve(vectors, [0.0, 0.3, start])
    exact = [(vectors[0] * np.exp(values * t) @ weights).real for t in result["time"]]
    np.testing.assert_allclose(result["s"], exact, atol=INTEGRATION)


MISSING = r"the state {0} starts at the parameter {1}_start, which is not declared: add {1}_start = Parameter\(\"m\", \"stretch at the start\", 0.0"


def test_a_load_whose_state_starts_nowhere():
    class Endless(Maxwell):
        y = State("m", "stretch")

        @staticmethod
        def rates(p, u, t, q, v):
            return {"x": 0.0, "y": 0.0}

    model = slider()
    model.element = Endless(model.guide, c=1.0, d=1.0)
    with pytest.raises(ProblemsFound, match=r"element \(Endless\): " + MISSING.format("y", "y")):
        compile_problem(model)


def test_a_constraint_whose_state_starts_at_something_else():
    class Follower(Constraint):
        attachments = {"frame_a": Frame}
        units = ("m",)
        x = State("m", "where it should be")
        x_start = Parameter("rad", "where it starts", [0.0, 0.0], shape=2)

        @staticmethod
        def residual(p, u, t, a):
            return np.array([a.r[0] - u.x])

        @staticmethod
        def rates(p, u, t):
            return {"x": 0.0 * t}

    model = slider()
    model.follower = Follower(model.body.frame_a)
    words = r"follower \(Follower\): the state x is one number \[m\], but x_start, at which it starts, is 2 numbers \[rad\]"
    with pytest.raises(ProblemsFound, match=words):
        compile_problem(model)


def test_a_block_whose_state_starts_nowhere():
    class Lag(Block):
        u = Input("m", "what comes in")
        y = Output("m", "what goes out")
        y_state = State("m", "stretch")

        @staticmethod
        def respond(p, u, t, x):
            return {"y_state": u.u - x.y_state}, {"y": x.y_state}

    with pytest.raises(ProblemsFound, match=r"\(Lag\): " + MISSING.format("y_state", "y")):
        compile_problem(BlockModel("Lagging", Lag()))


def test_a_load_without_the_rate_of_its_state():
    class Still(JointLoad):
        attachments = {"joint": Prismatic}
        x_start = Parameter("m", "start", 0.0, start=True)
        x = State("m", "what is kept")

        @staticmethod
        def load(p, u, t, q, v):
            return np.array([u.x])

    model = slider()
    model.still = Still(model.guide)
    with pytest.raises(ProblemsFound, match=r"still \(Still\): rates returns no x; it must return a dict with all rates of states: x"):
        compile_problem(model)


def test_a_force_that_forgets_the_time_is_told():
    """Who wrote wrenches(p, u, frame) for an older release reads how it is called now."""
    old = type("Old", (Force,), {"attachments": {"frame_a": Frame}, "wrenches": staticmethod(lambda p, u, a: ((a.v, a.v),))})
    model = slider()
    model.old = old(model.body.frame_a)
    with pytest.raises(ProblemsFound, match=r"wrenches takes \(p, u, a\); it is called as wrenches\(p, u, t, frame_a\), a static method"):
        compile_problem(model)
