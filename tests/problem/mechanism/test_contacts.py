"""Rigid contacts: against closed forms of shared cases, in all formulations, by default settings."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu import Body, FreeMotion, JointForce, MbfmuError, Model, PositionSensor, Prismatic, World, compile_problem, simulate
from mbfmu.engine.instance import Instance
from mbfmu.model.elements.constraints import Contact
from mbfmu.model.elements.surfaces import BoxSurface, CylinderSurface, PlaneSurface, SphereSurface, TorusSurface
from mbfmu.problem.data.integrators import IN_FIXED_STEPS
from mbfmu.problem.schedules.schedules import FORMULATIONS
from tests.rigid_contacts import G, ball, block, bouncing, box, falling_box, rimless_wheel, thrown_box
from tests.tolerances import BEHIND, BOUNCED, BOUNCED_BY_OTHERS, CREPT, INTEGRATION, RESTING, ROUNDOFF, SAMPLED_TOP, SLID_IN_FIXED_STEPS, STEPPED


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_ball_bounces_and_comes_to_rest(formulation: str):
    """The case contact_bouncing_ball: gaps between impacts tell their times."""
    found = simulate(ball(formulation=formulation), 5.0)
    assert found["gap"] == pytest.approx(bouncing(found["time"], 0.8, 1.0), abs=BOUNCED)
    assert found["N"][-1] == pytest.approx(2.0 * G, rel=RESTING)


@pytest.mark.parametrize("solver", ["DOP853", "LSODA", pytest.param("Radau", marks=pytest.mark.slow)])
def test_a_ball_comes_to_rest_by_solvers_of_others(solver: str):
    """Behind jumps within the noise of its mode they crept on by 1e-14 s a step."""
    found = simulate(ball(0.3), 1.5, solver=solver)
    assert found["gap"] == pytest.approx(bouncing(found["time"], 0.3, 1.0), abs=BOUNCED_BY_OTHERS)
    assert found["N"][-1] == pytest.approx(2.0 * G, rel=RESTING)


@pytest.mark.parametrize("e", [0.0, 0.5, 0.97])
def test_many_impacts_are_no_chattering(e: float):
    found = simulate(ball(e, height=0.01, law="newton"), 4.0)
    assert found["gap"] == pytest.approx(bouncing(found["time"], e, 0.01), abs=BOUNCED)


def test_the_gait_of_a_rimless_wheel_repeats_itself():
    """The case walker_rimless_wheel: it turns, 0.2 s after each impact, as 0.2 s after the start; every impact halves an error in w^2."""
    step = 0.6310365780432147
    first, third = (simulate(rimless_wheel(), 0.2 + steps * step)["w"][-1] for steps in (0, 3))
    assert third == pytest.approx(first, abs=STEPPED)
    before = simulate(rimless_wheel(), step - 1e-9)["w"][-1]
    assert before == pytest.approx(-1.8961319087464275, abs=STEPPED)


def test_a_box_lands_on_redundant_corners():
    found = simulate(box(), 1.0)
    assert found["N"][-1] == pytest.approx(3.0 * G, rel=RESTING)
    assert abs(found["gap"][-1]) <= RESTING


OUT = {"box.m": 2.0, "box.I": [0.01, 0.01, 0.01], "cuboid.size": [0.2, 0.2, 0.1]}  # two corners that throw each other out
TUMBLING = [
    pytest.param(OUT, marks=pytest.mark.slow),
    {},  # an edge, of which one corner is in the air while the other comes to rest; then one that rolls over, while its corners share friction
]


@pytest.mark.parametrize("values", TUMBLING)
def test_a_box_that_tumbles_comes_to_rest_soon(values: dict):
    """Events without end have made 1e7 of them a second."""
    model = box(friction="coulomb", mu=0.4, height=0.5)
    model.contact.e, model.free.w_start = 0.3, [2.0, 1.0, 3.0]
    for path, value in values.items():
        element, name = path.split(".")
        setattr(getattr(model, element), name, value)
    instance = Instance(compile_problem(model))
    instance.initialize()
    instance.advance(1.0)
    instance.outputs()
    assert instance.evaluations < 10_000
    assert instance.get("N") == pytest.approx(values.get("box.m", 3.0) * G, rel=RESTING)


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (0, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13))])
def test_a_box_thrown_on_rough_ground_comes_to_rest(seed: int):
    """Where sliding begins from rest, directions below 1e-6 m/s are noise: the box of seed 1 made 304,000 evaluations."""
    random = np.random.default_rng(seed)
    model, Q = box(friction="coulomb", height=0.4), random.normal(size=4)
    model.box.m, model.box.I = 2.0, [2 * 0.13 / 12, 2 * 0.2 / 12, 2 * 0.25 / 12]
    model.free.v_start, model.free.w_start, model.free.Q_start = random.uniform(-1, 1, 3), random.uniform(-4, 4, 3), Q / np.linalg.norm(Q)
    model.contact.mu, model.contact.e = random.uniform(0.8, 1.2), 0.3
    instance = Instance(compile_problem(model))
    instance.initialize()
    instance.advance(1.5)
    instance.outputs()
    assert instance.evaluations < 20_000
    assert instance.get("N") == pytest.approx(2.0 * G, rel=RESTING)


SMOOTH = np.array([2 * 0.13, 2 * 0.2, 2 * 0.25]) / 12  # kg m2: of a box of 2 kg whose mass is spread evenly
COMPACT = np.array([0.02, 0.025, 0.03])
STOPS = [
    ("directions turned by errors of the integration", COMPACT, 0, None),
    ("redundant corners of which two stop, and two a little later", SMOOTH, 2, 0.6),
    ("a corner that bears nothing stops alone", SMOOTH, 27, 0.6),
    ("friction of redundant corners, shared in another way than in the equations of motion", SMOOTH, 20, 0.6),
    ("a corner that slides behind an impact at 1e-8 m/s while another opens", COMPACT, 9, None),
]


@pytest.mark.parametrize(("what", "I", "seed", "mu"), [pytest.param(*of, marks=[] if of[2] in (0, 2) else pytest.mark.slow) for of in STOPS])
def test_corners_stop_together(what: str, I: np.ndarray, seed: int, mu: float | None):
    """Each ended as chattering, without modes that agree, or in 1e7 events a second."""
    random = np.random.default_rng(seed)
    model, Q = box(friction="coulomb", height=0.4), random.normal(size=4)
    model.box.m, model.box.I = 2.0, I
    model.free.v_start, model.free.w_start, model.free.Q_start = random.uniform(-1, 1, 3), random.uniform(-4, 4, 3), Q / np.linalg.norm(Q)
    model.contact.mu, model.contact.e = random.uniform(0.8, 1.2), 0.3
    if mu is not None:
        model.contact.mu = random.uniform(0.0, mu)
    instance = Instance(compile_problem(model))
    instance.initialize()
    instance.advance(2.5)
    instance.outputs()
    assert instance.evaluations < 30_000
    assert instance.get("N") == pytest.approx(2.0 * G, rel=RESTING)


@pytest.mark.parametrize("law", ["poisson", "newton"])
def test_friction_is_found_behind_steps_that_were_too_long(law: str):
    """A step that was tried, and refused, left normal forces of 1e22 N, from which Newton's method did not come back."""
    model = falling_box(law)
    model.expose(outputs={"N": model.contact.N, "w": model.plane.w})
    found = simulate(model, 1.0)
    assert found["N"][-1] == pytest.approx(2.0 * G, rel=RESTING)
    assert abs(found["w"][-1]) <= RESTING


def test_points_that_stick_hold_on_a_slope():
    found = simulate(box(0.3, "sticking"), 2.0)
    assert found["N"][-1] == pytest.approx(3.0 * G * np.cos(0.3), rel=RESTING)
    assert np.abs([found[f"v[{i}]"][-1] for i in (1, 2, 3)]).max() <= RESTING


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize(("v", "way"), [(3.0, 3.588589150833375), (-3.0, -0.5650136105873111)])
def test_a_block_on_an_incline_slides_and_sticks(formulation: str, v: float, way: float):
    """The case contact_incline_block: how far it slides, down and up, that it rests there without creep, and the force that holds it."""
    found = simulate(block(v, 0.5, formulation=formulation), 3.0)
    assert found["r[1]"][-1] == pytest.approx(way, abs=RESTING)
    assert abs(found["v[1]"][-1]) <= RESTING
    assert found["f[1]"][-1] == pytest.approx(-6.71043521205, rel=RESTING)


@pytest.mark.parametrize("integrator", IN_FIXED_STEPS)
def test_bodies_come_to_rest_in_fixed_steps(integrator: str):
    """A step ends behind the event in it: a block has turned round there, a ball comes back within a step. One crept for ever, the other hovered."""
    sliding, falling = (replace(compile_problem(model), integrator=integrator, step_size=1e-3) for model in (block(3.0, 0.5), ball(0.8)))
    found = simulate(sliding, 3.0)
    assert abs(found["v[1]"][-1]) <= RESTING
    assert found["r[1]"][-1] == pytest.approx(3.588589150833375, abs=SLID_IN_FIXED_STEPS)
    assert simulate(falling, 5.0)["N"][-1] == pytest.approx(2.0 * G, rel=RESTING)


def test_bounces_in_fixed_steps_gain_no_energy():
    """Speeds of an impact are those with which bodies met, not those at the end of the step: an elastic ball rises as high after 22 bounces."""
    model = ball(1.0, integrator="heun", step_size=1e-2)
    tops = simulate(model, 20.0, interval=1e-2)["gap"][-500:]
    assert tops.max() == pytest.approx(1.0, abs=SAMPLED_TOP)


def test_a_block_on_a_steep_incline_slides_from_rest():
    found = simulate(block(0.0, 0.2), 1.0)
    assert 2.0 * found["r[1]"][-1] == pytest.approx(1.5115406840428576, rel=RESTING)


def test_a_block_that_slides_across_a_slope_turns_down_it():
    """Against SciPy, until it stops; friction is against its velocity all the way, which turns by a right angle."""
    tilt, mu = np.radians(20.0), 0.5

    def rates(t: float, x: np.ndarray) -> list[float]:
        drag = mu * G * np.cos(tilt) / np.hypot(*x[2:])
        return [*x[2:], G * np.sin(tilt) - drag * x[2], -drag * x[3]]

    def stops(t: float, x: np.ndarray) -> float:
        return np.hypot(*x[2:]) - 1e-6

    stops.terminal = True
    known = solve_ivp(rates, (0.0, 3.0), [0.0, 0.0, 0.0, 2.0], rtol=1e-11, atol=1e-13, method="DOP853", events=stops, dense_output=True)
    found = simulate(block(0.0, mu, 2.0), 2.0, interval=0.4)
    for row, wanted in ((2, known.sol(0.8)), (-1, known.y[:, -1])):
        assert [found["r[1]"][row], found["r[2]"][row]] == pytest.approx(wanted[:2], abs=INTEGRATION)


@pytest.mark.parametrize("integrator", ["dormand_prince", "radau", "bogacki_shampine", pytest.param("adams", marks=pytest.mark.slow)])
def test_a_block_that_friction_hardly_stops_stops(integrator: str):
    """Errors turned what slides slowly to and fro: it never stopped. Across a slope v (f + a cos(angle)) falls at a constant rate."""
    tilt = np.radians(20.0)
    mu, v, a = 1.02 * np.tan(tilt), 0.02, G * np.sin(tilt)
    f = mu * G * np.cos(tilt)
    instance, stopped = Instance(replace(compile_problem(block(0.0, mu, v)), integrator=integrator)), []
    sticking = next(i for i, name in enumerate(instance.problem.mode_names) if name.endswith("sticking"))
    instance.passing = lambda t: stopped.append(t) if instance.buffers["m"][sticking] > 0.0 else None
    instance.initialize()
    instance.advance(0.5)
    assert stopped[0] == pytest.approx(v * f / (f**2 - a**2), abs=CREPT)
    assert instance.evaluations < (2_000 if integrator != "adams" else 20_000)


def test_a_thrown_box_stops_where_friction_hardly_stops_it():
    """A corner crept at 9e-6 m/s for 15 ms: 377,000 evaluations."""
    instance = Instance(compile_problem(thrown_box(73)))
    instance.initialize()
    instance.advance(1.0)
    assert instance.evaluations < 20_000


def test_a_box_slides_from_rest_on_redundant_corners():
    found = simulate(box(0.6, "coulomb", mu=0.5, height=0.1), 1.0)
    assert 2.0 * found["r[1]"][-1] == pytest.approx(G * (np.sin(0.6) - 0.5 * np.cos(0.6)), rel=RESTING)


def test_a_box_that_falls_flat_is_braked_and_not_turned():
    """Four corners strike at once. However they share, friction acts at their centre of pressure, and takes mu times the speed of the fall."""
    mu, fall = 0.3, np.sqrt(2 * G * 0.05)
    model = box(friction="coulomb", mu=mu)
    model.free.v_start = [1.0, 0.5, 0.0]
    model.expose(outputs={"w": model.free.w})
    instance = Instance(compile_problem(model))
    instance.initialize()
    instance.advance(fall / G + 1e-9)
    instance.outputs()
    assert instance.get("w") == pytest.approx(0.0, abs=RESTING)
    assert instance.get("v")[:2] == pytest.approx(np.array([1.0, 0.5]) * (1.0 - mu * fall / np.hypot(1.0, 0.5)), abs=RESTING)


def test_a_puck_slides_on_its_face():
    """Roundoff does not turn the points that carry it about: it made 307,000 evaluations."""
    tilt, mu, v, t = 0.4, 0.25, 0.7, 0.3
    model = Model("Puck")
    model.world, model.puck = World(g=G), Body(m=0.5, I=[0.01, 0.01, 0.02])
    slope = model.world.at([0.0, 0.0, 0.0], [0.6, 0.8, 0.0], tilt)
    down = np.array([0.8 * np.cos(tilt), -0.6 * np.cos(tilt), -np.sin(tilt)])
    model.free = FreeMotion(slope, model.puck.frame_a, r_start=[0.0, 0.0, 0.08], v_start=[0.8 * v, -0.6 * v, 0.0])
    model.cylinder, model.ground, model.place = CylinderSurface(radius=0.3, length=0.16), PlaneSurface(), PositionSensor(model.puck.frame_a)
    model.contact = Contact(model.puck.frame_a, slope, model.cylinder, model.ground, friction="coulomb", mu=mu)
    model.expose(outputs={"r": model.place.r})
    instance = Instance(compile_problem(model))
    instance.initialize()
    before = np.array(instance.outputs())
    instance.advance(t, 1e-9)
    assert down @ (instance.outputs() - before) == pytest.approx(v * t + 0.5 * G * (np.sin(tilt) - mu * np.cos(tilt)) * t**2, abs=INTEGRATION)
    assert instance.evaluations < 1000


@pytest.mark.parametrize("beyond", [-1e-6, 1e-6])
def test_a_box_slides_off_a_plane_at_the_angle_of_friction(beyond: float):
    tilt = np.arctan(0.5) + beyond
    found = simulate(box(tilt, "coulomb", mu=0.5, height=0.1, integrator="radau"), 1.0)
    assert 2.0 * found["r[1]"][-1] == pytest.approx(max(0.0, G * (np.sin(tilt) - 0.5 * np.cos(tilt))), abs=ROUNDOFF)


def test_a_ball_that_never_slides_rolls_from_where_it_is_set_down():
    """It keeps its moment of momentum about the point of contact: of m v r, (m r^2 + I) v' / r is left. It slid on for the first step."""
    model, m, r, I = Model("Ball"), 2.0, 0.1, 0.008
    model.world, model.ball = World(g=G), Body(m=m, I=[I, I, I])
    model.free = FreeMotion(model.world.frame_b, model.ball.frame_a, r_start=[0.0, 0.0, r], v_start=[1.4, 0.0, 0.0])
    model.sphere, model.ground = SphereSurface(radius=r), PlaneSurface()
    model.contact = Contact(model.ball.frame_a, model.world.frame_b, model.sphere, model.ground, friction="sticking")
    model.expose(outputs={"v": model.free.v, "w": model.free.w})
    instance = Instance(compile_problem(model))
    instance.initialize()
    assert instance.outputs() == pytest.approx([1.0, 0.0, 0.0, 0.0, 1.0 / r, 0.0], abs=RESTING)


def test_asking_for_outputs_where_a_contact_opens_changes_nothing():
    """A ball is lifted for no time. The mode was given back, but not that its row counted, so the ball fell through the ground."""
    model = Model("Lifted")
    model.world, model.ball = World(g=G), Body(m=1.0, I=[0.1, 0.1, 0.1])
    model.lift = Prismatic(model.world.frame_b, model.ball.frame_a, n=[0, 0, 1])
    model.sphere, model.ground, model.force = SphereSurface(radius=0.0), PlaneSurface(), JointForce(model.lift)
    model.contact = Contact(model.ball.frame_a, model.world.frame_b, model.sphere, model.ground)
    model.expose(outputs={"s": model.lift.s}, inputs={"f": model.force.f})
    instance = Instance(compile_problem(model))
    instance.initialize()
    instance.advance(0.1, 1e-9)
    instance.set("f", 2.0 * G)
    instance.outputs()
    instance.set("f", 0.0)
    instance.advance(0.4, 1e-9)
    assert instance.outputs() == pytest.approx([0.0], abs=RESTING)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_body_that_lands_on_a_point_turns_about_it(formulation: str):
    """Beside impulse and momentum by numpy; in redundant coordinates masses are singular."""
    m, I, arm, height = 1.5, np.diag([0.02, 0.05, 0.03]), np.array([0.3, 0.1, -0.1]), 0.5
    model = Model("Rod", formulation=formulation)
    model.world, model.rod = World(g=G), Body(m=m, I=np.diag(I))
    model.free = FreeMotion(model.world.frame_b, model.rod.frame_a, r_start=[0.0, 0.0, height - arm[2]], v_start=[1.0, 0.0, 0.0])
    model.tip, model.ground = SphereSurface(radius=0.0), PlaneSurface()
    model.contact = Contact(model.rod.at(arm), model.world.frame_b, model.tip, model.ground, friction="sticking")
    model.expose(outputs={"w": model.free.w})
    fall = np.sqrt(2 * height / G)
    x, y, z = arm
    across = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    mobility = np.eye(3) / m - across @ np.linalg.solve(I, across)
    impulse = -np.linalg.solve(mobility, [1.0, 0.0, -G * fall])
    end = simulate(model, fall + 1e-7, interval=fall + 1e-7)
    assert [end[f"w[{i}]"][-1] for i in (1, 2, 3)] == pytest.approx(np.linalg.solve(I, across @ impulse), abs=BEHIND)


def test_surfaces_that_begin_within_each_other_are_named():
    with pytest.raises(MbfmuError, match="contact by 0.02 m; start them apart"):
        simulate(ball(height=-0.02), 1.0)


def test_a_pair_of_surfaces_that_is_not_known_is_named():
    model = Model("Boxes")
    model.world, model.box = World(), Body(m=1.0, I=[1, 1, 1])
    model.free = FreeMotion(model.world.frame_b, model.box.frame_a)
    model.one, model.other = BoxSurface(size=[1, 1, 1]), TorusSurface(radius=0.5, tube=0.1)
    model.contact = Contact(model.box.frame_a, model.world.frame_b, model.one, model.other)
    with pytest.raises(MbfmuError, match="it is not known how"):
        simulate(model, 1.0)


def test_what_a_contact_is_given_is_checked():
    with pytest.raises(MbfmuError, match="friction = 'glue' is not known"):
        model = ball()
        model.second = Contact(model.ball.frame_a, model.world.frame_b, model.round, model.ground, friction="glue")
        simulate(model, 1.0)
    assert SphereSurface(radius=0.0).own_problems() == []
