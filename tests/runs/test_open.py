"""Runs that are driven step by step, of models and of FMUs, against closed forms and against simulate."""

import doctest
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import mbfmu
from mbfmu import Body, FreeMotion, JointForce, Model, PositionSensor, Prismatic, World, build_portable, compile_problem, simulate
from mbfmu.analysis.simulate.run import Run
from mbfmu.base.errors import MbfmuError

from ..tolerances import FMU_INTEGRATION, INTEGRATION, ROUNDOFF

SMALL_ARM = Path(__file__).parents[1] / "model/urdf/small_arm.urdf"
POINT = [1.0, 2.0, 3.0]


def pushed() -> Model:
    """2 kg on a line, and a ball that flies."""
    model = Model("Pushed")
    model.world, model.mass, model.ball = World(g=9.81), Body(m=2.0), Body(m=1.0, I=[1.0, 1.0, 1.0])
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[1, 0, 0])
    model.push = JointForce(model.guide)
    model.flight = FreeMotion(model.world.frame_b, model.ball.frame_a, r_start=POINT)
    model.eye = PositionSensor(model.ball.frame_a)
    model.expose(
        inputs={"f": model.push.f}, outputs={"s": model.guide.s, "v": model.guide.v, "a": model.guide.a, "r": model.eye.r}, tunable=[model.mass.m]
    )
    return model


PUSHED = compile_problem(pushed())


@pytest.fixture(params=["model", "fmi2", "fmi3"])
def opened(request, tmp_path: Path):
    """A run of the model, and of its FMUs."""
    given = PUSHED if request.param == "model" else build_portable(PUSHED, tmp_path, int(request.param[-1]))
    with mbfmu.open(given) as run:
        yield run


def test_a_force_pushes_as_the_closed_form_says(opened: Run):
    opened["mass.m"] = 4.0
    opened["f"] = 2.0
    assert opened.time == 0.0 and opened["s"] == 0.0
    for _ in range(10):
        opened.step(0.1)
    assert opened.time == pytest.approx(1.0, abs=ROUNDOFF)
    assert (opened["s"], opened["v"]) == pytest.approx((0.25, 0.5), abs=FMU_INTEGRATION)
    opened["f"] = -4.0
    assert opened["a"] == pytest.approx(-1.0, abs=ROUNDOFF)  # outputs follow inputs at once
    opened["mass.m"] = 8.0
    opened.step(1.0)
    assert opened["v"] == pytest.approx(0.0, abs=FMU_INTEGRATION)
    assert opened["f"] == -4.0 and opened.outputs["s"] == opened["s"]


def test_a_run_that_is_closed_does_not_go_on(opened: Run):
    opened.step(0.1)
    opened.close()
    for use in (lambda: opened.step(0.1), lambda: opened["s"]):
        with pytest.raises(MbfmuError, match="this run is closed: open a new one"):
            use()
    opened.close()


def test_a_state_is_saved_and_restored_and_a_run_reset(opened: Run):
    opened["f"] = 2.0
    opened.step(0.5)
    state, there = opened.save(), opened["s"]
    opened["f"] = 50.0
    opened.step(0.5)
    beyond = opened["s"]
    opened.restore(state)
    assert (opened.time, opened["s"], opened["f"]) == (0.5, there, 2.0)
    opened["f"] = 50.0
    opened.step(0.5)
    assert opened["s"] == beyond
    opened.reset()
    assert (opened.time, opened["f"], opened["s"]) == (0.0, 0.0, 0.0)


def test_what_cannot_be_done_is_said_and_changes_nothing(opened: Run):
    refused: list[tuple[Callable[[], object], str]] = [
        (lambda: opened.set("mass.n", 1.0), r"Pushed has no variable 'mass.n' \(did you mean 'mass.m'\?\)"),
        (lambda: opened.get("strok"), "has no variable 'strok'"),
        (lambda: opened.set("s", 1.0), "output"),
        (lambda: opened.set("f", "strong"), "f.*'strong'"),
        (lambda: opened.set("f", np.nan), "f .*nan"),
        (lambda: opened.step(0.0), "a step of 0.0 s cannot be done"),
        (lambda: opened.step(np.inf), "a step of inf s"),
        (lambda: opened.restore("here"), r"takes a state from save\(\)"),
    ]
    for act, words in refused:
        with pytest.raises(MbfmuError, match=words):
            act()
    opened["f"] = 2.0
    opened.step(1.0)
    with pytest.raises(MbfmuError, match="fixed: set it before the first step"):
        opened["flight.r_start[1]"] = 3.0
    with pytest.raises(MbfmuError, match="mass.m = -1.0 kg must be >"):
        opened["mass.m"] = -1.0
    opened.step(1.0)
    assert opened["s"] == pytest.approx(2.0, abs=FMU_INTEGRATION)


def test_arrays_and_their_numbers_are_read_and_set():
    with mbfmu.open(PUSHED) as run:
        assert run["r"].tolist() == POINT and run["r[2]"] == 2.0
        run.reset()
        run["flight.r_start"] = [4.0, 5.0, 6.0]
        run["flight.r_start[1]"] = 7.0
        assert run["r"].tolist() == [7.0, 5.0, 6.0] == run["flight.r_start"].tolist()
        with pytest.raises(MbfmuError, match="flight.r_start is fixed"):
            run["flight.r_start"] = [4.0, 5.0, 6.0]


def test_arrays_of_fmi_3_are_read_and_set(tmp_path: Path):
    with mbfmu.open(build_portable(PUSHED, tmp_path, 3)) as run:
        run["flight.r_start"] = [4.0, 5.0, 6.0]
        assert run["r"].tolist() == [4.0, 5.0, 6.0] and run["r[3]"] == 6.0
        with pytest.raises(MbfmuError, match="takes 3 numbers, not 2"):
            run["flight.r_start"] = [4.0, 5.0]


def test_steps_meet_simulate():
    """The ball falls while the mass is pushed by a force held for 10 ms at a time."""
    force = lambda t: 5.0 * np.sin(3.0 * np.floor(t * 100 + 0.5) / 100)
    with mbfmu.open(PUSHED) as run:
        for k in range(100):
            run["f"] = force(0.01 * k)
            run.step(0.01)
        held = mbfmu.Held(np.arange(100) / 100, [force(0.01 * k) for k in range(100)])
        expected = simulate(PUSHED, 1.0, 0.1, inputs={"f": held})[-1]
        assert (run["s"], run["v"], run["r[3]"]) == pytest.approx((expected["s"], expected["v"], 3.0 - 9.81 / 2), abs=INTEGRATION)


def test_a_step_that_fails_leaves_the_run_as_it_was():
    with mbfmu.open(PUSHED) as run:
        run.step(0.5)
        run["f"] = 1e308
        with pytest.raises(MbfmuError):
            run.step(0.5)
        run["f"] = 2.0
        assert run.time == 0.5
        run.step(1.0)
        assert run["v"] == pytest.approx(1.0, abs=INTEGRATION)


def test_the_controller_of_the_documentation_does_what_it_says():
    assert doctest.testmod(import_module("mbfmu.runs.open")).failed == 0


def test_a_file_that_declares_no_model_is_refused():
    with pytest.raises(MbfmuError, match="crane.ssp is a system of FMUs"):
        mbfmu.open("crane.ssp")
    with pytest.raises(MbfmuError, match="crane.py: there is no such file"):
        mbfmu.open("crane.py")


FALLING = """from mbfmu import Body, Model, Prismatic, World
model = Model("Falling")
model.world, model.mass = World(g=10.0), Body(m=2.0)
model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[0, 0, -1])
model.expose(outputs={"s": model.guide.s})
"""


def test_a_python_file_and_a_robot_are_opened(tmp_path: Path):
    path = tmp_path / "falling.py"
    path.write_text(FALLING)
    with mbfmu.open(path) as run:
        run.step(1.0)
        assert run["s"] == pytest.approx(5.0, abs=INTEGRATION)
    with mbfmu.open(str(SMALL_ARM)) as run:
        run["turn.phi_start"] = 0.3
        assert run["turn.phi"] == 0.3


def test_open_of_python_stays_what_it_is():
    names: dict = {}
    exec("from mbfmu import *", names)
    assert "open" not in names and "simulate" in names
