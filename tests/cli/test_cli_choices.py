"""What the command line chooses of a model: a robot's end stops, the formulation, the integrator; and FMUs that would replace each other."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from mbfmu.base.choices import Choices
from mbfmu.cosim import read_csv
from mbfmu.problem.load_problem import load_problem

from ..command_line import ARM, CAR, FMUS, result, run
from ..tolerances import FMU_INTEGRATION

UPPER = 1.5  # rad, of the joint that turns


def turned(tmp_path: Path, *options: object) -> np.ndarray:
    """How far the arm's joint turns in 0.2 s when it starts near its upper limit at 5 rad/s."""
    starts = ("--set", "lift_joint.phi_start=1.4", "--set", "lift_joint.w_start=5", "--stop", 0.2, "--interval", 0.05)
    return read_csv(Path(result("simulate", ARM, *starts, "--no-plot", "-o", tmp_path, *options)["csv"]))["lift_joint.phi"]


def test_end_stops_and_the_formulation_are_chosen(tmp_path: Path):
    """A joint leaves its limits without end stops, and moves the same by Kane's equations."""
    free = turned(tmp_path, "--no-end-stops")
    assert turned(tmp_path).max() < UPPER + 0.1 and free.max() > UPPER + 0.3
    assert turned(tmp_path, "--no-end-stops", "--formulation", "kane") == pytest.approx(free, abs=FMU_INTEGRATION)


def test_the_integrator_is_chosen(tmp_path: Path):
    """The joint turns nearly the same, in a run and in the FMU."""
    own, chosen = turned(tmp_path), turned(tmp_path, "--integrator", "adams")
    assert chosen == pytest.approx(own, abs=FMU_INTEGRATION) and not np.array_equal(chosen, own)
    (first,), (second,) = (result("build", ARM, "-o", tmp_path / name, "--integrator", name)["fmus"] for name in ("adams", "dormand_prince"))
    assert Path(first).read_bytes() != Path(second).read_bytes()


def test_an_fmu_is_built_without_end_stops(tmp_path: Path):
    for more, there in ((), True), (("--no-end-stops",), False):
        (fmu,) = result("build", ARM, "-o", tmp_path, *more)["fmus"]
        with ZipFile(fmu) as archive:
            assert any(b"lift_joint_stop" in archive.read(name) for name in archive.namelist()) is there


@pytest.mark.parametrize("path", [ARM, CAR])
def test_the_formulation_is_that_of_the_equations(path: Path):
    assert "kane" not in load_problem(path).functions and "kane" in load_problem(path, Choices(formulation="kane")).functions


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("build", CAR, "--formulation", "magic"), "there is no formulation 'magic'; there is articulated_body, kane, "),
        (("build", FMUS / "pid/model.py", "--formulation", "kane"), "it is for a Model, and `model` there is a BlockModel"),
        (("simulate", "x.fmu", "--formulation", "kane"), "--formulation is for models; the equations of an FMU are inside"),
        (("simulate", "x.fmu", "--integrator", "adams"), "--integrator is for models; an FMU has its own inside"),
        (("build", CAR, "--integrator", "euler"), "there is no integrator 'euler'; there is bogacki_shampine, dormand_prince, adams, radau"),
        (
            ("simulate", CAR, "--no-end-stops", "--floating"),
            f"do not fit {CAR}:\n  - --floating frees a .urdf robot; declare a FreeMotion in the model\n  - --no-end",
        ),
        (("build", "my.urdf.xacro"), "my.urdf.xacro holds macros: expand them first, as in `xacro my.urdf.xacro > my.urdf`"),
    ],
)
def test_what_leaves_no_choice(tmp_path: Path, arguments: tuple, words: str):
    outcome = run(*arguments, "-o", tmp_path / "out")
    assert outcome.exit_code == 1 and words in outcome.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["small-arm", "Small-Arm"])
def test_two_robots_of_one_name_are_refused_together(tmp_path: Path, name: str):
    """Capitals too, which not all systems tell apart."""
    other = tmp_path / "other.urdf"
    other.write_text(ARM.read_text().replace('name="small-arm"', f'name="{name}"'))
    outcome = run("build", ARM, other, "-o", tmp_path / "out")
    assert outcome.exit_code == 1 and f"by {ARM} (small_arm.fmu) and {other} ({name.replace('-', '_')}.fmu)" in outcome.stderr
    assert not (tmp_path / "out").exists()


def test_an_fmu_that_is_replaced_is_told(tmp_path: Path):
    assert "replaced" not in result("build", CAR, "-o", tmp_path)
    assert result("build", CAR, "-o", tmp_path)["replaced"] == [str(tmp_path / "QuarterCar.fmu")]
    assert f"replaced: {tmp_path / 'QuarterCar.fmu'}" in run("build", CAR, "-o", tmp_path).stdout
