"""Joints that constraints lock are reported once: a wrong axis makes a structure by mistake."""

import logging

import numpy as np
import pytest

from mbfmu import Body, Distance, FreeMotion, JointMotionTime, Model, Revolute, World, simulate
from mbfmu.engine.instance import Instance
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

Y = np.array([0.0, 1.0, 0.0])
PINS = np.array([[0.0, 0, 0], [0, 0, 1], [2, 0, 1.5], [2, 0, 0]])  # m: of the hinges in the world, where all coordinates are zero
SAID = "constraints leave no motion: 0 of {} speeds are free; if this is no structure, look at {}"
AXES = "A [0, 1, 0], B [0, 1, 0], C {}, D [0, 1, 0]"


def drawn_four_bar(axis=Y) -> Model:
    """A four-bar as it is drawn, all coordinates zero there; the hinge C has another axis."""
    model = Model("FourBar")
    model.world = World()
    for name, a, b in zip(("crank", "coupler", "rocker"), PINS, PINS[1:]):
        model.add(name, Body(m=1.0, r_CM=(b - a) / 2, I=[0.1, 0.1, 0.1]))
    crank, coupler, rocker = np.diff(PINS, axis=0)
    model.A = Revolute(model.world.frame_b, model.crank.frame_a, n=Y)
    model.B = Revolute(model.crank.at(crank), model.coupler.frame_a, n=Y)
    model.C = Revolute(model.coupler.at(coupler), model.rocker.frame_a, n=axis)
    model.D = Revolute(model.world.at(PINS[3]), model.rocker.at(rocker), n=Y)
    return model


def reported_by(model: Model, formulation: str = "articulated_body") -> list[str]:
    """What is said of the joints that are locked."""
    instance, reported = Instance(compile_model(model, formulation)), []
    instance.report = reported.append
    instance.initialize()
    instance.report_locked()
    return reported


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_wrong_axis_is_reported(formulation):
    loop = f"the axes of the loop of A, B, C and D (in the world with all coordinates at zero: {AXES}; C is 45 deg off the others)"
    assert reported_by(drawn_four_bar([0, 1, 1]), formulation) == [SAID.format(4, loop.format("[0, 0.7071, 0.7071]"))]


def test_a_run_tells_it_once(caplog):
    with caplog.at_level(logging.WARNING):
        simulate(drawn_four_bar([0, 1, 1]), stop_time=0.1)
    assert [record.message.startswith("constraints leave no motion: 0 of 4") for record in caplog.records] == [True]


def test_a_structure_of_rods_is_reported_by_its_constraints():
    model = Model("Bracket")
    model.world, model.bar = World(), Body(m=3.0, r_CM=[1, 0, 0], I=[0.1, 1, 1])
    model.pin = Revolute(model.world.frame_b, model.bar.frame_a, n=Y)
    model.rod = Distance(model.world.at([0, 0, -2]), model.bar.at([2, 0, 0]), s=8**0.5)
    assert reported_by(model) == [SAID.format(1, "rod")]


def test_what_moves_and_what_is_driven_is_not_reported():
    assert reported_by(drawn_four_bar()) == []
    driven = drawn_four_bar()
    driven.drive = Turning(driven.A)
    assert reported_by(driven) == []


def test_a_locked_loop_on_a_body_that_moves_is_reported():
    model = drawn_four_bar([0, 1, 1])
    model.ball = Body(m=1.0, I=[1, 1, 1])
    model.free = FreeMotion(model.world.frame_b, model.ball.frame_a)
    assert len(reported_by(model)) == 1


class Turning(JointMotionTime):
    """The crank at one radian a second."""

    @staticmethod
    def s(p, t):
        return t


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_distance_along_an_axis_leaves_motion(formulation):
    """At the start its row feels one speed of six."""
    model = Model("Link")
    model.world = World()
    model.bob = Body(m=1.0, I=[0.1, 0.1, 0.1])
    model.free = FreeMotion(model.world.frame_b, model.bob.frame_a, r_start=[0, 2, 0])
    model.link = Distance(model.world.frame_b, model.bob.frame_a, s=2.0)
    assert reported_by(model, formulation) == []
