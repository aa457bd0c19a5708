"""FMUs of PythonBlocks, through FMPy and the compiled wrapper."""

import gc
import json
import shutil
import subprocess
import sys
from math import exp
from pathlib import Path

import fmpy
import numpy as np
import pytest
from typer.testing import CliRunner

from mbfmu import Body, Input, JointForce, Model, Output, Parameter, Prismatic, World, build_fmu
from mbfmu.check import FALSE, NOTED, check_fmu
from mbfmu.cli.main import app
from mbfmu.cosim import Component, RunStopped, System, simulate_system
from tests.tolerances import FMU_INTEGRATION, ROUNDOFF

from .interpreted.test_slave import discarded, instantiate, refused, start
from .python_blocks import CLOCK, CONTROLLER, LOW_PASS, MODEL, PERIOD, RAW, VARIABLES, T, built, made, run

HOST = Path(__file__).parent / "plain_host.py"


def test_a_filter(low_pass) -> None:
    """A step from rest, sampled exactly: y = raw (1 - exp(-k period / T)) after k updates; before the first one its start."""
    result = fmpy.simulate_fmu(low_pass, stop_time=1.0, output_interval=PERIOD)
    exact = RAW * (1 - np.exp(-np.arange(1, 51) * PERIOD / T))
    assert result["smooth"][0] == -1.0  # before any update
    assert result["smooth"][1:] == pytest.approx(exact, abs=ROUNDOFF)


def test_a_tuned_parameter(low_pass, said) -> None:
    fmu = instantiate(low_pass, said)
    start(fmu)
    fmu.doStep(0.0, PERIOD)
    (before,) = fmu.getReal([2])
    fmu.setReal([0], [2 * T])
    fmu.doStep(PERIOD, PERIOD)
    assert fmu.getReal([2]) == pytest.approx([before + (1 - exp(-PERIOD / (2 * T))) * (RAW - before)], abs=ROUNDOFF)
    fmu.setReal([0], [-1.0])
    assert discarded(fmu, 2 * PERIOD) and "T = -1.0 s must be > 0 s" in said[-1]
    fmu.freeInstance()


@pytest.mark.parametrize("begin", [0.0, 3.7])
@pytest.mark.parametrize("h", [0.01, 0.007, 0.025, 0.1, 0.33])
def test_updates_are_due_at_multiples_of_the_period(clock, said, begin: float, h: float) -> None:
    """Those in [t, t + h) have been done after a step, with the inputs of t, whether or not h divides the period."""
    fmu = instantiate(clock, said)
    fmu.setupExperiment(startTime=begin)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    t, done = begin, 0
    for k in range(1, 40):
        fmu.setReal([0], [float(k)])
        fmu.doStep(t, h)
        t += h  # summed, as hosts do
        due = sum(j * 25 < k * round(h * 1000) for j in range(600))  # in milliseconds, exactly
        count, last, seen = fmu.getReal([1, 2, 3])
        assert count == due and last == pytest.approx(begin + (due - 1) * 0.025, abs=ROUNDOFF)
        assert due == done or seen == k
        done = due
    fmu.freeInstance()


@pytest.fixture(scope="module")
def clock(tmp_path_factory) -> str:
    outputs = {"count": Output("1", "updates"), "last": Output("s", "time of the last"), "seen": Output("1", "signal then")}
    return made(tmp_path_factory.mktemp("clock"), CLOCK, 0.025, signal=Input("1", "signal"), **outputs)


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        (1, "ZeroDivisionError: float division by zero (line 17 of wrong.py)"),
        (2, "returned {'z': 1.0}, but it must return a dict of y"),
        (3, "returned y = nan, but it must be a finite number"),
        (4, "returned None"),
    ],
)
def test_a_failed_update(wrong, said, mode: int, words: str) -> None:
    """It is told with file and line; then all is refused until a state is set, after which the same comes again, or a reset."""
    fmu = instantiate(wrong, said)
    fmu.setReal([0], [mode])
    start(fmu)
    fmu.doStep(0.0, 0.01)
    state = fmu.getFMUState()
    fmu.doStep(0.01, 0.005)
    assert discarded(fmu, 0.015) and "Wrong.update at t = 0.02 s: " in said[-1] and words in said[-1]
    assert refused(fmu.getReal, [3]) and refused(fmu.setReal, [2], [1.0]) and refused(fmu.getFMUState)
    assert discarded(fmu, 0.015) and said[-1].endswith("set an FMU state that was saved before, or reset")
    fmu.setFMUState(state)
    assert fmu.getReal([3]) == [1.0]
    assert discarded(fmu, 0.01, 0.02) and words in said[-1]
    fmu.reset()
    start(fmu)
    fmu.doStep(0.0, 0.01)
    assert fmu.getReal([3]) == [1.0]
    fmu.terminate()
    fmu.freeInstance()


def test_a_failed_update_ends_a_co_simulation(wrong) -> None:
    with pytest.raises(
        RunStopped, match=r"blk \(.*\.fmu\) could not step from t = 0.02 s by 0.01 s: Wrong.update at t = 0.02 s: .*line 17 of wrong.py"
    ):
        simulate_system(System({"blk": Component(Path(wrong).parent / "Wrong.fmu")}, stop_time=1.0, step_size=0.01))


def test_an_object_that_cannot_be_made(wrong, said) -> None:
    fmu = instantiate(wrong, said)
    fmu.setReal([1], [0.0])
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    assert refused(fmu.exitInitializationMode)
    assert "Wrong.__init__: ZeroDivisionError: Fraction(1, 0) (line 6 of wrong.py)" in said[-2] and refused(fmu.getReal, [3])
    fmu.freeInstance()


def test_nothing_is_left_behind(wrong, said) -> None:
    """Instances come and go, failures of all sorts on the way, without a trace on the import path and among Python's objects."""
    left = lambda: sum(type(object_).__name__ == "Wrong" for object_ in gc.get_objects())
    before = list(sys.path), left()
    for _ in range(20):
        fmu = instantiate(wrong, said)
        fmu.setReal([0], [4.0])
        start(fmu)
        assert refused(fmu.getReal, [99])
        fmu.doStep(0.0, 0.01)
        assert discarded(fmu, 0.01, 0.02) and refused(fmu.getReal, [3])
        fmu.reset()
        fmu.setReal([1], [0.0])
        assert refused(start, fmu)
        fmu.freeInstance()
    assert (list(sys.path), left()) == before


def test_what_the_description_does_not_show_is_not_there(low_pass, said) -> None:
    """The inputs in which outputs are held, behind the variables of modelDescription.xml."""
    fmu = instantiate(low_pass, said)
    start(fmu)
    assert refused(fmu.getReal, [4]) and refused(fmu.setReal, [4], [1.0])
    assert "unknown value reference 4: modelDescription.xml has 0 to 3" in said[-2]
    assert refused(fmu.setReal, [2], [1.0]) and "smooth cannot be set" in said[-2]
    fmu.freeInstance()


@pytest.mark.parametrize(
    ("requirements", "code", "words"),
    [
        (("no_such_package>=2",), "", ['lacks no_such_package>=2 (it is not there): install with `python -m pip install "no_such_package>=2"`']),
        (("numpy", "fmpy>=99,<100"), "", ["lacks fmpy>=99,<100 (0.3", 'pip install "numpy" "fmpy>=99,<100"']),
        (
            (),
            "import no_such_module\n",
            ["lowpass.py cannot be imported: ModuleNotFoundError: No module named 'no_such_module' (line 1 of lowpass.py)"],
        ),
    ],
)
def test_what_is_missing_is_said_at_instantiation(tmp_path, requirements, code: str, words: list[str]) -> None:
    """Through the logger, and on standard error for those who do not listen to it."""
    folder = made(tmp_path, code + LOW_PASS, PERIOD, requirements, **VARIABLES)
    failed = subprocess.run([sys.executable, HOST, folder, "LowPass", "", "2", "0.1", "1"], capture_output=True, text=True)
    assert failed.returncode == 1 and [failed.stderr.count(word) for word in words] == [2] * len(words), failed.stderr


def test_versions_are_compared_as_numbers(tmp_path, said) -> None:
    """What is there fits: 1.26 is above 1.3, and zeros at the end do not count."""
    there = np.__version__.split("rc")[0]
    requirements = (f"numpy=={there}.0", "numpy>=1.3,!=1.4,<1000", "fmpy>0.2.99")
    fmu = instantiate(made(tmp_path, LOW_PASS, PERIOD, requirements, **VARIABLES), said)
    fmu.freeInstance()


def test_two_versions_of_the_code_run_beside_each_other(low_pass, tmp_path, said) -> None:
    doubled = made(tmp_path, LOW_PASS.replace("self.y}", "2 * self.y}"), PERIOD, start={"raw": RAW}, **VARIABLES)
    fmus = [instantiate(folder, said) for folder in (low_pass, doubled)]
    for each in fmus:
        start(each)
    values = [run(each, 0, 5, PERIOD, 2) for each in fmus]
    assert values[1] == [2 * value for value in values[0]]
    for each in fmus:
        each.freeInstance()


def test_on_the_command_line(tmp_path) -> None:
    """It is built, told of and simulated as a model and as an FMU; native FMUs are refused."""
    (tmp_path / "lowpass.py").write_text(LOW_PASS)
    model = tmp_path / "model.py"
    model.write_text(MODEL)
    mbfmu = lambda *words: CliRunner().invoke(app, [str(word) for word in words])
    (fmu,) = json.loads(mbfmu("build", model, "-o", tmp_path, "--json").stdout)["fmus"]
    reported = [json.loads(mbfmu("info", path, "--json").stdout) for path in (model, fmu)]
    assert [(of["made"], of["requirements"], of["step_size"]) for of in reported] == [("PythonBlock", ["fmpy>=0.3", "numpy"], PERIOD)] * 2
    assert "user's own Python" in mbfmu("info", fmu).stdout and "packages: fmpy>=0.3, numpy" in mbfmu("info", fmu).stdout
    for path, steps in ((fmu, 5), (model, 6)):  # an update at the end belongs to the next step, but its row in this process is behind it
        assert mbfmu("simulate", path, "--stop", 0.1, "--set", "raw=1", "-o", tmp_path, "--no-plot").exit_code == 0
        assert np.loadtxt(tmp_path / "LowPass.csv", delimiter=",", skiprows=1)[-1, 1] == pytest.approx(1 - exp(-steps * PERIOD / T), abs=ROUNDOFF)
    refusal = mbfmu("build", model, "--native", "-o", tmp_path / "out")
    assert refusal.exit_code == 1 and "cannot run LowPass, a PythonBlock" in refusal.stderr


def test_variables_of_one_kind_only(tmp_path, said) -> None:
    """A source has no inputs, a sink no outputs; a Python without any package runs them."""
    source = "class Source:\n    def __init__(self, p): ...\n    def update(self, p, u, t): return {'y': 3 * t}\n"
    sink = "class Sink:\n    def __init__(self, p): ...\n    def update(self, p, u, t): return {}\n"
    (tmp_path / "bare").mkdir()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "bare"], check=True)
    for name, code, declared in (("Source", source, {"y": Output("1", "y")}), ("Sink", sink, {"x": Input("1", "x")})):
        folder = fmpy.extract(str(built(tmp_path, code, 0.1, **declared)), tmp_path / name)
        run = subprocess.run([tmp_path / "bare/bin/python", HOST, folder, name, "", "0", "0.1", "3"], capture_output=True, text=True)
        values = [float(line) for line in run.stdout.split()]
        assert run.returncode == 0 and values == pytest.approx({"Source": [0.0, 0.0, 0.3, 0.6], "Sink": [0.0] * 4}[name], abs=ROUNDOFF), run.stderr


def test_a_folder_that_is_gone(low_pass, tmp_path, said) -> None:
    """What was loaded from it serves the same FMU elsewhere."""
    folder = shutil.copytree(low_pass, tmp_path / "first")
    fmus = [instantiate(str(folder), said)]
    shutil.rmtree(folder)
    fmus.append(instantiate(low_pass, said))
    for each in fmus:
        start(each)
    first, second = (run(each, 0, 5, PERIOD, 2) for each in fmus)
    assert first == second
    for each in fmus:
        each.freeInstance()


def test_the_same_block_gives_the_same_bytes(low_pass, tmp_path) -> None:
    again = built(tmp_path, LOW_PASS, PERIOD, start={"raw": RAW, "smooth": -1.0}, **VARIABLES)
    assert again.read_bytes() == (Path(low_pass).parent / "LowPass.fmu").read_bytes()


def test_claims(low_pass, tmp_path) -> None:
    """All that it says of itself holds; what the wrapper leaves out is the comparison of the GUID."""
    path = Path(shutil.make_archive(str(tmp_path / "LowPass"), "zip", low_pass)).rename(tmp_path / "LowPass.fmu")
    findings = check_fmu(path)
    assert len(findings) > 10 and [f.capability for f in findings if f.outcome in (FALSE, NOTED)] == ["wrong GUID or token refused"]


def test_a_controller_beside_mechanics(tmp_path) -> None:
    """A slider under a sampled PD law. Forces are held over a step and a step late, so the exact motion is the power of a matrix."""
    m, h, K, D, s_start = 2.0, 0.01, 50.0, 8.0, 0.3
    model = Model("Slider", step_size=h)
    model.world = World(g=0.0)
    model.body = Body(m=m)
    model.guide = Prismatic(model.world.frame_b, model.body.frame_a, n=[1, 0, 0], s_start=s_start)
    model.motor = JointForce(model.guide)
    model.expose(inputs={"f": model.motor.f}, outputs={"s": model.guide.s, "v": model.guide.v})
    gains = {"stiffness": Parameter("N/m", "stiffness", K), "damping": Parameter("N.s/m", "damping", D)}
    ports = {"s": Input("m", "position"), "v": Input("m/s", "speed"), "f": Output("N", "force")}
    system = System(
        {"slider": Component(build_fmu(model, tmp_path)), "controller": Component(built(tmp_path, CONTROLLER, h, **gains, **ports))},
        [("slider.s", "controller.s"), ("slider.v", "controller.v"), ("controller.f", "slider.f")],
        stop_time=2.0,
        step_size=h,
    )
    result = simulate_system(system)
    step = np.array([[1.0, h, h**2 / (2 * m)], [0.0, 1.0, h / m], [-K, -D, 0.0]])  # of s, v and the force that the controller shows
    exact = [np.linalg.matrix_power(step, k) @ [s_start, 0.0, 0.0] for k in range(201)]
    found = np.column_stack([result[f"{name}"] for name in ("slider.s", "slider.v", "controller.f")])
    assert found == pytest.approx(np.array(exact), abs=FMU_INTEGRATION * K * s_start)
    assert abs(found[-1, 0]) < 0.1 * s_start
