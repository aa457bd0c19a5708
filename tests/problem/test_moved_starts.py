"""Start speeds that assembly moves are told; what they become is the least change in the mass metric, here a closed form."""

import logging
from dataclasses import replace

import numpy as np
import pytest

from mbfmu import Body, FreeMotion, Model, RollingWheel, World, connect, simulate
from mbfmu.engine.instance import Instance
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..running import Running
from ..tolerances import ROUNDOFF
from .linkages import four_bar, slider_crank

M, R, I, V = 2.0, 0.3, 0.2, 4.0
ROLLING = V * M / (M + I / R**2)  # m/s: the momentum about the point of contact stays
SAID = "start speeds have been moved onto the constraints: {}; keep some with v_fixed=True, or start the others so that they fit"


def thrown_wheel(v=(V, 0.0, 0.0), **start) -> Model:
    """A wheel that is thrown along x without turning, onto a plane where it must roll."""
    model = Model("Wheel")
    model.world, model.wheel = World(), Body(m=M, I=[0.1, I, 0.1])
    model.free = FreeMotion(model.world.frame_b, model.wheel.frame_a, r_start=[0, 0, R], v_start=v, **start)
    model.contact = RollingWheel(model.world.frame_b, model.wheel.frame_a, radius=R)
    model.expose(outputs={"v": model.free.v})
    return model


def told_by(problem, **values) -> list[str]:
    """What a run says of the speeds it starts with."""
    instance, reported = Instance(problem), []
    for name, value in values.items():
        instance.set(name.replace("__", "."), value)
    instance.report = reported.append
    instance.initialize()
    instance.report_moved_starts()
    return reported


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_what_a_speed_became(formulation):
    problem = compile_model(thrown_wheel(), formulation)
    assert Running(problem).get("v") == pytest.approx([ROLLING, 0.0, 0.0], abs=ROUNDOFF)
    assert told_by(problem) == [SAID.format("free.v_start[1] = 4.0 m/s became 1.895 m/s")]
    assert round(ROLLING, 3) == 1.895


def test_speeds_that_fit_and_guesses_are_not_told():
    """Speeds that fit to four digits, those that follow the one that is fixed, those not given, roundoff, and a speed nobody gave at all."""
    turning = round(V / R, 3)
    assert told_by(compile_model(thrown_wheel(w_start=[0, turning, 0]))) == []
    assert told_by(compile_model(slider_crank(w_start=5.0, v_fixed=True))) == []
    assert told_by(compile_model(thrown_wheel(v=[0, 0, 0]))) == []
    assert told_by(compile_model(thrown_wheel(v=[1e-13, 0, 0]))) == []  # computed, of something that stands
    assert told_by(compile_model(thrown_wheel(v=[1e-9, 0, 0]))) != []
    off = four_bar(w=2.0)
    off.B.phi_start, off.C.phi_start, off.D.phi_start = (joint.values["phi_start"] + 0.1 for joint in (off.B, off.C, off.D))  # guesses
    assert told_by(compile_model(off)) == []


@pytest.mark.parametrize("formulation", ["articulated_body", "newton_euler"])
def test_all_speeds_given_are_told_of(formulation):
    """Crank and piston contradict each other: their speeds become ones that fit, whichever joint closes the loop."""
    model = slider_crank(w_start=5.0)
    model.rail.v_start = 1.0
    model.expose(outputs={"w": model.A.w, "v": model.rail.v})
    problem = compile_model(model, formulation)
    running = Running(problem)
    w, v = running.get("w"), running.get("v")
    phi, lean = 0.3, np.arcsin(-0.5 * np.sin(0.3) / 1.2)
    assert v == pytest.approx(-0.5 * w * np.sin(phi) + 0.5 * w * np.cos(phi) * np.tan(lean), abs=1e3 * ROUNDOFF)
    assert told_by(problem) == [SAID.format(f"A.w_start = 5.0 rad/s became {w:.4g} rad/s, rail.v_start = 1.0 m/s became {v:.4g} m/s")]


def test_speeds_are_told_as_they_were_set():
    """Those that are set in an instance, and under the name they have in a connected problem."""
    problem = compile_model(thrown_wheel(v=[0, 0, 0]))
    assert told_by(problem, free__v_start=[-2 * V, 0, 0]) == [SAID.format("free.v_start[1] = -8.0 m/s became -3.789 m/s")]
    two = connect("Two", {"left": problem, "right": replace(problem, name="Other")}, [])
    assert told_by(two, right__free__v_start=[V, 0, 0]) == [SAID.format("right.free.v_start[1] = 4.0 m/s became 1.895 m/s")]


def test_simulate_tells_it_once(caplog):
    with caplog.at_level(logging.WARNING, "mbfmu"):
        simulate(compile_model(thrown_wheel()), 0.01, 0.001)
    assert caplog.messages == [SAID.format("free.v_start[1] = 4.0 m/s became 1.895 m/s")]
