"""Vectors of hub ports are one signal where steps follow a tolerance."""

from pathlib import Path

import numpy as np
import pytest

from mbfmu import Block, BlockModel, Body, FreeMotion, Hub, HubPort, Model, World, build_portable
from mbfmu.cosim import System, simulate_system
from mbfmu.cosim.masters.step_size import ByPrediction


class Shaker(Block):
    """A large force that is constant, and a small one across it that is not."""

    hub = HubPort()

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"hub.force": np.array([0.0, np.sin(50.0 * t), 1000.0]), "hub.moment": np.zeros(3), "hub.point": u.hub.pos}


def test_a_small_number_of_a_large_vector_shortens_no_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    model, sizes, off = Model("Heavy"), [], ByPrediction.off
    model.world, model.body = World(g=0), Body(m=1e6, I=[1e6] * 3)
    model.motion = FreeMotion(model.world.frame_b, model.body.frame_a)
    model.hub = Hub(model.body.frame_a)
    model.expose(ports={"hub": model.hub})
    fmus = {"body": build_portable(model, tmp_path), "shaker": build_portable(BlockModel("Shaker", Shaker()), tmp_path)}
    monkeypatch.setattr(ByPrediction, "off", lambda control, part: sizes.append(part.size) or off(control, part))
    simulate_system(System(fmus, stop_time=0.2, step_size=0.02, tolerance=1e-2).connect("body.hub", "shaker.hub"), show_progress=False)
    assert sizes == pytest.approx([0.02] * 10)
