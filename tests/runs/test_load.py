"""Mistakes in a MODEL.py are reported with their line."""

import pytest

from mbfmu.base.errors import MbfmuError
from mbfmu.problem.load_problem import load_problem

HEAD = "from mbfmu import Body, Model, Revolute, World\nmodel = Model('Arm')\nmodel.world = World()\n"


@pytest.mark.parametrize(
    "line, words",
    [
        ("model.arm = Body(mass=3.0)", "Body has no parameter 'mass'; it has m, r_CM, I"),
        (
            "model.hinge = Revolute(model.world)",
            "Revolute: frame_a must be a Frame, not a World: give a frame of it, .frame_a or .frame_b or .at",
        ),
        ("model.arm = 3", "Model.arm|Arm.arm must be an element"),
        ("model.world.g = model.world.g * 2", "world.g is a variable of the model"),
    ],
)
def test_what_mbfmu_refuses(tmp_path, line, words):
    file = tmp_path / "arm.py"
    file.write_text(HEAD + line + "\n")
    with pytest.raises(MbfmuError, match=rf"{words}.* \(line 4 of .*arm.py\)"):
        load_problem(file)
