"""Outputs that are no real numbers change at events only, in blocks, mechanisms and what is connected of them."""

import numpy as np
import pytest

from mbfmu import (
    Block,
    BlockModel,
    Body,
    Boolean,
    Input,
    Integer,
    Model,
    Output,
    Parameter,
    Prismatic,
    Sensor,
    State,
    World,
    compile_problem,
    connect,
    kernel,
    simulate,
    switch,
    where,
)
from mbfmu.base.errors import ProblemsFound
from mbfmu.model.elements.joints import Joint
from tests.tolerances import INTEGRATION
from tests.valve import VALVE, Tank, WatchedTank

G, H = 9.81, 2.0


class Above(Sensor):
    """Whether a joint is further than its threshold."""

    attachments = {"joint": Joint}
    threshold = Parameter("1", "threshold", 1.0)
    above = Output("1", "whether it is above", type=Boolean())
    sharp = False

    def observe(self, see):
        return {"above": (compared if self.sharp else switched)(see.joint(self.joint).q, see.parameters(self).threshold)}


@kernel
def switched(q, threshold):
    return switch("above", q[0] - threshold, 1.0, 0.0)


@kernel
def compared(q, threshold):
    return where(q[0] > threshold, 1.0, 0.0)


def falling(kind: type[Above]) -> Model:
    model = Model("Falling", stop_time=1.0, step_size=0.05)
    model.world = World()
    model.ball = Body(m=1.0, I=[1, 1, 1])
    model.slide = Prismatic(model.world.frame_b, model.ball.frame_a, n=[0, 0, 1], s_start=H)
    model.sensor = kind(model.slide)
    model.expose(outputs={"above": model.sensor.above, "height": model.slide.s})
    return model


def test_a_switch_in_a_mechanism():
    """A ball falls below 1 m after sqrt(2 (H - 1) / g)."""
    result = simulate(falling(Above))
    assert result["above"].tolist() == (result["time"] <= np.sqrt(2 * (H - 1.0) / G)).tolist()
    assert result["height"] == pytest.approx(H - G / 2 * result["time"] ** 2, abs=INTEGRATION)


def test_what_follows_states_is_refused_by_name():
    class Sharp(Above):
        sharp = True

    with pytest.raises(
        ProblemsFound, match=r"above is of type Boolean and changes at events only, but it follows slide\.s: choose its value by switch"
    ):
        compile_problem(falling(Sharp))


def test_what_follows_time_and_inputs_is_refused_by_name():
    class Clock(Block):
        """A clock."""

        u = Input("1", "what it adds")
        seconds = Output("1", "whole seconds", type=Integer())

        @staticmethod
        def respond(p, u, t, x):
            return {}, {"seconds": t + u.u}

    with pytest.raises(ProblemsFound, match="seconds is of type Integer and changes at events only, but it follows time, u: choose"):
        compile_problem(BlockModel("Clock", Clock()))


def test_numbers_that_are_nothing_of_the_type_end_the_run():
    class Half(Block):
        """Gives a half."""

        fast = Output("1", "whether it is fast", type=Boolean())
        gear = Output("1", "gear", type=VALVE)
        x_start = Parameter("1", "x at the start", 0.0, start=True)
        x = State("1", "x")

        @staticmethod
        def respond(p, u, t, x):
            return {"x": 1.0}, {"fast": switch("fast", x.x - 0.5, 0.5, 1.0), "gear": 3.0}

    with pytest.raises(Exception, match=r"the output fast = 0.5 at t = 0.51\d* s must be 0 \(false\) or 1 \(true\)"):
        simulate(BlockModel("Half", Half()), 1.0, 0.01)


def test_connected():
    """One tank pumps into the next until that is full; a Boolean links them, and no other type fits it."""

    class Float(Block):
        """Switches off."""

        full = Input("1", "whether it is full", type=Boolean())
        go = Output("1", "whether the pump shall run", type=Boolean())

        @staticmethod
        def respond(p, u, t, x):
            return {}, {"go": 1.0 - u.full}

    parts = {"tank": BlockModel("Tank", WatchedTank()), "float": BlockModel("Float", Float())}
    both = connect("Both", parts, [("tank.full", "float.full"), ("float.go", "tank.enabled")])
    result = simulate(both, 2.0, 0.05)
    times = result["time"]
    assert result["tank.y"] == pytest.approx(np.minimum(1.0 - np.exp(-2.0 * times), 0.5), abs=INTEGRATION)
    assert result["float.go"].tolist() == [not full for full in result["tank.full"]]
    with pytest.raises(ProblemsFound) as caught:
        connect("Both", parts, [("tank.y", "float.full"), ("tank.stage", "tank.enabled"), ("float.go", "tank.supply")])
    assert caught.value.problems == (
        "tank.y -> float.full: Real cannot drive Boolean",
        "tank.stage -> tank.enabled: Enumeration Valve cannot drive Boolean",
        "float.go -> tank.supply: Boolean cannot drive Real",
    )


def test_an_input_feeds_one_type_only():
    model = Model("Mixed")
    tank, other = Tank(), Tank()
    tank.name, other.name = "tank", "other"
    model.expose(inputs={"go": [tank.enabled, other.supply]})
    assert any("cannot feed tank.enabled [Boolean] of shape (), other.supply [1] of shape ()" in problem for problem in model.problems())
