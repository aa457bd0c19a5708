"""mbfmu rig: what it prints and writes."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mbfmu.cli.main import app

FILE = "from mbfmu.model.vehicles.mid_size_car import MID_SIZE_CAR, REAR\n\nsuspension = REAR\nbar = MID_SIZE_CAR.rear_bar\n"


def run(*arguments: object) -> tuple[int, str, str]:
    found = CliRunner().invoke(app, ["rig", *map(str, arguments)], env={"COLUMNS": "200"})
    return found.exit_code, found.stdout, found.stderr


def test_a_suspension(tmp_path: Path):
    file = tmp_path / "rear.py"
    file.write_text(FILE)
    code, said, _ = run(file, "--motion", "roll", "--most", 0.03, "--json", "-o", tmp_path)
    told = json.loads(said)
    assert code == 0 and told["suspension"] == "SemiTrailingArm"
    assert told["columns"]["roll"][0] == -0.03 and len(told["columns"]["roll_centre_height"]) == 13
    assert told["units"]["toe_left"] == "rad" and '"toe_left"' in (tmp_path / "rear_roll.csv").read_text()
    assert told["units"]["toe_by_lateral_force_left"] == "deg/kN" and len(told["columns"]["camber_by_aligning_torque_right"]) == 13
    assert '"toe_by_braking_force_left"' in (tmp_path / "rear_roll_compliance.csv").read_text()
    page = (tmp_path / "rear_roll.html").read_text()
    assert "<td>wheel rate left</td>" not in page and "<td>wheel rate</td>" in page and "<td>N/mm</td>" in page and "<svg" in page
    assert (tmp_path / "rear_roll.png").stat().st_size > 0


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        ("x = 1\n", (), "declares no `suspension`"),
        ("suspension = 3\n", (), "is no suspension"),
        (FILE, ("--most", "-1"), "--most -1 must be"),
        (FILE, ("--most", "1e-300"), "--most 1e-300 must be"),
        (FILE, ("--motion", "steer"), "no tie rods"),
        (FILE + "bar = 3\n", (), "bar = 3 of kinematics_rig"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, arguments: tuple[str, ...], said: str):
    file = tmp_path / "rear.py"
    file.write_text(text)
    code, _, error = run(file, *arguments, "--no-plot", "-o", tmp_path)
    assert code == 1 and said in error
