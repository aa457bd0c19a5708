"""Native FMUs on the command line: platforms, what is said meanwhile, what is in a file."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mbfmu.cli.main import app
from mbfmu.engine import compile as compiling

PID = Path(__file__).parents[2] / "fmus/pid/model.py"
WARNED = "import warnings\nwarnings.warn('this body is odd')\n"


def run(*arguments: object):
    return CliRunner().invoke(app, [str(a) for a in arguments])


def test_platforms_may_be_named_with_spaces_and_twice(tmp_path: Path) -> None:
    built = run("build", PID, "--native", "--platforms", " linux64, x86_64-linux ,linux64,", "-o", tmp_path)
    assert built.exit_code == 0 and built.stdout.count("done") == 1, built.output


@pytest.mark.parametrize(
    "platforms, words",
    [
        ("linus64,win64,lunix", ["'linus64' is no platform", "'lunix' is no platform"]),
        ("", ["--platforms names none"]),
        (" , ", ["--platforms names none"]),
    ],
)
def test_wrong_platforms_are_refused_before_anything_is_done(tmp_path: Path, platforms: str, words: list[str]) -> None:
    refused = run("build", tmp_path / "missing.py", "--native", "--platforms", platforms, "-o", tmp_path / "out")
    assert refused.exit_code == 1 and all(word in refused.stderr for word in words)
    assert refused.stderr.count("aarch64-darwin") == 1  # what there is, is said once
    assert "compiling" not in refused.stdout and not (tmp_path / "out").exists()


def test_platforms_without_a_wrapper_are_refused_before_anything_is_done(tmp_path: Path) -> None:
    refused = run("build", tmp_path / "missing.py", "--platforms", "linux64,darwin64", "-o", tmp_path / "out")
    assert refused.exit_code == 1 and "the wrapper of pythonfmu is there for linux64 and win64" in refused.stderr
    assert "there is none for darwin64" in refused.stderr and not (tmp_path / "out").exists()


def test_a_missing_compiler_is_told_of_before_anything_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "find_spec", lambda _: None)
    refused = run("build", tmp_path / "missing.py", "--native", "-o", tmp_path / "out")
    assert refused.exit_code == 1 and 'pip install "mbfmu[native]"' in refused.stderr and "compiling" not in refused.stdout


def test_arrays_one_by_one_are_of_fmi_3(tmp_path: Path) -> None:
    refused = run("build", PID, "--portable", "--scalars", "-o", tmp_path)
    assert refused.exit_code == 1 and "--scalars is for FMI 3" in refused.stderr
    built = run("build", PID, "--portable", "--fmi", "both", "--scalars", "-o", tmp_path)
    assert built.exit_code == 0 and (tmp_path / "Controller_fmi3.fmu").exists(), built.output


def test_portable_fmus_are_not_fused(tmp_path: Path) -> None:
    refused = run("build", PID, "--portable", "--fused", "-o", tmp_path)
    assert refused.exit_code == 1 and "--fused is for native FMUs" in refused.stderr


def test_info_tells_what_an_fmu_is_and_where_it_runs(tmp_path: Path) -> None:
    run("build", PID, "--native", "--fmi", "3", "-o", tmp_path)
    fmu = tmp_path / "Controller.fmu"
    assert "FMI 3.0 Model Exchange and Co-Simulation for x86_64-linux" in run("info", fmu).stdout
    reported = json.loads(run("info", fmu, "--json").stdout)
    assert (reported["kinds"], reported["platforms"]) == (["Model Exchange", "Co-Simulation"], ["x86_64-linux"])


@pytest.mark.parametrize("kind, words", [("", "interpreted FMI 2.0 Co-Simulation"), ("--portable", "portable FMI 2.0 Model Exchange")])
def test_info_tells_what_is_inside_of_an_fmu_and_what_it_needs(tmp_path: Path, kind: str, words: str) -> None:
    run("build", PID, *kind.split(), "-o", tmp_path)
    reported = run("info", tmp_path / "Controller.fmu").stdout
    assert words in reported and "inside are the engine and the equations as data" in reported and ("needs Python" in reported) == (not kind)


def test_a_start_value_given_twice_is_refused() -> None:
    refused = run("simulate", PID, "--set", "pid.k=1", "--set", "pid.k=2")
    assert refused.exit_code == 1 and "pid.k is given twice" in refused.stderr


def test_what_python_warns_of_is_a_warning_like_others(tmp_path: Path) -> None:
    model = tmp_path / "warned.py"
    model.write_text(WARNED + PID.read_text())
    assert run("info", model).stderr == "warning: this body is odd\n"
    assert json.loads(run("info", model, "--json").stdout)["warnings"] == ["this body is odd"]
