"""Which mechanisms pass singular positions: those whose loops close in more than one way there, at the time of the closed form; and no others."""

from dataclasses import replace

import numpy as np
import pytest

from mbfmu import EnergyError, Model, World
from mbfmu.model.vehicles import SuspensionSpring
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..cases.iftomm_a02_nfourbar import TILTED
from ..cases.iftomm_a02_nfourbar import mechanism as n_four_bar
from ..cases.iftomm_a04_bricard import model as bricard
from ..model.vehicles.suspensions import DOUBLE_WISHBONE
from ..running import Running
from ..tolerances import INTEGRATION, SAMPLED_PASSAGE
from .linkages import four_bar, slider_crank

W = 3.0  # rad/s
IN_JOINTS = [name for name in FORMULATIONS if name not in ("newton_euler", "udwadia_phohomsiri")]
ABSOLUTE = [name for name in FORMULATIONS if name not in IN_JOINTS]
LONG, TIGHT = 1e-3, 1e-9  # relative tolerances: steps of half a radian, and of a few hundredths


def passages(model: Model, stop: float, rtol: float, formulation: str = "articulated_body") -> list[str]:
    """What a run reports of singular positions."""
    running, reported = Running(compile_model(model, formulation)), []
    running.report = reported.append
    for t in np.linspace(0.0, stop, 11)[1:]:
        running.advance(t, rtol)
    return reported


def time_of(sentence: str) -> float:
    return float(sentence.removeprefix("at t = ").split()[0])


@pytest.mark.parametrize(
    "formulation, rtol", [*((name, rtol) for name in IN_JOINTS for rtol in (LONG, TIGHT)), *((name, TIGHT) for name in ABSOLUTE)]
)
def test_a_parallelogram_is_told_when_it_is_flat(formulation: str, rtol: float):
    """From -1 rad on, turning evenly; joints of trees in absolute coordinates are not among the joints of a loop."""
    (told,) = passages(four_bar(0.5, 1.0, 0.5, 1.0, phi=-1.0, w=W, g=0.0), 0.5, rtol, formulation)
    assert time_of(told) == pytest.approx(1.0 / W, rel=SAMPLED_PASSAGE)
    assert "passes a singular position" in told and "add stops or change lengths" in told
    assert formulation in ABSOLUTE or "s the loop of A, B, C and D passes" in told


CROSSED = {
    "antiparallelogram": four_bar(0.5, 1.0, 0.5, 1.0, phi=0.6, w=-W, g=0.0),
    "kite": four_bar(0.9, 0.9, 0.4, 0.4, phi=-1.0, w=W, g=0.0),
    "rhombus": four_bar(0.5, 0.5, 0.5, 0.5, phi=-1.0, w=W, g=0.0),
    "slider crank with equal lengths": slider_crank(0.5, 0.5, phi=0.8, w_start=8.0),
}


@pytest.mark.parametrize("model", CROSSED.values(), ids=CROSSED)
@pytest.mark.parametrize("rtol", [LONG, TIGHT])
def test_linkages_that_close_in_two_ways_are_told(model: Model, rtol: float):
    reported = [sentence for sentence in passages(model, 1.0, rtol) if "start speeds" not in sentence]
    assert len(reported) == 1 and "passes a singular position" in reported[0]


SINGLE = {
    "crank and rocker": four_bar(0.4, 1.2, 0.9, 1.0, w=10.0),
    "two rockers": four_bar(0.9, 0.5, 1.0, 1.2, phi=-1.4, w=2.0),  # which turn back where two links are in line
    "nearly a parallelogram": four_bar(0.5, 1.0, 0.505, 1.0, phi=-1.0, w=9.0),
    "slider crank": slider_crank(w_start=20.0),
    "slider crank that falls": slider_crank(0.5, 0.6),
    "Bricard": bricard("articulated_body"),
}


@pytest.mark.parametrize("model", SINGLE.values(), ids=SINGLE)
@pytest.mark.parametrize("rtol", [LONG, TIGHT])
def test_linkages_that_turn_at_dead_points_by_right_are_not(model: Model, rtol: float):
    """Nor are such whose rows always depend on each other, as Bricard's."""
    assert [sentence for sentence in passages(model, 3.0, rtol) if "start speeds" not in sentence] == []


def test_a_choice_of_rows_that_is_singular_is_no_singular_position():
    """Of the rows of a tilted plane loop in absolute coordinates, those that were chosen become dependent at 0.583 s, while others do not."""
    assert passages(n_four_bar(2, TILTED), 0.65, 1e-8, "udwadia_phohomsiri") == []


def test_a_double_wishbone_without_stops_passes_its_dead_points_in_one_way():
    """Its lengths are such that it is never singular: thrown through, it goes around a closed way and loses no energy, which is determined."""
    model = Model("Thrown")
    model.world = World(g=0.0)
    free = replace(DOUBLE_WISHBONE, spring=SuspensionSpring(c=1.0, d=0.0, force=0.0))
    corner = free.add(model, "left", model.world, model.world)
    corner.travel.w_start, model.energy = 20.0, EnergyError()
    model.expose(outputs={"phi": corner.travel.phi, "w": corner.travel.w, "error": model.energy.error})
    running, reported, angles = Running(compile_model(model)), [], []
    running.report = reported.append
    for t in np.linspace(0.0, 1.0, 101)[1:]:
        running.advance(t, 1e-9)
        angles.append(running.get("phi"))
    assert max(angles) > 3.0 and min(angles) < -0.5  # far beyond its travel, and back
    assert abs(running.get("error")) < 1e3 * INTEGRATION and [sentence for sentence in reported if "start speeds" not in sentence] == []
