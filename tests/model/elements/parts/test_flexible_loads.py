"""Loads along flexible bodies against closed forms of beams."""

import pytest

from mbfmu import (
    Fixed,
    FlexibleBody,
    JointReaction,
    LineActuator,
    LineLoad,
    Material,
    Model,
    PositionSensor,
    RectangleSection,
    Revolute,
    World,
    equilibrium,
)
from mbfmu.model.structure.beam import beam_data

from ....tolerances import SETTLED, TRUNCATED_MODES

STEEL = Material(E=2.1e11, rho=7850.0, nu=0.3)
FLAT = RectangleSection(width=0.03, height=0.02)
EI = STEEL.E * FLAT.I_y
GA = STEEL.G * FLAT.A_z


def test_cantilever_under_a_line_load():
    """Deflection w = q L^4 / (8 E I) + q L^2 / (2 G A), and the forces at its root."""
    q = -100.0
    model = Model("Loaded")
    model.world = World(g=0.0)
    model.beam = FlexibleBody(beam_data({"root": [0, 0, 0], "middle": [0.4, 0, 0], "tip": [1, 0, 0]}, FLAT, STEEL, elements=1, modes=0))
    model.root = Fixed(model.world.frame_b, model.beam.node("root"))
    model.left = LineLoad(model.beam.node("root"), model.beam.node("middle"))
    model.right = LineLoad(model.beam.node("middle"), model.beam.node("tip"))
    model.tip, model.reaction = PositionSensor(model.beam.node("tip")), JointReaction(model.root)
    model.expose(
        inputs={"q": [model.left.q, model.right.q]},
        start={"q": [0.0, 0.0, q]},
        outputs={"r": model.tip.r, "f": model.reaction.f, "t": model.reaction.t, "all": model.right.f},
    )
    found = equilibrium(model).outputs
    assert found["r[3]"] == pytest.approx(q / (8 * EI) + q / (2 * GA), rel=TRUNCATED_MODES)
    assert [found["f[3]"], found["t[2]"], found["all[3]"]] == pytest.approx([-q, q / 2, 0.6 * q], rel=TRUNCATED_MODES)
    assert found["f[2]"] == pytest.approx(0.0, abs=SETTLED)


def test_heated_beam():
    """Between two hinges, a beam that would grow by alpha T L pushes with E A alpha T: what a line actuator of that force does to its nodes."""
    model = Model("Heated")
    model.world = World(g=0.0)
    model.beam = FlexibleBody(beam_data({"left": [0, 0, 0], "right": [1, 0, 0]}, FLAT, STEEL, elements=1, modes=0))
    model.hinge = Revolute(model.world.frame_b, model.beam.node("left"), n=[0, 1, 0])
    model.wall = Fixed(model.world.at([1, 0, 0]), model.beam.node("right"))
    model.heat, model.reaction = LineActuator(model.beam.node("left"), model.beam.node("right")), JointReaction(model.wall)
    push = STEEL.E * FLAT.A * 1.2e-5 * 50.0
    model.expose(inputs={"heat": model.heat.f}, start={"heat": push}, outputs={"f": model.reaction.f})
    assert equilibrium(model).outputs["f[1]"] == pytest.approx(-push, rel=SETTLED)
