"""Variations whose slopes are zero but for roundoff: of parameters that move outputs, but not the states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from mbfmu import (
    Block,
    BlockModel,
    Body,
    JointReaction,
    Model,
    Output,
    Parameter,
    Prismatic,
    Revolute,
    State,
    SteadyJointMotion,
    World,
    compile_problem,
)
from mbfmu.analysis.instant.drive import InputDriver
from mbfmu.analysis.nonlinear.variation import Varied, directions, vary
from mbfmu.engine.instance import Instance
from mbfmu.problem.data.integrators import BY_ERROR
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.schedules.schedules import FORMULATIONS
from tests.tolerances import INTEGRATION, LOOPS, PROPORTIONAL

TIMES = np.linspace(0.1, 1.0, 10)
SPEED, OFFSET, MASS, G = 3.0, np.array([0.3, 0.1, 0.2]), 2.0, 9.81


def varied(problem: Problem, parameter: str, change: float = 1.0) -> Varied:
    """A run of a second with its slopes by a parameter, times `change`."""
    instance = Instance(problem)
    drive = InputDriver(instance, {}, {})
    drive.start(0.0)
    p = np.zeros((instance.buffers["p"].size, 1))
    p[instance.variable(parameter).ref.start] = change
    return vary(instance, drive, TIMES, directions(instance, p=p))


def driven_arm() -> Model:
    """An arm that turns at constant speed about a level axis."""
    model = Model("DrivenArm")
    model.world, model.arm = World(g=G), Body(m=MASS, r_CM=OFFSET, I=[1.0, 2.0, 3.0])
    model.joint = Revolute(model.world.frame_b, model.arm.frame_a, n=[0, 1, 0])
    model.motion = SteadyJointMotion(model.joint, v=SPEED)
    model.expose(outputs={"tau": model.motion.tau}, tunable=[model.arm.m])
    return model


def slider_crank() -> Model:
    """A slider-crank at constant speed, in a turned frame."""
    model = Model("SliderCrank")
    model.world = World(g=G)
    model.crank = Body(m=1.0, r_CM=[0.1, 0.0, 0.0], I=[0.1, 0.1, 0.1])
    model.rod = Body(m=MASS, r_CM=[0.3, 0.0, 0.0], I=[0.1, 0.2, 0.3])
    model.piston = Body(m=1.0, I=[0.1, 0.1, 0.1])
    ground = model.world.at([1.0, 2.0, 3.0], n=[1, 2, 3], angle=0.7)
    model.pivot = Revolute(ground, model.crank.frame_a, n=[0, 1, 0], phi_start=0.4)
    model.pin = Revolute(model.crank.at([0.2, 0.0, 0.0]), model.rod.frame_a, n=[0, 1, 0])
    model.gudgeon = Revolute(model.rod.at([0.7, 0.0, 0.0]), model.piston.frame_a, n=[0, 1, 0])
    model.guide = Prismatic(ground, model.piston.frame_a, n=[1, 0, 0], s_start=0.85)
    model.motion = SteadyJointMotion(model.pivot, v=SPEED, s_0=0.4)
    model.expose(outputs={"tau": model.motion.tau}, tunable=[model.rod.m])
    return model


def triangle() -> Model:
    """Two bars that carry their weight and cannot move, in a turned frame."""
    model = Model("Triangle")
    model.world = World(g=G)
    model.left, model.right = (Body(m=m, r_CM=[0.3, 0.0, 0.0], I=[0.1, 0.2, 0.3]) for m in (MASS, 1.0))
    axis = np.array([1.0, 2.0, 3.0]) / np.sqrt(14.0)
    feet = [[0.123, 0.0, 0.01], Rotation.from_rotvec(0.7 * axis).apply([0.677, 0.0, -0.01]) + [0.123, 0.0, 0.01]]
    left, right = (model.world.at(foot, n=axis, angle=0.7) for foot in feet)
    model.left_foot = Revolute(left, model.left.frame_a, n=[0, 1, 0], phi_start=-1.0)
    model.right_foot = Revolute(right, model.right.frame_a, n=[0, 1, 0], phi_start=-2.0)
    model.ridge = Revolute(model.left.at([0.7, 0.0, 0.0]), model.right.at([0.6, 0.0, 0.0]), n=[0, 1, 0])
    model.reaction = JointReaction(model.left_foot)
    model.expose(outputs={"f": model.reaction.f}, tunable=[model.left.m])
    return model


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("integrator", BY_ERROR)
def test_the_torque_of_a_driven_arm_by_its_mass(formulation: str, integrator: str) -> None:
    """It carries the weight: -g (x cos(phi) + z sin(phi)) N.m for each kilogram."""
    model = driven_arm()
    model.formulation = formulation
    found = varied(replace(compile_problem(model), integrator=integrator), "arm.m")
    angle = SPEED * TIMES
    exact = -G * (OFFSET[0] * np.cos(angle) + OFFSET[2] * np.sin(angle))
    assert found.by[:, 0, 0] == pytest.approx(exact, abs=INTEGRATION)
    assert found.directions == pytest.approx(0.0, abs=LOOPS)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("make,parameter,determined", [(slider_crank, "rod.m", [0]), (triangle, "left.m", [0, 2])])
def test_loads_are_linear_in_a_mass(make: Callable[[], Model], parameter: str, determined: list[int], formulation: str) -> None:
    """Where the motion is prescribed or there is none, a kilogram more adds what the slope says; loops leave open what acts along their axes."""
    model = make()
    model.formulation = formulation
    problem = compile_problem(model)
    found = varied(problem, parameter)
    instance = Instance(problem)
    drive = InputDriver(instance, {parameter: MASS + 1.0}, {})
    drive.start(0.0)
    heavier = vary(instance, drive, TIMES, directions(instance))
    assert found.by[:, determined, 0] == pytest.approx((heavier.outputs - found.outputs)[:, determined], abs=INTEGRATION)
    assert found.directions == pytest.approx(0.0, abs=LOOPS)


class LevelPressure(Block):
    """A pressure whose rate does not depend on the flow but for roundoff, beside a little level that does."""

    flow = Parameter("m3/s", "flow", 1.0)
    pressure_start = Parameter("Pa", "pressure at the start", 0.0, start=True)
    level_start = Parameter("m", "level at the start", 0.0, start=True)
    pressure = State("Pa", "pressure", nominal=1e7)
    level = State("m", "level", nominal=1e-3)
    shown = Output("m", "level")

    @staticmethod
    def respond(p, u, t, x):
        leaves = p.flow * (np.sin(70.0 * t) ** 2 + np.cos(70.0 * t) ** 2 - 1.0)
        return {"pressure": 1e7 * leaves, "level": 1e-15 * p.flow * np.cos(7.0 * t)}, {"shown": x.level}


@pytest.mark.parametrize("integrator", BY_ERROR)
def test_a_little_state_beside_roundoff_of_a_large_one(integrator: str) -> None:
    """The slope of the pressure, 1e-9 Pa in place of zero, neither stops the slope of the level nor hides its error."""
    problem = replace(compile_problem(BlockModel("LevelPressure", LevelPressure())), integrator=integrator)
    found = varied(problem, "flow")
    assert found.by[:, 0, 0] == pytest.approx(1e-15 * np.sin(7.0 * TIMES) / 7.0, rel=0.0, abs=INTEGRATION * 1e-15)


class Plucked(Block):
    """A mass at rest on a spring that is 10,000 times as stiff for a tenth of a second."""

    s_start = Parameter("m", "position at the start", 0.0, start=True)
    v_start = Parameter("m/s", "speed at the start", 0.0, start=True)
    s, v = State("m", "position"), State("m/s", "speed")
    shown = Output("m", "position")

    @staticmethod
    def stiffness(t):
        return 1.0 + 1e4 * np.exp(-(((t - 5.0) / 0.1) ** 2))

    @staticmethod
    def respond(p, u, t, x):
        return {"s": x.v, "v": -Plucked.stiffness(t) * x.s}, {"shown": x.s}


@pytest.mark.parametrize("integrator", BY_ERROR)
def test_errors_that_are_no_roundoff_count(integrator: str) -> None:
    """The run takes long steps, and directions come to where they must take short ones all at once."""
    instance = Instance(replace(compile_problem(BlockModel("Plucked", Plucked())), integrator=integrator))
    drive = InputDriver(instance, {}, {})
    drive.start(0.0)
    found = vary(instance, drive, np.array([10.0]), directions(instance, np.eye(2)))
    rates = lambda t, z: np.concatenate([z[2:], -Plucked.stiffness(t) * z[:2]])
    exact = solve_ivp(rates, (0.0, 10.0), np.eye(2).ravel(), "DOP853", rtol=1e-13, atol=1e-14, max_step=0.01).y[:, -1]
    assert found.directions == pytest.approx(exact.reshape(2, 2), abs=PROPORTIONAL * 1e-9 * np.abs(exact).max())


@pytest.mark.parametrize("exponent", [-60, 60])
def test_units_of_the_parameter_do_not_matter(exponent: int) -> None:
    """A parameter in units that are larger or smaller by a power of two has slopes that are so to the last bit."""
    problem = compile_problem(driven_arm())
    plain, scaled = varied(problem, "arm.m"), varied(problem, "arm.m", 2.0**exponent)
    assert np.array_equal(scaled.by, 2.0**exponent * plain.by) and np.array_equal(scaled.directions, 2.0**exponent * plain.directions)
