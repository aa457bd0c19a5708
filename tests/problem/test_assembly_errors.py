"""Mechanisms that cannot be: each is refused with the elements it is about, and by how much, in either kind of coordinates."""

import numpy as np
import pytest

from mbfmu import (
    Body,
    Constraint,
    Distance,
    FreeMotion,
    MasslessPoint,
    Model,
    PointOnPlane,
    Prismatic,
    Revolute,
    SineJointMotion,
    Spherical,
    SpringDamperParallel,
    SteadyJointMotion,
    World,
)
from mbfmu.base.errors import MbfmuError, StepFailed
from mbfmu.model.declare.declarations import Input
from mbfmu.model.declare.frame import Frame
from mbfmu.model.elements.joints import Joint
from mbfmu.problem.mechanism.mechanics import FORMULATIONS, compile_model

from ..running import Running
from ..tolerances import ROUNDOFF
from .linkages import Y, four_bar, slider_crank

in_either_coordinates = pytest.mark.parametrize("formulation", ["articulated_body", "newton_euler"])


def by_turns(cases: list[tuple]) -> list:
    """All cases in both coordinates, and every third of them in absolute ones in the ordinary suite."""
    absolute = [pytest.param(*case, "newton_euler", marks=[pytest.mark.slow] * (number % 3 > 0)) for number, case in enumerate(cases)]
    return [*(pytest.param(*case, "articulated_body") for case in cases), *absolute]


class HoldFirst(Constraint):
    """Holds the first coordinate of a joint at zero."""

    attachments = {"joint": Joint}
    units = ("1",)

    @staticmethod
    def residual(p, u, t, joint):
        return np.array([joint.q[0]])


class OnLogarithm(Constraint):
    """A frame is driven to y = log t of the world, which has no value at t = 0."""

    attachments = {"frame_a": Frame}
    units = ("m",)

    @staticmethod
    def residual(p, u, t, a):
        return np.array([np.log(t) - a.r[1]])


class OnRoot(Constraint):
    """A frame moves on y = sqrt x of the world, which has no slope at x = 0."""

    attachments = {"frame_a": Frame}
    units = ("m",)

    @staticmethod
    def residual(p, u, t, a):
        return np.array([np.sqrt(a.r[0]) - a.r[1]])


class Servo(Constraint):
    """A drive that forgot the rate of its speed."""

    attachments = {"joint": Joint}
    units = ("rad",)
    s = Input("rad", "angle")
    v = Input("rad/s", "its rate")

    @staticmethod
    def residual(p, u, t, joint):
        return np.array([joint.q[0] - u.s])

    @staticmethod
    def rates(p, u, t):
        return {"s": u.v}


def ball_on(joint, **start):
    model = Model("Ball")
    model.world, model.ball = World(), Body(m=1.0, I=1.0)
    model.joint = joint(model.world.frame_b, model.ball.frame_a, **start)
    return model


def two_rods():
    """Of 1 m and 1.5 m between the same points; least squares of their residuals, (r^2/s - s)/2, leave 5/26 m and 15/52 m."""
    model = ball_on(FreeMotion, r_start=[1, 0, 0])
    model.short, model.long = (Distance(model.world.frame_b, model.ball.frame_a, s=s) for s in (1.0, 1.5))
    return model


def driven_twice():
    model = slider_crank()
    model.motor, model.other = (SineJointMotion(model.A, amplitude=0.1, frequency=1.0, offset=0.3) for _ in range(2))
    return model


def driven_often():
    """Far more constraints than speeds."""
    model = driven_twice()
    for i in range(60):
        model.add(f"m{i}", SteadyJointMotion(model.A, s_0=0.3, v=1.0))
    return model


def driven_at_both_ends():
    """Crank and piston of a mechanism of one freedom."""
    model = slider_crank()
    model.motor, model.press = SteadyJointMotion(model.A, s_0=0.3, v=1.0), SteadyJointMotion(model.rail, s_0=1.5, v=-0.1)
    model.A.q_fixed = False
    return model


def too_far_apart():
    """Rods of 2.5 m in all between hinges 3 m apart."""
    model = Model("Open")
    model.world = World()
    for name, length in (("crank", 0.4), ("coupler", 1.2), ("rocker", 0.9)):
        model.add(name, Body(m=1.0, r_CM=[length / 2, 0, 0], I=0.1))
    model.A = Revolute(model.world.frame_b, model.crank.frame_a, n=Y, phi_start=0.1)
    model.B = Revolute(model.crank.at([0.4, 0, 0]), model.coupler.frame_a, n=Y)
    model.C = Revolute(model.coupler.at([1.2, 0, 0]), model.rocker.at([0.9, 0, 0]), n=Y, phi_start=3.0)
    model.D = Revolute(model.world.at([3.0, 0, 0]), model.rocker.frame_a, n=Y, phi_start=3.1)
    return model


def both_angles_fixed():
    model = four_bar()
    model.D.q_fixed, model.D.phi_start = 1, -1.0
    return model


def both_speeds_fixed():
    model = four_bar(w=2.0)
    model.D.v_fixed, model.D.w_start = 1, -5.0
    return model


def fixed_against_the_drive():
    model = slider_crank(v_fixed=True, w_start=2.0)
    model.motor = SteadyJointMotion(model.A, s_0=0.3, v=1.0)
    return model


def on_a_massless_point():
    model = ball_on(FreeMotion, r_start=[0, 0, -1])
    model.point = MasslessPoint(r_start=[0, 0, -0.5])
    model.upper = SpringDamperParallel(model.world.frame_b, model.point.frame_a, c=10.0, s_unstretched=0.4)
    model.lower = SpringDamperParallel(model.point.frame_a, model.ball.frame_a, c=10.0, s_unstretched=0.4)
    model.rod = Distance(model.point.frame_a, model.ball.frame_a, s=0.5)
    return model


def driven_ball_joint():
    model = ball_on(Spherical)
    model.motor = SteadyJointMotion(model.joint, v=1.0)
    return model


def held_ball_joint():
    model = ball_on(Spherical)
    model.hold = HoldFirst(model.joint)
    return model


def without_a_rate():
    model = ball_on(Revolute)
    model.servo = Servo(model.joint)
    model.expose(inputs={"s": model.servo.s, "v": model.servo.v})
    return model


def hinge_out_of_plane():
    """A second hinge of a pendulum about y, 0.1 m beside its plane: no motion changes that."""
    model = ball_on(Revolute, n=Y)
    model.hinge = Revolute(model.world.at([0, 0.1, 0]), model.ball.frame_a, n=Y)
    return model


def off_its_plane():
    """A pendulum about y and a plane across y, half a metre beside it."""
    model = ball_on(Revolute, n=Y)
    model.sheet = PointOnPlane(model.world.at([0, 0.5, 0]), model.ball.at([1, 0, 0]), n=Y)
    return model


def rod_between_walls():
    """Of 2 m between points of the world 1 m apart: its residual is (2 - 1/2)/2 m."""
    model = ball_on(Revolute)
    model.rod = Distance(model.world.frame_b, model.world.at([1, 0, 0]), s=2.0)
    return model


def off_their_range():
    """At x = 0 and t = 0; the rod is sound."""
    model = ball_on(FreeMotion)
    model.curve, model.slope = OnLogarithm(model.ball.frame_a), OnRoot(model.ball.frame_a)
    model.rod = Distance(model.world.at([1, 0, 0]), model.ball.frame_a, s=1.0)
    return model


def rod_of_coincident_ends():
    """It has no direction in which to grow to its 1 m."""
    model = ball_on(FreeMotion)
    model.rod = Distance(model.world.frame_b, model.ball.frame_a, s=1.0)
    return model


REFUSED = [
    (two_rods, r"short and long contradict each other: 192.3 mm at short; 288.5 mm at long remain"),
    (
        hinge_out_of_plane,
        r"loop of (joint and hinge|hinge and joint) cannot be closed: .* frame_b of \w+ is 100 mm away from its frame_a along \[0, -1, 0\]",
    ),
    (
        off_its_plane,
        r"(sheet cannot be fulfilled: 500 mm remain, which no motion"
        r"|the loop (through|of) joint and sheet contradict each other: .* mm at sheet)",
    ),
    (rod_between_walls, r"rod cannot be fulfilled: 750 mm remain, which no motion from there changes; start it elsewhere"),
    (rod_of_coincident_ends, r"rod cannot be fulfilled: 500 mm remain, which no motion from there changes; start it elsewhere"),
    (off_their_range, r"cannot be evaluated: the residual of curve is -inf m; the residual of slope has no finite derivative; start elsewhere"),
    (driven_twice, r"over-driven: motor, other together"),
    (driven_at_both_ends, r"motor.* and press contradict each other"),
    (too_far_apart, r"(the loop of A, B, C and D cannot be closed: 500|the loops through A, .* cannot be closed together: 125)(\.\d)? mm"),
    (both_angles_fixed, r"the fixed start coordinate of A, the fixed start coordinate of D.* the loop (of|through) .* contradict each other: .* mm"),
    (both_speeds_fixed, r"the fixed start speed of A, the fixed start speed of D.* contradict each other: .* mm/s at"),
    (fixed_against_the_drive, r"the fixed start speed of A and motor contradict each other: 1 rad/s at motor"),
    (on_a_massless_point, r"rod: point is a MasslessPoint, held by forces alone: constrain a Body"),
    (driven_ball_joint, r"motor: joint is a Spherical with 4 coordinates; a SteadyJointMotion wants a joint of one"),
    (held_ball_joint, r"hold: the speeds of joint \(Spherical\) are not the rates of its coordinates; constrain its frames instead"),
    (without_a_rate, r"servo: the rate of v is needed, but it has none: what drives a constraint must bring its rates along"),
]


@pytest.mark.parametrize(
    ["mechanism", "words", "formulation"], by_turns(REFUSED), ids=lambda x: getattr(x, "__name__", x if x in FORMULATIONS else "")
)
def test_refused_by_name(mechanism, words, formulation):
    with pytest.raises(MbfmuError, match=words):
        Running(compile_model(mechanism(), formulation))


@pytest.mark.parametrize(["wrong", "formulation"], by_turns([("A",), ("B",), ("C",), ("D",)]))
def test_the_one_wrong_axis_of_a_loop_is_named(wrong, formulation):
    """Wherever the loop is cut, and whichever start is fixed."""
    model = four_bar()
    model.elements[wrong].n = [0, 1, 0.1]
    with pytest.raises(MbfmuError) as refused:
        Running(compile_model(model, formulation))
    text = str(refused.value)
    assert "axes in the world with all coordinates at zero: A [0, " in text and f"{wrong} leans by 0.0997 rad towards [0, " in text
    assert f"{wrong} [0, 0.995, 0.0995]" in text and f"; {wrong} is 5.71 deg off the others" in text


def hinged(angle):
    """A ball joint beside a hinge about z, and a body that starts tilted by `angle` about x."""
    model = ball_on(Spherical, Q_start=[np.sin(angle / 2), 0, 0, np.cos(angle / 2)])
    model.hinge = Revolute(model.world.frame_b, model.ball.frame_a, n=[0, 0, 1])
    model.expose(outputs={"Q": model.joint.Q})
    return model


@in_either_coordinates
def test_closed_upside_down(formulation):
    """A hinge's rows vanish half a turn away too; starts less than a quarter turn off go where it belongs, others are refused."""
    for tilt in (0.5, -1.2):
        assert Running(compile_model(hinged(tilt), formulation)).get("Q") == pytest.approx([0, 0, 0, 1], abs=ROUNDOFF)
    with pytest.raises(StepFailed, match="hinge: the loop closes only with frame_b half a turn off from where the joint can be"):
        Running(compile_model(hinged(2.2), formulation))


@in_either_coordinates
def test_a_rail_closed_upside_down(formulation):
    """A prismatic joint beside a ball joint: its frames would be turned half around."""
    model = ball_on(Spherical, Q_start=[0.0, 0.9, 0.1, 0.2])
    model.rail = Prismatic(model.world.frame_b, model.ball.frame_a, n=[1, 0, 0])
    with pytest.raises(StepFailed, match="rail: the loop closes only"):
        Running(compile_model(model, formulation))


def slider(**axes):
    """A crank and a rod in the plane x, z that do not reach the piston on its rail, 3 m above."""
    model = Model("Slider")
    model.world = World()
    for name in ("crank", "rod", "piston"):
        model.add(name, Body(m=1.0, I=[0.1, 0.1, 0.1]))
    model.A = Revolute(model.world.frame_b, model.crank.frame_a, n=axes.get("A", Y))
    model.B = Revolute(model.crank.at([0.5, 0, 0]), model.rod.frame_a, n=axes.get("B", Y))
    model.C = Revolute(model.rod.at([1.2, 0, 0]), model.piston.frame_a, n=axes.get("C", Y))
    model.rail = Prismatic(model.world.at([0, 0, 3]), model.piston.frame_a, n=axes.get("rail", [1, 0, 0]))
    return model


@pytest.mark.parametrize(
    ["wrong", "axis", "hint", "formulation"],
    by_turns(
        [
            ("rail", [1, 0, 1], ""),
            *((name, [0, 1, 0.1], f"; {name} is 5.71 deg off the others") for name in "ABC"),
            ("rail", [1, 0.1, 0], "; rail is 5.71 deg out of the plane across the axes of rotation"),
        ]
    ),
)
def test_axes_are_compared_with_those_of_their_kind(wrong, axis, hint, formulation):
    """A rail lies across the hinges of its loop: nothing is wrong with that."""
    with pytest.raises(MbfmuError) as refused:
        Running(compile_model(slider(**{wrong: axis}), formulation))
    listed = ", ".join(f"{x:.4g}" for x in np.array(axis) / np.linalg.norm(axis))
    assert f"{wrong} [{listed}]" in str(refused.value)
    assert hint in str(refused.value) and ("deg" in str(refused.value)) == bool(hint)


@in_either_coordinates
@pytest.mark.parametrize("fixed", [{}, {"q_fixed": True}])
def test_a_loop_that_no_start_closes_is_not_blamed_on_a_fixed_start(fixed, formulation):
    """Links of 2 and 1 m between pins 5 m apart: 2 m are missing at best, to where the search gets slow, more where the start is fixed."""
    model = Model("Short")
    model.world = World()
    model.boom, model.rod = Body(m=100.0, r_CM=[1, 0, 0], I=[1, 50, 50]), Body(m=10.0, r_CM=[0.5, 0, 0], I=[0.1, 1, 1])
    model.pin = Revolute(model.world.frame_b, model.boom.frame_a, n=Y, phi_start=0.3, **fixed)
    model.foot = Revolute(model.world.at([0, 0, -5]), model.rod.frame_a, n=Y)
    model.eye = Revolute(model.boom.at([2, 0, 0]), model.rod.at([1, 0, 0]), n=Y)
    with pytest.raises(StepFailed, match="cannot be closed(: 200[01] mm remain| together: )") as refused:
        Running(compile_model(model, formulation))
    assert "fixed start" not in str(refused.value)
