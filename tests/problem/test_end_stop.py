"""A mass that falls on an elastic stop comes back: switches change where they must, and no energy is lost there."""

import numpy as np
import pytest

from mbfmu import Body, EnergyError, Model, Prismatic, PrismaticEndStop, World
from mbfmu.analysis.simulate.simulate import simulate
from mbfmu.model.elements.forces import BumpStop, ReboundStop
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..tolerances import INTEGRATION

M, C, G, HEIGHT = 2.0, 800.0, 9.81, 0.5


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("up", [True, False])
def test_bounce(formulation, up):
    """Free fall twice, and 2 (pi - atan(v omega / g)) / omega on the stop; at the lower, or upside down at the upper."""
    sign = 1.0 if up else -1.0
    model = Model("Bounce")
    model.world, model.mass = World(g=G), Body(m=M)
    model.rail = Prismatic(model.world.frame_b, model.mass.frame_a, n=[0, 0, sign], s_start=sign * HEIGHT)
    limits = {"lower": 0.0, "upper": 9.0} if up else {"lower": -9.0, "upper": 0.0}
    model.stop = PrismaticEndStop(model.rail, **limits, c=C)
    model.expose(outputs={"s": model.rail.s, "v": model.rail.v})
    omega, v = np.sqrt(C / M), np.sqrt(2 * G * HEIGHT)
    period = 2 * v / G + 2 * (np.pi - np.arctan(v * omega / G)) / omega
    rows = simulate(compile_model(model, formulation), stop_time=3 * period, interval=period, rtol=1e-10)
    np.testing.assert_allclose(rows["s"], sign * HEIGHT, atol=INTEGRATION)
    np.testing.assert_allclose(rows["v"], 0.0, atol=10 * INTEGRATION)


GRAVITY = 9.81


def bouncing(stop: dict[str, float]) -> np.ndarray:
    """A mass in a guide between a bump stop below and a rebound stop above, thrown upward."""
    model = Model("Between")
    model.world, model.mass = World(g=GRAVITY), Body(m=3.0)
    model.rail = Prismatic(model.world.frame_b, model.mass.frame_a, n=[0, 0, 1], s_start=0.5, v_start=4.0)
    ends = model.world.frame_b, model.mass.frame_a
    model.bump, model.rebound = BumpStop(*ends, s_stop=0.3, **stop), ReboundStop(*ends, s_stop=0.9, **stop)
    model.energy = EnergyError()
    model.expose(outputs={"s": model.rail.s, "v": model.rail.v, "up": model.bump.f, "down": model.rebound.f, "error": model.energy.error})
    return simulate(compile_model(model), stop_time=1.5, interval=2e-3, rtol=1e-9)


def test_progressive_stops_between_frames_keep_energy():
    """How deep the mass goes into a stop is what its energy says: c x^2 / 2 + c_3 x^4 / 4."""
    c, c_3 = 4e3, 3e6
    rows = bouncing({"c": c, "c_3": c_3})
    energy = 0.5 * 3.0 * rows["v"] ** 2 + 3.0 * GRAVITY * rows["s"]
    x = np.maximum(0.3 - rows["s"], 0.0) + np.maximum(rows["s"] - 0.9, 0.0)
    np.testing.assert_allclose(energy + 0.5 * c * x**2 + 0.25 * c_3 * x**4, energy[0], rtol=INTEGRATION)
    assert x[rows["s"] < 0.5].max() > 0.03 and x[rows["s"] > 0.5].max() > 0.03
    np.testing.assert_allclose(rows["up"], np.where(rows["s"] < 0.3, c * x + c_3 * x**3, 0.0), atol=1e-6 * rows["up"].max())
    np.testing.assert_allclose(rows["error"], 0.0, atol=INTEGRATION * energy[0])


def test_damped_stops_never_pull_and_their_heat_is_counted():
    rows = bouncing({"c": 4e3, "c_3": 3e6, "d": 1.5})  # which would pull where the mass leaves faster than 1 / d
    assert rows["up"].min() == rows["down"].min() == 0.0 < min(rows["up"].max(), rows["down"].max())
    assert rows["v"].max() > 1 / 1.5 and rows["v"][-1] ** 2 < 0.5 * rows["v"][0] ** 2
    assert np.abs(rows["error"]).max() < INTEGRATION * 3.0 * 16.0
