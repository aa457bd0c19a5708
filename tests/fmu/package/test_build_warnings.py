"""What a build says of a model that does not start, and what a check says of its FMU."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mbfmu import (
    Body,
    Contact,
    FreeMotion,
    HuntCrossleyContact,
    JointForce,
    JointMotionInput,
    Model,
    PlaneSurface,
    Prismatic,
    Revolute,
    SphereSurface,
    World,
    build_fmu,
    build_portable,
    connect,
    simulate,
)
from mbfmu.base.errors import MbfmuError
from mbfmu.check import FALSE, NOT_TESTED, TRUE, check_fmu
from mbfmu.check.basic_run import NAME
from mbfmu.cli.main import app

FAR = """
from mbfmu import Body, Model, Revolute, World

model = Model("Far", stop_time=0.1)
model.world, model.link, model.rod = World(), Body(m=1.0, I=[1, 1, 1]), Body(m=1.0, I=[1, 1, 1])
model.foot = Revolute(model.world.frame_b, model.link.frame_a, n=[0, 1, 0])
model.knee = Revolute(model.link.at([1, 0, 0]), model.rod.frame_a, n=[0, 1, 0])
model.end = Revolute(model.world.at([7, 0, 0]), model.rod.at([1, 0, 0]), n=[0, 1, 0])
model.expose(outputs={"phi": model.foot.phi})
"""


def far(distance: float) -> Model:
    """Two links of 1 m whose ends are held at a distance [m]."""
    model = Model("Far", stop_time=0.1)
    model.world, model.link, model.rod = World(), Body(m=1.0, I=[1, 1, 1]), Body(m=1.0, I=[1, 1, 1])
    model.foot = Revolute(model.world.frame_b, model.link.frame_a, n=[0, 1, 0], phi_start=0.3)
    model.knee = Revolute(model.link.at([1, 0, 0]), model.rod.frame_a, n=[0, 1, 0], phi_start=-0.6)
    model.end = Revolute(model.world.at([distance, 0, 0]), model.rod.at([1, 0, 0]), n=[0, 1, 0])
    model.expose(outputs={"phi": model.foot.phi})
    return model


@pytest.mark.parametrize("build", [build_fmu, build_portable])
def test_a_model_that_cannot_be_assembled_is_built_with_the_words_of_simulate(tmp_path: Path, caplog: pytest.LogCaptureFixture, build: Callable):
    with pytest.raises(MbfmuError) as refused:
        simulate(far(7.0))
    assert "mm remain" in str(refused.value)
    with caplog.at_level(logging.WARNING, "mbfmu"):
        assert build(far(7.0), tmp_path).is_file()
        build(far(1.9), tmp_path)
    assert caplog.messages == [f"{refused.value}; the FMU starts only if start values or parameters are changed"]


def carried(kind: type[Contact | HuntCrossleyContact], **values: float) -> Model:
    """A ball over a table whose motion is that of a body in another FMU."""
    model = Model("Carried")
    model.world, model.table, model.ball = World(g=9.81), Body(m=1.0, I=[0.1] * 3), Body(m=1.0, I=[0.1] * 3)
    model.rail = Prismatic(model.world.frame_b, model.table.frame_a, n=[0, 0, 1])
    model.free = FreeMotion(model.world.frame_b, model.ball.frame_a, r_start=[0, 0, 1])
    model.drive = JointMotionInput(model.rail)
    model.round, model.top = SphereSurface(radius=0.1), PlaneSurface()
    model.contact = kind(model.ball.frame_a, model.table.frame_a, model.round, model.top, **values)
    model.expose(inputs={"s": model.drive.s, "v": model.drive.v, "a": model.drive.a}, outputs={"f": model.drive.tau, "r": model.free.r})
    return model


def pushed() -> Model:
    model = Model("Pushed")
    model.world, model.body = World(), Body(m=1.0, I=[0.1] * 3)
    model.rail = Prismatic(model.world.frame_b, model.body.frame_a, n=[0, 0, 1])
    model.force = JointForce(model.rail)
    model.expose(inputs={"push": model.force.f})
    return model


def test_impulses_that_no_output_tells_are_named(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.WARNING, "mbfmu"):
        build_portable(carried(HuntCrossleyContact, c=1e5, d=0.1), tmp_path)
        assert caplog.messages == []
        build_portable(carried(Contact), tmp_path)
    (words,) = caplog.messages
    assert words.startswith("Carried: inputs prescribe the motion of drive, and its reaction f does not contain the impulses")
    assert "rigid contacts (contact)" in words and "HuntCrossleyContact" in words
    caplog.clear()
    parts = {"a": carried(Contact), "b": pushed()}
    with caplog.at_level(logging.WARNING, "mbfmu"):
        connect("Both", parts, [("a.f", "b.push")])
    assert caplog.messages == [words]


def test_the_command_warns_once_and_goes_on(tmp_path: Path):
    (tmp_path / "far.py").write_text(FAR)
    outcome = CliRunner().invoke(app, ["build", str(tmp_path / "far.py"), "--portable", "--fmi", "both", "--json", "-o", str(tmp_path)])
    (warning,) = json.loads(outcome.stdout)["warnings"]
    assert outcome.exit_code == 0 and "mm remain" in warning


@pytest.mark.slow
def test_a_check_says_once_for_each_interface_why_it_does_not_start(tmp_path: Path):
    findings = check_fmu(build_portable(far(7.0), tmp_path))
    false = [f for f in findings if f.outcome == FALSE]
    assert [f.capability for f in false] == [NAME, NAME]
    assert all("does not start at its own start values" in f.why and "mm remain" in f.why for f in false)
    unstarted = [f for f in findings if f.outcome == NOT_TESTED and f.measured == "the FMU does not start"]
    assert len(unstarted) > 10 and not any(f.why for f in unstarted)
    assert {f.capability for f in findings if f.outcome == TRUE} >= {"start values applied", "calls in a wrong state refused"}
