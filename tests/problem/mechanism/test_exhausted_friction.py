"""When a plate on feet of very unequal arms, loads and friction begins to slide: against limit analysis by linear programming."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

from mbfmu import Body, BoxSurface, Contact, FreeMotion, Model, PlaneSurface, SphereSurface, World, WorldForce, WorldTorque, compile_problem
from mbfmu.engine.instance import Instance
from tests.rigid_contacts import G
from tests.tolerances import FACETTED

RADIUS, FACETS = 0.05, 720  # m; 1
SQUARE = ((1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0))  # m
SPAN = 1e-3  # m: of two feet near the centre of mass, the third 1 m away


def plate(m: float, feet: np.ndarray, mu: tuple[float, ...], beside: float) -> Model:
    """On feet at these places (k, 2), pushed and turned in the plane of the ground; a cube of another mass stands beside it."""
    model, size = Model("Plate"), float(np.ptp(feet, axis=0).max())
    model.world, model.plate, model.cube = (
        World(g=G),
        Body(m=m, I=m * size**2 / 12 * np.array([1.0, 1.0, 2.0])),
        Body(m=beside, I=[beside * 1e-5] * 3),
    )
    model.free = FreeMotion(model.world.frame_b, model.plate.frame_a, r_start=[0.0, 0.0, 2 * RADIUS])
    model.far = FreeMotion(model.world.frame_b, model.cube.frame_a, r_start=[9.0, 9.0, 0.005])
    model.ground, model.ball, model.block = PlaneSurface(), SphereSurface(radius=RADIUS), BoxSurface(size=[0.01] * 3)
    model.stand = Contact(model.cube.frame_a, model.world.frame_b, model.block, model.ground, friction="coulomb", mu=0.5)
    for k, (x, y) in enumerate(feet):
        model.add(f"foot{k}", Contact(model.plate.at([x, y, -RADIUS]), model.world.frame_b, model.ball, model.ground, friction="coulomb", mu=mu[k]))
    model.push, model.turn = WorldForce(model.plate.at([0.0, 0.0, -2 * RADIUS])), WorldTorque(model.plate.frame_a)
    model.expose(inputs={"push": model.push.f, "turn": model.turn.t}, outputs={"v": model.free.v, "w": model.free.w})
    return model


def loads(m: float, feet: np.ndarray) -> np.ndarray:
    """The least squares of them that carry the plate [N]."""
    size = np.abs(feet).max()
    return np.linalg.lstsq(np.vstack([np.ones(len(feet)), feet.T / size]), np.array([m * G, 0.0, 0.0]), rcond=None)[0]


def factor_held(feet: np.ndarray, friction: np.ndarray, push: tuple[float, float], turn: float) -> float:
    """How many times these loads friction [N] of all feet can hold, found in units of the most friction and of the size."""
    size, most, angles = np.abs(feet).max(), friction.max(), 2 * np.pi * np.arange(FACETS) / FACETS
    balance = np.zeros((3, 2 * len(feet) + 1))
    for k, (x, y) in enumerate(feet / size):
        balance[:, 2 * k : 2 * k + 2] = friction[k] / most * np.array([[1.0, 0.0], [0.0, 1.0], [-y, x]])
    balance[:, -1] = np.array([*push, turn / size])
    within = np.kron(np.eye(len(feet)), np.column_stack([np.cos(angles), np.sin(angles)]))
    of_factor = np.r_[np.zeros(2 * len(feet)), -1.0]
    found = linprog(
        of_factor, np.c_[within, np.zeros(len(within))], np.ones(len(within)), balance, np.zeros(3), [(None, None)] * 2 * len(feet) + [(0, None)]
    )
    return float(found.x[-1] * most)


@pytest.mark.parametrize(
    ("m", "feet", "mu", "push", "turn", "beside"),
    [
        (2.0, ((1.0, 0.0), (-SPAN, SPAN), (-SPAN, -SPAN)), (0.5,) * 3, (1.0, 0.0), 0.3, 2.0),
        (2.0, ((0.3, 0.0), (-0.02, 0.1), (-0.01, -0.004), (0.03, -0.2)), (0.5,) * 4, (0.4, -0.8), 0.02, 2.0),
        (1e6, SQUARE, (0.5,) * 4, (1.0, 0.0), 0.3, 1e-6),
        (1e-6, SQUARE, (0.5,) * 4, (1.0, 0.0), 0.3, 1e6),
        (2.0, SQUARE, (1e6, 0.5, 1e-6, 0.5), (0.1, 0.05), 1.0, 2.0),
    ],
    ids=["arms", "feet", "heavy", "light", "friction"],
)
def test_feet_hold_what_friction_can_hold_and_no_more(m, feet, mu, push, turn, beside):
    feet = np.array(feet)
    problem, factor = compile_problem(plate(m, feet, mu, beside)), factor_held(feet, np.array(mu) * loads(m, feet), push, turn)
    for part, slides in ((1.0 - FACETTED, False), (1.0 + FACETTED, True)):
        instance = Instance(problem)
        instance.set("push", part * factor * np.array([*push, 0.0]))
        instance.set("turn", part * factor * np.array([0.0, 0.0, turn]))
        instance.initialize()
        sticking = [i for i, name in enumerate(problem.mode_names) if "sticking" in name and "foot" in name]
        assert (instance.buffers["m"][sticking] == 0.0).any() == slides
