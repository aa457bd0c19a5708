"""A rod that falls about its foot, which never slides: where friction alone draws the foot down, it hops, ever higher, by closed form."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

from mbfmu import Body, Contact, Model, Planar, PlaneSurface, SphereSurface, World, compile_problem
from mbfmu.engine.instance import Instance
from tests.rigid_contacts import G
from tests.tolerances import HOPPED

LENGTH, SLENDER = 0.5, 0.95  # m from foot to centre; SLENDER: m LENGTH^2 over the moment of inertia about the foot, 3/4 of a uniform rod
RATIO = SLENDER / (1 - SLENDER)  # the same about the centre
LEANS = np.arccos(0.66)  # rad, where it has fallen from upright so far: the foot still presses
TURNS = np.sqrt(2 * SLENDER * (1 - np.cos(LEANS)) * G / LENGTH)  # rad/s, by energy


def held(angle: float, speed: float) -> float:
    """The normal force, relative to the weight, of a foot that stands."""
    return 1 - speed**2 * LENGTH / G * np.cos(angle) - SLENDER * np.sin(angle) ** 2


def grows(angle: float, speed: float) -> float:
    """The rate of the speed of hops [m/s2].

    In a hop of the speed v the free foot falls back by a_n in T = 2 v / a_n, and comes to slide by a_t T. The spike takes that by an impulse along
    the ground, which lifts the foot by (S_nt / S_tt) a_t T = 2 k v. So v becomes (2 k - 1) v, and grows by (k - 1) a_n. Held, the foot is pulled
    where k > 1.
    """
    s, c = np.sin(angle), np.cos(angle)
    turning = speed**2 * LENGTH / G
    a_n, a_t = G * (1 - turning * c), G * turning * s
    return RATIO * s * c / (1 + RATIO * c**2) * a_t - a_n


def fall(end: float) -> tuple[float, object]:
    """When the foot stops to press, and (angle, its rate, speed of hops) from there on, as a function of time."""
    rates = lambda t, y: [y[1], SLENDER * G * np.sin(y[0]) / LENGTH]
    presses = lambda t, y: held(*y)
    presses.terminal = True
    first = solve_ivp(rates, (0, end), [LEANS, TURNS], events=presses, rtol=1e-11, atol=1e-12)
    begins = first.t[-1]
    then = solve_ivp(lambda t, y: [*rates(t, y), grows(y[0], y[1])], (begins, end), [*first.y[:, -1], 0.0], rtol=1e-10, atol=1e-12, dense_output=True)
    return begins, then.sol


def rod() -> Model:
    model, moment = Model("Rod"), 2.0 * LENGTH**2 / RATIO
    model.world, model.rod = World(g=G), Body(m=2.0, r_CM=[0, 0, LENGTH], I=[moment] * 3)
    model.free = Planar(model.world.frame_b, model.rod.frame_a, n=[0, 1, 0], n_x=[1, 0, 0], phi_start=LEANS, w_start=TURNS)
    model.tip, model.ground = SphereSurface(radius=0.0), PlaneSurface()
    model.spike = Contact(model.rod.frame_a, model.world.frame_b, model.tip, model.ground, friction="sticking")
    model.expose(outputs={"across": model.free.v_x, "down": model.free.v_y})
    return model


def test_hops_grow_as_the_laws_of_impacts_say():
    """Speeds behind hops, from micrometres a second on: how small hops begin does not matter."""
    instance, seen, end = Instance(compile_problem(rod())), [], 0.03
    begins, expected = fall(end)

    def passed(t: float) -> None:
        instance.outputs()
        if t > begins and abs(instance.get("across")) < 1e-12:
            seen.append((t, -float(instance.get("down"))))

    instance.passing = passed
    instance.initialize()
    instance.advance(end, 1e-9)
    speeds = np.array([(speed, expected(t)[2]) for t, speed in seen if t > begins + 1e-3])
    assert len(speeds) > 20 and speeds[-1, 1] > 0.02
    np.testing.assert_allclose(speeds[:, 0], speeds[:, 1], rtol=HOPPED)
    assert instance.evaluations < 6000
