"""What is zero but for roundoff has no jumps: a box that stands on rigid corners, and shares their forces anew at each event."""

from pathlib import Path

import pytest

from mbfmu import Body, BoxSurface, Contact, FreeMotion, Model, PlaneSurface, World, WorldForce, build_portable
from mbfmu.check import TRUE, check_fmu
from mbfmu.check.checks import CHECKS


def test_indicators_of_a_standing_box_tell_the_truth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    model = Model("Standing")
    model.world, model.box = World(g=9.81), Body(m=2.0, I=[0.02, 0.03, 0.03])
    model.free = FreeMotion(model.world.frame_b, model.box.frame_a, r_start=[0, 0, 0.1])
    model.faces, model.ground, model.push = BoxSurface(size=[0.2, 0.2, 0.2]), PlaneSurface(), WorldForce(model.box.frame_a)
    model.contact = Contact(model.box.frame_a, model.world.frame_b, model.faces, model.ground, friction="coulomb", mu=0.4, e=0.1)
    model.expose(inputs={"push": model.push.f}, outputs={"r": model.free.r, "w": model.free.w, "N": model.contact.N})
    monkeypatch.setattr("mbfmu.check.fmu.CHECKS", [check for check in CHECKS if check.name == "event indicators announce events"])
    (finding,) = [f for f in check_fmu(build_portable(model, tmp_path)) if f.interface == "ModelExchange"]
    assert finding.outcome == TRUE, finding.why
