"""Dry friction in joints: a block on a slope stands and slides by closed form, and a swing stops where friction first holds it."""

import numpy as np
import pytest

from mbfmu import Body, EnergyError, JointTorque, Model, Prismatic, PrismaticDryFriction, Revolute, RevoluteDryFriction, World, simulate
from tests.tolerances import INTEGRATION

SLOPE, M, G = 0.2, 3.0, 9.81
PULL = M * G * np.sin(SLOPE)  # N, along the slope
Z_MAX = 1e-4  # m, as by default


def block(dry: float) -> Model:
    model = Model("Block")
    model.world, model.block = World(g=G, n=[np.sin(SLOPE), 0, -np.cos(SLOPE)]), Body(m=M)
    model.slide = Prismatic(model.world.frame_b, model.block.frame_a, n=[1, 0, 0])
    model.friction, model.energy = PrismaticDryFriction(model.slide, dry=dry), EnergyError()
    model.expose(outputs={"s": model.slide.s, "v": model.slide.v, "f": model.friction.f, "error": model.energy.error})
    return model


@pytest.mark.parametrize("share", [0.3, 0.7, 0.9])
def test_a_block_stands_on_a_slope(share: float):
    """It goes by less than five times z_max while it comes to rest, and does not creep then. Smooth friction lets it creep by metres."""
    run = simulate(block(PULL / share), 100.0, 1.0, rtol=1e-9)
    late = run["time"] > 20.0
    assert run["f"][late] == pytest.approx(-PULL, rel=10 * INTEGRATION)
    assert np.ptp(run["s"][late]) < INTEGRATION
    assert 0.0 < run["s"][-1] < 5 * Z_MAX
    assert np.abs(run["error"]).max() < INTEGRATION


def test_a_block_slides_down():
    """At the acceleration that Coulomb's law says, behind less than the way z_max."""
    dry = 0.5 * PULL
    run = simulate(block(dry), 2.0, 0.01, rtol=1e-9)
    assert run["f"][-1] == pytest.approx(-dry, rel=INTEGRATION)
    assert run["v"][-1] ** 2 / 2 * M == pytest.approx((PULL - dry) * run["s"][-1] + dry * Z_MAX, abs=dry * Z_MAX)
    assert np.abs(run["error"]).max() < INTEGRATION * PULL


def test_a_pushed_wheel_stops_and_stays():
    """A torque below the friction drives it no more."""
    model = Model("Wheel")
    model.world, model.wheel = World(g=0), Body(m=1.0, I=[1.0, 1.0, 1.0])
    model.axle = Revolute(model.world.frame_b, model.wheel.frame_a, w_start=2.0)
    model.motor, model.friction = JointTorque(model.axle), RevoluteDryFriction(model.axle, dry=5.0, z_start=1e-3)
    model.expose(inputs={"drive": model.motor.tau}, outputs={"phi": model.axle.phi, "w": model.axle.w, "tau": model.friction.tau})
    run = simulate(model, 10.0, 0.1, inputs={"drive": 3.0}, rtol=1e-9)
    sliding, late = run["time"] < 0.9, run["time"] > 5.0
    assert run["w"][sliding] == pytest.approx(2.0 - 2.0 * run["time"][sliding], abs=INTEGRATION)
    assert run["tau"][late] == pytest.approx(-3.0, rel=10 * INTEGRATION)
    assert np.ptp(run["phi"][late]) < INTEGRATION
