"""Rigid contacts in FMUs, saved while points slide, begin to slide, stick or wait under a guard: another process continues to the last bit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest

from mbfmu import (
    Model,
    build_fmu,
    build_native,
    build_portable,
    compile_problem,
)
from mbfmu.engine.instance import Instance
from tests.rigid_contacts import Until, ball, block, box, pulled_box

from .restored import assert_taken_over

STEP, MORE = 0.01, 25  # s, and steps


@dataclass(frozen=True)
class Seam:
    """A model, the step behind which it is saved, and which of its modes act there."""

    model: Callable[[], Model]
    saved: int
    modes: dict[str, bool]


def tumbling() -> Model:
    """Corners strike, slide and stick, one after the other."""
    model = box(friction="coulomb", mu=0.4, height=0.5)
    model.contact.e, model.free.w_start = 0.3, [2.0, 1.0, 3.0]
    return model


SEAMS = {
    "sliding": Seam(lambda: block(1.0, 0.5), 20, {"closed": True, "sticking": False, "guided": False}),
    "guided": Seam(pulled_box, 8, {"closed_3": True, "sticking_3": False, "guided_3": True}),
    "guard": Seam(lambda: ball(0.8, height=-0.1, v=3.0, guard=Until(t_end=9.0)), 2, {"ready": False, "closed": False}),
    "guarded": Seam(lambda: ball(0.8, height=-0.1, v=3.0, guard=Until(t_end=9.0)), 50, {"ready": True, "closed": False}),
    "impacts": Seam(tumbling, 64, {"closed_3": True, "sticking_3": False, "closed_7": True, "sticking_7": True, "closed_5": False}),
}


@pytest.mark.parametrize("name", SEAMS)
def test_seams_are_where_they_are_said_to_be(name: str) -> None:
    seam = SEAMS[name]
    instance = Instance(compile_problem(seam.model()))
    instance.initialize()
    instance.advance(STEP * seam.saved)
    modes = dict(zip((mode.split(".")[-1] for mode in instance.problem.mode_names), instance.buffers["m"] > 0.0))
    assert {mode: modes[mode] for mode in seam.modes} == seam.modes


INTERFACES = ("CoSimulation", "ModelExchange")
ALWAYS = {("guarded", 3, "CoSimulation"), ("sliding", 2, "ModelExchange")}
RUNS = [pytest.param(*run, marks=[] if run in ALWAYS else pytest.mark.slow) for run in product(SEAMS, (2, 3), INTERFACES)]


@pytest.mark.parametrize(("name", "fmi", "interface"), RUNS)
def test_portable(tmp_path: Path, name: str, fmi: int, interface: str) -> None:
    assert_taken_over(build_portable(SEAMS[name].model(), tmp_path, fmi=fmi), STEP, SEAMS[name].saved, MORE, interface)


@pytest.mark.slow
@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize("name", SEAMS)
def test_native(tmp_path: Path, name: str, fmi: int) -> None:
    fmu = build_native(SEAMS[name].model(), tmp_path, fmi=fmi)
    for interface in INTERFACES:
        assert_taken_over(fmu, STEP, SEAMS[name].saved, MORE, interface)


@pytest.mark.slow
def test_interpreted(tmp_path: Path) -> None:
    assert_taken_over(build_fmu(SEAMS["guided"].model(), tmp_path), STEP, SEAMS["guided"].saved, MORE)
