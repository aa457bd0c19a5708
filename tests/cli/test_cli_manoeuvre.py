"""mbfmu manoeuvre: what it prints and writes, of a model and of an FMU."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mbfmu import BlockModel, SingleTrack, build_portable
from mbfmu.cli.main import app
from mbfmu.proving_ground.manoeuvres.manoeuvres import MANOEUVRES, choices_of

CAR, PENDULUM = (Path(__file__).parents[2] / "fmus" / name / "model.py" for name in ("single_track", "triple_pendulum"))


def run(*arguments: object) -> tuple[int, str, str]:
    found = CliRunner().invoke(app, ["manoeuvre", *map(str, arguments)], env={"COLUMNS": "200"})
    return found.exit_code, found.stdout, found.stderr


def test_a_manoeuvre(tmp_path: Path):
    code, said, _ = run("step-steer", CAR, "--choose", "speed=20", "-o", tmp_path)
    assert code == 0 and "yaw rate response time" in said
    page = (tmp_path / "SingleTrack_step_steer.html").read_text()
    assert "ISO 7401" in page and page.count("<svg") == 1 and "TB value" in page
    assert (tmp_path / "SingleTrack_step_steer.csv").read_text().startswith('"time"')
    assert (tmp_path / "SingleTrack_step_steer.png").stat().st_size > 0


@pytest.mark.slow
def test_an_fmu_gives_the_same(tmp_path: Path):
    """The Co-Simulation FMU of a car, which runs in a process of its own and longer than its own experiment."""
    fmu = build_portable(BlockModel("Car", SingleTrack()), tmp_path)
    values = []
    for car in (fmu, CAR):
        code, said, _ = run("frequency-response", car, "--wheelbase", 2.8, "--json", "--no-plot", "-o", tmp_path)
        assert code == 0
        values.append({one["name"]: one["value"] for one in json.loads(said)["values"]})
    assert values[0] == pytest.approx(values[1], rel=1e-4)


def test_what_is_wrong_is_told(tmp_path: Path):
    for arguments, words in {
        ("step-ster", CAR): "did you mean 'step-steer'",
        ("step-steer", CAR, "--choose", "sped=3"): "did you mean 'speed'",
        ("step-steer", CAR, "--variable", "steering=wheel"): "no variable 'wheel'",
        ("step-steer", CAR, "--choose", "speed=fast"): "a number is wanted",
        ("step-steer", CAR, "--choose", "speed=1e300"): "speed = 1e+300 m/s must be at most 150 m/s",
        ("step-steer", CAR, "--choose", "rise=nan"): "rise = nan must be a finite number",
        ("frequency-response", CAR, "--choose", "linearized=2"): "linearized = 2 must be 0 or 1",
        ("step-steer", PENDULUM, "--wheelbase", "2.7"): "give --variable steering=INPUT",
        ("steady-circle", CAR, "--choose", "points=1e9"): "points = 1e+09 must be at most 1000",
    }.items():
        code, _, said = run(*arguments, "-o", tmp_path)
        assert code == 1 and words in said
    assert not [*tmp_path.iterdir()]


def test_help_names_all():
    _, said, _ = run("--help")
    for name in MANOEUVRES:
        line = next(line for line in said.splitlines() if f" {name} (" in line)
        assert all(choice in said[said.index(line) :] for choice in choices_of(name))
