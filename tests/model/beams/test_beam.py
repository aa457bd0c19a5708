"""beam: what it adds to a model, undeformed."""

import numpy as np
import pytest

from mbfmu import (
    BeamElement,
    BeamStress,
    Body,
    Box,
    CircleSection,
    Cylinder,
    FreeMotion,
    GeneralSection,
    Material,
    MbfmuError,
    Model,
    PositionSensor,
    RectangleSection,
    TubeSection,
    World,
    WorldForce,
    beam,
    equilibrium,
)
from mbfmu.base.spatial.inertia import symmetric
from mbfmu.model.beams.reference_line import reference_line
from mbfmu.scene import build_scene

from ...tolerances import ROUNDOFF

STEEL = Material(E=210e9, rho=7850.0)
CLOSED = [[0, 0, 0], [1, 1, 0], [0, 2, 0], [-1, 1, 0], [0, 0, 0]]
BAR = RectangleSection(0.02, 0.05)


def held(**values):
    """A model with a beam on the world, and the beam."""
    model = Model("Held")
    model.world = World(g=9.81)
    return model, beam(model, "blade", model.world.frame_b, **{"section": BAR, "material": STEEL, "elements": 3} | values)


def mass_moments(line, nodes):
    """Mass, first and second moments (3, 3) of all nodes together, about the origin of the beam."""
    m, first, second = 0.0, np.zeros(3), np.zeros((3, 3))
    for R, r, node in zip(line.R, line.r, nodes):
        own = node.values
        c = r + R @ own["r_CM"]
        m, first = m + own["m"], first + own["m"] * c
        second = second + R @ symmetric(own["I"]) @ R.T + own["m"] * (c @ c * np.eye(3) - np.outer(c, c))
    return m, first, second


def test_a_straight_beam_has_the_mass_and_moments_of_a_bar():
    _, made = held(length=1.5)
    m, first, second = mass_moments(reference_line("", [[0, 0, 0], [1.5, 0, 0]], 3, [0, 0, 1]), made.nodes)
    expected = 7850.0 * 1e-3 * 1.5
    around_x, slice_y, slice_z = 0.02**2 + 0.05**2, 0.05**2, 0.02**2
    assert m == pytest.approx(expected, rel=ROUNDOFF)
    np.testing.assert_allclose(first, [0.75 * expected, 0, 0], atol=ROUNDOFF)
    diagonal = expected * np.array([around_x / 12, 1.5**2 / 3 + slice_y / 12, 1.5**2 / 3 + slice_z / 12])
    np.testing.assert_allclose(second, np.diag(diagonal), atol=10 * ROUNDOFF)


def test_a_ring_has_the_mass_and_moments_of_a_ring():
    angle = np.linspace(0.0, 2.0 * np.pi, 200)
    points = np.column_stack([np.sin(angle), 1.0 - np.cos(angle), 0.0 * angle])
    thin = CircleSection(0.0005)
    _, made = held(points=points, elements=8, section=thin)
    line = reference_line("", points, 8, [0, 0, 1])
    m, first, second = mass_moments(line, made.nodes)
    assert m == pytest.approx(2.0 * np.pi * 7850.0 * thin.A, rel=1e-6)
    np.testing.assert_allclose(first / m, [0.0, 1.0, 0.0], atol=1e-6)
    np.testing.assert_allclose(np.diag(second) / m, [1.5, 0.5, 2.0], atol=1e-5)
    for element in made.elements:
        np.testing.assert_allclose(element.values["kappa_0"], [0.0, 0.0, 1.0], atol=1e-5)
        np.testing.assert_allclose(element.values["gamma_0"], np.zeros(3), atol=1e-5)


def test_a_curved_beam_is_at_rest_as_it_is_made():
    """A helix on a tilted frame: without gravity no element bears a load."""
    s = np.linspace(0.0, 3.0, 60)
    model = Model("Helix")
    model.world = World(g=0.0)
    made = beam(model, "coil", model.world.at([1, 2, 3], [1, 1, 0], 0.7), BAR, STEEL, 3, points=np.column_stack([np.sin(s), 1 - np.cos(s), 0.3 * s]))
    model.expose(outputs={f"load{i}": element.f_b for i, element in enumerate(made.elements)})
    rest = equilibrium(model)
    assert rest.acceleration < 1e-5
    assert max(map(abs, rest.outputs.values())) < 1e-5 * STEEL.E * BAR.A * 1e-6


def test_a_quarter_of_a_ring_yields_as_castigliano_says():
    angle = np.linspace(0.0, np.pi / 2.0, 60)
    bar = GeneralSection(A=1.0, I_y=1e-6, I_z=1e-6, J=1e-6)
    model = Model("Arc")
    model.world = World(g=0.0)
    points = np.column_stack([np.sin(angle), 1.0 - np.cos(angle), 0.0 * angle])
    made = beam(model, "arc", model.world.frame_b, bar, Material(E=1e6, rho=1.0, nu=0.0), 4, points=points)
    model.load, model.place = WorldForce(made.tip), PositionSensor(made.tip)
    model.expose(inputs={"f": model.load.f}, outputs={"r": model.place.r})
    rest = equilibrium(model, inputs={"f[1]": 1e-4})
    # with R = EI = 1 the section at an angle s bears the moment -cos(s) f, and yields by 1 - sin(s) along y
    moved = np.array([rest.outputs["r[1]"] - 1.0, rest.outputs["r[2]"] - 1.0]) / 1e-4
    np.testing.assert_allclose(moved, [np.pi / 4.0, -0.5], rtol=1e-2)


def test_names_frames_and_figures():
    model, made = held(length=0.9)
    names = [name for name in model.elements if name.startswith("blade")]
    assert {f"blade_node{i}" for i in range(4)} | {f"blade_{kind}{i}" for i in (1, 2, 3) for kind in ("motion", "element", "stress")} <= set(names)
    assert (type(made.nodes[0]), type(made.elements[0]), type(made.stresses[0])) == (Body, BeamElement, BeamStress)
    assert made.tip.part is made.nodes[-1]
    sizes = [node.visual[0].values["size"].tolist() for node in made.nodes]
    np.testing.assert_allclose(sizes, [[0.15, 0.02, 0.05], [0.3, 0.02, 0.05], [0.3, 0.02, 0.05], [0.15, 0.02, 0.05]])
    assert made.nodes[0].visual[0].values["r"].tolist() == [0.075, 0.0, 0.0]
    assert made.elements[0].values["tau"] == pytest.approx(0.3 / 20.0 * np.sqrt(7850.0 / 210e9))
    _, tube = held(length=0.9, section=TubeSection(0.015, 0.002))
    assert isinstance(tube.nodes[0].visual[0], Cylinder)
    _, numbers = held(length=0.9, section=GeneralSection(A=1e-3, I_y=BAR.I_y, I_z=BAR.I_z, J=1e-8))
    assert isinstance(numbers.nodes[0].visual[0], Box)
    np.testing.assert_allclose(numbers.nodes[0].visual[0].values["size"], [0.15, 0.02, 0.05])


@pytest.mark.parametrize(
    "values, words",
    [
        ({}, "either its length or points"),
        ({"length": 1.0, "points": [[0, 0, 0], [1, 0, 0]]}, "either its length or points"),
        ({"length": 1.0, "elements": 0}, "elements = 0 must be a whole number"),
        ({"length": 1.0, "section": 0.02}, "section = 0.02 must be a cross-section"),
        ({"length": -1.0}, "length = -1.0 must be a positive number"),
        ({"points": [[0, 0, 0], [0, 0, 0], [1, 0, 0]]}, r"points\[0\] and points\[1\] are the same"),
        ({"points": [[0, 0], [1, 0]]}, r"points must be two or more points \[x, y, z\]"),
        ({"points": [[1, 0, 0], [2, 0, 0]]}, "points must begin at the origin"),
        ({"points": [[0, 0, 0], [0, 0, 1]]}, "must be a direction across the beam"),
        (
            {"points": CLOSED, "elements": 2},
            "is curved by .* degrees, more than 86: use more elements",
        ),
    ],
)
def test_what_cannot_be_is_refused(values, words):
    with pytest.raises(MbfmuError, match=f"beam 'blade': .*{words}"):
        held(**values)


def test_its_nodes_are_drawn_and_an_element_alone_is_a_rod():
    model, _ = held(length=0.9)
    scene = build_scene(model)
    assert [line.kind for line in scene.lines] == []
    alone = Model("Alone")
    alone.world, alone.end = World(), Body(m=1.0, I=[0.1, 0.1, 0.1])
    alone.free = FreeMotion(alone.world.frame_b, alone.end.frame_a, r_start=[1, 0, 0])
    alone.element = BeamElement(alone.world.frame_b, alone.end.frame_a, length=1.0, **BAR.stiffness(STEEL))
    assert [line.kind for line in build_scene(alone).lines] == ["rod"]
