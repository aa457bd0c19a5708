"""The command line as a person and as a script uses it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from mbfmu import build_fmu
from mbfmu.cli import app
from mbfmu.cosim import Component, System, read_csv, write_system
from mbfmu.demo import build_demo
from mbfmu.errors import ProblemsFound
from tests.problem.test_moved_starts import SAID, thrown_wheel
from tests.tolerances import AT_REST, ROUNDOFF

ROOT = Path(__file__).parent.parent
FMUS = ROOT / "fmus"
CAR = FMUS / "quarter_car/model.py"
ARM = ROOT / "tests/urdf/small_arm.urdf"
VECTOR_MODEL = """
from mbfmu import Body, FreeMotion, Model, PositionSensor, World
model = Model("Thrown")
model.world, model.ball = World(), Body(m=1.0, I=[1.0, 1.0, 1.0])
model.flight = FreeMotion(model.world.frame_b, model.ball.frame_a)
model.eye = PositionSensor(model.ball.frame_a)
model.expose(outputs={"r": model.eye.r}, tunable=[model.ball.m])
print("a word to the user")
"""


def run(*arguments: object):
    return CliRunner().invoke(app, [str(a) for a in arguments])


def result(*arguments: object) -> dict:
    outcome = run(*arguments, "--json")
    assert outcome.exit_code == 0, outcome.output
    return json.loads(outcome.stdout)


def test_simulate_a_model_writes_csv_and_plot(tmp_path):
    written = result("simulate", FMUS / "quarter_car/model.py", "--stop", 0.5, "--set", "body.m=300", "-o", tmp_path)
    assert Path(written["csv"]).read_text().startswith('"time","wheel_height"')
    assert Path(written["plot"]).read_bytes()[:4] == b"\x89PNG"


TURNED = """
from mbfmu import Body, Model, Revolute, World
model = Model("Turned")
model.world, model.arm = World(), Body(m=1.0, r_CM=[0, 0, -0.5], I=0.1)
model.pivot = Revolute(model.world.frame_b, model.arm.frame_a, n=[0, 1, 0])
model.expose(outputs={"phi": model.pivot.phi, "w": model.pivot.w}, tunable=[model.arm.m])
"""


@pytest.mark.parametrize("kind", ["model", "fmu"])
def test_start_values_may_come_with_their_units(kind: str, tmp_path):
    path = tmp_path / "turned.py"
    path.write_text(TURNED)
    if kind == "fmu":
        path = Path(result("build", path, "--portable", "-o", tmp_path)["fmus"][0])
    options = ["--stop", 0.01, "--no-plot", "-o", tmp_path]
    set_ = ["--set", "pivot.phi_start=30 deg", "--set", "pivot.w_start=10 rpm", "--set", "arm.m=0.002 t"]
    first = read_csv(result("simulate", path, *set_, *options)["csv"])[0]
    assert (first["phi"], first["w"]) == pytest.approx((np.pi / 6, np.pi / 3), rel=ROUNDOFF)
    for text, words in (
        ("30 kg", "kg is not a quantity in rad: the units differ in dimension"),
        ("30 degrees", "'degrees' is not known"),
        ("1_0 deg", "is not a number"),
    ):
        refused = run("simulate", path, "--set", f"pivot.phi_start={text}", *options)
        assert refused.exit_code == 1 and f"pivot.phi_start = '{text}'" in refused.stderr and words in refused.stderr, refused.stderr


def test_signals_that_are_not_there_leave_the_results(tmp_path):
    refused = run("simulate", CAR, "--stop", 0.5, "--plot", "road_height", "-o", tmp_path)
    assert refused.exit_code == 1 and "no signal is called 'road_height'" in refused.stderr
    assert f"the results are in {tmp_path / 'QuarterCar.csv'}" in refused.stderr and (tmp_path / "QuarterCar.csv").is_file()


def test_build_info_and_simulate_an_fmu(tmp_path):
    built = result("build", FMUS / "quarter_car/model.py", "-o", tmp_path)["fmus"]
    assert built == [str(tmp_path / "QuarterCar.fmu")]
    assert result("info", built[0])["fmi_version"] == "2.0"
    written = result("simulate", built[0], "--stop", 0.5, "-o", tmp_path, "--no-plot")
    assert list(written) == ["csv"]


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("build", "nowhere.py"), "nowhere.py: there is no such file"),
        (("simulate", "nowhere.fmu"), "nowhere.fmu"),
        (("cosim", "nowhere.ssd"), "nowhere.ssd"),
        (("simulate", FMUS / "quarter_car/model.py", "--set", "body.m"), "write NAME=VALUE"),
        (("simulate", FMUS / "quarter_car/model.py", "--set", "body.m=-1"), "body.m = -1.0 kg must be > 0 kg"),
        (("simulate", FMUS / "quarter_car/model.py", "--set", "wheels=4"), "no variable 'wheels'"),
        (("simulate", FMUS / "quarter_car/model.py", "--set", "body.m=heavy"), "body.m = 'heavy' is not a number"),
        (("simulate", FMUS / "quarter_car/model.py", "--interval", "1e-12"), "more than 10,000,000"),
    ],
)
def test_errors_are_one_message_and_exit_code_1(tmp_path, arguments, words):
    outcome = run(*arguments, "-o", tmp_path)
    assert outcome.exit_code == 1
    assert words in outcome.stderr
    assert "Traceback" not in outcome.output
    assert list(tmp_path.iterdir()) == []
    as_json = run(*arguments, "-o", tmp_path, "--json")
    assert as_json.exit_code == 1 and words in json.loads(as_json.stdout)["error"]


def test_a_model_file_that_does_not_run_is_told_with_its_line(tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text("x = 1\ny = x / 0\n")
    outcome = run("build", broken, "-o", tmp_path / "out")
    assert outcome.exit_code == 1 and "ZeroDivisionError" in outcome.stderr and "line 2" in outcome.stderr
    empty = tmp_path / "empty.py"
    empty.write_text("")
    assert "declares no `model`" in run("build", empty).stderr


def test_wrong_usage_exits_with_2_and_help_teaches():
    assert run("simulate").exit_code == 2
    for verb in ("build", "info", "simulate", "view", "cosim", "demo"):
        assert "Example" in run(verb, "--help").stdout


def test_python_m_mbfmu():
    outcome = subprocess.run([sys.executable, "-m", "mbfmu", "--help"], capture_output=True, text=True)
    assert outcome.returncode == 0 and "cosim" in outcome.stdout


@pytest.fixture
def thrown(tmp_path: Path) -> Path:
    """A model with an output of three numbers, which prints while it is declared."""
    path = tmp_path / "thrown.py"
    path.write_text(VECTOR_MODEL)
    return path


@pytest.fixture(scope="module")
def car(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(result("build", CAR, "-o", tmp_path_factory.mktemp("car"))["fmus"][0])


def test_a_model_and_its_fmu_are_listed_alike(thrown: Path, tmp_path: Path):
    model = result("info", thrown)
    fmu = result("info", *result("build", thrown, "-o", tmp_path)["fmus"])
    fmi2 = {
        "fmi_version": "2.0",
        "kinds": ["Co-Simulation"],
        "platforms": fmu["platforms"],
        "made": "interpreted",
        "pictures": "poses of 1 part, for mbfmu view",
        "integrator": "",
    }
    listed = fmu["variables"][: len(model["variables"])]  # states, their derivatives and time follow
    assert {**model, **fmi2} == {**fmu, "variables": listed} and "linux64" in fmu["platforms"]
    assert [(v["name"], v["unit"]) for v in fmu["variables"] if v["causality"] == "output"] == [(f"r[{i}]", "m") for i in (1, 2, 3)]
    assert {v["name"]: v["start"] for v in fmu["variables"]}["ball.m"] == 1.0
    assert (fmu["stop_time"], fmu["step_size"]) == (10.0, 0.01)
    assert "from 0 s to 10 s in steps of 0.01 s, integrated by dormand_prince" in run("info", thrown).stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("modes",),
        ("linearize",),
        ("locus", "--over", "body.m=1:2:1"),
        ("response",),
        ("equilibrium",),
        ("modes", "--view", "out.html"),
        ("simulate",),
    ],
)
def test_an_output_that_cannot_be_written_is_noticed_before_the_work(arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Before the engine is asked for anything."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("mbfmu.engine.instance.Instance.initialize", lambda *_: pytest.fail("it has begun"))
    (tmp_path / "file").touch()
    (tmp_path / "out.html").mkdir()
    output = "." if "--view" in arguments else "file"
    refused = run(arguments[0], CAR, *arguments[1:], "-o", output)
    assert refused.exit_code == 1 and "cannot be written: it is a f" in refused.stderr


def test_many_variables_are_lines(tmp_path: Path):
    """A table of 20,000 would take half a minute to be fitted to a terminal."""
    count = 20_000
    listed = "".join(f'<Float64 name="number_{i}" valueReference="{i}" causality="output" description="[b]"/>' for i in range(count))
    with zipfile.ZipFile(tmp_path / "many.fmu", "w") as archive:
        root = '<fmiModelDescription fmiVersion="3.0" modelName="Many" instantiationToken="1"><CoSimulation modelIdentifier="Many"/>'
        archive.writestr("modelDescription.xml", f"{root}<ModelVariables>{listed}</ModelVariables></fmiModelDescription>")
    shown = run("info", tmp_path / "many.fmu").stdout.splitlines()
    assert shown[-1].split() == [f"number_{count - 1}", "output", "[b]"] and shown[-count - 1].split()[0] == "variable"


def test_the_units_of_vectors_reach_the_plot(thrown: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    seen = {}
    monkeypatch.setattr("mbfmu.results.plot", lambda result, path, units, **_: [path] if seen.update(units) is None else [])
    result("simulate", thrown, "--stop", 0.1, "-o", tmp_path)
    assert [seen.get(f"r[{i}]") for i in (1, 2, 3)] == ["m", "m", "m"]


def test_json_stays_pure_when_a_users_file_prints(thrown: Path):
    outcome = run("info", thrown, "--json")
    assert json.loads(outcome.stdout)["name"] == "Thrown" and "a word to the user" in outcome.stderr


def test_an_fmu_is_shown_at_its_own_step_size(car: Path, tmp_path: Path):
    written = result("simulate", car, "--stop", 3, "-o", tmp_path, "--no-plot")
    assert np.diff(read_csv(Path(written["csv"]))["time"]) == pytest.approx(result("info", car)["step_size"])


def packed(car: Path, folder: Path, name: str = "Road") -> Path:
    path = folder / "road.ssp"
    write_system(System({"car": Component(car)}, name=name, stop_time=1.0, step_size=0.01), path)
    return path


def test_a_given_step_is_not_called_assumed(car: Path, tmp_path: Path):
    description = car.parent / "road.ssd"
    write_system(System({"car": Component(car)}, stop_time=0.1), description)
    description.write_text(description.read_text().replace("org.mbfmu", "com.other").replace("org.openmodelica", "com.other"))
    assert "states no step size" in run("cosim", description, "-o", tmp_path).stderr
    assert "states no step size" not in run("cosim", description, "--step", 0.01, "-o", tmp_path).stderr


@pytest.mark.parametrize("name", ["../../escaped", "/tmp/escaped", "..", "a\\b:c$x", "x" * 300])
def test_results_stay_in_their_folder_whatever_a_system_is_called(car: Path, tmp_path: Path, name: str):
    out = tmp_path / "deep/deeper/out"
    written = result("cosim", packed(car, tmp_path, name), "-o", out)
    assert sorted(out.iterdir()) == sorted(Path(path) for kind, path in written.items() if kind != "warnings")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deep", "road.ssp"]


def test_cosim_takes_another_experiment(car: Path, tmp_path: Path):
    system = packed(car, tmp_path)
    options = ("--stop", 0.5, "--step", 0.125, "--method", "gauss_seidel", "--input-order", 1, "--divisor", "car=2", "--set", "car.road=0.1")
    rows = read_csv(Path(result("cosim", system, *options, "-o", tmp_path, "--no-plot")["csv"]))
    assert rows["time"].tolist() == [0.0, 0.125, 0.25, 0.375, 0.5]
    assert rows["car.suspension_force"][-1] != 0.0
    assert "0.3 s is longer than the run" in run("cosim", system, "--stop", 0.1, "--step", 0.3, "-o", tmp_path).stderr


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("cosim", "{road}", "--set", "car.wheels=4"), "car has no variable 'wheels'"),
        (("cosim", "{road}", "--step", "1e-12"), "more than 10,000,000"),
        (("cosim", "{road}", "--method", "magic"), "jacobi, gauss_seidel, newton"),
        (("cosim", "{road}", "--divisor", "car=1.5"), "car = 1.5 must be a whole number"),
        (("cosim", CAR), "declares a `model`: run it with `mbfmu simulate"),
        (("cosim", "x.csv"), "a system is an .ssd, an .ssp, or a folder"),
        (("simulate", "x.SSP"), "mbfmu cosim x.SSP"),
        (("simulate", CAR, "--floating"), "--floating frees a .urdf robot"),
        (("simulate", "{car}", "--floating"), "--floating frees a .urdf robot"),
        (("simulate", "x.docx"), "give a .py file that declares `model`, a .urdf file, or"),
        (("build", "{car}"), "is an FMU already"),
        (("build", CAR, CAR), "one FMU would be written by"),
    ],
)
def test_what_cannot_be_done_is_refused_before_anything_is_written(car: Path, tmp_path: Path, arguments: tuple, words: str):
    places = {"{road}": packed(car, tmp_path), "{car}": car}
    outcome = run(*(places.get(a, a) for a in arguments), "-o", tmp_path / "out")
    assert outcome.exit_code == 1 and words in outcome.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("verb", ["build", "simulate", "cosim"])
def test_a_folder_that_cannot_be_written_is_told_before_the_run(car: Path, tmp_path: Path, verb: str, monkeypatch):
    monkeypatch.setattr("mbfmu.isolated.followed", lambda *_, **__: pytest.fail("it ran"))
    monkeypatch.setattr("mbfmu.analysis.simulate.simulate", lambda *_, **__: pytest.fail("it ran"))
    what = packed(car, tmp_path) if verb == "cosim" else CAR
    (tmp_path / "taken").write_text("precious")
    for folder, why in ((tmp_path / "taken", "it is a file"), (tmp_path / "taken/out", "Not a directory")):
        outcome = run(verb, what, "-o", folder)
        assert outcome.exit_code == 1 and f"{folder} cannot be written: {why}" in outcome.stderr
    assert (tmp_path / "taken").read_text() == "precious"


def test_a_robot_may_float(tmp_path: Path):
    arm = tmp_path / "arm.URDF"
    arm.write_bytes(ARM.read_bytes())
    fixed, floating = (result("info", arm, *flag)["variables"] for flag in ((), ("--floating",)))
    assert len(floating) > len(fixed)


@pytest.mark.parametrize(
    "source, words",
    [
        ("x = 1\nfoo(\n", "SyntaxError: '(' was never closed (line 2 of "),
        ("import sys\nsys.exit(3)\n", "SystemExit: 3 (line 2 of "),
        ("import json\n\njson.loads('{')\n", "(line 3 of "),
        ("model = 3\n", "user.py: model = 3 is no Model"),
    ],
)
def test_a_users_mistake_is_told_with_file_and_line(tmp_path: Path, source: str, words: str):
    (tmp_path / "user.py").write_text(source)
    outcome = run("build", tmp_path / "user.py", "-o", tmp_path)
    assert outcome.exit_code == 1 and words in outcome.stderr and "user.py" in outcome.stderr


LEAVING = """
import sys
from mbfmu import Body, Frame, FreeMotion, Model, Output, Sensor, World
class Eye(Sensor):
    attachments = {"frame_a": Frame}
    y = Output("1", "what it sees")
    def METHOD:
        sys.exit(0)
model = Model("Left")
model.world, model.ball = World(), Body(m=1.0, I=1.0)
model.free = FreeMotion(model.world.frame_b, model.ball.frame_a)
model.eye = Eye(model.ball.frame_a)
model.expose(outputs={"y": model.eye.y})
"""


@pytest.mark.parametrize(
    "method, words", [("observe(self, see)", "eye (Eye): observe raises SystemExit: 0"), ("looks_at(self)", "calls sys.exit(0)")]
)
@pytest.mark.parametrize("json_", [[], ["--json"]])
def test_a_method_that_leaves_is_told_like_any_other_mistake(tmp_path: Path, method: str, words: str, json_: list):
    (tmp_path / "user.py").write_text(LEAVING.replace("METHOD", method))
    outcome = run("build", tmp_path / "user.py", "-o", tmp_path, *json_)
    assert outcome.exit_code == 1 and words in outcome.output and "line 8 of " in outcome.output, outcome.output


def test_a_model_without_outputs_is_warned_of(thrown: Path, tmp_path: Path):
    thrown.write_text(VECTOR_MODEL.replace('outputs={"r": model.eye.r}', "outputs={}"))
    assert "Thrown has no outputs" in result("simulate", thrown, "--stop", 0.01, "-o", tmp_path)["warnings"][0]


def test_what_a_run_reports_is_a_warning(tmp_path: Path):
    """A wheel thrown onto a plane where it must roll."""
    source = "from tests.problem.test_moved_starts import thrown_wheel\nmodel = thrown_wheel()\n"
    (tmp_path / "wheel.py").write_text(source)
    arguments = "simulate", tmp_path / "wheel.py", "--stop", 0.01, "-o", tmp_path, "--no-plot"
    sentence = SAID.format("free.v_start[1] = 4.0 m/s became 1.895 m/s")
    assert result(*arguments)["warnings"] == [sentence]
    assert run(*arguments).stderr == f"warning: {sentence}\n"


def test_an_interrupt_is_one_line_and_exit_code_130(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def interrupted(problem, progress, **_):
        progress(0.25)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("mbfmu.analysis.simulate.simulate", interrupted)
    outcome = run("simulate", CAR, "-o", tmp_path)
    assert (outcome.exit_code, outcome.stdout, outcome.stderr) == (130, "", "interrupted at t = 0.25 s\n")
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_that_is_swallowed_on_the_way_is_heeded(thrown: Path, tmp_path: Path):
    press = "import signal\ntry:\n    signal.raise_signal(signal.SIGINT)\nexcept:\n    pass\n"
    for more in ("", "model = 1 / 0"):
        thrown.write_text(press + VECTOR_MODEL + more)
        outcome = run("build", thrown, "-o", tmp_path / "out", "--json")
        assert outcome.exit_code == 130 and json.loads(outcome.stdout)["error"] == "interrupted"
    assert not list(tmp_path.glob("out/*"))


def test_what_an_fmu_says_again_and_again_is_told_once(car: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def fails(*_, **__):
        raise ProblemsFound("it stopped:", ["the fuse has blown", "the fuse has blown"])

    monkeypatch.setattr("mbfmu.isolated.followed", fails)
    assert run("simulate", car, "-o", tmp_path).stderr == "error: it stopped:\n  - the fuse has blown\n"
    outcome = run("simulate", car, "-o", tmp_path, "--json")
    assert json.loads(outcome.stdout)["problems"] == ["the fuse has blown"]


@pytest.fixture(scope="module")
def cut(car: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The car with the second half of its binaries missing, which ends whoever loads them."""
    path = tmp_path_factory.mktemp("cut") / "Cut.fmu"
    with zipfile.ZipFile(car) as whole, zipfile.ZipFile(path, "w") as half:
        for name in whole.namelist():
            content = whole.read(name)
            half.writestr(name, content[: len(content) // 2] if name.startswith("binaries/") else content)
    return path


def test_an_fmu_that_crashes_is_told_with_its_file_and_signal(car: Path, cut: Path, tmp_path: Path):
    write_system(System({"a": Component(car), "b": Component(cut)}, stop_time=0.1), tmp_path / "road.ssp")
    dead = {("simulate", cut): rf"{cut} was to be loaded", ("cosim", tmp_path / "road.ssp"): r"b \(.*Cut\.fmu\) was to instantiate"}
    for arguments, who in dead.items():
        outcome = run(*arguments, "-o", tmp_path / "out")
        assert outcome.exit_code == 1 and re.search(rf"error: .*ended by SIG\w+ as {who}; a file may be damaged", outcome.stderr)
    assert not (tmp_path / "out").exists()


def test_what_an_fmu_logs_is_shown(tmp_path: Path):
    """Start speeds that its initialization has moved."""
    fmu = build_fmu(thrown_wheel(v=[4, 0, 0]), tmp_path)
    warning = r"Wheel\.fmu logged: .*free\.v_start\[1\] = 4\.0 m/s became"
    assert re.search(warning, run("simulate", fmu, "--stop", "0.1", "-o", tmp_path / "out").stderr)
    assert re.search(warning, result("simulate", fmu, "--stop", "0.1", "-o", tmp_path / "out")["warnings"][0])


def test_ctrl_c_ends_the_fmus_process_too(car: Path, tmp_path: Path):
    command = [sys.executable, "-m", "mbfmu", "simulate", car, "--stop", "1000", "--interval", "1e-3", "-o", tmp_path / "out"]
    (tmp_path / "temporary").mkdir()
    environment = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and not list(tmp_path.rglob("resources")):
            time.sleep(0.05)
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130
        assert process.stderr.read().startswith("interrupted")
    assert list((tmp_path / "temporary").iterdir()) == [] and not (tmp_path / "out").exists()


def test_a_co_simulation_that_diverges_keeps_its_results(tmp_path: Path):
    outcome = run("cosim", build_demo(tmp_path / "demo"), "--step", 0.02, "-o", tmp_path / "out")
    assert outcome.exit_code == 1 and "error: the co-simulation diverges" in outcome.stderr
    kept = read_csv(tmp_path / "out/HydraulicCrane_until_it_stopped.csv")
    assert 0.1 < kept["time"][-1] < 1.0


def test_the_version_is_told():
    assert run("--version").stdout.startswith("mbfmu 0.")


def test_signals_and_a_csv_file_drive_inputs(tmp_path: Path, car: Path):
    """The road rises by 5 cm, and the wheel with it."""
    (tmp_path / "road.csv").write_text("time,road [cm]\n0,0\n1,0\n1,5\n")
    last = lambda path, *given: read_csv(result("simulate", path, "--stop", 8, *given, "-o", tmp_path, "--no-plot")["csv"])["wheel_height"][-1]
    for path in (CAR, car):
        flat = last(path)
        for given in (("--input", "road=step(at=1, height=0.05)"), ("--inputs", tmp_path / "road.csv")):
            assert last(path, *given) - flat == pytest.approx(0.05, abs=AT_REST)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("road", "write NAME=SIGNAL, such as --input force=step(at=1,height=100)"),
        ("road=stp(1)", "--input road: there is no signal 'stp' (did you mean 'step'?)"),
        ("rod=step(1,2)", "there is no variable 'rod' (did you mean 'road'?)"),
    ],
)
def test_inputs_that_cannot_be_used_are_said(given: str, words: str):
    outcome = run("simulate", CAR, "--input", given)
    assert outcome.exit_code == 1 and words in outcome.stderr


def test_a_system_is_driven_from_the_command_line(tmp_path: Path, car: Path):
    write_system(System({"car": Component(car)}, name="Ride", stop_time=2.0, step_size=0.01), tmp_path / "ride.ssp")
    (tmp_path / "road.csv").write_text("time,car.road\n0,0\n1,0.1\n")
    written = result("cosim", tmp_path / "ride.ssp", "--inputs", tmp_path / "road.csv", "-o", tmp_path, "--no-plot")
    assert read_csv(written["csv"])["car.road"][-1] == pytest.approx(0.1)
    outcome = run("cosim", tmp_path / "ride.ssp", "--input", "car.rad=step(at=1,height=1)", "-o", tmp_path)
    assert outcome.exit_code == 1 and "'rad' is no input (did you mean 'road'?)" in outcome.stderr
