"""Inputs may be the path of a CSV file, whoever takes them."""

from pathlib import Path

import numpy as np
import pytest

import mbfmu
from mbfmu.base.errors import MbfmuError
from tests.tolerances import INTEGRATION

g, TORQUE = 9.81, 2.0
REST = np.arcsin(TORQUE / g)  # rad, of a pendulum of 1 kg and 1 m under a constant torque
ASKED = {
    "equilibrium": (lambda of, csv: mbfmu.equilibrium(of, inputs=csv).states["pivot.phi"], REST),
    "held": (
        lambda of, csv: mbfmu.equilibrium(of, inputs=csv, hold={"pivot.phi": 0.3}, find=["rod.m"]).found["rod.m"].value,
        TORQUE / g / np.sin(0.3),
    ),
    "inverse_dynamics": (lambda of, csv: mbfmu.inverse_dynamics(of, {"pivot.phi": 0.5}, inputs=csv)["pivot.tau"][-1], g * np.sin(0.5) - TORQUE),
    "steady_motion": (lambda of, csv: mbfmu.steady_motion(of, {"pivot.w": 0.0}, inputs=csv).states["pivot.phi"], REST),
    "root_locus": (
        lambda of, csv: mbfmu.root_locus(of, "pivot.w_start", [0.0, 1.0], inputs=csv, at_rest=True).eigenvalues[0, 0].imag,
        np.sqrt(g * np.cos(REST)),
    ),
}


def pendulum() -> mbfmu.Model:
    model = mbfmu.Model("Pendulum", stop_time=0.1)
    model.world, model.rod = mbfmu.World(g=g), mbfmu.Body(m=1.0, r_CM=[0, 0, -1.0])
    model.pivot = mbfmu.Revolute(model.world.frame_b, model.rod.frame_a, n=[0, 1, 0])
    model.motor, model.damper = mbfmu.JointTorque(model.pivot), mbfmu.TorsionSpringDamper(model.pivot, c=0.0, d=0.0)
    model.expose(inputs={"torque": model.motor.tau})
    return model


@pytest.mark.parametrize("name", ASKED)
def test_a_csv_file_drives(tmp_path: Path, name: str):
    csv = tmp_path / "torque.csv"
    csv.write_text(f"time,torque [kN.m]\n0,{TORQUE / 1e3}\n")
    asked, value = ASKED[name]
    assert asked(pendulum(), csv) == pytest.approx(value, abs=INTEGRATION)


def test_a_branch_of_equilibria_knows_that_it_drives(tmp_path: Path):
    csv = tmp_path / "torque.csv"
    csv.write_text(f"time,torque\n0,0\n1,{TORQUE}\n")
    with pytest.raises(MbfmuError, match="Pendulum is driven and has no equilibria"):
        mbfmu.continuation(pendulum(), "damper.d", (0.5, 2.0), {"damper.d": 1.0}, csv)


@pytest.mark.parametrize("ask", [mbfmu.equilibrium, mbfmu.linearize, mbfmu.modes_near])
def test_what_is_no_dict_is_refused(ask):
    with pytest.raises(MbfmuError, match="values must be a dict by name"):
        ask(pendulum(), values=[1.0])


def test_columns_that_are_no_inputs_are_named_or_counted(tmp_path: Path):
    """A file of another kind may have any number of them."""
    names = [f"column_{i}" for i in range(100_000)]
    (tmp_path / "wide.csv").write_text(f"time,{','.join(names)}\n" + "\n".join(f"{t}{',0' * len(names)}" for t in range(2)))
    with pytest.raises(MbfmuError) as refused:
        mbfmu.simulate(pendulum(), 1.0, 0.1, inputs=tmp_path / "wide.csv")
    assert "column column_9: there is no input 'column_9'" in str(refused.value) and "and 99990 more columns" in str(refused.value)
    assert len(str(refused.value)) < 2000
