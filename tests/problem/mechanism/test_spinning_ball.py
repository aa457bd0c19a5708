"""A ball that spins while it slides, by closed form, whichever side of its rigid contact it is."""

import numpy as np
import pytest

from mbfmu import Body, BoxSurface, Contact, FreeMotion, Model, PlaneSurface, SphereSurface, World, simulate

from ...tolerances import INTEGRATION

R, MU, G, V = 0.1, 0.3, 9.81, np.array([1.0, 0.3])
SPINS = [[0.0, -60.0, 0.0], [10.0, -60.0, 25.0], [40.0, -80.0, 200.0]]
GROUNDS = {"plane": (PlaneSurface, {}, 0.0), "box": (BoxSurface, {"size": [20.0, 20.0, 2.0]}, 1.0)}


def slid(spin: list[float], ground: str, first: bool) -> np.ndarray:
    """Where the ball is after 2 s (2,), it or the ground being surface_a."""
    surface, shape, top = GROUNDS[ground]
    model = Model("Ball")
    model.world, model.sphere, model.ground = World(), SphereSurface(radius=R), surface(**shape)
    model.ball = Body(m=1.0, I=[0.4 * R * R] * 3)
    model.free = FreeMotion(model.world.frame_b, model.ball.frame_a, r_start=[0, 0, R + top], v_start=[*V, 0], w_start=spin)
    sides = [(model.ball.frame_a, model.sphere), (model.world.frame_b, model.ground)]
    (frame_a, a), (frame_b, b) = sides if first else sides[::-1]
    model.contact = Contact(frame_a, frame_b, a, b, friction="coulomb", mu=MU, e=0.0)
    model.expose(outputs={"r": model.free.r})
    result = simulate(model, 2.0, 0.5)
    return np.array([result[f"r[{k}]"][-1] for k in (1, 2)])


@pytest.mark.parametrize("spin", SPINS)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("first", [True, False])
def test_it_slides_straight_against_its_slip_until_it_rolls(spin, ground, first):
    """Slip fades by 7/2 mu g along its own direction. Axes of friction that spun with the ball stopped it by their jumps, 0.6 m from here."""
    slip = V + R * np.array([-spin[1], spin[0]])
    speed = np.hypot(*slip)
    end, push = speed / (3.5 * MU * G), -MU * G * slip / speed
    assert slid(spin, ground, first) == pytest.approx(V * 2.0 + push * end * (2.0 - 0.5 * end), abs=INTEGRATION)
