"""The command line as a person and as a script uses it: what all commands have in common."""

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from mbfmu.base.errors import ProblemsFound
from mbfmu.cosim import Component, System, write_system
from tests.command_line import CAR, FMUS, packed, run


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


def test_json_stays_pure_when_a_users_file_prints(thrown: Path):
    outcome = run("info", thrown, "--json")
    assert json.loads(outcome.stdout)["name"] == "Thrown" and "a word to the user" in outcome.stderr


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
    monkeypatch.setattr("mbfmu.base.child_process.followed", lambda *_, **__: pytest.fail("it ran"))
    monkeypatch.setattr("mbfmu.analysis.simulate.simulate.simulate", lambda *_, **__: pytest.fail("it ran"))
    what = packed(car, tmp_path) if verb == "cosim" else CAR
    (tmp_path / "taken").write_text("precious")
    for folder, why in ((tmp_path / "taken", "it is a file"), (tmp_path / "taken/out", "Not a directory")):
        outcome = run(verb, what, "-o", folder)
        assert outcome.exit_code == 1 and f"{folder} cannot be written: {why}" in outcome.stderr
    assert (tmp_path / "taken").read_text() == "precious"


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


def test_what_an_fmu_says_again_and_again_is_told_once(car: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def fails(*_, **__):
        raise ProblemsFound("it stopped:", ["the fuse has blown", "the fuse has blown"])

    monkeypatch.setattr("mbfmu.base.child_process.followed", fails)
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
    dead = {("simulate", cut): rf"QuarterCar \({cut}\) was to instantiate", ("cosim", tmp_path / "road.ssp"): r"b \(.*Cut\.fmu\) was to instantiate"}
    for arguments, who in dead.items():
        outcome = run(*arguments, "-o", tmp_path / "out")
        assert outcome.exit_code == 1 and re.search(rf"error: .*ended by SIG\w+ as {who}; a file may be damaged", outcome.stderr)
    assert not (tmp_path / "out").exists()


def test_the_version_is_told():
    assert run("--version").stdout.startswith("mbfmu 0.")
