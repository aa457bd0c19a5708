"""The orientation of a wheel that spins goes on without jumps where inputs are continued."""

import logging
from dataclasses import replace

import numpy as np
import pytest

from mbfmu import BlockModel, Body, Hub, Model, Revolute, TydexC, World, build_portable
from mbfmu.cosim import System, simulate_system
from tests.tolerances import FMU_INTEGRATION

SPIN = 40.0  # rad/s


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> System:
    model = Model("Wheel")
    model.world, model.rim = World(g=0), Body(m=10.0, I=[0.5, 1.0, 0.5])
    model.bearing = Revolute(model.world.frame_b, model.rim.frame_a, n=[0, 1, 0], w_start=SPIN)
    model.hub = Hub(model.rim.frame_a)
    model.expose(ports={"hub": model.hub})
    folder = tmp_path_factory.mktemp("fmus")
    fmus = {name: build_portable(of, folder) for name, of in (("wheel", model), ("axes", BlockModel("Axes", TydexC())))}
    return System(fmus, stop_time=0.25, step_size=2.5e-3, name="Spinning").connect("wheel.hub", "axes.hub")


@pytest.mark.parametrize("change", [{"input_order": 1}, {"input_order": 2}, {"tolerance": 0.1}])
def test_it_goes_on_where_the_wheel_says_the_opposite(wheel: System, caplog: pytest.LogCaptureFixture, change: dict):
    with caplog.at_level(logging.WARNING, logger="mbfmu"):
        found = simulate_system(replace(wheel, **change), show_progress=False)
    said, taken = (np.array([found[f"{name}.hub.rot.e{i}"] for i in range(4)]) for name in ("wheel", "axes"))
    half = SPIN * found["time"] / 2
    assert np.abs(np.diff(said[2])).max() > 1.0 and (said[0] >= 0).all()
    late = SPIN / 2 * wheel.step_size * ("tolerance" in change)  # held inputs are a step late
    np.testing.assert_allclose(taken, [np.cos(half), 0 * half, np.sin(half), 0 * half], atol=late + (SPIN / 2 * wheel.step_size) ** 2)
    assert not caplog.records


def test_held_inputs_are_what_outputs_are(wheel: System):
    found = simulate_system(wheel, show_progress=False)
    np.testing.assert_allclose(found["axes.hub.rot.e2"][1:], found["wheel.hub.rot.e2"][:-1], atol=FMU_INTEGRATION)
