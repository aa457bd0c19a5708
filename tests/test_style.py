"""The linter and the type checker have nothing to say of mbfmu, whose constructors the type checker knows; what they look at is in pyproject.toml."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
USE = """
from typing import Any, reveal_type

import numpy as np

from mbfmu import Block, Body, Bushing, Distance, FixedTranslation, FreeMotion, Input, JointMotionTime, Model, Output, Parameter, Prismatic
from mbfmu import HydraulicCylinder, RandomRoad, Revolute, World

model = Model("Crane")
length = model.parameter("length", 2.5, "m")
model.world = World()
model.boom, model.jib = Body(m=1), Body(m=np.float64(1.0), I=np.eye(3))
boom = model.add("other_boom", Body(m=(2.0, "t"), r_CM=[length / 2, 0, 0.0], I=[1, 2, 3]))
reveal_type(boom)  # note: Body
model.pivot = Revolute(model.world.frame_b, boom.frame_a, n=[0, 1, 0], phi_start=(30, "deg"), q_fixed=True)
pivot = Revolute(frame_a=boom.at([length, 0, 0]), frame_b=model.jib.frame_a)
FixedTranslation(boom.frame_a, r=([1, 2, 3], "mm"))
FixedTranslation(r=np.zeros(3))
model.joint = FreeMotion(model.world.frame_b, boom.frame_a, r_start=[0, length, -length], v_start=(0, 0.5, np.sqrt(2.0)))
RandomRoad("B", seed=3)
model.guide = Prismatic(boom.frame_a, model.jib.frame_a)
model.stop_time = 3.0

Body(mass=1)  # error
Body()  # error
Body(1.0)  # error
Body(m="heavy")  # error
Body(m=[1.0, 2.0])  # error
Body(m=(1.0, 2.0))  # error
Revolute(boom, model.jib.frame_a)  # error
Revolute(boom.frame_a)  # error
Revolute(boom.frame_a, boom.frame_a, q_fixed="yes")  # error
RandomRoad("B", seed=0.5)  # error
HydraulicCylinder(bore=0.1)  # error
Distance(boom.frame_a, boom.frame_a, lenght=1.0)  # error
model.weight = 3.0  # error
model.stop_time = "3 s"  # error


class Valve(Block):
    gain = Parameter("1", "gain")
    u = Input("1", "command")
    y = Output("1", "answer")


class Stroke(JointMotionTime):
    rise = Parameter("m", "rise")


class Crane(Model):
    boom: Body


Valve(gain=2.0)  # users' own classes have the parameters that they declare
Stroke(model.guide, rise=1.0)
reveal_type(Crane("Crane").boom)  # note: Body
"""


@pytest.mark.parametrize("tool", ["ruff check", "ruff format --check", "mypy"])
def test_nothing_is_found(tool: str):
    done = subprocess.run([sys.executable, "-m", *tool.split()], cwd=TOP, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_finds_the_wrong_lines_and_no_others(tmp_path: Path) -> None:
    """Right constructors pass, wrong ones are errors in their lines. Quick behind the type checker of all, which leaves its cache."""
    file = tmp_path / "use.py"
    file.write_text(USE)
    command = [sys.executable, "-m", "mypy", "--config-file", str(TOP / "pyproject.toml"), str(file)]
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True)
    found = [re.search(rf"{file.name}:(\d+): (error|note)", line) for line in done.stdout.splitlines()]
    told = {(int(at[1]), at[2]) for at in found if at and (at[2] == "error" or "Revealed" in at.string)}
    wanted = {(i, line.split("# ")[1].split(":")[0]) for i, line in enumerate(USE.splitlines(), 1) if re.search("# (error|note: Body)$", line)}
    assert told == wanted, done.stdout
    assert done.stdout.count('Revealed type is "mbfmu.model.elements.parts.Body"') == 2
