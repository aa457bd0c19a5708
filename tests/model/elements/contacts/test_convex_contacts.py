"""Bodies with convex surfaces that fall on each other: energy, rest, and what is refused."""

import warnings
from itertools import combinations_with_replacement

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu import Body, BoxSurface, Contact, CylinderSurface, FreeMotion, HuntCrossleyContact, Model, SphereSurface, World, simulate
from mbfmu.base.errors import ProblemsFound
from mbfmu.problem.mechanism.mechanics import compile_model

from ....convex_scenes import SURFACES, on_convex
from ....running import Running
from ....tolerances import ENERGY_BALANCE, STIFF_LIMIT

ELASTIC = {"c": 1e4, "n": 1.5, "d": 0.0, "friction": "none"}
BOUNCING = {("ellipsoid", "ellipsoid"), ("cylinder", "box"), ("capsule", "polyhedron")}
PAIRS = list(combinations_with_replacement(SURFACES, 2))


@pytest.mark.slow
@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_energy_becomes_heat(a, b):
    """At random places, in contact."""
    running, rng, seen = Running(compile_model(on_convex(a, b, {}, c=1e4, d=0.3, mu=0.4, friction="simple"))), np.random.default_rng(0), 0
    for _ in range(25):
        x = 0.5 * rng.normal(size=running.x.size)
        x[:3] = 0.1 * rng.normal(size=3)
        x[3:7] = np.roll(Rotation.random(random_state=rng).as_quat(), 1)
        running.settle_at(x)
        rates, outputs = running.rates_at(x), running.outputs_at(x)
        seen += outputs["N"] > 0.0
        assert rates["T"] + rates["V"] + outputs["P"] == pytest.approx(0.0, abs=ENERGY_BALANCE * (abs(rates["T"]) + abs(rates["V"])))
    assert seen > 8


@pytest.mark.parametrize(
    ("a", "b"), [pytest.param(*pair, marks=[pytest.mark.slow] * (pair != ("ellipsoid", "ellipsoid"))) for pair in sorted(BOUNCING)]
)
def test_elastic_bodies_keep_their_energy(a, b):
    result = simulate(on_convex(a, b, **ELASTIC))
    assert result["N"].max() > 10.0
    assert np.abs(result["error"]).max() < STIFF_LIMIT


@pytest.mark.parametrize(("a", "b"), [pytest.param("ellipsoid", "polyhedron"), pytest.param("capsule", "box", marks=pytest.mark.slow)])
def test_rigid_bodies_bounce_with_their_energy(a, b):
    result = simulate(on_convex(a, b, rigid=True, e=1.0))
    energy = result["T"] + result["V"]
    assert (np.diff(result["T"]) < 0.0).any()
    assert result["gap"].min() > -STIFF_LIMIT
    assert np.abs(energy - energy[0]).max() < ENERGY_BALANCE * energy[0]


@pytest.mark.slow
@pytest.mark.parametrize(("a", "b"), [("ellipsoid", "ellipsoid"), ("ellipsoid", "box"), ("capsule", "box"), ("ellipsoid", "polyhedron")])
def test_rigid_bodies_roll_and_slide_without_gaining_energy(a, b):
    result = simulate(on_convex(a, b, rigid=True, e=0.0, mu=0.3, friction="coulomb"))
    assert result["N"].max() > 1.0
    assert result["gap"].min() > -STIFF_LIMIT
    assert np.diff(result["T"] + result["V"]).max() < STIFF_LIMIT


def test_rigid_contact_of_two_bodies_with_edges_is_refused():
    model = Model("Edges")
    model.world, model.body = World(), Body(m=1.0, I=[1, 1, 1])
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a)
    model.one, model.other = BoxSurface(size=[1, 1, 1]), CylinderSurface(radius=0.5, length=1.0)
    model.contact = Contact(model.body.frame_a, model.world.frame_b, model.one, model.other)
    with pytest.raises(ProblemsFound, match=r"contact: both one \(BoxSurface\) and other \(CylinderSurface\) have edges.*HuntCrossleyContact"):
        simulate(model)


def test_faces_that_touch_at_one_point_are_warned_of():
    """Where the user asks for the contact; boxes have more points, and what is round does not lie on a face."""
    model = Model("Faces")
    model.world, model.body = World(), Body(m=1.0, I=[1, 1, 1])
    model.can, model.box, model.ball = CylinderSurface(radius=0.5, length=1.0), BoxSurface(size=[1, 1, 1]), SphereSurface(radius=0.5)
    with pytest.warns(UserWarning, match="a CylinderSurface and a BoxSurface touch at one point.*give both a BoxSurface") as told:
        HuntCrossleyContact(model.body.frame_a, model.world.frame_b, model.can, model.box, c=1e5)
    assert [warning.filename for warning in told] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for one, other in ((model.box, model.box), (model.can, model.ball)):
            HuntCrossleyContact(model.body.frame_a, model.world.frame_b, one, other, c=1e5)


def test_a_body_rests_however_long_the_run_is():
    """Its first step in contact is as long as those of a free fall, and on trial it is thrown through the other body."""
    result = simulate(on_convex("ellipsoid", "box", {"r_start": [0.01, 0.02, 0.156]}, c=1e5, n=1.0, d=1.0, mu=0.3), stop_time=2.0)
    assert result["N"][-1] == pytest.approx(9.81, rel=0.01)
    assert np.abs(result["error"]).max() < STIFF_LIMIT
