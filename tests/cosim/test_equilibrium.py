"""Systems of FMUs that start in equilibrium together, against the closed form and the same model in one piece."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu import (
    Block,
    BlockModel,
    Body,
    Input,
    JointForce,
    Model,
    Output,
    Parameter,
    Prismatic,
    TranslationSpringDamper,
    World,
    build_fmu,
    build_portable,
    connect,
    equilibrium,
)
from mbfmu.cosim import Component, System, simulate_system
from mbfmu.errors import MbfmuError
from tests.tolerances import SETTLED

g, m, own, other = 9.81, 2.0, 100.0, 300.0


class Rope(Block):
    """A spring between two heights that pulls harder the longer it is."""

    s = Input("m", "height of its end")
    f = Output("N", "pull")
    c = Parameter("N/m", "stiffness", default=other)
    c3 = Parameter("N/m3", "hardening", default=0.0)

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"f": -p.c * u.s - p.c3 * u.s**3}


def mass() -> Model:
    """A mass on a spring of its own, and the force of another."""
    model = Model("Mass")
    model.world, model.mass = World(g=g), Body(m=m)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[0, 0, 1])
    model.spring, model.force = TranslationSpringDamper(model.guide, c=own), JointForce(model.guide)
    model.expose(inputs={"f": model.force.f}, outputs={"s": model.guide.s})
    return model


def joined(mechanism, rope, **values) -> System:
    links = ((("mechanism", "s"), ("rope", "s")), (("rope", "f"), ("mechanism", "f")))
    components = {"mechanism": Component(mechanism, {"start_in_equilibrium": True}), "rope": Component(rope, values)}
    return System(components, links, stop_time=0.01, step_size=1e-3)


@pytest.mark.parametrize("version", [2, 3])
def test_a_mass_on_two_springs(tmp_path, version):
    """s = -m g / (c_own + c_other). The loop's gain is c_other / c_own = 3: sweeps would not find it."""
    fmus = build_portable(mass(), tmp_path, version), build_portable(BlockModel("Rope", Rope()), tmp_path, version)
    rows = simulate_system(joined(*fmus), show_progress=False)
    assert rows["mechanism.s"][0] == pytest.approx(-m * g / (own + other), rel=SETTLED)
    assert rows["rope.f"][0] == pytest.approx(m * g * other / (own + other), rel=SETTLED)
    assert np.ptp(rows["mechanism.s"]) < SETTLED


def test_by_differences(tmp_path):
    """Interpreted FMUs have no derivatives."""
    fmus = build_fmu(mass(), tmp_path), build_fmu(BlockModel("Rope", Rope()), tmp_path)
    rows = simulate_system(joined(*fmus), show_progress=False)
    assert rows["mechanism.s"][0] == pytest.approx(-m * g / (own + other), rel=SETTLED)


def test_as_in_one_model(tmp_path):
    """On a rope that hardens."""
    rope = BlockModel("Rope", Rope(c=10.0, c3=4e5))
    whole = equilibrium(connect("Whole", {"mass": mass(), "rope": rope}, [("mass.s", "rope.s"), ("rope.f", "mass.f")]))
    rows = simulate_system(joined(build_portable(mass(), tmp_path, 3), build_portable(rope, tmp_path, 3)), show_progress=False)
    assert rows["mechanism.s"][0] == pytest.approx(whole.outputs["mass.s"], rel=SETTLED)
    assert np.ptp(rows["mechanism.s"]) < SETTLED


def test_an_fmu_that_does_not_settle_is_named(tmp_path):
    model = mass()
    del model.spring
    fmus = build_portable(model, tmp_path, 3), build_portable(BlockModel("Rope", Rope()), tmp_path, 3)
    with pytest.raises(MbfmuError, match="mechanism could not read outputs: Mass does not come to rest: guide.v"):
        simulate_system(joined(*fmus), show_progress=False)
