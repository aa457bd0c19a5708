"""Beams of nodes and elements against closed forms: elastica, roll-up, natural frequencies, stress at the root."""

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import ellipe, ellipeinc, ellipk, ellipkinc

from mbfmu import (
    Body,
    EnergyError,
    FreeMotion,
    GeneralSection,
    Material,
    Model,
    PositionSensor,
    RectangleSection,
    World,
    WorldForce,
    WorldTorque,
    beam,
    equilibrium,
    linearize,
)
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ...tolerances import ROLLED_UP

# EI = 1, and stretch of a millionth by a force of 1
THIN, RUBBER = GeneralSection(A=1.0, I_y=1e-6, I_z=1e-6, J=1e-6), Material(E=1e6, rho=1.0, nu=0.0)
SLOW = {"newton_euler", "kane_complement", "newton_euler_minimal", "joint_coordinates", "udwadia_phohomsiri"}


def cantilever(elements, load, section=THIN, material=RUBBER, **values):
    model = Model("Cantilever", **values)
    model.world = World(g=0.0)
    made = beam(model, "blade", model.world.frame_b, section, material, elements, length=1.0)
    model.load, model.place = load(made.tip), PositionSensor(made.tip)
    (name,) = ("f" if load is WorldForce else "t",)
    model.expose(
        inputs={"load": getattr(model.load, name)},
        outputs={"r": model.place.r, "moment": made.elements[0].t_a, "stress": made.stresses[0].sigma_max},
    )
    return model


def elastica(alpha):
    """x and y of the tip of an inextensible cantilever of length 1 under a force alpha EI across it (Bisshopp & Drucker 1945)."""

    def amplitude(k):
        return np.arcsin(1.0 / (k * np.sqrt(2.0)))

    k = brentq(lambda k: ellipkinc(np.pi / 2, k * k) - ellipkinc(amplitude(k), k * k) - np.sqrt(alpha), np.sqrt(0.5) + 1e-12, 1.0 - 1e-12)
    E = ellipeinc(np.pi / 2, k * k) - ellipeinc(amplitude(k), k * k)
    return np.sqrt(2.0 * (2.0 * k * k - 1.0) / alpha), 1.0 - 2.0 * E / np.sqrt(alpha)


@pytest.mark.parametrize("formulation", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in FORMULATIONS])
def test_elastica(formulation):
    """From the straight start, in every formulation. Errors of 10 elements are below 2e-5, and fall with the fourth power."""
    rest = equilibrium(cantilever(5, WorldForce, formulation=formulation), inputs={"load[2]": 10.0})
    x, y = elastica(10.0)
    assert [rest.outputs["r[1]"], rest.outputs["r[2]"]] == pytest.approx([x, y], rel=3e-4)
    assert rest.outputs["moment[3]"] == pytest.approx(10.0 * rest.outputs["r[1]"], rel=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("alpha", [1.0, 2.0, 5.0, 10.0])
def test_elastica_of_ten_elements(alpha):
    rest = equilibrium(cantilever(10, WorldForce), inputs={"load[2]": alpha})
    assert [rest.outputs["r[1]"], rest.outputs["r[2]"]] == pytest.approx(elastica(alpha), rel=2e-5)


@pytest.mark.parametrize("elements", [5, pytest.param(8, marks=pytest.mark.slow)])
def test_a_moment_rolls_it_up_to_a_circle(elements):
    rest = equilibrium(cantilever(elements, WorldTorque), inputs={"load[3]": 2.0 * np.pi})
    np.testing.assert_allclose([rest.outputs[f"r[{i}]"] for i in (1, 2, 3)], np.zeros(3), atol=ROLLED_UP)


def frequencies(elements, section, material):
    model = cantilever(elements, WorldForce, section, material)
    for element in model.elements.values():
        if "element" in element.name:
            element.tau = 0.0
    return np.sort([2.0 * np.pi * mode.frequency for mode in linearize(model).modes()])


def test_natural_frequencies():
    """Of bending those of Euler and Bernoulli, of stretching and twisting those of a chain of masses and springs."""
    slender = GeneralSection(A=1.0, I_y=1e-8, I_z=4e-8, J=9e-8)
    n, found = 8, frequencies(8, slender, Material(E=1e8, rho=1.0, nu=0.0))
    bending = np.array([1.8751040687, 4.6940911329]) ** 2

    def nearest(w):
        return found[np.argmin(abs(found - w))]

    for i, error in enumerate((1e-3, 1.2e-2)):
        for factor in (1.0, 2.0):
            assert nearest(factor * bending[i]) == pytest.approx(factor * bending[i], rel=error)
    for k in (1, 2):
        lumped = 2.0 * n * np.sin((2 * k - 1) * np.pi / (4.0 * n))
        assert nearest(1e4 * lumped) == pytest.approx(1e4 * lumped, rel=1e-6)
        twisted = np.sqrt(0.5e8 * 9e-8 / 5e-8) * lumped
        assert nearest(twisted) == pytest.approx(twisted, rel=1e-6)


def test_stress_at_the_root():
    """6 F L / (b h^2), where sections bear the moment of the tip's force exactly, however few elements there are."""
    bar = RectangleSection(0.02, 0.04)
    rest = equilibrium(cantilever(2, WorldForce, bar, Material(E=210e9, rho=7850.0)), inputs={"load[3]": 100.0})
    assert rest.outputs["stress[1]"] == pytest.approx(6.0 * 100.0 * 1.0 / (0.02 * 0.04**2), rel=1e-4)


def compressed(share, elements=6):
    """A column under that share of Euler's load, and a push of a millionth across it."""
    model = cantilever(elements, WorldForce, GeneralSection(A=1.0, I_y=4e-6, I_z=1e-6, J=1e-6))
    model.error = EnergyError()  # whose states nothing depends on
    load = share * np.pi**2 / 4.0
    return equilibrium(model, inputs={"load[1]": -load, "load[2]": 1e-6 * load})


@pytest.mark.slow
def test_a_column_stands_below_eulers_load():
    below = compressed(0.9)
    assert below.stability == "stable"
    assert below.outputs["r[2]"] < 1e-4


def test_a_column_buckles():
    """Newton's method meets the straight column, which does not last, and the search continues."""
    k = np.sin(np.radians(60.0) / 2.0)
    K, E = ellipk(k * k), ellipe(k * k)
    bent = compressed((2.0 * K / np.pi) ** 2)
    assert bent.stability == "stable"
    assert [bent.outputs["r[1]"], bent.outputs["r[2]"]] == pytest.approx([2.0 * E / K - 1.0, 2.0 * k / K], rel=2e-4)


@pytest.mark.slow
def test_a_beam_that_nothing_holds_is_in_neutral_equilibrium():
    model = Model("Flying")
    model.world, model.hub = World(g=0.0), Body(m=1.0, I=[0.1, 0.1, 0.1])
    model.free = FreeMotion(model.world.frame_b, model.hub.frame_a)
    beam(model, "blade", model.hub.frame_a, THIN, RUBBER, 5, length=1.0)
    assert equilibrium(model).stability == "neutral"
