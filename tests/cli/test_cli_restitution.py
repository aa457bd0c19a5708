"""mbfmu restitution: e over the impact speed."""

from pathlib import Path

import numpy as np
import pytest

from mbfmu import read_result

from ..command_line import result, run
from ..tolerances import IMPACT

BALL = """
from mbfmu import Body, FreeMotion, HuntCrossleyContact, Model, PlaneSurface, SphereSurface, World
model = Model("Ball")
model.world, model.ball = World(), Body(m=0.1, I=[1e-5, 1e-5, 1e-5])
model.flight = FreeMotion(model.world.frame_b, model.ball.frame_a, r_start=[0, 0, 0.02])
model.round, model.ground = SphereSurface(radius=0.02), PlaneSurface()
model.hit = HuntCrossleyContact(model.ball.frame_a, model.world.frame_b, model.round, model.ground, c=1e9, d=0.5)
"""


@pytest.fixture
def ball(tmp_path: Path) -> Path:
    path = tmp_path / "ball.py"
    path.write_text(BALL)
    return path


def test_a_table_over_speed(ball: Path, tmp_path: Path):
    found = result("restitution", ball, "--speeds", "0.1:1", "-o", tmp_path)
    v, e = (np.array([row[name] for row in found["impacts"]]) for name in ("speed", "e"))
    assert found["contact"] == "hit" and v == pytest.approx(np.geomspace(0.1, 1.0, 10))
    assert 0.5 * v - np.log1p(0.5 * v) == pytest.approx(-0.5 * e * v - np.log1p(-0.5 * e * v), rel=IMPACT)
    assert read_result(Path(found["csv"]))["e"] == pytest.approx(e)
    assert Path(found["plot"]).read_bytes().startswith(b"\x89PNG")


def test_a_table_for_people(ball: Path, tmp_path: Path):
    done = run("restitution", ball, "--speeds", "0.5,0.1", "-o", tmp_path, "--no-plot")
    assert done.exit_code == 0 and "Ball: restitution at hit" in done.output and not list(tmp_path.glob("*.png"))


def test_sound(tmp_path: Path):
    path = tmp_path / "rod.py"
    path.write_text("from tests.analysis.impact.struck_bodies import exact_rod, struck\nmodel = struck(exact_rod(0.25, 8), 'hit')\n")
    found = result("restitution", path, "--speeds", "0.2", "--wav", "body.far=0,0,-3e-4", "-o", tmp_path, "--no-plot")
    assert Path(found["wav"]).read_bytes().startswith(b"RIFF") and found["peak"] > 0.0
    for option, message in {"body.top=0,0,1": "'body.top' is no node", "body.far=1": "write an area in m2"}.items():
        done = run("restitution", path, "--speeds", "0.2", "--wav", option, "-o", tmp_path, "--no-plot")
        assert done.exit_code == 1 and message in " ".join((done.output + done.stderr).split())


def test_wrong_input(ball: Path):
    wrong = {"--speeds fast": "--speeds fast: write speeds", "--speeds 1:0.5": "FIRST below LAST", "--speeds 1 --contact hat": "no contact 'hat'"}
    for options, message in wrong.items():
        done = run("restitution", ball, *options.split(), "--no-plot")
        assert done.exit_code == 1 and message in " ".join((done.output + done.stderr).split())
