"""Stops of joints: against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu import Body, FreeMotion, MbfmuError, Model, Prismatic, Revolute, World, simulate
from mbfmu.model.elements.constraints import Condition, JointStop
from tests.rigid_contacts import G, Until, bouncing
from tests.tolerances import BOUNCED, INTEGRATION, PASSED, RESTING


@pytest.mark.parametrize("upper", [False, True])
def test_a_mass_bounces_on_the_stop_of_its_slide(upper: bool):
    """As a ball; an upper stop is a lower one of the slide upside down."""
    model, up = Model("Slide"), -1.0 if upper else 1.0
    model.world, model.mass = World(g=G), Body(m=2.0, I=[1e-2] * 3)
    model.slide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[0, 0, up], s_start=up)
    model.stop = JointStop(model.slide, limit=0.0, upper=upper, e=0.8)
    model.expose(outputs={"s": model.slide.s, "f": model.stop.tau, "gap": model.stop.gap})
    found = simulate(model, 5.0)
    assert found["gap"] == pytest.approx(bouncing(found["time"], 0.8, 1.0), abs=BOUNCED)
    assert found["s"] == pytest.approx(up * found["gap"], abs=BOUNCED)
    assert found["f"][-1] == pytest.approx(up * 2.0 * G, rel=RESTING)


def pendulum(lock: Condition | None) -> Model:
    """It swings through its lowest position into a stop behind it."""
    model = Model("Pendulum")
    model.world, model.bob = World(g=G), Body(m=2.0, I=[1e-9] * 3, r_CM=[0.0, 0.0, -0.5])
    model.pin = Revolute(model.world.frame_b, model.bob.frame_a, n=[0, 1, 0], phi_start=-0.5)
    locks = [] if lock is None else [model.add("lock", lock)]
    model.stop = JointStop(model.pin, *locks, limit=0.2)
    model.expose(outputs={"phi": model.pin.phi, "w": model.pin.w, "tau": model.stop.tau})
    return model


def test_a_stop_locks_until_its_condition_holds_no_longer():
    """While locked it pulls, against gravity; then the pendulum falls back from rest, as far as it was on the other side."""
    found = simulate(pendulum(Until(t_end=1.5)), 3.0, interval=0.005)
    held = (found["time"] > 0.8) & (found["time"] < 1.5)
    assert found["phi"][held] == pytest.approx(0.2, abs=RESTING)
    assert found["tau"][held] == pytest.approx(2.0 * G * 0.5 * np.sin(0.2), rel=RESTING)
    later = found["time"] > 1.5
    assert found["phi"][later].min() == pytest.approx(-0.2, abs=PASSED)
    energy = 0.25 * found["w"][later] ** 2 + G * (np.cos(0.2) - np.cos(found["phi"][later]))
    assert energy == pytest.approx(0.0, abs=INTEGRATION)


def test_a_stop_without_a_lock_does_not_pull():
    """A plastic stop takes the speed; the pendulum swings back at once."""
    found = simulate(pendulum(None), 0.8, interval=0.005)
    assert not found["tau"].any()
    assert found["phi"].max() == pytest.approx(0.2, abs=PASSED)
    assert found["phi"][-1] < 0.1


def test_a_stop_beyond_which_a_joint_begins_is_named():
    model = pendulum(None)
    model.pin.phi_start = 0.3
    with pytest.raises(MbfmuError, match="begin within each other: stop by 0.1 rad"):
        simulate(model, 0.1)


def test_a_joint_of_more_coordinates_has_no_stop():
    model = Model("Free")
    model.world, model.body = World(), Body(m=1.0, I=[1.0] * 3)
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a)
    model.stop = JointStop(model.free, limit=0.0)
    with pytest.raises(MbfmuError, match="a JointStop wants a joint of one"):
        simulate(model, 0.1)
