"""FMUs of PythonBlocks with continuous states, through FMPy and the compiled wrapper."""

import os
import subprocess
import sys
from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.validation import validate_fmu
from scipy.integrate import solve_ivp
from typer.testing import CliRunner

from mbfmu import BlockModel, Input, Output, Parameter, PythonBlock, State, simulate
from mbfmu.base.errors import MbfmuError, StepFailed
from mbfmu.check import FALSE, NOTED, check_fmu
from mbfmu.cli.main import app
from mbfmu.cosim import Component, System, write_system
from tests.tolerances import FMU_INTEGRATION, INTEGRATION, ROUNDOFF

from . import continuous_python_blocks as blocks
from .continuous_python_blocks import LAG, LAG_VARIABLES, LOOP, LOOP_VARIABLES, PERIOD, RAW, ROTATED, ROTATED_VARIABLES, Y_START, K, T, exact_loop
from .interpreted.test_slave import discarded, instantiate, refused, start
from .python_blocks import built, made, run

TIGHT = 1e-10
V, F = 6, 7  # value references of the loop
MODE, SINCE, U, Y, N = 0, 1, 3, 4, 5  # and of what goes wrong


@pytest.fixture(scope="module")
def lag(tmp_path_factory) -> Path:
    return built(tmp_path_factory.mktemp("lag"), LAG, 0.0, **LAG_VARIABLES)


@pytest.fixture(scope="module")
def loop(tmp_path_factory) -> str:
    return made(tmp_path_factory.mktemp("loop"), LOOP, PERIOD, **LOOP_VARIABLES)


@pytest.fixture(scope="module")
def failing(tmp_path_factory) -> str:
    return made(tmp_path_factory.mktemp("failing"), blocks.WRONG, 0.1, **blocks.WRONG_VARIABLES)


def block(folder: Path, code: str, period: float, **declared) -> BlockModel:
    name = code.split("class ")[1].split(":")[0]
    file = folder / f"{name.lower()}.py"
    file.write_text(code)
    return BlockModel(name, type(name, (PythonBlock,), {"__doc__": "A block.", "code": file, "period": period, **declared})())


def exact_lag(t: np.ndarray) -> np.ndarray:
    return K * RAW + (Y_START - K * RAW) * np.exp(-t / T)


def test_a_filter(lag) -> None:
    """A step response, at a tight tolerance."""
    result = fmpy.simulate_fmu(str(lag), stop_time=1.0, output_interval=0.02, relative_tolerance=TIGHT)
    assert result["y"] == pytest.approx(exact_lag(result["time"]), abs=INTEGRATION)
    assert result["rate"] == pytest.approx((K * RAW - exact_lag(result["time"])) / T, abs=INTEGRATION / T)


def test_outputs_follow_inputs_and_parameters_at_once(lag, said, tmp_path) -> None:
    fmu = instantiate(fmpy.extract(str(lag), tmp_path), said)
    start(fmu)
    run(fmu, 0, 3, 0.1, 4)
    (y,) = fmu.getReal([4])
    fmu.setReal([3], [2.0])
    assert fmu.getReal([4, 5]) == pytest.approx([y, (2.0 * K - y) / T], abs=ROUNDOFF)
    fmu.setReal([0], [2 * T])
    assert fmu.getReal([4, 5]) == pytest.approx([y, (2.0 * K - y) / (2 * T)], abs=ROUNDOFF)
    fmu.freeInstance()


def test_an_output_that_reads_no_input_has_no_feedthrough(lag, loop) -> None:
    """So that masters do not fear algebraic loops: the lag's rate follows its input at once, the loop's speed does not."""
    through = lambda path: [[known.name for known in of.dependencies] for of in fmpy.read_model_description(str(path)).outputs]
    assert through(lag) == [["raw", "y_state", "time"]] * 2 and through(loop) == [["v_state", "time"]] * 2


@pytest.mark.parametrize("h", [0.05, 0.01, 0.007, 0.13, 0.4])
def test_updates_between_communication_points(loop, h: float) -> None:
    """Each is done when it is due, with the states of then, whatever the steps; the derivative sees at once what it has changed."""
    result = fmpy.simulate_fmu(loop, stop_time=2.0, output_interval=h, relative_tolerance=TIGHT)
    exact = np.array([exact_loop(t) for t in result["time"]])
    assert np.column_stack([result["v"], result["f"]]) == pytest.approx(exact, abs=INTEGRATION)
    assert abs(result["v"][-1] - blocks.SET_POINT) < 0.3 * blocks.SET_POINT < abs(result["v"][0] - blocks.SET_POINT)


@pytest.mark.parametrize("serialized", [False, True])
def test_restored_runs_are_identical(loop, said, serialized: bool) -> None:
    """States, what updates have set and when the next one is due: also in another instance and in the middle of a period."""
    fmu, other = instantiate(loop, said), instantiate(loop, said)
    h = 0.015
    for each in (fmu, other):
        start(each)
    run(fmu, 0, 9, h, V)
    state = fmu.getFMUState()
    content = fmu.serializeFMUState(state)
    first = run(fmu, 9, 30, h, V)
    target = other if serialized else fmu
    target.setFMUState(target.deserializeFMUState(content) if serialized else state)
    assert run(target, 9, 30, h, V) == first and first[-1] != first[0]
    for each in (fmu, other):
        each.freeInstance()


@pytest.mark.slow
def test_claims(loop) -> None:
    """All that it says of itself holds; what the wrapper leaves out is the comparison of the GUID."""
    path = Path(loop).parent / "Loop.fmu"
    assert validate_fmu(str(path)) == []
    assert [f.capability for f in check_fmu(path) if f.outcome in (FALSE, NOTED)] == ["wrong GUID or token refused"]


def test_vectors(tmp_path, said) -> None:
    fmu = instantiate(made(tmp_path, ROTATED, 0.0, **ROTATED_VARIABLES), said)
    start(fmu)
    fmu.setReal([3, 4, 5], [1.0, 2.0, 5.0])
    assert fmu.getReal([6, 7, 8, 9]) == [-4.0, 2.0, 0.0, 10.0]
    fmu.freeInstance()


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        (1, "ZeroDivisionError: float division by zero (line 13 of failing.py)"),
        (2, "it returned {'z': 1.0}, but it must return a dict of x"),
        (3, "it returned x = nan, but it must be a finite number"),
        (4, "it returned None, but it must return a dict of x"),
        (5, "it returned x = 'a', but it must be a finite number"),
        (6, "KeyboardInterrupt (line 15 of failing.py)"),
        (7, "it returned x = [1.0], but it must be a finite number"),
    ],
)
def test_a_derivative_that_fails(failing, said, mode: int, words: str) -> None:
    """At the start it is refused; later the step is discarded, and no update having been due in it, the object is what it was."""
    fmu = instantiate(failing, said)
    fmu.setReal([MODE], [mode])
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    assert refused(fmu.exitInitializationMode) and f"Failing.derivative at t = 0 s: {words}" in said[-2]
    fmu.setReal([SINCE], [0.15])
    fmu.exitInitializationMode()
    run(fmu, 0, 3, 0.04, Y)
    state = fmu.getFMUState()
    assert discarded(fmu, 0.12, 0.04) and "Failing.derivative at t = 0.1" in said[-1] and words in said[-1]
    fmu.setFMUState(state)
    fmu.doStep(0.12, 0.01)
    assert fmu.getReal([N]) == [2.0]
    fmu.freeInstance()


def test_a_step_that_fails_behind_an_update(failing, said) -> None:
    """The object cannot be undone, so all is refused until a state is set."""
    fmu = instantiate(failing, said)
    fmu.setReal([MODE, SINCE], [1.0, 0.15])
    start(fmu)
    fmu.doStep(0.0, 0.05)
    state = fmu.getFMUState()
    assert discarded(fmu, 0.05, 0.2) and said[-1].endswith("set an FMU state that was saved before, or reset")
    assert refused(fmu.getReal, [N]) and refused(fmu.getFMUState)
    fmu.setFMUState(state)
    fmu.doStep(0.05, 0.06)
    assert fmu.getReal([N]) == [2.0]
    fmu.freeInstance()


def test_an_output_that_fails(failing, said) -> None:
    """It is refused where it is asked for, and computed again where it can be."""
    fmu = instantiate(failing, said)
    start(fmu)
    fmu.doStep(0.0, 0.05)
    fmu.setReal([U], [2.0])
    assert refused(fmu.getReal, [Y]) and "Failing.output at t = 0.05 s: ZeroDivisionError: float division by zero (line 19 of failing.py)" in said[-2]
    fmu.setReal([U], [4.0])
    assert fmu.getReal([Y]) == [0.5]
    fmu.doStep(0.05, 0.1)
    fmu.freeInstance()


def test_a_sampled_controller_of_a_continuous_plant_in_mbfmu_cosim(tmp_path) -> None:
    """A PI speed controller and a drag that grows with the square of the speed, both in Python, against SciPy stepping from update to update.

    Forces are a step late, as the master passes them on.
    """
    h, steps, drag, mass, wanted = 0.05, 60, 0.4, 2.0, 1.5
    pi = """
class Pi:
    def __init__(self, p):
        self.integral = 0.0

    def update(self, p, u, t):
        self.integral += 0.05 * (1.5 - u.v)
        return {"f": 2.0 * (1.5 - u.v) + 1.5 * self.integral}
"""
    car = """
class Car:
    def __init__(self, p): ...

    def derivative(self, p, u, x, t):
        return {"v_state": (u.f - 0.4 * x.v_state * abs(x.v_state)) / 2.0}

    def output(self, p, u, x, t):
        return {"v": x.v_state}
"""
    states = {"v_state": State("m/s", "speed"), "v_start": Parameter("m/s", "speed at the start", 0.2, start=True)}
    fmus = {
        "pi": built(tmp_path, pi, h, v=Input("m/s", "speed"), f=Output("N", "force")),
        "car": built(tmp_path, car, 0.0, v=Output("m/s", "speed"), f=Input("N", "force"), **states),
    }
    system = System({name: Component(fmu) for name, fmu in fmus.items()}, [("car.v", "pi.v"), ("pi.f", "car.f")], stop_time=h * steps, step_size=h)
    write_system(system, tmp_path / "cruise.ssp")
    done = CliRunner().invoke(app, ["cosim", str(tmp_path / "cruise.ssp"), "-o", str(tmp_path), "--no-plot"])
    assert done.exit_code == 0, done.stderr
    table = np.genfromtxt(tmp_path / "System.csv", delimiter=",", names=True, deletechars="")
    v, f, integral, expected = 0.2, 0.0, 0.0, [0.2]
    for _ in range(steps):
        integral += h * (wanted - v)
        following = 2.0 * (wanted - v) + 1.5 * integral
        v = solve_ivp(lambda t, x, f=f: (f - drag * x * abs(x)) / mass, (0.0, h), [v], "DOP853", rtol=1e-11, atol=1e-11).y[0, -1]
        expected.append(v)
        f = following
    assert table["car.v"] == pytest.approx(expected, abs=FMU_INTEGRATION)
    assert abs(expected[-1] - wanted) < 0.1 * wanted


def test_simulate_runs_it_in_this_process(tmp_path) -> None:
    lag, loop = block(tmp_path, LAG, 0.0, **LAG_VARIABLES), block(tmp_path, LOOP, PERIOD, **LOOP_VARIABLES)
    for solver in ("engine", "DOP853"):
        result = simulate(lag, 1.0, 0.1, rtol=TIGHT, solver=solver)
        assert result["y"] == pytest.approx(exact_lag(result["time"]), abs=INTEGRATION)
    for solver in ("engine", "DOP853"):
        result = simulate(loop, 2.0, 0.03, rtol=TIGHT, solver=solver)
        assert result["v"] == pytest.approx([exact_loop(t)[0] for t in result["time"]], abs=INTEGRATION)


def test_what_goes_wrong_in_simulate(tmp_path) -> None:
    model = block(tmp_path, blocks.WRONG, 0.1, **blocks.WRONG_VARIABLES)
    with pytest.raises(StepFailed, match=r"Failing.derivative at t = 0.1\d+ s: ZeroDivisionError: float division by zero \(line 13 of failing.py\)"):
        simulate(model, 1.0, values={"mode": 1.0, "since": 0.15})
    with pytest.raises(KeyboardInterrupt):
        simulate(model, 1.0, values={"mode": 6.0, "since": 0.15})
    lacking = block(
        tmp_path, "class Source:\n    def __init__(self, p): ...\n    def output(self, p, u, t): ...\n", 0.0, requirements=["no_such_package"]
    )
    with pytest.raises(MbfmuError, match="Source cannot run here: the Python .* lacks no_such_package"):
        simulate(lacking)


PROGRAM = """
import sys
import fmpy

folder = fmpy.extract(sys.argv[1])
description = fmpy.read_model_description(folder)
fmu = fmpy.instantiate_fmu(folder, description, "CoSimulation")
fmu.setupExperiment(startTime=0.0)
fmu.enterInitializationMode()
fmu.exitInitializationMode()
for k in range(50):
    fmu.doStep(k * 0.01, 0.01)
content = fmu.serializeFMUState(fmu.getFMUState())
ends = []
for _ in range(2):
    fmu.setFMUState(fmu.deserializeFMUState(content))
    for k in range(50, 100):
        fmu.doStep(k * 0.01, 0.01)
    ends.append(fmu.getReal([6, 7]))
fmu.terminate()
fmu.freeInstance()
assert ends[0] == ends[1] and abs(ends[0][0]) > 0.1 and "mbfmu" not in sys.modules
"""


@pytest.mark.slow
def test_processes_end_well(loop, tmp_path) -> None:
    """Three hundred processes, which save and restore its pickled state and have imported nothing of ours, end without a crash."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    command = [sys.executable, "-c", PROGRAM, Path(loop).parent / "Loop.fmu"]
    assert [subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True).returncode for _ in range(300)] == [0] * 300
