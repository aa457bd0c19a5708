"""mbfmu study, as a person and as a script uses it."""

from pathlib import Path

import pytest

from tests.command_line import result, run

pytest.importorskip("distributed")

MODEL = "from tests.runs.test_sweep import oscillator\nmodel = oscillator()\n"
FILE = """
model = "model.py"
stop = 0.1
keep = ["peak(s)", "v"]
runs = 3

[vary]
"spring.c" = "100:200:50"
"f" = [0, 5]

[random]
"mass.m" = "norm(2, 0.1)"
"""


@pytest.fixture
def model(tmp_path: Path) -> Path:
    (tmp_path / "model.py").write_text(MODEL)
    return tmp_path / "model.py"


def test_options_and_a_file_ask_for_the_same(model: Path, tmp_path: Path):
    (tmp_path / "study.toml").write_text(FILE)
    options = ("--vary", "spring.c=100:200:50", "--vary", "f=0,5", "--random", "mass.m=norm(2, 0.1)", "--runs", 3, "--stop", 0.1)
    of_options = result("study", model, *options, "--keep", "peak(s)", "--keep", "v", "-o", tmp_path / "out")
    assert of_options["runs"] == 18 and of_options["failed"] == of_options["not_run"] == 0
    assert Path(of_options["plot"]).read_bytes()[:4] == b"\x89PNG"
    first = Path(of_options["csv"]).read_text()
    assert first.startswith("spring.c,f,mass.m,peak(s),v,error\n100.0,0,")
    records = (tmp_path / "out/runs.jsonl").read_bytes()
    of_file = result("study", tmp_path / "study.toml", "-o", tmp_path / "out")
    assert of_file == of_options and Path(of_file["csv"]).read_text() == first
    assert (tmp_path / "out/runs.jsonl").read_bytes() == records


def test_a_person_reads_a_table_and_what_failed(model: Path, tmp_path: Path):
    shown = run("study", model, "--vary", "mass.m=-1,2", "--stop", 0.1, "--no-plot", "-o", tmp_path / "out")
    assert shown.exit_code == 0 and "Oscillator: 2 runs, 1 failed" in shown.stdout and "plot:" not in shown.stdout
    assert "mass.m = -1" in shown.stderr


def test_a_study_all_of_whose_runs_fail_fails(model: Path, tmp_path: Path):
    shown = run("study", model, "--vary", "mass.m=-1,-2", "--stop", 0.1, "-o", tmp_path / "out")
    assert shown.exit_code == 1 and "Oscillator: 2 runs, 2 failed" in shown.stdout and (tmp_path / "out/Oscillator_study.csv").is_file()


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("--vary", "mass.m=3:1:1"), "write FIRST:LAST:STEP"),
        (("--vary", "mass.m"), "write NAME=VALUE, such as --vary payload.m=400:600:50"),
        (("--random", "mass.m=normal(1,2)"), "no distribution 'normal'"),
        (("--vary", "mass.m="), "mass.m=: write FIRST:LAST:STEP"),
        (("--runs", "3"), "nothing varies in a study of"),
        ((), "give --vary payload.m=400:600:50 or --random 'payload.m=norm(500,50)', or the tables [vary] or [random]"),
    ],
)
def test_what_cannot_be_studied_is_said(model: Path, tmp_path: Path, asked: tuple, words: str):
    refused = run("study", model, *asked, "-o", tmp_path / "out")
    assert refused.exit_code == 1 and words in refused.stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("model = 3", "names no model"),
        ("modle = 'a.fmu'", "did you mean 'model'"),
        ("model", "is not a TOML file"),
        ("model = 'a.fmu'", "nothing varies in a study of"),
        ("model = 'a.fmu'\ninputs = 5", "inputs = 5 must be the path of a CSV file"),
        ("model = 'a.fmu'\nstop = '1'", "stop = '1' must be a number of seconds"),
        ("model = 'a.fmu'\ntrajectories = 'no'", "trajectories = 'no' must be true or false"),
    ],
)
def test_a_file_that_describes_no_study_is_refused(tmp_path: Path, text: str, words: str):
    (tmp_path / "study.toml").write_text(text)
    refused = run("study", tmp_path / "study.toml")
    assert refused.exit_code == 1 and words in refused.stderr
