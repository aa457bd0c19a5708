"""Planar loops that do not close across their plane: what is said of them, what mends them, and that fixed starts stay where they are."""

import re
import warnings

import numpy as np
import pytest

from mbfmu import (
    Body,
    Constraint,
    FlexibleBody,
    Material,
    Model,
    Prismatic,
    RectangleSection,
    Revolute,
    Spherical,
    Universal,
    World,
    simulate,
)
from mbfmu.base.errors import StepFailed
from mbfmu.mechanics.topology.forest import build_tree
from mbfmu.model.elements.joints import Joint
from mbfmu.model.structure.beam import beam_data
from mbfmu.problem.mechanism.loops import loops
from mbfmu.problem.mechanism.mechanics import compile_model

from ...running import Running
from ...tolerances import LOOPS, MISFIT, ROUNDOFF
from ..linkages import Y, closed, freedoms, slider_crank

CRANK, COUPLER, ROCKER, GROUND, PHI = 0.4, 1.2, 0.9, 1.0, -1.0
COUPLER_ANGLE, ROCKER_ANGLE = closed(CRANK, COUPLER, ROCKER, GROUND, PHI)

in_either_coordinates = pytest.mark.parametrize("formulation", ["articulated_body", pytest.param("newton_euler", marks=pytest.mark.slow)])


def refused(model: Model, formulation: str = "articulated_body") -> str:
    with pytest.raises(StepFailed) as failed:
        Running(compile_model(model, formulation))
    return str(failed.value)


def beside(offsets=(0.0,) * 4, turn: float = 0.0, rod=None, fixed: bool = True) -> Model:
    """A four-bar whose pins stand beside its plane by `offsets` [m] along the links that carry them, its coupler's end turned about the link."""
    model = Model("FourBar")
    model.world = World()
    model.crank, model.rocker = (Body(m=1.0, r_CM=[length / 2, 0, 0], I=0.01) for length in (CRANK, ROCKER))
    model.rod = rod or Body(m=1.0, r_CM=[COUPLER / 2, 0, 0], I=0.01)
    start, end = (rod.node("start"), rod.node("end")) if rod else (model.rod.frame_a, model.rod.frame_a)
    model.A = Revolute(model.world.frame_b, model.crank.frame_a, n=Y, phi_start=PHI, q_fixed=fixed)
    model.B = Revolute(model.crank.at([CRANK, offsets[0], 0]), start, n=Y, phi_start=COUPLER_ANGLE - PHI)
    pin = end if rod else model.rod.at([COUPLER, offsets[1], 0], [1, 0, 0], turn)
    model.C = Revolute(pin, model.rocker.at([ROCKER, offsets[2], 0]), n=Y, phi_start=ROCKER_ANGLE - COUPLER_ANGLE)
    model.D = Revolute(model.world.at([GROUND, offsets[3], 0]), model.rocker.frame_a, n=Y, phi_start=ROCKER_ANGLE)
    return model


def flexible_rod(**values) -> FlexibleBody:
    steel = Material(2.1e11, 7850.0)
    data = beam_data({"start": [0, 0, 0], "end": [COUPLER, 0, 0]}, RectangleSection(0.02, 0.012), steel, elements=1, interfaces=["start", "end"])
    return FlexibleBody(data, modes=6, **values)


@in_either_coordinates
def test_pins_beside_the_plane(formulation):
    """The gap is the sum of offsets once around the loop, wherever they are, and no start is blamed for it."""
    offsets = np.array([2e-3, -5e-4, 1e-3, 1.5e-3])
    text = refused(beside(offsets), formulation)
    said = re.search(r"frame_b of (\w) is ([\d.]+) mm away from its frame_a along \[0, (-?1), 0\]", text)
    gap = abs(offsets @ [1, 1, -1, -1])
    assert said and float(said[2]) == pytest.approx(1e3 * gap, abs=MISFIT)
    assert text.startswith("the loop of A, B, C and D cannot be closed: it moves in the plane across [0, 1, 0]")
    assert "fixed start" not in text and "one by a Spherical, the other by a Universal" in text


def test_offsets_that_cancel_close():
    running = Running(compile_model(beside((2e-3, -5e-4, 1e-3, 5e-4)), "articulated_body"))
    assert freedoms(running) == 1


@pytest.mark.parametrize("formulation, gap, told", [("newton_euler", 1e-6, True), ("newton_euler", 1e-7, False), ("articulated_body", 1e-7, False)])
def test_a_gap_that_joints_may_share_is_told(formulation, gap, told):
    """In absolute coordinates assembly closes it; gaps of data in single precision are no gaps."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        Running(compile_model(beside((gap, 0.0, 0.0, 0.0)), formulation))
    words = f"newton_euler may share a gap among A, B, C and D, .* frame_b of C is {1e3 * gap:g} mm away"
    assert [bool(re.match(words, str(one.message))) for one in said] == [True] * told


@pytest.mark.parametrize("turn", [1e-5, 1e-3])
def test_a_twisted_link(turn):
    """The axes at both ends of the coupler are not parallel, by as much as its end is turned."""
    text = refused(beside(turn=turn))
    said = re.search(r"(C|frame_b of C) leans by ([\d.e-]+) rad towards \[0, 0, -?1\]", text)
    assert said and float(said[2]) == pytest.approx(turn, rel=1e-2) and "fixed start" not in text


@pytest.mark.parametrize("lean", [3e-8, 6e-8, 8e-8])
def test_an_axis_in_single_precision_moves_on(lean):
    """As far off as a float32 may be, it says nothing at the start, and nothing later where it leans out of the plane most."""
    exact, rounded = (simulate(compile_model(leaning(by), "articulated_body"), 2.0, 0.5) for by in (0.0, lean))
    assert rounded["phi"] == pytest.approx(exact["phi"], abs=1e2 * lean)


@pytest.mark.parametrize("lean", [9.9e-8, 1.01e-7, 2e-7])
def test_an_axis_that_leans_more_is_told(lean):
    said = re.search(r"(\w) leans by ([\d.e-]+) rad towards \[1, 0, 0\]", refused(leaning(lean)))
    assert said and said[1] == "D" and float(said[2]) == pytest.approx(lean, rel=1e-2)


def leaning(lean: float) -> Model:
    """A four-bar whose last axis leans along the ground."""
    model = beside()
    model.expose(outputs={"phi": model.A.phi})
    model.D.n = [np.sin(lean), np.cos(lean), 0]
    return model


def test_a_flexible_rod_may_bend():
    """Unless it does, the loop is open; then nothing is known to keep it open."""
    straight, free = (loops(build_tree(beside((0, 0, 1e-3, 0), rod=flexible_rod(q_fixed=fixed)))) for fixed in (True, False))
    (said,), (unsaid,) = (tuple(loop.misfit for loop in of.values()) for of in (straight, free))
    assert "frame_b of C is 1 mm away" in said and said.endswith(", or let rod bend (q_fixed=False)") and not unsaid


@pytest.mark.slow
@pytest.mark.parametrize("formulation", ["articulated_body", "newton_euler"])
def test_a_flexible_rod_bends(formulation):
    """Declared straight it is named, and no start is; else it takes up the millimetre."""
    text = refused(beside((0, 0, 1e-3, 0), rod=flexible_rod()), formulation)
    assert "frame_b of C is 1 mm away" in text and "fixed start" not in text
    bent = beside((0, 0, 1e-3, 0), rod=flexible_rod(q_fixed=False))
    bent.expose(outputs={"e": bent.rod.e, "phi": bent.A.phi})
    running = Running(compile_model(bent, formulation))
    assert np.linalg.norm(running.get("e")) > 1e-5 and running.get("phi") == pytest.approx(PHI, abs=LOOPS)


def mended_bars(offset: float, lean: float) -> Model:
    """A four-bar with an offset pin and a leaning hinge, a universal joint and a ball joint at the ends of its coupler."""
    model = Model("Bars")
    model.world = World()
    model.crank, model.rod, model.rocker = (Body(m=1.0, r_CM=[0.2, 0, 0], I=0.01) for _ in range(3))
    model.A = Revolute(model.world.frame_b, model.crank.frame_a, n=Y, phi_start=PHI, q_fixed=True)
    model.B = Universal(model.crank.at([CRANK, 0, 0]), model.rod.frame_a, n_a=Y, n_b=[0, 0, 1], phi_a_start=COUPLER_ANGLE - PHI)
    model.C = Spherical(model.rod.at([COUPLER, 0, 0]), model.rocker.at([ROCKER, offset, 0]))
    model.D = Revolute(model.world.at([GROUND, 0, 0]), model.rocker.frame_a, n=[0, np.cos(lean), np.sin(lean)], phi_start=ROCKER_ANGLE)
    return model


def mended_slider(offset: float, lean: float) -> Model:
    """A slider-crank with an offset piston and a leaning rail, a universal joint and a ball joint at the ends of its rod."""
    model = slider_crank()
    slider = Model("Slider")
    slider.world = World()
    slider.crank, slider.rod, slider.piston = (Body(m=1.0, r_CM=[0.2, 0, 0], I=0.01) for _ in range(3))
    slider.A = Revolute(slider.world.frame_b, slider.crank.frame_a, n=Y, phi_start=0.3, q_fixed=True)
    slider.B = Universal(slider.crank.at([0.5, 0, 0]), slider.rod.frame_a, n_a=Y, n_b=[0, 0, 1], phi_a_start=model.B.values["phi_start"])
    slider.C = Spherical(slider.rod.at([1.2, 0, 0]), slider.piston.at([0, offset, 0]))
    slider.rail = Prismatic(slider.world.frame_b, slider.piston.frame_a, n=[np.cos(lean), np.sin(lean), 0], s_start=model.rail.values["s_start"])
    return slider


@pytest.mark.parametrize(["offset", "lean"], [(0.0, 0.0), (0.02, 0.2)])
@pytest.mark.parametrize("model", [mended_bars, mended_slider])
def test_what_the_message_advises_closes(model, offset, lean):
    """Kutzbach counts one freedom, 6 (4 - 1) - 5 - 4 - 3 - 5, and no row is redundant any more."""
    mechanism = model(offset, lean)
    mechanism.expose(outputs={"phi": mechanism.A.phi})
    running = Running(compile_model(mechanism, "articulated_body"))
    assert freedoms(running) == 1 and np.all(running.buffers["independent"] > 0)
    assert running.get("phi") == pytest.approx(mechanism.A.values["phi_start"], abs=LOOPS)


def test_a_pin_parallel_to_six_digits_moves_no_fixed_start():
    """The slider-crank moves as if its pin were parallel: one millionth of a radian is less than a tenth of what assembly may leave at the rail."""
    exact, rounded = slider_crank(), slider_crank()
    rounded.C.n = [0, 1, 1e-6]
    for model in (exact, rounded):
        model.expose(outputs={"phi": model.A.phi, "rod": model.B.phi, "piston": model.C.phi})  # so the rail closes the loop
    running = Running(compile_model(rounded, "articulated_body"))
    assert running.get("phi") == pytest.approx(0.3, abs=ROUNDOFF) and freedoms(running) == 1
    runs = [simulate(model, stop_time=0.1, interval=0.1) for model in (exact, rounded)]
    assert runs[1]["phi"] == pytest.approx(runs[0]["phi"], abs=MISFIT)


class NearlyTwice(Constraint):
    """Two rails couple their sliders twice, by lines that cross at a narrow angle where the first is at 0.3001 m."""

    attachments = {"joint_a": Joint, "joint_b": Joint}
    units = ("m", "m")

    @staticmethod
    def residual(p, u, t, a, b):
        line = a.q[0] + b.q[0] - 1.0
        return np.array([line, line + 1e-3 * (a.q[0] - 0.3001)])


def test_a_fixed_start_that_rows_move_is_refused():
    """Within the consistency tolerance both lines are met at 0.3 m, but not to roundoff: 1e-7 m are shared by both rows."""
    model = Model("Rails")
    model.world, model.left, model.right = World(g=0.0), Body(m=1.0, I=0.1), Body(m=1.0, I=0.1)
    model.x = Prismatic(model.world.frame_b, model.left.frame_a, n=[1, 0, 0], s_start=0.3, q_fixed=True)
    model.y = Prismatic(model.world.frame_b, model.right.frame_a, n=[0, 1, 0], s_start=0.7)
    model.lines = NearlyTwice(model.x, model.y)
    assert re.search(r"the fixed start coordinate of x and lines contradict each other: 7.071e-05 mm at lines remain, and", refused(model))
    model.x.s_start = 0.3001
    Running(compile_model(model, "articulated_body"))
