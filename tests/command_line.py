"""The command line in this process, and what its tests run."""

import json
from pathlib import Path

from typer.testing import CliRunner

from mbfmu.cli.main import app
from mbfmu.cosim import Component, System, write_system

ROOT = Path(__file__).parent.parent
FMUS = ROOT / "fmus"
CAR = FMUS / "quarter_car/model.py"
ARM = ROOT / "tests/model/urdf/small_arm.urdf"
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


def packed(car: Path, folder: Path, name: str = "Road") -> Path:
    path = folder / "road.ssp"
    write_system(System({"car": Component(car)}, name=name, stop_time=1.0, step_size=0.01), path)
    return path
