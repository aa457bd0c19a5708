"""Starts in static equilibrium: what they cost when they are asked for again, what they depend on, and what is said of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import mbfmu
from mbfmu import (
    Body,
    EnergyError,
    Fixed,
    JointForce,
    JointLoad,
    Model,
    Parameter,
    Pid,
    Prismatic,
    Revolute,
    SpringDamperParallel,
    TranslationSpringDamper,
    World,
    compile_problem,
    connect,
    equilibrium,
    simulate,
    switch,
)
from mbfmu.base.errors import MbfmuError
from mbfmu.engine.instance import Instance
from mbfmu.model.blocks import BlockModel
from mbfmu.problem.data.problem import Problem
from tests.analysis.instant.test_equilibrium import pendulum, slider_crank
from tests.tolerances import SETTLED

g, SWITCH = 9.81, "start_in_equilibrium"


def started(model: Model, **inputs: float) -> Instance:
    instance = Instance(compile_problem(model))
    said: list[str] = []
    instance.report = said.append
    instance.set(SWITCH, 1.0)
    return again(instance, **inputs)


def again(instance: Instance, **inputs: float) -> Instance:
    for name, value in inputs.items():
        instance.set(name, value)
    instance.initialize()
    return instance


def over_centre(size=1.0) -> Model:
    """A slider on the x axis and a spring from half a size beside it, one size long at rest: s = 0.866 sizes on either side, nothing between."""
    model = Model("OverCentre")
    model.world, model.slider = World(g=0), Body(m=1.0, I=[1, 1, 1])
    model.guide = Prismatic(model.world.frame_b, model.slider.frame_a, n=[1, 0, 0], s_start=0.5 * size)
    model.spring = SpringDamperParallel(model.world.at([0, 0.5 * size, 0]), model.slider.frame_a, c=100.0, s_unstretched=size)
    model.force = JointForce(model.guide)
    model.expose(inputs={"f": model.force.f}, outputs={"s": model.guide.s})
    return model


def pushed_crank() -> Model:
    """A slider-crank with a spring and a force on its slider."""
    model = slider_crank()
    model.push = JointForce(model.guide)
    model.expose(inputs={"f": model.push.f})
    return model


def settled(problem: Problem) -> Problem:
    """The problem, which starts in equilibrium unless it is told otherwise."""
    return replace(problem, variables=tuple(replace(v, start=(1.0,)) if v.name == SWITCH else v for v in problem.variables))


def test_what_changes_little_takes_few_evaluations():
    model = pushed_crank()
    one = started(model, f=0.0)
    first, anew = one.evaluations, equilibrium(model, inputs={"f": 2.0})
    found = again(one, f=2.0).outputs()
    assert found == pytest.approx(list(anew.outputs.values()), abs=SETTLED)
    assert one.evaluations - first < 20 < first / 10


def test_asked_again_it_is_the_same_to_the_last_bit():
    one = again(started(pushed_crank(), f=0.0), f=2.0)
    state = one.save()
    assert again(one).save() == state
    one.report_moved_starts()
    assert one.save() == state


def test_what_is_far_is_found_anew_from_the_start_values():
    one = started(over_centre(), f=0.0)
    assert one.outputs()[0] == pytest.approx(np.sqrt(0.75), abs=SETTLED)
    pushed = again(one, f=-200.0).outputs()[0]
    assert pushed < -1.0
    assert pushed == pytest.approx(equilibrium(over_centre(), inputs={"f": -200.0}).outputs["s"], abs=SETTLED)


def test_other_start_values_lead_elsewhere():
    one = started(over_centre(), f=0.0)
    assert again(one, **{"guide.s_start": -0.5}).outputs()[0] == pytest.approx(-np.sqrt(0.75), abs=SETTLED)


def test_an_unstable_start_is_kept_and_said():
    one = Instance(compile_problem(pendulum(-np.pi / 2, w_start=3.0)))
    said: list[str] = []
    one.report = said.append
    again(one, **{SWITCH: 1.0})
    one.report_moved_starts()
    assert one.buffers["x"].tolist() == [-np.pi / 2, 0.0]
    assert "start speeds are not heeded" in said[0] and "pivot.w = 3.0 rad/s" in said[0]
    assert "unstable equilibrium" in said[1]


def test_everything_that_runs_a_model_knows_it():
    model, values = pendulum(0.3), {SWITCH: True}
    rows = simulate(model, 0.1, 0.05, values=values)
    assert rows["phi"] == pytest.approx(np.full(3, np.pi / 2), abs=SETTLED)
    with mbfmu.open(model) as run:
        run[SWITCH] = True
        assert run["phi"] == pytest.approx(np.pi / 2, abs=SETTLED)


def test_a_connected_model_has_one_parameter_for_all():
    lift = Model("Lift")
    lift.world, lift.cabin = World(g=g), Body(m=2.0)
    lift.guide = Prismatic(lift.world.frame_b, lift.cabin.frame_a, n=[0, 0, 1])
    lift.motor = JointForce(lift.guide)
    lift.expose(inputs={"f": lift.motor.f}, outputs={"s": lift.guide.s})
    pid = BlockModel("Pid", Pid("m", "N", k=100.0, T_d=0.2, y_min=-100.0, y_max=100.0))
    held = connect("Held", {"lift": lift, "pid": pid}, [("lift.s", "pid.measurement"), ("pid.y", "lift.f")])
    assert [v.name for v in held.variables if SWITCH in v.name] == [SWITCH]
    assert not any(v.name == SWITCH for v in compile_problem(pid).variables)
    rows = simulate(held, 1.0, 0.5, values={SWITCH: True, "pid.set_point": 0.7})
    assert rows["lift.s"] == pytest.approx(np.full(3, 0.7), abs=SETTLED)


def test_what_is_fixed_beside_a_loop_changes_nothing():
    fixed, loop = Model("Fixed"), slider_crank()
    fixed.world, fixed.stone = World(g=g), Body(m=1.0)
    fixed.weld = Fixed(fixed.world.frame_b, fixed.stone.frame_a)
    fixed.expose(outputs={})
    both = Instance(connect("Both", {"fixed": fixed, "loop": loop}, []))
    assert again(both, **{SWITCH: 1.0}).outputs() == pytest.approx(started(loop).outputs(), abs=SETTLED)


class Late(JointLoad):
    """A force from the time `begin` on."""

    attachments = {"joint": Prismatic}
    begin, f = Parameter("s", "when it begins"), Parameter("N", "force")

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([switch("late", t - p.begin, p.f, 0.0 * p.f)])


def test_what_time_switches_waits_while_it_settles():
    model = Model("Waiting")
    model.world, model.mass = World(g=g), Body(m=1.0)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[0, 0, 1])
    model.spring, model.late = TranslationSpringDamper(model.guide, c=100.0), Late(model.guide, begin=1e-4, f=10.0)
    model.expose(outputs={"s": model.guide.s})
    assert started(model).outputs()[0] == pytest.approx(-g / 100.0, abs=SETTLED)


def test_sensors_that_integrate_start_there():
    model = pendulum(0.3)
    model.energy = EnergyError()
    model.expose(outputs={"error": model.energy.error})
    assert simulate(model, 0.1, 0.1, values={SWITCH: True})["error"] == pytest.approx([0.0, 0.0], abs=SETTLED)


def test_the_name_is_taken():
    model: Any = Model("Taken")
    model.world, model.rod = World(g=g), Body(m=1.0, I=[1, 1, 1])
    model.pivot = Revolute(model.world.frame_b, model.rod.frame_a)
    model.expose(outputs={SWITCH: model.pivot.phi})
    with pytest.raises(MbfmuError, match="that is the name of a parameter of every model with mechanisms; rename yours"):
        compile_problem(model)


def test_a_spring_that_cannot_carry_says_so():
    model = Model("Falling")
    model.world, model.stone = World(g=g), Body(m=1.0)
    model.guide = Prismatic(model.world.frame_b, model.stone.frame_a, n=[0, 0, 1])
    model.spring = TranslationSpringDamper(model.guide, c=0.0)
    with pytest.raises(MbfmuError, match="Falling does not come to rest: guide.v still changes .* it would change by -9.81 m/s2"):
        simulate(model, 0.1, 0.1, values={SWITCH: True})
