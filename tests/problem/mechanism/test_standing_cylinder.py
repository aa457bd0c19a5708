"""A can on the ground: it falls flat, stands, slides, spins, tips over its edge, and rolls on it."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu import Body, FreeMotion, Model, World, WorldForce, compile_problem
from mbfmu.engine.instance import Instance
from mbfmu.model.elements.constraints import Contact
from mbfmu.model.elements.surfaces import CylinderSurface, PlaneSurface, TorusSurface
from tests.rigid_contacts import G
from tests.rolling_can import rolled
from tests.tolerances import INTEGRATION, ROLLED, ROUNDOFF

M, RADIUS, LENGTH, MU = 1.0, 0.05, 0.12, 0.5  # kg, m, m
ACROSS, ALONG = M * (3 * RADIUS**2 + LENGTH**2) / 12, M * RADIUS**2 / 2
STANDS_OUT = 1 + 5e-4  # radius at which a cylinder stands, over its own


def can(tilt: float = 0.0, height: float = 0.0, e: float = 0.0, v=(0.0, 0.0, 0.0), w=(0.0, 0.0, 0.0), mu: float = MU) -> Model:
    """A can above the ground, turned by `tilt` [rad] about x, its lowest point at a height [m]."""
    model = thrown(tilt, height + 0.5 * LENGTH * np.cos(tilt) + RADIUS * np.sin(tilt), v, w)
    model.surface = CylinderSurface(radius=RADIUS, length=LENGTH)
    model.contact = Contact(model.can.frame_a, model.world.frame_b, model.surface, model.ground, friction="coulomb", mu=mu, e=e)
    model.expose(outputs={"N": model.contact.N})
    return model


def thrown(tilt: float, z: float, v=(0.0, 0.0, 0.0), w=(0.0, 0.0, 0.0)) -> Model:
    """A body that touches nothing yet, its centre at a height z [m]."""
    model = Model("Can")
    model.world, model.can = World(g=G), Body(m=M, I=[ACROSS, ACROSS, ALONG])
    start = {"r_start": [0.0, 0.0, z], "Q_start": [np.sin(tilt / 2), 0.0, 0.0, np.cos(tilt / 2)], "v_start": list(v), "w_start": list(w)}
    model.free = FreeMotion(model.world.frame_b, model.can.frame_a, **start)
    model.ground = PlaneSurface()
    model.expose(outputs={"r": model.free.r, "v": model.free.v, "w": model.free.w, "Q": model.free.Q})
    return model


def after(model: Model, t: float, push: np.ndarray | None = None, tolerance: float | None = None) -> Instance:
    """The can at a time [s]."""
    instance = Instance(compile_problem(model))
    if push is not None:
        instance.set("push", push)
    instance.initialize()
    instance.advance(t, tolerance)
    instance.outputs()
    return instance


def tilt_of(instance: Instance) -> float:
    """The angle [rad] between its axis and upright."""
    return 2 * float(np.arcsin(np.hypot(*instance.get("Q")[:2])))


@pytest.mark.parametrize("e", [0.0, 0.5])
@pytest.mark.parametrize("tilt", [0.0, 0.1])
def test_a_can_that_is_dropped_comes_to_rest_on_its_face(tilt: float, e: float):
    there = after(can(tilt, 0.01, e), 3.0)
    assert tilt_of(there) < ROUNDOFF
    assert there.get("r")[2] == pytest.approx(0.5 * LENGTH, abs=ROUNDOFF)
    assert np.abs([*there.get("v"), *there.get("w")]).max() < ROUNDOFF
    assert np.sum(there.get("N")) == pytest.approx(M * G, rel=ROUNDOFF)


def test_it_slides_as_far_as_friction_lets_it():
    there = after(can(v=(0.6, 0.8, 0.0)), 1.0)
    np.testing.assert_allclose(there.get("r"), np.array([0.6, 0.8, 0.0]) / (2 * MU * G) + [0.0, 0.0, 0.5 * LENGTH], atol=INTEGRATION)


def test_it_spins_until_friction_stops_it():
    """By friction at its edge: the spin falls by mu m g R / I a second."""
    falls = MU * M * G * RADIUS * STANDS_OUT / ALONG
    there = after(can(w=(0.0, 0.0, 30.0)), 0.5 * 30.0 / falls)
    assert there.get("w")[2] == pytest.approx(15.0, rel=INTEGRATION)
    assert abs(after(can(w=(0.0, 0.0, 30.0)), 1.01 * 30.0 / falls).get("w")[2]) < ROUNDOFF


@pytest.mark.parametrize("angle", [0.0, 0.3, np.pi / 3, 2.0, np.pi])
def test_it_tips_over_its_edge_in_any_direction(angle: float):
    """A push at the top tips it where its moment about the edge exceeds that of the weight: also between the points that carry it."""
    for share, tips in ((0.98, False), (1.02, True)):
        model = can(mu=0.8)
        model.push = WorldForce(model.can.at([0.0, 0.0, 0.5 * LENGTH]))
        model.expose(inputs={"push": model.push.f})
        there = after(model, 0.2, share * M * G * RADIUS / LENGTH * np.array([np.cos(angle), np.sin(angle), 0.0]))
        assert (tilt_of(there) > 0.01) == tips


def test_a_ring_falls_flat():
    model = thrown(0.2, 0.1)
    model.tyre = TorusSurface(radius=RADIUS, tube=0.02)
    model.rubber = Contact(model.can.frame_a, model.world.frame_b, model.tyre, model.ground, friction="coulomb", mu=MU)
    there = after(model, 3.0)
    assert tilt_of(there) < ROUNDOFF
    assert there.get("r")[2] == pytest.approx(0.02, abs=ROUNDOFF)


def test_it_rolls_on_its_edge_past_standing():
    """Close to level the lowest point runs round the edge in milliseconds: the can seems to rock."""
    start, known = rolled(M, np.diag([ACROSS, ACROSS, ALONG]), RADIUS, LENGTH, 0.2, 0.5, 0.25)
    model = can(0.2, v=start[7:10], w=start[4:7], mu=10.0)
    there = after(model, 0.25, tolerance=1e-9)
    for name, wanted in (("Q", known[:4]), ("w", known[4:7]), ("v", known[7:10]), ("r", known[10:])):
        np.testing.assert_allclose(there.get(name), wanted, atol=ROLLED)


@pytest.mark.slow
def test_it_slides_where_its_edge_whips_round():
    """Within microseconds, under ten thousand times its weight: a thousand steps took 0.6 us, which was refused as a standstill."""
    there = after(can(0.5, 0.01), 1.86, tolerance=1e-9)
    assert tilt_of(there) < 0.1
