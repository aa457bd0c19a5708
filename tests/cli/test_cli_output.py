"""What a command writes is looked at before its work: a folder in the place of a file ends it in a sentence."""

from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from mbfmu import build_portable
from mbfmu.base.child_process import TimedOut
from mbfmu.cli.main import app
from mbfmu.cosim import Component, System, write_system
from mbfmu.problem.load import load_declared

MASS = """
from mbfmu import Body, JointForce, Model, Prismatic, TranslationSpringDamper, World
model = Model("Mass", stop_time=0.1)
model.world, model.box = World(g=0.0), Body(m=1.0)
model.guide = Prismatic(model.world.frame_b, model.box.frame_a, n=[1, 0, 0], s_start=0.1)
model.spring = TranslationSpringDamper(model.guide, c=100.0, d=1.0)
model.push = JointForce(model.guide)
model.expose(inputs={"f": model.push.f}, outputs={"s": model.guide.s}, tunable=[model.box.m])
"""
COMMANDS = {
    "Mass.csv": ["simulate"],
    "Mass.png": ["simulate"],
    "Mass.fmu": ["build", "--portable"],
    "Mass_fmi3.fmu": ["build", "--portable", "--fmi", "both"],
    "Mass_linear.npz": ["linearize"],
    "Mass_modes.png": ["modes"],
    "Mass_response.csv": ["response"],
    "Mass_study.csv": ["study", "--vary", "box.m=1,2"],
    "Mass_orbit.csv": ["orbit", "--period", "0.6"],
    "Mass_section.csv": ["section", "--stop", "1", "--period", "0.1"],
    "Mass_branch.csv": ["branch", "--over", "box.m=1:2"],
    "Mass_locus.npz": ["locus", "--over", "box.m=1:2:0.5"],
    "Mass_exponents.png": ["exponents", "--time", "1"],
    "Mass_equilibrium.png": ["equilibrium"],
}  # by what each writes
WORK = ("mbfmu.engine.instance_host.Hosted.__init__", "mbfmu.fmu.package.portable_fmu.libraries_of")  # what computes, and what makes FMUs


class Reached(Exception):
    """The work was begun."""


def outcome_of(folder: Path, name: str) -> Result:
    command, *options = COMMANDS[name]
    return CliRunner().invoke(app, [command, str(folder / "mass.py"), *options, "-o", str(folder / "out")])


@pytest.mark.parametrize("name", COMMANDS)
def test_a_folder_in_the_place_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str):
    (tmp_path / "mass.py").write_text(MASS)

    def begin(*_: object, **__: object) -> None:
        raise Reached

    for work in WORK:
        monkeypatch.setattr(work, begin)
    assert isinstance(outcome_of(tmp_path, name).exception, Reached)
    (tmp_path / "out" / name).mkdir(parents=True)
    outcome = outcome_of(tmp_path, name)
    assert outcome.exit_code == 1, outcome.output
    assert f"{name} cannot be written: it is a folder, where a file is needed" in outcome.output + outcome.stderr


def test_an_fmu_that_hangs_is_waited_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The look at master and step loads it first; the run would only wait again."""
    (tmp_path / "mass.py").write_text(MASS)
    fmu = build_portable(load_declared(tmp_path / "mass.py"), tmp_path)
    write_system(System({"mass": Component(fmu)}, stop_time=0.1, step_size=0.01), tmp_path / "mass.ssp")
    waited = []

    def hanging(function: object, *_: object, **__: object) -> None:
        waited.append(function)
        raise TimedOut("mass was to instantiate, and has not come back for 20 s")

    monkeypatch.setattr("mbfmu.base.child_process.followed", hanging)
    outcome = CliRunner().invoke(app, ["cosim", str(tmp_path / "mass.ssp"), "-o", str(tmp_path / "out")])
    assert outcome.exit_code == 1 and "has not come back for 20 s" in outcome.output + outcome.stderr
    assert len(waited) == 1
