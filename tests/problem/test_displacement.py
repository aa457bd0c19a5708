"""What happens to motion where the mechanism is put a little elsewhere."""

import numpy as np

from mbfmu import Body, Cylindrical, FreeMotion, Model, World
from mbfmu.problem.mechanics import compile_model

from ..running import Running

ORBITAL = 7.7e3  # m/s
TURN = 1e-6  # rad


def displaced(running: Running, by: float) -> np.ndarray:
    """The states moved by a change `by` of every speed for one second, as assembly and projection move them."""
    (manifold,) = running.problem.manifolds
    (call,) = manifold.displace
    running.buffers["direction"][:] = by
    q_rate, v_rate = (rate.full().ravel() for rate in running.problem.functions[call.function](*map(running.get, call.arguments)))
    return running.x + np.concatenate([q_rate, np.zeros(manifold.own), v_rate])


def test_bodies_that_are_turned_keep_their_velocity_in_space():
    """To first order; left behind, it would turn with them, by 8e-3 m/s."""
    model = Model("Pair")
    model.world, model.one, model.other = World(g=0.0), Body(m=2.0, I=[1, 2, 3]), Body(m=1.0, I=[3, 2, 1])
    model.flight = FreeMotion(model.world.frame_b, model.one.frame_a, v_start=[0, ORBITAL, 0], w_start=[0.1, 0.2, 0.3])
    model.rail = Cylindrical(model.one.frame_a, model.other.frame_a, n=[1, 0, 0], s_start=1.0)
    model.expose(outputs={"v": model.flight.v, "Q": model.flight.Q})
    running = Running(compile_model(model, "newton_euler"))
    before = running.outputs_at(running.x)
    after = running.outputs_at(displaced(running, TURN))
    assert 0.4 * TURN < np.abs(after["Q"] - before["Q"]).max() < TURN
    np.testing.assert_allclose(after["v"], before["v"], rtol=0, atol=3 * ORBITAL * TURN**2)
