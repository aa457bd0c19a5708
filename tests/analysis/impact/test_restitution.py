"""Restitution: sphere on rods and beams against waves, modes and Zener; damped contacts against closed forms; energy; what is refused."""

import logging
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu import (
    Body,
    BoxSurface,
    CircleSection,
    ElasticPlasticContact,
    Fixed,
    FlexibleBody,
    FreeMotion,
    HuntCrossleyContact,
    MbfmuError,
    Model,
    PlaneSurface,
    Prismatic,
    Revolute,
    SineJointMotion,
    SphereSurface,
    World,
    beam_data,
    hertz_stiffness,
    restitution,
    simulate,
    solid_data,
)

from ...tolerances import BENT_BY_IMPACT, FAST_RUN, FEW_MODES, IMPACT, MANY_MODES, ROUNDOFF, YIELDING
from .struck_bodies import ALUMINIUM, ROD_RADIUS, STEEL, exact_beam, exact_rod, sphere, struck

SPEEDS = [0.05, 0.1, 0.2, 0.5]
ROD = {0.25: [0.99797465, 0.99783326, 0.99962133, 0.99498729], 0.5: [0.96470887, 0.92358235, 0.86793685, 0.78566005]}
ROD |= {1.0: [0.77808931, 0.72754570, 0.67428863, 0.60048923], 2.0: [0.67523005, 0.62761030, 0.57743406, 0.50790382]}
BEAM = {0.1: [0.70213883, 0.60831121, 0.54045986, 0.48462255], 0.2: [0.43000997, 0.37577631, 0.31903655, 0.25627585]}
# Rods: waves with reflections by a delay equation; beams: 20 modes by SciPy. Both from a computation of our own, made before this package could.


def rod_of_beams(L: float, modes: int) -> Model:
    """A sphere on the end of a rod of finite elements."""
    data = beam_data({"hit": (0, 0, 0), "far": (0, 0, -L)}, CircleSection(ROD_RADIUS), ALUMINIUM, elements=modes, modes=modes, interfaces=["hit"])
    return struck(data, "hit")


def on_ground(contact: type, **law: float) -> Model:
    """A steel ball above the world."""
    model = Model("Ball")
    model.world, model.ball = World(), sphere(0.01)
    model.flight = FreeMotion(model.world.frame_b, model.ball.frame_a, r_start=[0, 0, 0.02])
    model.round, model.ground = SphereSurface(radius=0.01), PlaneSurface()
    model.hit = contact(model.ball.frame_a, model.world.frame_b, model.round, model.ground, c=hertz_stiffness(STEEL, STEEL, 0.01), **law)
    return model


@pytest.fixture(scope="module")
def short_rod():
    """A rod of finite elements, and what its restitution is."""
    model = rod_of_beams(0.25, 30)
    return model, restitution(model, SPEEDS)


def test_a_rod_of_finite_elements(short_rod):
    assert short_rod[1].e == pytest.approx(ROD[0.25], rel=FEW_MODES)


@pytest.mark.parametrize("L", [0.1, 0.2])
def test_a_beam_struck_at_its_centre(L):
    assert restitution(struck(exact_beam(L, 0.02, 0.01, 20), "centre", radius=0.01), SPEEDS).e == pytest.approx(BEAM[L], abs=BENT_BY_IMPACT)


@pytest.mark.slow
@pytest.mark.parametrize(("L", "modes"), [(0.5, 40), (1.0, 60)])
def test_longer_rods_of_finite_elements(L, modes):
    assert restitution(rod_of_beams(L, modes), SPEEDS).e == pytest.approx(ROD[L], rel=FEW_MODES)


@pytest.mark.slow
def test_a_rod_of_solids():
    meshio = pytest.importorskip("meshio")
    pytest.importorskip("skfem")
    layers, half = np.linspace(0.0, -0.25, 31), 0.5 * np.sqrt(np.pi) * ROD_RADIUS
    corners = [[x * half, y * half, z] for z in layers for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    cells = 4 * np.arange(30)[:, None] + [4, 5, 6, 7, 0, 1, 2, 3]
    data = solid_data(meshio.Mesh(corners, [("hexahedron", cells)]), ALUMINIUM, {"hit": lambda x: x[:, 2] > -1e-6}, modes=40)
    assert restitution(struck(data, "hit"), SPEEDS).e == pytest.approx(ROD[0.25], rel=FEW_MODES)


@pytest.mark.slow
def test_a_rod_so_long_that_no_wave_comes_back_is_zeners_dashpot():
    model = struck(exact_rod(2.0, 100), "hit")
    found = restitution(model, SPEEDS).e
    assert found == pytest.approx(ROD[2.0], rel=MANY_MODES)
    assert found == pytest.approx([zener(model, v) for v in SPEEDS], rel=MANY_MODES)


def zener(model: Model, v: float) -> float:
    """Restitution of a sphere on a rod of 2 m whose end is a dashpot, to which Zener (1941) leads: s'' = -f(s - y), y' = lam f."""
    m, A = model.sphere.values["m"], np.pi * ROD_RADIUS**2
    k = hertz_stiffness(STEEL, ALUMINIUM, 0.015)
    dashpot = 1.0 / (A * np.sqrt(ALUMINIUM.E * ALUMINIUM.rho))  # speed of the end of a long rod for each newton
    lam = dashpot * m / (m**2 / (k**2 * v)) ** 0.2
    ends: Any = lambda t, y: y[0]
    ends.terminal, ends.direction = True, -1.0
    force = lambda depth: max(depth, 0.0) ** 1.5
    run = solve_ivp(lambda t, y: [y[1] - lam * force(y[0]), -force(y[0])], (0.0, 50.0), [1e-12, 1.0], events=ends, rtol=1e-10, atol=1e-14)
    left = run.y[1, -1]  # of the speed of the sphere
    return (1.0 - left) * (1.0 + m / (ALUMINIUM.rho * 2.0 * A)) - 1.0


def test_energy_is_in_the_motion_or_in_vibration(short_rod):
    found = short_rod[1]
    assert found.vibration + found.e**2 == pytest.approx(1.0, abs=FAST_RUN)
    m = 1.0 / (1.0 / short_rod[0].sphere.values["m"] + 1.0 / (ALUMINIUM.rho * 0.25 * np.pi * ROD_RADIUS**2))
    assert found.impulses == pytest.approx((1.0 + found.e) * m * found.speeds, rel=FAST_RUN)


def test_a_whole_model_bounces_so():
    model = struck(exact_rod(0.25, 6), "hit")
    v, sent = 0.1, model.sphere.values["m"]
    model.expose(outputs={"v": model.flight.v, "gap": model.hit.gap})
    found = restitution(model, [v])
    run = simulate(model, stop_time=4e-4, interval=1e-5)
    assert run["gap"][-1] > 0.0
    assert found.impulses[0] == pytest.approx(sent * (run["v[3]"][-1] + v), rel=IMPACT)


def test_hunt_and_crossleys_damping_takes_what_their_equation_says():
    d = 0.8
    found = restitution(on_ground(HuntCrossleyContact, d=d), SPEEDS)
    v, w = d * found.speeds, d * found.e * found.speeds
    assert v - np.log1p(v) == pytest.approx(-w - np.log1p(-w), rel=IMPACT)
    assert found.vibration == pytest.approx(0.0)
    assert found.table(0.1) == pytest.approx(found.e[1], rel=ROUNDOFF)


@pytest.mark.parametrize("v", [1e-9, 1e-3, 1e3])
def test_elastic_bodies_rebound_at_any_speed(v):
    assert restitution(on_ground(HuntCrossleyContact), [v]).e == pytest.approx(1.0, abs=FAST_RUN)


def test_two_equal_rods_rebound_as_one_from_a_wall_of_twice_the_depth():
    data, c = exact_rod(0.25, 20), 1e9
    model, wall = rods_against(FlexibleBody(data, zeta=0.0), c), rods_against(None, 2**1.5 * c)
    assert restitution(model, [0.2]).e == pytest.approx(restitution(wall, [0.1]).e, rel=FAST_RUN)


def rods_against(other: FlexibleBody | None, c: float) -> Model:
    """A rod with a round end on another one below it, or on the world."""
    model = Model("Rods")
    model.world, model.rod = World(), FlexibleBody(exact_rod(0.25, 20), zeta=0.0)
    model.flight = FreeMotion(model.world.frame_b, model.rod.node("hit"), r_start=[0, 0, 0.01], Q_start=[1, 0, 0, 0])
    model.round, model.below = SphereSurface(radius=0.01), PlaneSurface()
    if other:
        model.other = other
        model.drift = FreeMotion(model.world.frame_b, other.node("hit"))
    model.hit = HuntCrossleyContact(
        model.rod.node("hit"), other.node("hit") if other else model.world.frame_b, model.round, model.below, c=c, friction="none"
    )
    return model


def test_chance_is_told(caplog):
    with caplog.at_level(logging.WARNING, "mbfmu"):
        restitution(struck(exact_beam(2.0, 0.02, 0.002, 20), "centre", radius=0.01), [1.0])
    assert "small errors decide how they part" in caplog.text


def test_a_dent_takes_what_its_law_says():
    model = on_ground(HuntCrossleyContact)
    del model.hit
    model.hit = ElasticPlasticContact(model.ball.frame_a, model.world.frame_b, model.round, model.ground, c=1e6, c_unload=4e6)
    assert restitution(model, [0.1, 1.0]).e == pytest.approx(0.5, rel=YIELDING)


def test_a_bar_struck_beside_its_centre_turns_away():
    model, m, L, arm = on_ground(HuntCrossleyContact), 0.5, 0.3, 0.1
    bar = model.bar = Body(m=m, r_CM=[arm, 0, 0], I=[1e-6, m * L**2 / 12, m * L**2 / 12])
    model.free = FreeMotion(model.world.frame_b, bar.frame_a, r_start=[0, 0, 0.02 - 0.01])
    model.face = PlaneSurface()
    model.other = HuntCrossleyContact(model.ball.frame_a, bar.frame_a, model.round, model.face, c=1e9)
    found = restitution(model, [0.3], contact="other")
    per_impulse = 1.0 / model.ball.values["m"] + 1.0 / m + arm**2 / (m * L**2 / 12)
    assert found.e == pytest.approx(1.0, abs=FAST_RUN)
    assert found.impulses == pytest.approx(2.0 * 0.3 / per_impulse, rel=FAST_RUN)


@pytest.mark.parametrize("turned_round", [False, True])
@pytest.mark.parametrize(("joint", "mass"), [(Revolute, 0.7 * 0.3**2 / 0.4**2 + 0.002 / 0.4**2), (Prismatic, 0.7)])
def test_a_hammer_strikes_with_the_mass_that_its_joint_gives_it(joint, mass, turned_round):
    model = Model("Hammer")
    model.world, model.hammer = World(), Body(m=0.7, r_CM=[0.3, 0, 0], I=[0, 0.002, 0])
    frames = [model.world.at([0, 0, 0.01]), model.hammer.frame_a]
    model.hinge = joint(*frames[:: -1 if turned_round else 1], n=[0, 1, 0] if joint is Revolute else [0, 0, 1])
    model.round, model.ground = SphereSurface(radius=0.01), PlaneSurface()
    model.hit = HuntCrossleyContact(model.hammer.at([0.4, 0, 0]), model.world.frame_b, model.round, model.ground, c=1e9)
    assert restitution(model, [0.5]).impulses == pytest.approx(2.0 * 0.5 * mass, rel=FAST_RUN)


def test_a_joint_that_is_driven_or_across_lets_nothing_rebound():
    model = on_ground(HuntCrossleyContact)
    del model.hit, model.flight
    model.slide = Prismatic(model.world.frame_b, model.ball.frame_a, n=[1, 0, 0])
    model.hit = HuntCrossleyContact(model.ball.frame_a, model.world.frame_b, model.round, model.ground, c=1e9)
    with pytest.raises(MbfmuError, match="cannot move along the line of impact"):
        restitution(model, [0.1])
    model.drive = SineJointMotion(model.slide, amplitude=0.1, frequency=1.0)
    with pytest.raises(MbfmuError, match="ball is held by drive"):
        restitution(model, [0.1])


def test_a_body_without_moments_of_inertia_must_be_struck_through_its_centre():
    model = on_ground(HuntCrossleyContact)
    del model.hit, model.flight, model.ball
    model.point = Body(m=0.1)
    model.flight = FreeMotion(model.world.frame_b, model.point.frame_a, r_start=[0, 0, 0.01])
    model.hit = HuntCrossleyContact(model.point.frame_a, model.world.frame_b, model.round, model.ground, c=1e9)
    assert restitution(model, [0.1]).impulses == pytest.approx(0.02, rel=FAST_RUN)
    del model.hit
    model.hit = HuntCrossleyContact(model.point.at([0.1, 0, 0]), model.world.frame_b, model.round, model.ground, c=1e9)
    with pytest.raises(MbfmuError, match="hit strikes point beside its centre of mass"):
        restitution(model, [0.1])


def test_too_few_modes_are_told(caplog):
    with caplog.at_level(logging.WARNING, "mbfmu"):
        restitution(struck(exact_rod(1.0, 2), "hit"), [0.1])
    assert "take modes up to" in caplog.text and "hit: the highest mode of body" in caplog.text


@pytest.mark.parametrize("speeds", [[], [0.0], [-1.0], [np.nan], ["fast"]])
def test_speeds_are_above_zero(speeds):
    with pytest.raises(MbfmuError, match="list of impact speeds > 0 m.s"):
        restitution(on_ground(HuntCrossleyContact), speeds)


def test_what_holds_a_body_is_named():
    model = on_ground(HuntCrossleyContact)
    model.arm = Body(m=1.0, I=[1, 1, 1])
    model.hinge = Revolute(model.ball.frame_a, model.arm.frame_a, n=[0, 1, 0])
    with pytest.raises(MbfmuError, match="ball is held by hinge; restitution is that of bodies that move freely"):
        restitution(model, [0.1])


def test_parts_that_are_fixed_on_a_body_are_of_it():
    model = on_ground(HuntCrossleyContact)
    model.more = Body(m=1.0, I=[1, 1, 1])
    model.glue = Fixed(model.ball.frame_a, model.more.frame_a)
    assert restitution(model, [0.1]).impulses == pytest.approx(0.2 * (1.0 + model.ball.values["m"]), rel=FAST_RUN)


def test_what_a_flexible_body_carries_is_named():
    model = struck(exact_rod(0.25, 2), "hit")
    model.load = Body(m=1.0, I=[1, 1, 1])
    model.glue = Fixed(model.body.node("far"), model.load.frame_a)
    with pytest.raises(MbfmuError, match="body carries load"):
        restitution(model, [0.1])


def test_a_contact_is_one_of_the_model_and_touches_at_one_point():
    model = on_ground(HuntCrossleyContact)
    with pytest.raises(MbfmuError, match="no contact 'hat' .did you mean 'hit'"):
        restitution(model, [0.1], contact="hat")
    del model.hit
    with pytest.raises(MbfmuError, match="Ball has no contact that yields"):
        restitution(model, [0.1])
    model.faces = BoxSurface(size=[0.1, 0.1, 0.1])
    model.hit = HuntCrossleyContact(model.ball.frame_a, model.world.frame_b, model.faces, model.ground, c=1e6)
    with pytest.raises(MbfmuError, match="hit touches at several points at once"):
        restitution(model, [0.1])
