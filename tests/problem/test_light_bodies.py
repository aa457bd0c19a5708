"""Bodies with hardly any inertia beside heavy ones: which rows depend on each other is a matter of geometry, not of masses."""

import numpy as np
import pytest

from mbfmu import Body, FreeMotion, Model, Revolute, TorsionSpringDamper, World, simulate
from mbfmu.engine.instance import Instance
from mbfmu.problem.mechanism.mechanics import FORMULATIONS, compile_model

from ..tolerances import INTEGRATION, LIGHT, ROUNDOFF
from .linkages import slider_crank

G, W, ANGLE, DAMPING = 9.81, 8.0, 0.9, 0.2
SHAFT, M, L = 0.1, 2.0, 0.5


def governor(inertia: float) -> Model:
    """Two balls on massless rods that hang on a shaft's axis; friction in its bearing."""
    model = Model("Governor")
    model.world, model.shaft = World(g=G), Body(m=1.0, I=[SHAFT] * 3)
    model.spin = Revolute(model.world.frame_b, model.shaft.frame_a, n=[0, 0, 1], w_start=W)
    for name, side in (("left", 1), ("right", -1)):
        ball = model.add(name, Body(m=M, r_CM=[0, 0, -L], I=[inertia] * 3))
        model.add(f"{name}_hinge", Revolute(model.shaft.frame_a, ball.frame_a, n=[0, -side, 0], phi_start=ANGLE))
    model.bearing = TorsionSpringDamper(model.spin, d=DAMPING)
    model.expose(outputs={"spin": model.spin.a, "left": model.left_hinge.a, "right": model.right_hinge.a})
    return model


@pytest.mark.parametrize("inertia", [0.0, 1e-13, 1e-11, 1e-9, 1e-7])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_governor_with_balls_like_points(formulation: str, inertia: float) -> None:
    """Lagrange's equations: J w' = -d w, and (m l^2 + I) angle'' = m l^2 w^2 sin(angle) cos(angle) - m g l sin(angle)."""
    instance = Instance(compile_model(governor(inertia), formulation))
    instance.initialize()
    s, c, own = np.sin(ANGLE), np.cos(ANGLE), M * L**2
    spin = -DAMPING * W / (SHAFT + 2.0 * (own * s**2 + inertia))
    swing = (own * W**2 * s * c - M * G * L * s) / (own + inertia)
    found = [instance.get(name) for name in ("spin", "left", "right")]
    assert found == pytest.approx([spin, swing, swing], rel=ROUNDOFF)


@pytest.mark.parametrize(("crank", "rod", "piston"), [(1e8, 1, 1), (1, 1e8, 1), (1e-8, 1, 1), (1, 1e-8, 1), (1, 1, 1e-8), (1e-4, 1e4, 1)])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_slider_crank_of_masses_far_apart(formulation: str, crank: float, rod: float, piston: float) -> None:
    """Lagrange's equation in the crank's angle: J phi'' + J' phi'^2 / 2 = Q. The recursion meets the loop's forces behind large inertias."""
    a, b, phi, w = 0.5, 1.2, 0.3, 1.0
    model = slider_crank(a, b, phi, w_start=w, v_fixed=True)
    for body, times in ((model.crank, crank), (model.rod, rod), (model.piston, piston)):
        body.m, body.I = times * body.values["m"], times * body.values["I"]
    model.expose(outputs={"a": model.A.a})
    instance = Instance(compile_model(model, formulation))
    instance.initialize()
    s, c = np.sin(phi), np.cos(phi)
    lean = np.arcsin(-a * s / b)
    turn = -a * c / (b * np.cos(lean))  # the rate of the rod's lean by phi, and its rate
    turn_rate = (a * s / b + np.sin(lean) * turn**2) / np.cos(lean)
    way = -a * s - b * np.sin(lean) * turn  # the same of the piston
    way_rate = -a * c - b * (np.cos(lean) * turn**2 + np.sin(lean) * turn_rate)
    along, along_rate = (way - a * s) / 2, (way_rate - a * c) / 2  # of the middle of the rod, whose height is half that of the crank's end
    J = crank * (a**2 / 4 + 0.05) + rod * (along**2 + (a * c / 2) ** 2 + 0.1 * turn**2) + piston * way**2
    half_rate = rod * (along * along_rate - a**2 * s * c / 4 + 0.1 * turn * turn_rate) + piston * way * way_rate
    expected = ((crank + rod) * a / 2 * G * c - half_rate * w**2) / J
    assert instance.get("a") == pytest.approx(expected, rel=LIGHT if formulation == "articulated_body" else ROUNDOFF)


def ring(length: float, place: float = 0.0) -> Model:
    """Behind a joint that leaves a heavy body free, a ring has only its own inertia; it turns in a bearing at a place [m] of the world."""
    model, thin = Model("Small"), 1e-3 * length**2
    model.world, model.body, model.ring = World(g=0.0), Body(m=2.0, I=[thin] * 3), Body(m=0.0, I=[2 * thin, thin, 2 * thin])
    model.free = FreeMotion(model.body.at([0, 0, 0], [-1.0, -0.8, -0.6], 1.4), model.ring.frame_a, Q_start=[0.2, 0.6, -0.08, 0.7])
    model.turn = Revolute(model.ring.frame_a, model.world.at([place, 0, 0]), n=[1, 0, 0], w_start=1.0)
    model.friction = TorsionSpringDamper(model.turn, d=thin)
    model.expose(outputs={"a": model.turn.a})
    return model


@pytest.mark.parametrize(("length", "place"), [(1.0, 0.0), (1e-3, 0.0), (1e-6, 0.0), (1.0, 1e6)])
def test_a_small_mechanism_has_inertia_wherever_it_stands(length: float, place: float):
    """Inertia is in proportion to the length squared."""
    found = simulate(ring(length, place), 0.1)
    np.testing.assert_allclose(found["a"], -0.5 * np.exp(-0.5 * found["time"]), rtol=INTEGRATION)
