"""The gain of the stabilization: it follows from the communication step, and neither linearization nor slow motion feels it."""

import numpy as np
import pytest

from mbfmu import Body, FreeMotion, Model, PointOnPlane, Prismatic, SpringDamperParallel, World, simulate
from mbfmu.problem.mechanism.mechanics import compile_model

from ...cases.spacecraft import as_published
from ...cases.spacecraft_two_body_axial_damper import damped
from ...running import Running
from ...tolerances import EIGENVALUE, ROUNDOFF

M, OFF = 2.0, 1e-3  # kg, m: how far from its constraint a body is put
ABSOLUTE = "newton_euler"


def held(stiffness: float, **settings) -> Model:
    """A body at rest in the plane x = 0, at the end of a spring along y."""
    model = Model("Held", **settings)
    model.world, model.body = World(g=0.0), Body(m=M, I=0.1)
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a)
    model.plane = PointOnPlane(model.world.frame_b, model.body.frame_a, n=[1, 0, 0])
    model.spring = SpringDamperParallel(model.world.at([0, 1, 0]), model.body.frame_a, c=stiffness, s_unstretched=1.0)
    model.expose(outputs={"r": model.free.r})
    return model


@pytest.mark.parametrize("stiffness", [1e-3, 1e7])
@pytest.mark.parametrize(
    ["settings", "gain"], [({"step_size": 1e-3}, 10.0), ({"step_size": 1.0, "tolerance": 1e-9}, 0.01), ({"stabilization": 7.0}, 7.0)]
)
def test_the_gain_follows_the_communication_step(stiffness, settings, gain):
    """Off its constraint by OFF, the body is called back by gain^2 OFF, whatever the fastest frequency; what the user says goes first."""
    running = Running(compile_model(held(stiffness, **settings)))
    x = running.x
    away = np.zeros(x.size)
    away[running.problem.state_names.index("free.r[1]")] = OFF
    rates = dict(zip(running.problem.state_names, running.derivative(0.0, x + away)))
    assert rates["free.v[1]"] == pytest.approx(-(gain**2) * OFF, rel=ROUNDOFF)


@pytest.mark.parametrize("slow, fast", [(0.5, 20.0), (3.0, 50.0)])
def test_eigenvalues_of_an_overdamped_slider(slow, fast):
    """-slow and -fast are simple poles: those of the five constraints in absolute coordinates do not lie on them."""
    model = Model("Slider")
    model.world, model.body = World(g=0.0), Body(m=M, I=0.1)
    model.rail = Prismatic(model.world.frame_b, model.body.frame_a, n=[1, 0, 0], s_start=0.5)
    model.spring = SpringDamperParallel(model.world.frame_b, model.body.frame_a, c=M * slow * fast, d=M * (slow + fast), s_unstretched=0.5)
    model.expose(outputs={"s": model.rail.s})
    running = Running(compile_model(model, ABSOLUTE))
    running.evaluate()
    jacobian = np.column_stack([running.directional({"x": unit}, ("x_dot",))[0] for unit in np.eye(running.x.size)])
    values = np.linalg.eigvals(jacobian)
    for pole in (-slow, -fast):
        away = np.abs(values - pole)
        assert away.min() < EIGENVALUE and np.count_nonzero(away < 0.1 * abs(pole)) == 1


def test_slow_bodies_in_orbit_take_long_steps():
    """Two bodies 6.7e6 m away, whose slowest spring has 0.18 rad/s: there a large gain answers the roundoff of positions."""
    model, times = damped(as_published(ABSOLUTE)), []
    model.stabilization = None
    simulate(compile_model(model, ABSOLUTE), 100.0, 100.0, progress=times.append)
    assert len(times) <= 40
