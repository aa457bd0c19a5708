"""Elastic data compared number by number."""

import numpy as np
import pytest

from mbfmu.model.structure.elastic_data import ElasticData
from mbfmu.model.structure.modes import in_modes


def same_data(found: ElasticData, expected: ElasticData, tolerance: float, signs: bool = False) -> None:
    """All arrays agree, relative to their largest numbers; with `signs` modes may be of the opposite sign, which the first node or the sums tell."""
    assert found.modes == expected.modes
    if signs:
        a, b = (np.concatenate([data.s[1:].T, *(node.Phi for node in data.nodes.values())]) for data in (found, expected))
        found = in_modes(found, np.diag(np.sign(np.einsum("ik,ik->k", a, b))))
    close = lambda a, b: np.asarray(a) == pytest.approx(np.asarray(b), rel=tolerance, abs=tolerance * max(np.abs(b).max(initial=0.0), 1e-300))
    for name in ("m", "s", "N", "g", "H", "Me", "Ke", "De"):
        assert close(getattr(found, name), getattr(expected, name)), name
    assert list(found.nodes) == list(expected.nodes)
    for name, node in expected.nodes.items():
        for part in ("x", "Phi", "Psi", "G", "Gamma"):
            assert close(getattr(found.nodes[name], part), getattr(node, part)), (name, part)
    assert list(found.stresses) == list(expected.stresses)
    for name, place in expected.stresses.items():
        assert close(found.stresses[name].x, place.x) and close(found.stresses[name].sigma, place.sigma), name
    assert list(found.temperatures) == list(expected.temperatures)
    for name, field in expected.temperatures.items():
        of = found.temperatures[name]
        assert (
            close(of.load, field.load)
            and close(of.stiffening, field.stiffening)
            and close(of.energy, field.energy)
            and list(of.stresses) == list(field.stresses)
        ), name
        assert all(close(of.stresses[place], stress) for place, stress in field.stresses.items()), name
    assert (found.surface is None) == (expected.surface is None)
    if found.surface is not None and expected.surface is not None:
        assert close(found.surface.Phi, expected.surface.Phi)
