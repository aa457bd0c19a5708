"""Where drives start: from what they drive, and what a run says where start values contradict them."""

import logging
from math import pi

import numpy as np
import pytest

from mbfmu import (
    Body,
    FrameMotionFiltered,
    FrameMotionInput,
    FreeMotion,
    JointMotionFiltered,
    JointMotionInput,
    Model,
    PositionSensor,
    Prismatic,
    Revolute,
    SineJointMotion,
    SteadyJointMotion,
    TranslationSpringDamper,
    World,
    simulate,
)
from mbfmu.engine.instance import Instance
from mbfmu.problem.connect.connect import connect
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..running import Running
from ..tolerances import INTEGRATION, ROUNDOFF
from .driven_frames import G, I, M, carried, columns

L = 0.8
every_formulation = pytest.mark.parametrize("formulation", FORMULATIONS)
in_either_coordinates = pytest.mark.parametrize("formulation", ["articulated_body", "newton_euler"])


def on_a_rail(drive, speed=0.0, exposed=False, **values):
    """A body on a rail that starts at 4 m, with a drive."""
    model = Model("Rail")
    model.world, model.cart = World(), Body(m=M, I=I)
    model.rail = Prismatic(model.world.frame_b, model.cart.frame_a, n=[1, 2, 2], s_start=4.0, v_start=speed)
    model.drive = drive(model.rail, **values)
    model.expose(inputs={"goal": model.drive.s} if exposed else {}, outputs={"s": model.rail.s, "v": model.rail.v})
    return model


@every_formulation
@pytest.mark.parametrize("exposed", [False, True])
def test_drives_start_from_the_joint(formulation, exposed):
    """A drive that nobody commands stays there; behind a filter, the speed at the start dies out as in free motion, critically damped."""
    held = simulate(compile_model(on_a_rail(JointMotionInput, exposed=exposed), formulation), 0.5, 0.1)
    np.testing.assert_allclose(held["s"], 4.0, atol=ROUNDOFF)
    run = simulate(compile_model(on_a_rail(JointMotionFiltered, 0.5, exposed, w=10.0), formulation), 0.5, 0.1)
    t = run["time"]
    np.testing.assert_allclose(run["s"], 4.0 + 0.5 * t * np.exp(-10.0 * t), atol=INTEGRATION)


def test_a_joint_that_starts_elsewhere_in_the_fmu_takes_its_drive_along():
    running = Running(compile_model(on_a_rail(JointMotionFiltered, w=10.0)), {"rail.s_start": 5.0})
    assert running.get("s") == pytest.approx(5.0, rel=ROUNDOFF)


def said_at_start(problem, **values):
    """What a run says of where it starts."""
    instance, reported = Instance(problem), []
    for name, value in values.items():
        instance.set(name.replace("__", "."), value)
    instance.report = reported.append
    instance.initialize()
    instance.report_moved_starts()
    return reported


WINS = "{} starts at {}, but drive has it at {} then, and wins: give one of them"


def test_a_filter_with_a_start_of_its_own_keeps_it():
    problem = compile_model(on_a_rail(JointMotionFiltered, w=10.0, y_start=0.5))
    assert said_at_start(problem) == [WINS.format("rail", "4 m", "0.5 m")]
    assert "drive.y_start" in [v.name for v in problem.variables] and Running(problem).get("s") == pytest.approx(0.5, rel=ROUNDOFF)


@every_formulation
def test_a_drive_that_contradicts_the_start_of_its_joint_is_told_of(formulation):
    """Whether the model, an input or a start value of a run contradicts it."""
    assert said_at_start(compile_model(on_a_rail(SteadyJointMotion, v=1.0), formulation)) == [WINS.format("rail", "4 m", "0 m")]
    problem = compile_model(on_a_rail(JointMotionInput, exposed=True), formulation)
    assert said_at_start(problem) == []
    assert said_at_start(problem, goal=3.0) == [WINS.format("rail", "4 m", "3 m")]
    assert said_at_start(problem, rail__s_start=3.0) == [WINS.format("rail", "3 m", "4 m")]
    assert said_at_start(problem, rail__s_start=3.0, goal=3.0) == []
    assert said_at_start(problem, rail__s_start=0.0) == []


def test_a_contradiction_is_told_of_by_runs_and_by_connected_models(caplog):
    model = on_a_rail(JointMotionInput, exposed=True)
    with caplog.at_level(logging.WARNING):
        simulate(model, 0.1, 0.1, values={"rail.s_start": 3.0})
    assert WINS.format("rail", "3 m", "4 m") in caplog.text
    joined = connect("Two", {"one": compile_model(model), "other": compile_model(model)}, [])
    assert said_at_start(joined, other__rail__s_start=3.0) == [
        "other.rail starts at 3 m, but other.drive has it at 4 m then, and wins: give one of them"
    ]


@in_either_coordinates
@pytest.mark.parametrize("exposed", [False, True])
@pytest.mark.parametrize(("drive", "values"), [(FrameMotionInput, {}), (FrameMotionFiltered, {"w": 8.0})])
def test_a_frame_that_nobody_moves_stays_where_it_starts(formulation, exposed, drive, values):
    """Also where the start follows from turned joints below it, and from start values of the run."""
    model = Model("Crane")
    model.world, model.tower, model.load = World(g=G), Body(m=M, I=I), Body(m=M, I=I)
    model.slew = Revolute(model.world.at([1.0, 0.0, 0.0]), model.tower.frame_a, n=[0, 0, 1], phi_start=0.5 * pi)
    model.free = FreeMotion(model.tower.at([L, 0.0, 0.0]), model.load.frame_a, r_start=[0.0, 0.3, 0.0])
    model.hold = JointMotionInput(model.slew)
    model.drive = drive(model.world.frame_b, model.load.frame_a, **values)
    model.place = PositionSensor(model.load.frame_a)
    model.expose(inputs={"r": model.drive.r} if exposed else {}, outputs={"place": model.place.r})
    problem = compile_model(model, formulation)
    assert said_at_start(problem) == []
    np.testing.assert_allclose(columns(simulate(problem, 0.2, 0.1), "place"), 3 * [[0.7, L, 0.0]], atol=ROUNDOFF)
    if not exposed:
        moved = simulate(problem, 0.2, 0.1, values={"slew.phi_start": 0.0})
        np.testing.assert_allclose(columns(moved, "place"), 3 * [[1.0 + L, 0.3, 0.0]], atol=ROUNDOFF)


def with_a_load_on_a_spring(drive, c=600.0, load=1.5, **values):
    """A driven cart that carries a load on a spring along its rail; the joints have no start values."""
    model = Model("Carrier")
    model.world, model.cart, model.load = World(), Body(m=2.0, I=I), Body(m=load, I=I)
    model.rail = Prismatic(model.world.frame_b, model.cart.frame_a, n=[1, 0, 0])
    model.slip = Prismatic(model.cart.frame_a, model.load.frame_a, n=[1, 0, 0])
    model.spring = TranslationSpringDamper(model.slip, c=c, d=0.0)
    model.drive = drive(model.rail, **values)
    model.expose(outputs={"s": model.rail.s, "slip": model.slip.s, "v": model.slip.v, "force": model.drive.tau})
    return model


@every_formulation
def test_what_a_driven_joint_carries_starts_along_with_it(formulation):
    """Wherever and however fast the drive starts, the spring stays as it is, and the drive pushes nothing."""
    problem = compile_model(with_a_load_on_a_spring(SteadyJointMotion, s_0=5.0, v=3.0), formulation)
    assert said_at_start(problem) == []
    run = simulate(problem, 0.5, 0.1)
    np.testing.assert_allclose(run["s"], 5.0 + 3.0 * run["time"], rtol=ROUNDOFF)
    for name in ("slip", "v", "force"):
        np.testing.assert_allclose(run[name], 0.0, atol=INTEGRATION)


@every_formulation
def test_a_load_on_a_spring_follows_a_drive_that_swings(formulation):
    """From rest on the cart: x'' + w^2 x = A W^2 sin W t has x = A W^2 / (w^2 - W^2) (sin W t - W / w sin w t)."""
    A, W, w = 0.1, 2 * pi, np.sqrt(600.0 / 1.5)
    run = simulate(compile_model(with_a_load_on_a_spring(SineJointMotion, amplitude=A, frequency=1.0), formulation), 1.0, 0.05, rtol=1e-10)
    t = run["time"]
    np.testing.assert_allclose(run["slip"], A * W**2 / (w**2 - W**2) * (np.sin(W * t) - W / w * np.sin(w * t)), atol=INTEGRATION)


def test_a_drive_that_is_off_leaves_the_start_alone():
    run = simulate(with_a_load_on_a_spring(SteadyJointMotion, s_0=5.0, v=3.0, enabled=False), 0.2, 0.1)
    assert all(np.all(run[name] == 0.0) for name in ("s", "slip", "v"))


@in_either_coordinates
def test_a_frame_whose_drive_contradicts_its_start_is_told_of(formulation):
    model = carried(FrameMotionInput)
    model.free.r_start = [1.0, 2.0, 3.0]
    problem = compile_model(model, formulation)
    assert said_at_start(problem) == []
    assert said_at_start(problem, r=[1.0, 0.0, 3.0]) == [WINS.format("ball's frame", "(1, 2, 3) m", "(1, 0, 3) m")]


@pytest.mark.parametrize(
    "model",
    [
        on_a_rail(SteadyJointMotion, 1.0, v=1.0, s_0=4.0),
        on_a_rail(SineJointMotion, offset=4.0, amplitude=1.0, frequency=1.0),
        on_a_rail(SteadyJointMotion, v=1.0, enabled=False),
    ],
    ids=["steady", "sine", "off"],
)
def test_drives_that_agree_with_their_joint_are_not_told_of(model):
    assert not [text for text in said_at_start(compile_model(model)) if "starts at" in text]


@in_either_coordinates
def test_a_frame_that_is_moved_behind_a_filter_starts_where_it_is(formulation):
    model = carried(FrameMotionFiltered, w=8.0)
    model.free.r_start, model.free.v_start = [1.0, -2.0, 0.5], [0.3, 0.0, -0.6]
    run = simulate(compile_model(model, formulation), 0.5, 0.1, inputs={"r": lambda t: np.array([1.0, -2.0, 0.5])})
    t = run["time"][:, np.newaxis]
    np.testing.assert_allclose(columns(run, "place"), [1.0, -2.0, 0.5] + t * np.exp(-8.0 * t) * [0.3, 0.0, -0.6], atol=INTEGRATION)
