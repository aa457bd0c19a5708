"""Parameters of elements are varied although no model makes them tunable."""

import numpy as np
import pytest

import mbfmu
from tests.tolerances import INTEGRATION

g, C = 9.81, 30.0


def pendulum() -> mbfmu.Model:
    model = mbfmu.Model("Pendulum")
    model.world, model.rod = mbfmu.World(g=g), mbfmu.Body(m=1.0, r_CM=[0, 0, -1.0])
    model.pivot = mbfmu.Revolute(model.world.frame_b, model.rod.frame_a, n=[0, 1, 0])
    model.spring = mbfmu.TorsionSpringDamper(model.pivot, c=C, d=1.0)
    return model


def test_a_root_locus_goes_over_a_mass():
    locus = mbfmu.root_locus(pendulum(), "rod.m", [1.0, 4.0])
    expected = [np.sqrt(C / m + g - 0.25 / m**2) for m in (1.0, 4.0)]
    assert np.abs(locus.eigenvalues.imag).max(axis=1) == pytest.approx(expected, rel=INTEGRATION)


def test_a_branch_follows_the_preload_of_a_spring():
    branch = mbfmu.continuation(pendulum(), "spring.phi_rel0", (-0.5, 0.5))
    phi = branch.column("pivot.phi")
    assert C * (phi - branch.values) + g * np.sin(phi) == pytest.approx(np.zeros(len(phi)), abs=INTEGRATION)


def test_the_model_stays_as_it_was():
    model = pendulum()
    mbfmu.root_locus(model, "rod.m", [1.0, 4.0])
    assert model.tunable == [] and "rod.m" not in {v.name for v in mbfmu.compile_problem(model).variables}
