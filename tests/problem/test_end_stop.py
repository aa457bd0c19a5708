"""A mass that falls on an elastic stop comes back: switches change where they must, and no energy is lost there."""

import numpy as np
import pytest

from mbfmu import Body, Model, Prismatic, PrismaticEndStop, World
from mbfmu.analysis.simulate.simulate import simulate
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
