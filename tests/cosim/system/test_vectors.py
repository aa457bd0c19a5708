"""Vectors of hub ports are one signal where steps follow a tolerance."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mbfmu import Block, BlockModel, Body, FreeMotion, Hub, HubPort, Model, World, build_portable
from mbfmu.cosim import System, simulate_system
from tests.tolerances import ROUNDOFF


class Shaker(Block):
    """A large force that is constant, and a small one across it that is not."""

    hub = HubPort()

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"hub.force": np.array([0.0, np.sin(50.0 * t), 1000.0]), "hub.moment": np.zeros(3), "hub.point": u.hub.pos}


def test_a_small_number_of_a_large_vector_shortens_no_step(tmp_path: Path):
    """The run is that of whole steps; that of shorter ones has another speed across."""
    model = Model("Heavy")
    model.world, model.body = World(g=0), Body(m=1e6, I=[1e6] * 3)
    model.motion = FreeMotion(model.world.frame_b, model.body.frame_a)
    model.hub = Hub(model.body.frame_a)
    model.expose(ports={"hub": model.hub})
    fmus = {"body": build_portable(model, tmp_path), "shaker": build_portable(BlockModel("Shaker", Shaker()), tmp_path)}
    system = System(fmus, stop_time=0.2, step_size=0.02).connect("body.hub", "shaker.hub")
    runs = (simulate_system(replace(system, tolerance=of), show_progress=False) for of in (None, 1e-2, 1e-5))
    whole, other, divided = (result["body.hub.lin_vel.y"][-1] for result in runs)
    assert other == pytest.approx(whole, rel=ROUNDOFF)
    assert divided != pytest.approx(whole, rel=1e-3)
