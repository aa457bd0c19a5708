"""Bricard's mechanism a little off the positions where its loop closes, where its redundant row looks independent."""

import numpy as np
import pytest

from mbfmu.engine.instance import Instance
from mbfmu.problem.mechanism.mechanics import FORMULATIONS, compile_model
from mbfmu.problem.mechanism.stabilization import gain

from .iftomm_a04_bricard import model

OFF = 1e-6  # rad and m


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_off_its_manifold_it_moves_alike(formulation):
    """But for the stabilization, which answers a violation of size OFF with w^2 OFF, and for the change of the mechanism itself."""
    bricard = model(formulation)
    instance = Instance(compile_model(bricard, formulation))
    instance.initialize()
    x, w = instance.buffers["x"].copy(), gain(bricard)
    coordinates = instance.problem.manifolds[0].nq
    there = instance.derivative(0.0, x)
    for displaced in np.random.default_rng(1).uniform(-OFF, OFF, (5, coordinates)):
        off = x.copy()
        off[:coordinates] += displaced
        difference = instance.derivative(0.0, off) - there
        assert np.abs(difference).max() < 100 * OFF * (1 + w**2)
