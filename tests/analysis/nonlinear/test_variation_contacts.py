"""Variations through impacts, openings and stops of rigid contacts, against closed forms and differences of runs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from mbfmu import (
    Body,
    Distance,
    FreeMotion,
    Model,
    Planar,
    Revolute,
    SpringDamperParallel,
    World,
    fit,
    lyapunov_exponents,
    periodic_orbit,
    simulate,
    transition_matrix,
)
from mbfmu.analysis.nonlinear.flow import Flow
from mbfmu.base.errors import MbfmuError, StepFailed
from mbfmu.model.elements.constraints import Contact, SineJointMotion
from mbfmu.model.elements.forces import WorldForce
from mbfmu.model.elements.joints import Prismatic
from mbfmu.model.elements.surfaces import PlaneSurface, SphereSurface
from tests.analysis.nonlinear.test_variation_updates import PERIOD, START, TRACE, A, W, e
from tests.rigid_contacts import G, ball, block, box, falling_box, pulled_box, rimless_wheel, with_table
from tests.tolerances import DIFFERENCED_RUNS, INTEGRATION, OF_GAITS
from tests.walkers import kneed_walker, simplest_walker

STEP = 1e-6  # of central differences of runs


def through(model: Model, end: float, differences: bool = True, step: float = STEP) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """States at the end, their derivatives by the independent states at the start and the tunable parameter, and the same by differences of runs."""
    flow = Flow(model, None, None, "a test")
    flow.hold()
    start, columns = flow.x, flow.frame().columns
    parameter = next(v.ref for v in flow.problem.variables if v.ref.slot == "p")
    value = float(parameter.view(flow.instance.buffers)[0])
    found = flow.carry(end, columns, parameter)

    def run(change: np.ndarray, of_parameter: float) -> np.ndarray:
        flow.set(parameter, value + of_parameter)
        flow.back(start + change)
        flow.go(end)
        return flow.x

    at_end = run(0.0 * start, 0.0)
    steps = [(step * column, 0.0) for column in columns.T] + [(0.0 * start, step)]
    known = [(run(*change) - run(-change[0], -change[1])) / (2 * step) for change in steps] if differences else []
    return at_end, found, np.transpose(known)


def test_a_ball_after_five_impacts():
    """By its height, speed and restitution, differentiated by complex steps."""

    def at_end(h: complex, v: complex, e: complex) -> np.ndarray:
        speed = np.sqrt(v * v + 2 * G * h)
        t = (v + speed) / G
        for _ in range(4):
            speed = e * speed
            t = t + 2 * speed / G
        speed, flying = e * speed, 2.7 - t
        return np.array([speed * flying - G * flying**2 / 2, speed - G * flying])

    model = ball()
    model.expose(tunable=[model.contact.e])
    states, found, _ = through(model, 2.7, differences=False)
    exact = np.transpose([at_end(*(np.array([1.0, 0.0, 0.8]) + 1e-30j * direction)).imag / 1e-30 for direction in np.eye(3)])
    assert states[[2, 12]] == pytest.approx(at_end(1.0, 0.0, 0.8) + [0.1, 0.0], abs=INTEGRATION)
    assert found[np.ix_([2, 12], [5, 11, 12])] == pytest.approx(exact, abs=INTEGRATION * np.abs(exact).max())


@pytest.mark.parametrize("law", ["poisson", "newton"])
def test_restitution_changes_with_the_impact_speed(law: str):
    """A table over the speed, which four impacts pass."""
    model = with_table(ball(law=law))
    model.expose(tunable=[model.ball.m])
    _, found, known = through(model, 1.9)
    assert found == pytest.approx(known, abs=DIFFERENCED_RUNS * np.abs(known).max())


def test_a_ball_that_comes_to_rest_forgets_how_it_fell():
    model = ball(0.5)
    model.expose(tunable=[model.contact.e])
    _, found, _ = through(model, 3.0, differences=False)
    assert np.abs(found[[2, 12]]).max() <= INTEGRATION


def linkage() -> Model:
    """Three bodies in a closed chain, whose ends fall on the ground."""
    model, axis = Model("Linkage"), [0, -1, 0]
    model.world = World(g=G)
    model.a, model.b, model.c = (Body(m=m, r_CM=[0.2, 0, 0], I=[0.01] * 3) for m in (1.0, 1.0, 0.5))
    start = {"s_y_start": 0.45, "phi_start": 0.3, "v_x_start": 0.5, "v_y_start": -2.0, "w_start": -1.0}
    model.plane = Planar(model.world.frame_b, model.a.frame_a, n=axis, n_x=[1, 0, 0], **start)
    model.elbow = Revolute(model.a.at([0.4, 0, 0]), model.b.frame_a, n=axis, phi_start=1.9)
    model.rod = Distance(model.b.at([0.4, 0, 0]), model.a.frame_a, s=0.5)
    model.arm = Revolute(model.a.frame_a, model.c.frame_a, n=axis, phi_start=-1.0)
    model.tip, model.ground = SphereSurface(radius=0.02), PlaneSurface()
    for name in "abc":
        foot = getattr(model, name).at([0.4, 0, 0])
        contact = Contact(foot, model.world.frame_b, model.tip, model.ground, friction="coulomb", mu=0.4, e=0.5)
        setattr(model, f"foot_{name}", contact)
    model.expose(tunable=[model.c.m])
    return model


def leg() -> Model:
    """Two rods over the ground: Newton's law would make energy grow, which reduces the restitution (Kane, Levinson, Dynamics, 1985, section 5.8)."""
    model, axis = Model("Leg"), [0, 1, 0]
    model.world = World(g=G)
    model.upper, model.lower = (Body(m=1.0, r_CM=[0, 0, -1.0], I=[1e-3] * 3) for _ in range(2))
    model.hip = Revolute(model.world.at([0, 0, 1.5]), model.upper.frame_a, n=axis, phi_start=-0.549605, w_start=3.920517)
    model.knee = Revolute(model.upper.at([0, 0, -1.0]), model.lower.frame_a, n=axis, phi_start=-0.327393, w_start=3.60327)
    model.tip, model.ground = SphereSurface(radius=0.0), PlaneSurface()
    foot, options = model.lower.at([0, 0, -1.0]), {"friction": "coulomb", "mu": 0.5, "e": 0.8, "law": "newton"}
    model.contact = Contact(foot, model.world.frame_b, model.tip, model.ground, **options)
    model.expose(tunable=[model.contact.mu])
    return model


def tumbling_box() -> Model:
    """A box in space that hits the ground with four corners, one after the other."""
    model = box(friction="coulomb", mu=0.4, height=0.2)
    model.box.m, model.box.I, model.cuboid.size, model.contact.e = 2.0, [0.01, 0.02, 0.03], [0.2, 0.2, 0.1], 0.3
    model.free.w_start, model.free.v_start = [2.0, 1.0, 3.0], [1.0, 0.5, -1.0]
    model.expose(tunable=[model.contact.e])
    return model


@pytest.mark.parametrize(
    ("make", "end"),
    [(lambda: falling_box("newton"), 0.08), (linkage, 0.2), (leg, 0.02), (tumbling_box, 0.1)],
    ids=["lands on an edge", "closed chain", "energy", "in space"],
)
def test_impacts_against_differences(make: Callable[[], Model], end: float):
    states, found, known = through(make(), end)
    assert found == pytest.approx(known, abs=DIFFERENCED_RUNS * np.abs(known).max())


@pytest.mark.slow
def test_impacts_of_four_corners_against_differences():
    states, found, known = through(tumbling_box(), 0.2)
    assert found == pytest.approx(known, abs=DIFFERENCED_RUNS * np.abs(known).max())


@pytest.mark.slow
@pytest.mark.parametrize("law", ["poisson", "newton"])
def test_a_box_that_rocks_and_slides_against_differences(law: str):
    states, found, known = through(falling_box(law), 0.2)
    assert states[4:] == pytest.approx(0.0, abs=INTEGRATION)
    assert found == pytest.approx(known, abs=DIFFERENCED_RUNS)


def test_a_block_that_slides_and_stops():
    """The way to its end is v^2 / (2 a), with a = g (mu cos - sin) of the slope."""
    model, tilt, v, mu = block(3.0, 0.5), np.radians(20.0), 3.0, 0.5
    model.expose(tunable=[model.contact.mu])
    states, found, _ = through(model, 3.0, differences=False)
    a = G * (mu * np.cos(tilt) - np.sin(tilt))
    by_v, by_mu = found[0, 8], found[0, -1]
    assert states[0] == pytest.approx(v**2 / (2 * a), abs=INTEGRATION)
    assert [by_v, by_mu] == pytest.approx([v / a, -(v**2) / (2 * a**2) * G * np.cos(tilt)], rel=INTEGRATION)
    assert np.abs(found[10]).max() <= INTEGRATION


def test_a_block_that_turns_while_it_slides_against_differences():
    model = block(0.0, 0.5, 2.0)
    model.expose(tunable=[model.contact.mu])
    _, found, known = through(model, 1.2)
    assert found == pytest.approx(known, abs=DIFFERENCED_RUNS * np.abs(known).max())


def test_a_block_that_is_pulled_begins_to_slide_and_is_lifted():
    """Under the force k t: it slides from t = mu m g / k on, and its speed then grows by k (t - t_0)^2 / (2 m); upwards the same with mu = 1."""
    model, k, m, mu = Model("Pulled"), 30.0, 2.0, 0.5
    model.world, model.block = World(g=G), Body(m=m, I=[0.1] * 3)
    model.plane = Planar(model.world.frame_b, model.block.frame_a, n=[0, -1, 0], n_x=[1, 0, 0])
    model.force = WorldForce(model.block.frame_a)
    model.point, model.ground = SphereSurface(radius=0.0), PlaneSurface()
    model.contact = Contact(model.block.frame_a, model.world.frame_b, model.point, model.ground, friction="coulomb", mu=mu)
    model.expose(inputs={"f": model.force.f}, tunable=[model.block.m])
    for axis, speed, factor in ((1, 3, mu), (3, 4, 1.0)):
        flow = Flow(model, None, {f"f[{i}]": (lambda t, on=i == axis: k * t * on) for i in (1, 2, 3)}, "a test")
        parameter = next(v.ref for v in flow.problem.variables if v.ref.slot == "p")
        found = flow.carry(1.0, np.zeros((6, 0)), parameter)[speed, 0]
        flying = 1.0 - factor * m * G / k
        assert flow.x[speed] == pytest.approx(k * flying**2 / (2 * m), abs=INTEGRATION)
        assert found == pytest.approx(-k * flying**2 / (2 * m**2) - flying * factor * G / m, abs=INTEGRATION)


def rolling_ball() -> Model:
    """It bounces until it rests, slides on, and comes to roll; it turns about the vertical, too."""
    model, m, radius = Model("RollingBall"), 2.0, 0.1
    model.world, model.ball = World(g=G), Body(m=m, I=[0.4 * m * radius**2] * 3)
    start = {"r_start": [0.0, 0.0, 0.4], "v_start": [6.0, 0.3, 0.0], "w_start": [0.5, 0.0, 0.2]}
    model.free = FreeMotion(model.world.frame_b, model.ball.frame_a, **start)
    model.round, model.ground = SphereSurface(radius=radius), PlaneSurface()
    model.contact = Contact(model.ball.frame_a, model.world.frame_b, model.round, model.ground, friction="coulomb", mu=0.3, e=0.4)
    model.expose(tunable=[model.contact.mu])
    return model


def test_a_ball_that_comes_to_roll_behind_bounces_and_sliding():
    """It rolls as fast whatever the friction was: what its point of contact loses and what it gains about its centre are one impulse."""
    states, found, known = through(rolling_ball(), 0.75)
    assert states[10:] == pytest.approx([(5 * 6.0 + 2 * 0.0) / 7, (5 * 0.3 - 2 * 0.1 * 0.5) / 7, 0.0], abs=INTEGRATION)
    assert np.abs(found[10:, -1]).max() <= INTEGRATION * np.abs(found).max()
    assert found == pytest.approx(known, abs=DIFFERENCED_RUNS * np.abs(known).max())


def test_a_box_that_begins_to_slide_at_a_spring():
    """Behind the begin at t_0 it lags by v / w sin(w t), w^2 = c / m; t_0 grows with friction by m g / (c v)."""
    v, t_0, m, c = 0.02, 0.05, 2.0, 100.0
    model, w = pulled_box(v, t_0, m, 0.5, c), np.sqrt(c / m)
    model.expose(tunable=[model.contact.mu])
    for end in (0.051, 0.3):
        flow = Flow(model, None, None, "a test")
        parameter = next(variable.ref for variable in flow.problem.variables if variable.ref.slot == "p")
        found = flow.carry(end, np.zeros((len(flow.x), 0)), parameter)[0, 0]
        assert flow.x[0] == pytest.approx(v * (end - t_0) - v / w * np.sin(w * (end - t_0)), abs=INTEGRATION)
        assert found == pytest.approx(-(1.0 - np.cos(w * (end - t_0))) * m * G / c, abs=INTEGRATION)


def stick_slip() -> Model:
    """A point mass at a spring whose other end swings: it sticks, slides to and fro, and sticks."""
    model = Model("StickSlip")
    model.world, model.mass, model.hand = World(g=G), Body(m=2.0, I=[0.1] * 3), Body(m=1.0, I=[0.1] * 3)
    model.free = FreeMotion(model.world.frame_b, model.mass.frame_a)
    model.rail = Prismatic(model.world.frame_b, model.hand.frame_a, n=[1, 0, 0], s_start=1.0)
    model.drive = SineJointMotion(model.rail, offset=1.0, amplitude=0.3, frequency=0.5)
    model.spring = SpringDamperParallel(model.mass.frame_a, model.hand.frame_a, c=100.0, s_unstretched=0.95, d=1.0)
    model.point, model.ground = SphereSurface(radius=0.0), PlaneSurface()
    model.contact = Contact(model.mass.frame_a, model.world.frame_b, model.point, model.ground, friction="coulomb", mu=0.5)
    model.expose(tunable=[model.spring.c])
    return model


def test_a_mass_sticks_and_slips_against_differences():
    states, found, known = through(stick_slip(), 2.0, step=1e-4)
    assert found == pytest.approx(known, abs=DIFFERENCED_RUNS * np.abs(known).max())


@pytest.mark.slow
def test_friction_is_fitted_to_a_box_that_begins_to_slide():
    measured, model = simulate(pulled_box(0.02), 0.3, interval=0.01), pulled_box(0.02)
    model.contact.mu, model.spring.c = 0.48, 98.0
    found = fit(model, {"time": measured["time"], "r[1]": measured["r[1]"]}, ["contact.mu", "spring.c"])
    assert list(found.values.values()) == pytest.approx([0.5, 100.0], rel=INTEGRATION)


def test_friction_and_start_are_fitted_to_a_block_that_slides_and_stops():
    measured = simulate(block(3.0, 0.5), 3.0, interval=0.1)
    found = fit(block(2.9, 0.45), {"time": measured["time"], "r[1]": measured["r[1]"]}, ["contact.mu", "free.v_start[1]"])
    assert list(found.values.values()) == pytest.approx([0.5, 3.0], abs=INTEGRATION)


def shaking_table(s: float, v: float) -> Model:
    """A ball on a table that shakes."""
    model, up = Model("ShakingTable"), [0, 0, 1]
    model.world, model.table, model.ball = World(g=G), Body(m=1.0, I=[0.1] * 3), Body(m=1.0, I=[0.1] * 3)
    model.up = Prismatic(model.world.frame_b, model.table.frame_a, n=up)
    model.free = Prismatic(model.world.frame_b, model.ball.frame_a, n=up, s_start=s, v_start=v)
    model.shake = SineJointMotion(model.up, amplitude=A, frequency=W / (2 * np.pi))
    model.round, model.top = SphereSurface(radius=0.0), PlaneSurface()
    model.contact = Contact(model.ball.frame_a, model.table.frame_a, model.round, model.top, e=e)
    return model


def test_a_ball_on_a_shaking_table():
    """As with an update of a block: its periodic motion, found, with its multipliers, and its exponents."""
    s, v = START.values()
    orbit = periodic_orbit(shaking_table(s + 0.01, v - 0.01), PERIOD)
    assert [orbit.states["free.s"], orbit.states["free.v"]] == pytest.approx([s, v], abs=INTEGRATION)
    assert sum(orbit.multipliers).real == pytest.approx(TRACE, abs=INTEGRATION)
    assert np.prod(orbit.multipliers).real == pytest.approx(e**2, abs=INTEGRATION)
    found = lyapunov_exponents(shaking_table(s, v), 4 * PERIOD, transient=PERIOD)
    assert sum(found.values) == pytest.approx(2 * np.log(e) / PERIOD, abs=INTEGRATION)


def test_the_gait_of_a_rimless_wheel_is_a_periodic_motion():
    """A step takes the speed times c = (cos 45 + k) / (1 + k), k the moment of inertia by m l^2, and a change of its square times c^2."""
    k = 1e-2
    orbit = periodic_orbit(rimless_wheel(w=1.45, inertia=k), 5.0)
    assert orbit.turns == {"plane.phi": -1}
    assert orbit.stability == "stable"
    assert orbit.multipliers == pytest.approx([1.0, ((np.sqrt(0.5) + k) / (1 + k)) ** 16], abs=INTEGRATION)


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    ("slope", "theta", "w", "step", "multiplier"),
    [
        (0.009, 0.20031090054433134, -0.19983247300504056, 3.8824637528511423, -0.1900998417175148 + 0.557598774214127j),
        pytest.param(0.009, 0.1939373698101889, -0.2038669274420219, 3.0961058680777156, 4.003864318472175, marks=SLOW),
        pytest.param(0.004, 0.15338956487624206, -0.1560801466756867, 3.8526134617510435, 0.22888996184984994 + 0.5911551914838343j, marks=SLOW),
    ],
    ids=["long", "short", "long on a lesser slope"],
)
def test_gaits_of_the_simplest_walker_are_found(slope: float, theta: float, w: float, step: float, multiplier: complex):
    """The case walker_simplest_garcia: its steps and multipliers, those of two steps here, from a start that is off by 1e-3."""
    orbit = periodic_orbit(simplest_walker(slope, theta + 1e-3, w - 1e-3), 2.02 * step, rtol=1e-11)  # roundoff of feet of 1e-9 kg is next
    assert orbit.period / 2 == pytest.approx(step, abs=INTEGRATION)
    assert np.abs(orbit.multipliers - multiplier**2).min() <= OF_GAITS * abs(multiplier) ** 2
    assert orbit.stability.startswith("stable" if abs(multiplier) < 1.0 else "unstable")


def test_the_gait_of_a_kneed_walker_is_found():
    """The case walker_kneed_chen: a foot that strikes while a knee is locked, and a knee that strikes; multipliers are those of two steps."""
    theta, w1, w2, step = 0.23858546025341004, -1.1095873311766211, -0.057148106337437575, 0.5643281659150161
    orbit = periodic_orbit(kneed_walker(theta + 1e-3 - 0.0504, -theta - 0.0504, w1, w2), 2 * step)
    assert orbit.period / 2 == pytest.approx(step, abs=INTEGRATION)
    assert np.abs(orbit.multipliers[1:4]) == pytest.approx([0.6551684793539126**2] * 2 + [0.14382267279458558**2], rel=OF_GAITS)
    assert orbit.stability == "stable"


def test_contacts_that_meet_at_once_but_not_in_runs_beside_have_no_derivatives():
    with pytest.raises(StepFailed, match="contact meets at once with others, but not in runs beside this one"):
        transition_matrix(box(height=0.3), 1.0)


def test_exponents_of_what_comes_to_rest_are_refused():
    with pytest.raises(MbfmuError, match="12 states are independent before t = .* s and 10 then; give a longer transient, or end before"):
        lyapunov_exponents(ball(0.3), 2.0)
