"""Switches wherever a user may write them, in every way of running a model, against closed forms."""

from pathlib import Path

import casadi as ca
import fmpy
import numpy as np
import pytest

from mbfmu import Body, JointLoad, Model, Prismatic, PrismaticEndStop, World, build_fmu, simulate
from mbfmu.base.errors import MbfmuError, StepFailed
from mbfmu.base.scalars import Record, kernel, switch, tracing, unknown
from mbfmu.engine.instance import Instance
from mbfmu.fmu.package.native_fmu import build_native
from mbfmu.model.declare.declarations import Output, Parameter, State
from mbfmu.model.declare.frame import Frame
from mbfmu.model.elements.sensors import Sensor
from mbfmu.problem.compile import compile_problem
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..tolerances import FMU_INTEGRATION, INTEGRATION


class There(Sensor):
    """Walks at 1 m/s until it turns, then back: the switch stands in its rate alone."""

    turn = Parameter("s", "when it turns", 1.0)
    x_start = Parameter("m", "where it starts", 0.0, start=True)
    x = State("m", "where it is")
    position = Output("m", "where it is")

    def state_rates(self, see):
        return {"x": _there(see.parameters(self), see.t)}

    def observe(self, see):
        return {"position": see.inputs(self).x}


class Stiction(JointLoad):
    """Friction of one size against the motion, and no hysteresis: at rest neither side of its switch lasts."""

    attachments = {"joint": Prismatic}

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([switch("forward", v[0], -5.0, 5.0)])


class Pulses(Sensor):
    """How long a wave of 1 kHz has been positive: 2000 switches a second."""

    x_start = Parameter("s", "time at the start", 0.0, start=True)
    x = State("s", "time while the wave is positive")
    on = Output("s", "time while the wave is positive")

    def state_rates(self, see):
        return {"x": _pulse(see.t)}

    def observe(self, see):
        return {"on": see.inputs(self).x}


class Felt(Sensor):
    """1 while its frame accelerates upwards: the indicator is computed from what is solved for."""

    attachments = {"frame_a": Frame}
    upwards = Output("1", "1 while the frame accelerates upwards")

    def observe(self, see):
        return {"upwards": _upwards(see.acceleration(self.frame_a).a)}


@kernel
def _there(p, t):
    return switch("going", p.turn - t, 1.0, -1.0)


@kernel
def _pulse(t):
    return switch("on", np.sin(2000 * np.pi * t), 1.0, 0.0)


@kernel
def _upwards(a):
    return switch("upwards", a[2], 1.0, 0.0)


def walker(formulation: str = "articulated_body") -> Model:
    model = Model("Walker", formulation=formulation)
    model.world, model.there = World(), There()
    model.expose(outputs={"position": model.there.position})
    return model


def bouncing_walker(formulation: str = "articulated_body") -> Model:
    """The walker beside a mass of 1 kg that falls 0.5 m onto a spring of 400 N/m."""
    model = Model("BouncingWalker", formulation=formulation)
    model.world, model.there, model.ball = World(g=10.0), There(), Body(m=1.0)
    model.guide = Prismatic(model.world.frame_b, model.ball.frame_a, n=[0, 0, 1], s_start=0.5)
    model.floor = PrismaticEndStop(model.guide, lower=0.0, upper=10.0, c=400.0)
    model.felt = Felt(model.ball.frame_a)
    model.expose(outputs={"position": model.there.position, "s": model.guide.s, "upwards": model.felt.upwards})
    return model


THERE_AND_BACK = [0.0, 1.0, 0.0, -1.0]


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("make", [walker, bouncing_walker])
def test_a_switch_in_a_rate_alone(make, formulation):
    result = simulate(make(formulation), stop_time=3.0, interval=1.0)
    np.testing.assert_allclose(result["position"], THERE_AND_BACK, atol=INTEGRATION)


def test_two_elements_of_a_kind_have_switches_of_their_own():
    model = walker()
    model.later = There(turn=2.0)
    model.expose(outputs={"later": model.later.position})
    result = simulate(model, stop_time=3.0, interval=1.0)
    np.testing.assert_allclose(result["position"], THERE_AND_BACK, atol=INTEGRATION)
    np.testing.assert_allclose(result["later"], [0.0, 1.0, 2.0, 1.0], atol=INTEGRATION)


@pytest.mark.parametrize("build", [build_fmu, build_native])
@pytest.mark.parametrize("make", [walker, bouncing_walker])
def test_a_switch_in_a_rate_alone_in_fmus(tmp_path: Path, make, build):
    path = build(compile_problem(make()), tmp_path)
    result = fmpy.simulate_fmu(str(path), stop_time=3.0, output_interval=1.0)
    np.testing.assert_allclose(result["position"], THERE_AND_BACK, atol=FMU_INTEGRATION)


def test_a_switch_on_an_acceleration():
    """The spring carries more than the weight below 10 / 400 m under its end, and the modes there belong to the present acceleration."""
    problem = compile_problem(bouncing_walker())
    for s, upwards in ((0.5, 0.0), (-0.02, 0.0), (-0.03, 1.0)):
        instance = Instance(problem)
        instance.set("guide.s_start", s)
        instance.initialize()
        assert instance.get("upwards") == upwards
        assert np.sign(instance.buffers["g"][problem.mode_names.index("felt.upwards")]) == np.sign(upwards - 0.5)


def test_a_switch_met_too_late_is_no_silent_zero():
    """Who traces a switch behind the collection of the event indicators is reported."""
    with tracing() as tracer:
        tracer.complete = True
        with pytest.raises(RuntimeError, match="the switch going is met after the event indicators were collected"):
            _there(Record(turn=1.0), unknown(ca.MX.sym("t"), ()))


def test_chattering_is_refused_by_name():
    """Two sliders of one kind come to rest together beside one that still moves."""
    model = Model("Sliders")
    model.world = World(g=0.0)
    for name, speed in (("left", 0.5), ("right", 0.5), ("fast", 50.0)):
        body = Body(m=1.0)
        guide = Prismatic(model.world.frame_b, body.frame_a, n=[1, 0, 0], v_start=speed)
        for part, element in ((f"{name}_body", body), (f"{name}_guide", guide), (name, Stiction(guide))):
            setattr(model, part, element)
    with pytest.raises(StepFailed, match=r"100 events within \de-09 s at t = 0.1\d* s: neither side of left.forward, right.forward lasts"):
        simulate(model, stop_time=1.0)


def test_many_switches_are_no_chattering():
    """Two hundred events between two rows, of which each gets somewhere."""
    model = Model("Pulsed")
    model.world, model.pulses = World(), Pulses()
    model.expose(outputs={"on": model.pulses.on})
    result = simulate(model, stop_time=0.1, interval=0.1)
    assert result["on"][-1] == pytest.approx(0.05, abs=INTEGRATION)


def test_a_switch_without_its_name_is_refused():
    with pytest.raises(MbfmuError, match=r"switch\(3, \.\.\.\) must be given its name first"):
        switch(3, 1.0, 2.0, 3.0)
