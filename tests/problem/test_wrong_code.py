"""What a user's own elements may do wrong: one message with element, class, method, file and line, before anything is built."""

import re
from pathlib import Path

import numpy as np
import pytest

from mbfmu import (
    BlockModel,
    Body,
    Constraint,
    Coordinates,
    Force,
    Frame,
    FrameMotionTime,
    FreeMotion,
    Input,
    JointLoad,
    JointMotionTime,
    MbfmuError,
    Model,
    Output,
    Parameter,
    Revolute,
    Sensor,
    State,
    World,
    compile_problem,
)
from mbfmu.model.blocks import Block


def refused(kind, *attached_to, **values) -> str:
    """The message with which a model with an element of this kind is refused."""
    model = Model("Mistake")
    model.world, model.ball = World(), Body(m=1.0, I=1.0)
    model.arm = Body(m=1.0, I=1.0)
    model.free = FreeMotion(model.world.frame_b, model.ball.frame_a)
    model.hinge = Revolute(model.world.frame_b, model.arm.frame_a, n=[0, 1, 0])
    places = {Frame: model.ball.frame_a, "world": model.world.frame_b}
    attached = [
        model.hinge if name == "joint" else places["world"] if name == "frame_a" and "frame_b" in kind.attachments else places[Frame]
        for name in kind.attachments
    ]
    model.own = kind(*attached, **values)
    outputs = [name for name, declared in vars(kind).items() if isinstance(declared, Output) and name != "unique"]
    model.expose(outputs={name: getattr(model.own, name) for name in outputs})
    with pytest.raises(MbfmuError) as caught:
        compile_problem(model)
    text = str(caught.value)
    assert text.count("\n") <= 2 and "own" in text and kind.__name__ in text, text
    return text


def residual_of(function, units=("m",), **more):
    """A Constraint on one frame with this residual."""
    return type("Rule", (Constraint,), {"attachments": {"frame_a": Frame}, "units": units, "residual": staticmethod(function), **more})


def on_line(text: str, function) -> bool:
    """Whether a message names this file and a line of the function."""
    first = function.__code__.co_firstlineno
    found = re.search(rf"\(line (\d+) of {re.escape(__file__)}\)", text)
    return found is not None and first <= int(found[1]) <= first + 3


def surplus(p, u, t, a):
    return np.array([a.r[2], a.r[0], a.r[1]])


def missing(p, u, t, a):
    return np.zeros(0)


def scalar(p, u, t, a):
    return a.r[2]


def matrix(p, u, t, a):
    return np.array([[a.r[2]]])


def nothing(p, u, t, a):
    np.array([a.r[2]])


def constant(p, u, t, a):
    return np.array([0.25])


def not_a_number(p, u, t, a):
    return np.array([np.nan])


def added_nan(p, u, t, a):
    return np.array([a.r[2] + np.nan])


def branching(p, u, t, a):
    return np.array([a.r[2] if a.r[0] > 0 else a.r[1]])


def misspelled(p, u, t, a):
    return np.array([a.position[2]])


def wrong_ufunc(p, u, t, a):
    return np.array([np.floor(a.r[2])])


def with_self(self, p, u, t, a):
    return np.array([a.r[2]])


def of_speeds(p, u, t, a):
    return np.array([a.v[2]])


def ragged(p, u, t, a):
    return [a.r, a.r[2]]


@pytest.mark.parametrize(
    "function, words",
    [
        (surplus, "residual returns an array of 3 numbers; it must return an array of 1 number"),
        (missing, "residual returns an array of 0 numbers; it must return an array of 1 number"),
        (scalar, r"residual returns a single number; it must return an array of 1 number, such as np.array\(\[...\]\)"),
        (matrix, "residual returns an array of 1 x 1 numbers"),
        (nothing, "residual returns None"),
        (constant, "residual depends on no motion in its row: no force could fulfil it"),
        (not_a_number, "residual returns NaN"),
        (added_nan, "residual returns NaN, whatever the motion"),
        (branching, "residual raises TypeError: a traced number has no truth value; write where"),
        (misspelled, "residual raises AttributeError: no 'position' here; there is R, r, v, w"),
        (wrong_ufunc, "residual raises TypeError: .*Traced.*; the numbers are traced: of NumPy's functions sin, .*arctan2, .*clip work on them"),
        (with_self, r"residual takes \(self, p, u, t, a\); it is called as residual\(p, u, t, frame_a\), a static method without self"),
        (of_speeds, "residual depends on speeds in its row, but holonomic is True: rows of velocities need holonomic = False"),
        (ragged, "residual returns rows of different lengths|residual returns"),
    ],
)
def test_residuals(function, words):
    text = refused(residual_of(function))
    assert re.search(words, text), text
    assert on_line(text, function), text


def test_a_lambda_is_as_good_as_a_function_and_told_of_by_its_line():
    text = refused(residual_of(lambda p, u, t, a: a.r))
    assert "residual returns an array of 3 numbers" in text and __file__ in text


def test_rows_of_velocities_must_depend_on_speeds():
    assert "depends on no speed in its row, but holonomic is False" in refused(residual_of(lambda p, u, t, a: a.r[:1], holonomic=False))


@pytest.mark.parametrize(
    "units, words",
    [
        (("kg",), r"units has 'kg'; the unit of a row is one of m, rad, 1"),
        ("m", r"units = 'm' must be a tuple"),
        ((), r"units = \(\) must be a tuple"),
        (None, "units = None must be a tuple"),
    ],
)
def test_units_of_rows(units, words):
    assert re.search(words, refused(residual_of(lambda p, u, t, a: a.r[:1], units)))


def test_holonomic_for_each_row():
    text = refused(residual_of(lambda p, u, t, a: a.r[:1], holonomic=(True, False)))
    assert "holonomic has 2 values for 1 rows" in text


def test_no_residual_at_all():
    text = refused(type("Empty", (Constraint,), {"attachments": {"frame_a": Frame}, "units": ("m",)}))
    assert "own (Empty): supplies no residual(p, u, t, frame_a)" in text


def test_outputs_and_rates_of_a_constraint():
    class Follow(Constraint):
        attachments = {"frame_a": Frame}
        units = ("m",)
        y_start = Parameter("m", "start of y", 0.0, start=True)
        s = Input("m", "where it shall go")
        y = State("m", "where it is")
        f = Output("N", "force")

        @staticmethod
        def residual(p, u, t, a):
            return np.array([a.r[2] - u.y])

        @staticmethod
        def rates(p, u, t):
            return {"z": u.s}

        @staticmethod
        def outputs(p, u, t, multipliers, a):
            return {"force": multipliers[0]}

    model = Model("Mistake")
    model.world, model.ball = World(), Body(m=1.0, I=1.0)
    model.free = FreeMotion(model.world.frame_b, model.ball.frame_a)
    model.own = Follow(model.ball.frame_a)
    with pytest.raises(MbfmuError) as caught:
        compile_problem(model)
    text = str(caught.value)
    assert "rates returns 'z'; its rates of inputs and states are s, y" in text and "outputs returns 'force'; its outputs are f" in text


def of_three(p, t):
    return np.array([t, t, t])


def without_return(p, t):
    t**2


def of_missing_parameter(p, t):
    return p.amplitude * t


@pytest.mark.parametrize(
    "function, words",
    [
        (of_three, "s returns an array of 3 numbers; it must return a number"),
        (without_return, "s returns None"),
        (of_missing_parameter, "s raises AttributeError: no 'amplitude' here; there is enabled"),
    ],
)
def test_motions_of_a_joint(function, words):
    text = refused(type("Drive", (JointMotionTime,), {"s": staticmethod(function)}))
    assert words in text and on_line(text, function), text


def test_motions_of_a_frame():
    text = refused(type("Path", (FrameMotionTime,), {"r": staticmethod(lambda p, t: t)}))
    assert "r returns a single number; it must return an array of 3 numbers" in text


def one_wrench(p, u, t, a):
    return u.push, np.zeros(3)


def two_wrenches(p, u, t, a):
    return (u.push, np.zeros(3)), (u.push, np.zeros(3))


def bare(p, u, t, a):
    return u.push


def no_torque(p, u, t, a):
    return ((u.push,),)


def flat(p, u, t, a):
    return ((1.0, 0.0),)


@pytest.mark.parametrize(
    "function, words",
    [
        (one_wrench, r"wrenches returns a tuple; it must return a tuple with one (force, torque) for each of frame_a: ((f, t),)"),
        (two_wrenches, "wrenches returns 2 wrenches for 1 frames"),
        (bare, "wrenches returns an array of 3 numbers; it must return a tuple"),
        (no_torque, "wrenches returns 1 values for frame_a"),
        (flat, "wrenches returns a single number; it must return three numbers as the force on frame_a"),
    ],
)
def test_forces(function, words):
    declared = {"attachments": {"frame_a": Frame}, "push": Input("N", "force", shape=3)}
    text = refused(type("Push", (Force,), {**declared, "wrenches": staticmethod(function)}))
    assert words in text and on_line(text, function), text


def test_a_load_on_a_joint():
    text = refused(type("Brake", (JointLoad,), {"attachments": {"joint": Revolute}, "load": staticmethod(lambda p, u, t, q, v: -v[0])}))
    assert "load returns a single number; it must return an array of 1 number" in text


@pytest.mark.parametrize(
    "answer, words",
    [
        (lambda p: 1 / 0, "checks raises ZeroDivisionError: division by zero"),
        (lambda p: np.ones(2), "checks returns an array of 2 numbers; it must return an array of 1 number, such as one for each of check_messages"),
        (lambda p: None, "checks returns None"),
    ],
)
def test_checks_of_parameters(answer, words):
    members = {"attachments": {"frame_a": Frame}, "checks": staticmethod(answer), "check_messages": ("it must fit",)}
    members["wrenches"] = staticmethod(lambda p, u, t, a: ((np.zeros(3), np.zeros(3)),))
    assert words in refused(type("Checked", (Force,), members))


def test_energy_and_heat_are_numbers():
    text = refused(
        type(
            "Spring",
            (JointLoad,),
            {"attachments": {"joint": Revolute}, "load": staticmethod(lambda p, u, t, q, v: -q), "energy": staticmethod(lambda p, u, t, q, v: q)},
        )
    )
    assert "energy returns an array of 1 number; it must return a number" in text


def test_a_sensor_without_a_kernel():
    class Speed(Sensor):
        attachments = {"frame_a": Frame}
        v = Output("m/s", "speed")

        def observe(self, see):
            return {"v": see.frame(self.frame_a).v @ see.frame(self.frame_a).v}

    text = refused(Speed)
    assert "observe raises TypeError: arithmetic on what `see` shows belongs into a function of its own, decorated with @kernel" in text
    assert Path(__file__).name in text


def test_a_sensor_that_answers_something_else():
    class Place(Sensor):
        attachments = {"frame_a": Frame}
        r = Output("m", "place", shape=2)

        def observe(self, see):
            return {"r": see.frame(self.frame_a).r}

    assert "observe returns r in the shape (3,); it is declared with the shape (2,)" in refused(Place)

    class Silent(Sensor):
        attachments = {"frame_a": Frame}
        r = Output("m", "place", shape=3)

        def observe(self, see):
            return {"place": see.frame(self.frame_a).r}

    assert "observe returns no r; it must return a dict with r" in refused(Silent)


def test_a_block():
    class Filter(Block):
        x_start = Parameter("1", "start", 0.0, start=True)
        u = Input("1", "what comes in")
        y = Output("1", "what goes out")
        x_state = State("1", "what is kept")

        @staticmethod
        def respond(p, u, t, x):
            return {"x": u.u - x.x_state}, {"y": x.x_state}

    with pytest.raises(MbfmuError, match=r"\(Filter\): respond returns 'x'; its rates of states are x_state \(line \d+ of"):
        compile_problem(BlockModel("Filtered", Filter()))


def test_coordinates():
    class Polar(Coordinates):
        nq = nv = 6
        coordinate_names = tuple(f"q[{i}]" for i in range(1, 7))
        speed_names = tuple(f"v[{i}]" for i in range(1, 7))
        coordinate_units, speed_units = ("1",) * 6, ("1/s",) * 6

        @staticmethod
        def start(p):
            return np.zeros(6), np.zeros(6)

        @staticmethod
        def position(q):
            return q[:2]

        @staticmethod
        def rotation(q):
            return np.eye(3)

        @staticmethod
        def outputs(q, v, v_dot):
            return {}

    model = Model("Mistake")
    model.world, model.ball = World(), Body(m=1.0, I=1.0)
    model.free = Polar(model.world.frame_b, model.ball.frame_a)
    with pytest.raises(MbfmuError, match=r"free \(Polar\): position returns an array of 2 numbers; it must return an array of 3 numbers"):
        compile_problem(model)


def test_arctan2_of_numpy_works():
    """In a constraint that keeps the polar angle of a point."""
    rule = residual_of(lambda p, u, t, a: np.array([np.arctan2(a.r[1], a.r[0]) - 0.5]), ("rad",))
    model = Model("Spoke")
    model.world, model.ball = World(), Body(m=1.0, I=1.0)
    model.free = FreeMotion(model.world.frame_b, model.ball.frame_a, r_start=[1, 0.5, 0])
    model.spoke = rule(model.ball.frame_a)
    compile_problem(model)
