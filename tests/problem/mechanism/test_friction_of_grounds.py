"""Rigid contacts on grounds with a friction of their own: it scales that of the contact, whether points slide, stick or strike."""

from math import cos, sin

import pytest

from mbfmu import Body, BoxSurface, Contact, FlatRoad, FreeMotion, Model, RoadSurface, VelocitySensor, World, simulate
from tests.tolerances import INTEGRATION, RESTING

G, MU, ICE = 9.81, 0.8, 0.5
HEIGHT, FALL = 1e-4, 1e-3  # m: flat, so that it does not tip


def block_on_ice(slope: float, v: list[float]) -> Model:
    """A block with mu = 0.8 on a road with half the usual friction, where it falls along x by gravity."""
    model = Model("BlockOnIce")
    model.world, model.body = World(g=G, n=[sin(slope), 0, -cos(slope)]), Body(m=2.0, I=[0.01] * 3)
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, r_start=[0, 0, HEIGHT / 2], v_start=v)
    model.faces, model.road = BoxSurface(size=[0.4, 0.4, HEIGHT]), FlatRoad(mu=ICE)
    model.ground = RoadSurface(model.road)
    model.contact = Contact(model.body.frame_a, model.world.frame_b, model.faces, model.ground, friction="coulomb", mu=MU)
    model.motion = VelocitySensor(model.body.frame_a)
    model.expose(outputs={"v": model.motion.v, "f": model.contact.f})
    return model


@pytest.mark.parametrize("slope", [0.35, 0.45])  # rad: the angle of friction is atan(0.4) = 0.3805, that of the contact alone 0.6747
def test_a_block_slides_where_the_ground_lets_it(slope: float):
    run = simulate(block_on_ice(slope, [0.0, 0.0, 0.0]), 0.5)
    expected = max(0.0, sin(slope) - ICE * MU * cos(slope)) * G * 0.5
    assert run["v[1]"][-1] == pytest.approx(expected, abs=INTEGRATION)
    assert -run["f[1]"][-1] == pytest.approx(2.0 * G * min(sin(slope), ICE * MU * cos(slope)), rel=RESTING)


def test_an_impact_has_the_friction_of_the_ground():
    model = block_on_ice(0.0, [3.0, 0.0, -1.0])
    model.free.r_start = [0.0, 0.0, HEIGHT / 2 + FALL]
    run = simulate(model, 2.0 * FALL)
    assert run["v[1]"][-1] == pytest.approx(3.0 - ICE * MU * (1.0 + G * 2.0 * FALL), abs=INTEGRATION)
    assert abs(run["v[3]"][-1]) < INTEGRATION
