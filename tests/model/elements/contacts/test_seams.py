"""Contacts together with what else there is: energies, formulations, loops, flexible bodies, copies, wrong input."""

from copy import copy
from functools import cache
from pickle import dumps, loads

import numpy as np
import pytest

from mbfmu import (
    Body,
    BoxSurface,
    CapsuleSurface,
    ContactForce,
    CylinderSurface,
    Distance,
    ElasticPlasticContact,
    EllipsoidSurface,
    Fixed,
    FlexibleBody,
    FreeMotion,
    HuntCrossleyContact,
    KelvinVoigtContact,
    Material,
    Model,
    Parameter,
    PlaneSurface,
    PolyhedronSurface,
    RectangleSection,
    SphereSurface,
    TorusSurface,
    World,
    beam_data,
    equilibrium,
    linearize,
    simulate,
)
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.model.elements.sensors import Dissipation, KineticEnergy, PotentialEnergy
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ....running import Running
from ....tolerances import BALANCED, ENERGY_BALANCE, INTEGRATION, STIFF_LIMIT
from .scenes import G, on_ground

BY_DEFAULT = ("newton_euler", "udwadia_phohomsiri")
SURFACES = {
    "sphere": SphereSurface(radius=0.1),
    "capsule": CapsuleSurface(radius=0.05, length=0.2),
    "cylinder": CylinderSurface(radius=0.1, length=0.2),
    "torus": TorusSurface(radius=0.1, tube=0.03),
    "ellipsoid": EllipsoidSurface(semi_axes=[0.1, 0.12, 0.15]),
    "box": BoxSurface(size=[0.2, 0.2, 0.1]),
    "polyhedron": PolyhedronSurface(vertices=0.1 * np.random.default_rng(3).normal(size=(6, 3))),
}
TUMBLING = {"r_start": [0.0, 0.0, 0.3], "v_start": [0.3, 0.1, 0.0], "w_start": [1.0, 2.0, 3.0]}


def tumbling(name, law=HuntCrossleyContact, **values):
    """A body that falls on its ground and tumbles there."""
    return on_ground(copy(SURFACES[name]), law, TUMBLING, **{"c": 1e4, "n": 1.0, "d": 0.5, "mu": 0.5, **values})


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name not in ("sphere", "cylinder"))) for name in SURFACES])
def test_frictionless_bodies_keep_their_energy(name):
    result = simulate(tumbling(name, d=0.0, friction="none"), stop_time=1.0)
    assert result["N"].max() > 10.0
    assert np.abs(result["error"]).max() < STIFF_LIMIT


@pytest.mark.parametrize(
    ("law", "friction", "name", "values"),
    [
        (HuntCrossleyContact, "bristle", "capsule", {"d": 0.7, "n": 1.3}),
        (KelvinVoigtContact, "simple", "sphere", {"d": 0.7}),
        (ElasticPlasticContact, "bristle", "sphere", {"c_unload": 3e4}),
    ],
)
def test_energy_becomes_heat(law, friction, name, values):
    model = on_ground(copy(SURFACES[name]), law, TUMBLING, c=1e4, mu=0.5, friction=friction, rolling=0.01, drilling=0.02, **values)
    model.T, model.V, model.heat = KineticEnergy(), PotentialEnergy(), Dissipation()
    model.expose(outputs={"T": model.T.T, "V": model.V.V, "P": model.heat.P})
    running, rng = Running(compile_model(model)), np.random.default_rng(0)
    for _ in range(5):
        x = running.x + 0.3 * rng.normal(size=running.x.size)
        x[2], x[7:-6] = 0.05, 5e-5 * rng.normal(size=x[7:-6].size)  # bristles and dents
        running.settle_at(x)
        rates, outputs = running.rates_at(x), running.outputs_at(x)
        assert outputs["N"] > 0.0
        assert rates["T"] + rates["V"] + outputs["P"] == pytest.approx(0.0, abs=ENERGY_BALANCE * (abs(rates["T"]) + abs(rates["V"])))


@cache
def tumbled(formulation):
    """Where a ball is after it has bounced and rolled."""
    model = tumbling("sphere", stiction=1.2)
    model.formulation, model.tolerance = formulation, 1e-9
    result = simulate(model, stop_time=0.4)
    return [result[f"r[{i}]"][-1] for i in (1, 2, 3)]


@pytest.mark.parametrize("formulation", [pytest.param(name, marks=[pytest.mark.slow] * (name not in BY_DEFAULT)) for name in FORMULATIONS])
def test_all_formulations_agree(formulation):
    assert tumbled(formulation) == pytest.approx(tumbled("articulated_body"), abs=INTEGRATION)


@pytest.mark.parametrize("integrator", ["radau", "adams", "runge_kutta", "rosenbrock"])
def test_a_ball_comes_to_rest_by_every_integrator(integrator):
    model = on_ground(copy(SURFACES["sphere"]), start={"r_start": [0.0, 0.0, 0.12]}, c=1e4, n=1.0, d=1.0, mu=0.5)
    model.integrator, model.step_size = integrator, 1e-3
    result = simulate(model, stop_time=1.0)
    assert result["r[3]"][-1] == pytest.approx(0.1 - G / 1e4, abs=1e-3)


def test_a_box_at_rest_swings_as_its_corners_say():
    model = on_ground(copy(SURFACES["box"]), start={"r_start": [0.0, 0.0, 0.06]}, c=1e4, n=1.0, friction="none")
    found = equilibrium(model)
    assert found.outputs["r[3]"] == pytest.approx(0.05 - G / 4e4, abs=BALANCED)
    frequencies = np.abs(np.linalg.eigvals(linearize(found).A).imag)
    assert np.isclose(frequencies, 4e4**0.5, rtol=1e-6).any()


def test_a_ball_in_a_loop_touches():
    model = Model("Swing", stop_time=1.0)
    model.world, model.body = World(g=G), Body(m=1.0, I=[0.01, 0.01, 0.01])
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a)
    for k, (x, y) in enumerate([(0.1, 0.1), (-0.1, 0.1), (0.0, -0.1)]):
        model.add(f"rod_{k}", Distance(model.world.at([x, y, 1.0]), model.body.at([x, y, 0.0]), s=1.0))
    model.ball, model.ground = SphereSurface(radius=0.05), PlaneSurface()
    model.contact = HuntCrossleyContact(model.body.frame_a, model.world.at([0.0, 0.0, -0.0499]), model.ball, model.ground, c=1e4, n=1.0, mu=0.3)
    model.expose(outputs={"N": model.contact.N})
    assert simulate(model, stop_time=0.2)["N"] == pytest.approx(1e4 * 1e-4, rel=1e-4)


def test_a_beam_hangs_on_the_ground_by_its_tip():
    model = Model("Resting", stop_time=1.0)
    model.world = World(g=G)
    steel, section = Material(E=2.1e11, rho=7850.0), RectangleSection(width=0.02, height=0.01)
    model.arm = FlexibleBody(beam_data({"root": [0, 0, 0], "tip": [1, 0, 0]}, section, steel, elements=4, modes=3), modes=3, zeta=0.05)
    model.clamp = Fixed(model.world.frame_b, model.arm.node("root"))
    model.tip, model.ground = SphereSurface(radius=0.01), PlaneSurface()
    model.contact = HuntCrossleyContact(
        model.arm.node("tip"), model.world.at([0.0, 0.0, -0.011]), model.tip, model.ground, c=1e5, n=1.0, d=1.0, mu=0.3
    )
    model.expose(outputs={"N": model.contact.N, "gap": model.contact.gap})
    found = equilibrium(model)
    assert found.outputs["N"] == pytest.approx(-1e5 * found.outputs["gap"], rel=1e-9)
    assert 0.0 < found.outputs["N"] < G * 0.0002 * 7850.0


def test_contacts_are_copied_with_their_surfaces_and_pickled():
    model = tumbling("polyhedron")
    for one in (copy(model), loads(dumps(model))):
        assert type(one.contact) is type(model.contact)
        assert type(one.surface) is type(model.surface)
        assert one.contact.surface_a is one.surface
    assert compile_model(loads(dumps(model))).state_names == compile_model(model).state_names


def test_surfaces_that_do_not_know_how_to_touch_are_refused():
    model = on_ground(copy(SURFACES["box"]), ground=copy(SURFACES["torus"]), c=1e4)
    with pytest.raises(ProblemsFound, match=r"contact: it is not known how surface \(BoxSurface\) touches ground \(TorusSurface\)"):
        simulate(model)


def test_friction_that_is_none_is_refused():
    with pytest.raises(ProblemsFound, match="contact.friction = 'coulomb' is not known; choose one of 'bristle', 'simple', 'none'"):
        simulate(tumbling("sphere", friction="coulomb"))


def test_what_is_no_surface_is_refused():
    model = Model("Wrong")
    model.world, model.body = World(), Body(m=1.0)
    with pytest.raises(MbfmuError, match="surface_b must be a Surface, not a Body"):
        HuntCrossleyContact(model.body.frame_a, model.world.frame_b, SphereSurface(radius=0.1), model.body, c=1e4)


class FoamContact(ContactForce):
    """A contact of a user's own: force in proportion to the square of the depth."""

    c = Parameter("N/m2", "force over the square of the depth")

    @staticmethod
    def elastic(p, x):
        return p.c * x * x, p.c * x * x * x / 3.0

    @staticmethod
    def damped(p, f, x_dot):
        return f


def test_a_law_of_ones_own():
    model = on_ground(copy(SURFACES["sphere"]), FoamContact, {"r_start": [0.0, 0.0, 0.2]}, c=1e6, mu=0.3)
    result = simulate(model, stop_time=0.5)
    assert np.abs(result["error"]).max() < STIFF_LIMIT
    assert result["N"].max() == pytest.approx(1e6 * result["gap"].min() ** 2)
