"""Mean axes: the same whatever node a body was held at, at rest on average to second order, with an inertia that stays positive."""

import numpy as np
import pytest

from mbfmu import Material, RectangleSection
from mbfmu.mechanics.formulations.elastic_bodies import inertia_constants, material
from mbfmu.model.structure.axial import axial
from mbfmu.model.structure.beam import beam_data
from mbfmu.model.structure.mean_axes import in_mean_axes
from mbfmu.model.structure.modes import mass_normalized
from mbfmu.model.structure.reference_frame import held_at

from ...flexible_models import NODES, random_data
from ...tolerances import ROUNDOFF


@pytest.mark.parametrize("node", NODES)
def test_the_same_from_any_frame(node):
    data = mass_normalized(random_data(np.random.default_rng(0), 4))
    expected, found = in_mean_axes(data), in_mean_axes(held_at(data, node))
    for name in ("N", "H", "Me"):
        assert getattr(found, name) == pytest.approx(getattr(expected, name), abs=ROUNDOFF), name
    for name, there in expected.nodes.items():
        for quantity in ("Phi", "Psi", "G", "Gamma"):
            assert getattr(found.nodes[name], quantity) == pytest.approx(getattr(there, quantity), abs=ROUNDOFF), (name, quantity)


def test_rest_on_average():
    """No momentum and no angular momentum by modes, to second order, seen from the centre of mass."""
    data = in_mean_axes(random_data(np.random.default_rng(1), 4))
    assert not any(moment.any() for moment in (data.s, data.g, axial(data.N[0, 1:]), axial(data.H)))


def test_inertia_of_a_bent_beam_is_positive():
    """Bent by a tenth of its length, in 12 modes; held at its root, they would take up the inertia of its frame but for 4e-5."""
    data = beam_data({"root": [0, 0, 0], "tip": [1, 0, 0]}, RectangleSection(width=0.02, height=0.02), Material(2.1e11, 7850.0), elements=8, modes=6)
    data = in_mean_axes(held_at(data, "root"))
    e = np.zeros(data.modes)
    e[0] = 0.1 / np.abs(data.nodes["tip"].Phi[:, 0]).max()
    found = material(inertia_constants(data), e, np.zeros(data.modes), np.zeros(6))
    inertia = np.block([[found.rigid, found.coupling], [found.coupling.T, found.modal]])
    size = np.sqrt(np.diag(inertia))
    assert np.linalg.eigvalsh(inertia / np.outer(size, size))[0] > 0.01
