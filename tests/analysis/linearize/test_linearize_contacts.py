"""Linear systems where points of contact slide, stick, or are held by bristles, against closed forms."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mbfmu import Body, HuntCrossleyContact, Model, Planar, Prismatic, World, build_portable, linearize
from mbfmu.analysis.linear.linearization import Linearization
from mbfmu.model.elements.constraints import Contact
from mbfmu.model.elements.surfaces import PlaneSurface, SphereSurface
from tests.rigid_contacts import G, block, pulled_box
from tests.tolerances import ROOT_OF_ROUNDOFF, SLOPE

TILT, I_HUB = np.radians(20.0), 0.1


def leg() -> Model:
    """A mass of 1 kg at the top of a massless leg of 1 m, whose foot sticks to the ground."""
    model = Model("Leg")
    model.world, model.hub = World(g=G), Body(m=1.0, I=[I_HUB] * 3)
    model.plane = Planar(model.world.frame_b, model.hub.frame_a, n=[0, -1, 0], n_x=[1, 0, 0], s_y_start=1.0)
    model.tip, model.ground = SphereSurface(radius=0.0), PlaneSurface()
    model.foot = Contact(model.hub.at([0, 0, -1.0]), model.world.frame_b, model.tip, model.ground, friction="sticking")
    model.expose(outputs={"w": model.plane.w})
    return model


def eigenvalues(linear: Linearization) -> np.ndarray:
    return np.linalg.eigvals(linear.A)


def assert_among(expected: list[complex], found: np.ndarray) -> None:
    for value in expected:
        assert np.abs(found - value).min() < SLOPE * abs(value)


@pytest.mark.parametrize("time", [0.0, 0.05])
def test_friction_turns_with_the_velocity(time: float):
    """A block that slides down at v loses what it moves across at the rate mu g cos / v."""
    v = 1.0 + G * (np.sin(TILT) - 0.5 * np.cos(TILT)) * time
    found = eigenvalues(linearize(block(1.0, 0.5), time=time))
    assert_among([-0.5 * G * np.cos(TILT) / v], found)
    assert (np.abs(found) > ROOT_OF_ROUNDOFF).sum() == 1


def test_a_foot_that_sticks_is_a_hinge(tmp_path: Path):
    """In the model and in its FMU, which has further eigenvalues that hold the constraint."""
    expected = (G / (1.0 + I_HUB)) ** 0.5
    for linear in (linearize(leg()), linearize(build_portable(leg(), tmp_path, fmi=3))):
        assert_among([expected, -expected], eigenvalues(linear))


V = 1e-3 * (1.0 - np.cos(50.0**0.5 * 0.45))  # m/s: of the box 0.45 s after it has begun to slide


@pytest.mark.parametrize(
    ("time", "expected"),
    [
        pytest.param(0.02, [], id="sticking"),
        pytest.param(0.08, [50.0**0.5 * 1j], id="guided", marks=pytest.mark.slow),
        pytest.param(0.5, [50.0**0.5 * 1j, -0.5 * G / V], id="sliding", marks=pytest.mark.slow),
    ],
)
def test_a_box_at_a_spring(time: float, expected: list[complex]):
    """Pulled by 100 N/m its 2 kg stand, then swing along the spring, guided while they are slow; across, friction holds them as it does the block."""
    found = eigenvalues(linearize(pulled_box(), time=time))
    assert_among(expected, found)
    if not expected:
        assert np.abs(found).max() < ROOT_OF_ROUNDOFF


def test_bristles_are_a_spring_and_a_damper():
    """A ball on a rail at rest that presses by its weight: the frequency is that of mu g / s_stick, the damping ratio zeta_stick."""
    mu, s_stick, zeta, c, m = 0.5, 1e-4, 0.3, 1e5, 2.0
    model = Model("Bristles")
    model.world, model.body = World(g=G), Body(m=m, I=[0.01] * 3)
    model.rail = Prismatic(model.world.at([0, 0, 0.1 - m * G / c]), model.body.frame_a, n=[1, 0, 0])
    model.round, model.ground = SphereSurface(radius=0.1), PlaneSurface()
    data = {"c": c, "n": 1.0, "d": 5.0, "mu": mu, "s_stick": s_stick, "zeta_stick": zeta}
    model.contact = HuntCrossleyContact(model.body.frame_a, model.world.frame_b, model.round, model.ground, **data)
    expected = (mu * G / s_stick) ** 0.5 * (-zeta + (1.0 - zeta**2) ** 0.5 * 1j)
    assert_among([expected], eigenvalues(linearize(model)))
