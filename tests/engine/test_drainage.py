"""Energy drainage in the engine: it ends where mechanisms are in equilibrium, and says where they are not."""

from dataclasses import replace

import numpy as np
import pytest

from mbfmu import (
    Body,
    Contact,
    FreeMotion,
    Model,
    PlaneSurface,
    Prismatic,
    Revolute,
    SphereSurface,
    TranslationSpringDamper,
    World,
    compile_problem,
)
from mbfmu.engine.instance import Instance
from tests.tolerances import DRAINED

MOST = 500


def hanging(model: Model) -> Instance:
    instance = Instance(replace(compile_problem(model), integrator="radau"))
    instance.initialize()
    return instance


def pendulum(phi: float) -> Model:
    model = Model("Pendulum")
    model.world, model.rod = World(g=9.81), Body(m=1.7595, r_CM=[0.75, 0, 0], I=[0.1, 0.33, 0.33])
    model.pivot = Revolute(model.world.frame_b, model.rod.frame_a, n=[0, 1, 0], phi_start=phi)
    return model


@pytest.mark.parametrize("phi", [-1.5, 0.1, 3.0])
def test_a_pendulum_without_friction_comes_to_rest_below(phi):
    instance, largest = hanging(pendulum(phi)), np.zeros(2)
    assert instance.drain(1e-6, MOST, largest)
    angle, rate = instance.buffers["x"]
    assert np.sin(angle) == pytest.approx(1.0, abs=DRAINED)
    assert abs(rate) <= 1e-6 * largest[0]
    assert instance.t == 0.0


def test_it_goes_on_where_it_stopped():
    instance, largest = hanging(pendulum(0.1)), np.zeros(2)
    assert not instance.drain(1e-6, 3, largest)
    assert instance.drain(1e-6, MOST, largest)
    assert instance.buffers["x"][0] == pytest.approx(np.pi / 2, abs=DRAINED)


def test_a_start_in_equilibrium_takes_no_step():
    instance = hanging(pendulum(np.pi / 2))
    assert instance.drain(1e-2, 1, np.zeros(2))
    assert instance.buffers["x"].tolist() == [np.pi / 2, 0.0]


def test_an_oscillator_of_any_stiffness_settles_on_its_spring():
    for c in (1e-3, 1.0, 1e9):
        model = Model("Oscillator")
        model.world, model.mass = World(g=9.81), Body(m=2.0)
        model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[0, 0, 1])
        model.spring = TranslationSpringDamper(model.guide, c=c, s_rel0=1.0)
        instance = hanging(model)
        assert instance.drain(1e-6, MOST, np.zeros(2))
        assert instance.buffers["x"][0] == pytest.approx(1.0 - 2.0 * 9.81 / c, rel=DRAINED)


def test_what_falls_does_not_settle():
    model = Model("Stone")
    model.world, model.stone = World(g=9.81), Body(m=1.0, I=[1.0, 1.0, 1.0])
    model.free = FreeMotion(model.world.frame_b, model.stone.frame_a)
    assert not hanging(model).drain(1e-2, MOST, np.zeros(2))


def test_a_pendulum_beside_a_ball_with_friction_is_drained_as_one_alone():
    """Forces that follow from multipliers need tangents in evaluations, which must not destroy those that tell how stiff the motion is."""
    model = pendulum(0.1)
    model.ball, model.sphere, model.ground = Body(m=2.0, I=[0.01, 0.01, 0.01]), SphereSurface(radius=0.1), PlaneSurface()
    model.free = FreeMotion(model.world.at([2.0, 0.0, 0.1]), model.ball.frame_a)
    model.contact = Contact(model.ball.frame_a, model.world.frame_b, model.sphere, model.ground, friction="coulomb", mu=0.5)
    instance = hanging(model)
    assert instance.drain(1e-6, MOST, np.zeros(2))
    assert np.sin(instance.buffers["x"][0]) == pytest.approx(1.0, abs=DRAINED)
