"""A ball that slides around a fixed one until it rolls, by its equations written down and integrated by SciPy, and derivatives of such runs."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu import Body, Contact, FreeMotion, Model, SphereSurface, SpringDamperParallel, World, simulate

from ...analysis.nonlinear.test_variation_contacts import through
from ...tolerances import DIFFERENCED_RUNS, INTEGRATION

R, BELOW, M, MU, C = 0.1, 0.5, 1.0, 0.05, 400.0
ROUND, I, END = R + BELOW, 0.4 * M * R * R, 2.0  # of the path, its radius; of the ball; of the run
WAYS = {
    "from_the_top": ([0.0, 0.0, 1.0], [1.0, 0.0, 0.0]),
    "downwards": ([1.0, 0.0, 0.0], [0.0, 0.0, -1.0]),
    "downwards_along_y": ([0.0, 1.0, 0.0], [0.0, 0.0, -1.0]),
    "level": ([0.0, 0.8, 0.6], [1.0, 0.0, 0.0]),
    "oblique": ([0.6, 0.0, 0.8], [0.48, 0.8, -0.36]),
}


def turned(speed: float) -> float:
    """The angle about the fixed ball at the end, from a start without spin: a spring presses with c times the radius, less what the turn takes."""

    def rates(_: float, y: np.ndarray) -> list[float]:
        friction = -MU * (C * ROUND - M * ROUND * y[1] ** 2)
        return [y[1], friction / (M * ROUND), -R * friction / I]

    def slip(_: float, y: np.ndarray) -> float:
        return ROUND * y[1] - R * y[2]

    slip.terminal = True
    found = solve_ivp(rates, (0.0, END), [0.0, speed, 0.0], rtol=1e-12, atol=1e-12, events=slip)
    return found.y[0, -1] + found.y[1, -1] * (END - found.t[-1])


def around(way: str, speed: float, first: bool, spin: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Model:
    """The ball on its way around the fixed one, as surface_a or not."""
    place, along = np.array(WAYS[way])
    model = Model("Round")
    model.world, model.sphere, model.below = World(g=0.0), SphereSurface(radius=R), SphereSurface(radius=BELOW)
    model.ball = Body(m=M, I=[I] * 3)
    model.free = FreeMotion(model.world.frame_b, model.ball.frame_a, r_start=ROUND * place, v_start=ROUND * speed * along, w_start=spin)
    model.spring = SpringDamperParallel(model.world.frame_b, model.ball.frame_a, c=C)
    sides = [(model.ball.frame_a, model.sphere), (model.world.frame_b, model.below)]
    (frame_a, a), (frame_b, b) = sides if first else sides[::-1]
    model.contact = Contact(frame_a, frame_b, a, b, friction="coulomb", mu=MU, e=0.0)
    model.expose(outputs={"r": model.free.r}, tunable=[model.contact.mu])
    return model


@pytest.mark.parametrize("speed", [6.0, 15.0])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("first", [True, False])
def test_it_slides_against_its_slip_wherever_the_normal_turns(speed, way, first):
    """At 15 rad/s it slides through 280 degrees. Tangents that jumped where the normal crossed a cone stopped it there, up to 0.4 m from here."""
    place, along = np.array(WAYS[way])
    result, angle = simulate(around(way, speed, first), END, 0.5 * END), turned(speed)
    assert [result[f"r[{k}]"][-1] for k in (1, 2, 3)] == pytest.approx(ROUND * (np.cos(angle) * place + np.sin(angle) * along), abs=INTEGRATION)


@pytest.mark.parametrize("spin", [(0.0, 0.0, 0.0), (20.0, -5.0, 40.0)])
@pytest.mark.parametrize("first", [True, False])
def test_derivatives_go_along_with_the_tangents(spin, first):
    """By the start and by friction, where it still slides and has turned through 260 degrees; tangents are numbers that the engine holds."""
    _, found, differences = through(around("downwards", 15.0, first, spin), 0.33)
    assert found == pytest.approx(differences, abs=DIFFERENCED_RUNS * np.abs(found).max())
