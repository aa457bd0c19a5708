"""Motion through impacts, sliding and sticking at many points, against Moreau's time stepping, whose error is as large as its step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from mbfmu import Body, BoxSurface, FreeMotion, Model, Planar, PlaneSurface, Revolute, SphereSurface, World, WorldForce, simulate
from mbfmu.model.elements.constraints import Contact
from tests.rigid_contacts import G
from tests.time_stepping import Contacts, Mechanics, stepped
from tests.tolerances import ASYMPTOTIC, RESTING

STARTS = (1.0, 0.75, 0.5, 0.25)  # of a step: the first one, since impacts fall anywhere within steps


@dataclass(frozen=True)
class Scene:
    """The same motion twice: a `model` with `outputs`, and `bodies` from positions q at speeds v, whose `places` these are.

    `end` [s] is behind the end of the motion. In steps of 8 ms the error is `coarse` [m, rad] at most, in those of 4, 2 ... in proportion.
    """

    model: Model
    outputs: tuple[str, ...]
    bodies: Mechanics
    q: Any
    v: np.ndarray
    places: Callable[[Any], np.ndarray]
    end: float
    coarse: float
    steps: tuple[float, ...] = (8e-3, 4e-3, 2e-3, 1e-3)
    inputs: Mapping[str, Any] | None = None


def thrown_box() -> Scene:
    """A box lands on a corner, tumbles, slides and rests. Speeds of rotation are along its own axes."""
    size, m, I, mu, e = np.array([0.4, 0.3, 0.2]), 2.0, np.array([0.02, 0.03, 0.04]), 0.4, 0.3
    v = np.array([1.0, 0.4, 0.0, 1.0, 2.0, 0.5])
    corners = 0.5 * size * np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])

    def move(q, way):
        return q[0] + way[:3], q[1] @ turned(way[3:])

    def force(t, q, v):
        return np.concatenate([[0.0, 0.0, -m * G], np.cross(I * v[3:], v[3:])])

    def contacts(q):
        rows = [np.hstack([np.eye(3), -q[1] @ crossed(corner)])[[2, 0, 1]] for corner in corners]
        return Contacts(q[0][2] + corners @ q[1][2], np.array(rows))

    model = Model("Thrown", tolerance=1e-10)
    model.world, model.body = World(g=G), Body(m=m, I=I.tolist())
    start = {"r_start": [0.0, 0.0, 0.35], "v_start": v[:3].tolist(), "w_start": v[3:].tolist()}
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, **start)
    model.faces, model.ground = BoxSurface(size=size.tolist()), PlaneSurface()
    law = {"friction": "coulomb", "mu": mu, "e": e, "law": "newton"}
    model.contact = Contact(model.body.frame_a, model.world.frame_b, model.faces, model.ground, **law)
    model.expose(outputs={"r": model.free.r})
    bodies = Mechanics(move, lambda q: np.diag([m, m, m, *I]), force, contacts, np.full(8, mu), e)
    return Scene(model, ("r[1]", "r[2]", "r[3]"), bodies, (np.array(start["r_start"]), np.eye(3)), v, lambda q: q[0], 1.2, 0.01, (8e-3, 4e-3, 2e-3))


def crossed(a: np.ndarray) -> np.ndarray:
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def turned(way: np.ndarray) -> np.ndarray:
    """Rodrigues' rotation."""
    angle, K = np.linalg.norm(way), crossed(way)
    return np.eye(3) + np.sinc(angle / np.pi) * K + 0.5 * np.sinc(0.5 * angle / np.pi) ** 2 * K @ K


def along(angle: float) -> np.ndarray:
    return np.array([np.cos(angle), np.sin(angle)])


def across(angle: float) -> np.ndarray:
    return np.array([-np.sin(angle), np.cos(angle)])


def falling_chain() -> Scene:
    """Three rods on hinges fall flat on the ground, their four ends one after the other: x, z of the first end, and angles."""
    lengths, masses, mu = np.array([0.4, 0.5, 0.3]), np.array([1.0, 1.5, 0.8]), 0.3
    inertias, q = masses * lengths**2 / 12, np.array([0.0, 0.3, 0.3, -0.2, 0.6])
    middles = [(0, 0.5), (1, 0.5), (2, 0.5)]

    def arms(i, share):
        return np.array([*lengths[:i], share * lengths[i], *np.zeros(2 - i)])

    def rows(q, i, share):
        return np.hstack([np.eye(2), arms(i, share) * across(q[2:])])

    def mass(q):
        return np.diag([0.0, 0.0, *inertias]) + sum(masses[i] * rows(q, i, s).T @ rows(q, i, s) for i, s in middles)

    def force(t, q, v):
        return sum(masses[i] * rows(q, i, s).T @ (along(q[2:]) @ (arms(i, s) * v[2:] ** 2) - [0.0, G]) for i, s in middles)

    def contacts(q):
        ends = [(0, 0.0), (0, 1.0), (1, 1.0), (2, 1.0)]
        return Contacts(q[1] + np.array([arms(i, s) @ np.sin(q[2:]) for i, s in ends]), np.array([rows(q, i, s)[::-1] for i, s in ends]))

    model = Model("Falling", tolerance=1e-10)
    model.world, model.tip, model.ground = World(g=G), SphereSurface(radius=0.0), PlaneSurface()
    rods = [model.add(f"rod_{i}", Body(m=masses[i], r_CM=[0.5 * lengths[i], 0, 0], I=[1e-3, inertias[i], inertias[i]])) for i in range(3)]
    starts = {"s_y_start": q[1], "phi_start": q[2], "v_x_start": 1.0}
    model.plane = Planar(model.world.frame_b, rods[0].frame_a, n=[0, -1, 0], n_x=[1, 0, 0], **starts)
    ends = [rods[0].frame_a, *(rod.at([length, 0, 0]) for rod, length in zip(rods, lengths))]
    for i in (1, 2):
        model.add(f"hinge_{i}", Revolute(ends[i], rods[i].frame_a, n=[0, -1, 0], phi_start=q[2 + i] - q[1 + i]))
    for i, end in enumerate(ends):
        model.add(f"contact_{i}", Contact(end, model.world.frame_b, model.tip, model.ground, friction="coulomb", mu=mu))
    model.expose(outputs={"x": model.plane.s_x, "z": model.plane.s_y})
    bodies = Mechanics(lambda q, way: q + way, mass, force, contacts, np.full(4, mu))
    return Scene(model, ("x", "z"), bodies, q, np.array([1.0, 0.0, 0.0, 0.0, 0.0]), lambda q: q[:2], 1.0, 0.02)


def pushed_stack() -> Scene:
    """A box on another one, which is pushed to and fro: both slide, stick together and stop. Each has x, z and an angle."""
    widths, heights, masses, mu = (0.6, 0.4), (0.2, 0.3), (3.0, 2.0), (0.3, 0.4)
    inertias = [m * (w**2 + h**2) / 12 for m, w, h in zip(masses, widths, heights)]
    q = np.array([0.0, 0.1, 0.0, 0.05, 0.35, 0.0])

    def push(t):
        return 40.0 * np.sin(2.5 * np.pi * t) if t < 0.8 else 0.0

    def point(q, i, place):
        x, z, angle = q[3 * i : 3 * i + 3]
        arm = place[0] * along(angle) + place[1] * across(angle)
        rows = np.zeros((2, 6))
        rows[:, 3 * i : 3 * i + 3] = np.column_stack([np.eye(2), [-arm[1], arm[0]]])
        return np.array([x, z]) + arm, rows

    def contacts(q):
        """Corners on the ground, and the ends of what the two faces have in common."""
        gaps, rows, n, t = [], [], across(q[2]), along(q[2])
        for side in (-0.5, 0.5):
            at, J = point(q, 0, (side * widths[0], -0.5 * heights[0]))
            gaps, rows = [*gaps, at[1]], [*rows, J[::-1]]
        for side in (-0.5, 0.5):
            tops, feet = point(q, 0, (side * widths[0], 0.5 * heights[0]))[0], point(q, 1, (side * widths[1], -0.5 * heights[1]))[0]
            end = feet if side * (tops - feet) @ t > 0.0 else tops
            below, J_below = point(q, 0, ((end - q[:2]) @ t, 0.5 * heights[0]))
            above, J_above = point(q, 1, ((end - q[3:5]) @ along(q[5]), -0.5 * heights[1]))
            gaps, rows = [*gaps, (above - below) @ n], [*rows, np.stack([n, t]) @ (J_above - J_below)]
        return Contacts(np.array(gaps), np.array(rows))

    model = Model("Pushed", tolerance=1e-10)
    model.world, model.ground = World(g=G), PlaneSurface()
    for i, name in enumerate(("low", "top")):
        body = model.add(name, Body(m=masses[i], I=[inertias[i]] * 3))
        start = {"s_x_start": q[3 * i], "s_y_start": q[3 * i + 1]}
        model.add(f"plane_{name}", Planar(model.world.frame_b, body.frame_a, n=[0, -1, 0], n_x=[1, 0, 0], **start))
        model.add(f"faces_{name}", BoxSurface(size=[widths[i], 0.3, heights[i]]))
    friction = {"friction": "coulomb"}
    model.floor = Contact(model.low.frame_a, model.world.frame_b, model.faces_low, model.ground, mu=mu[0], **friction)
    model.upon = Contact(model.top.frame_a, model.low.frame_a, model.faces_top, model.faces_low, mu=mu[1], **friction)
    model.push = WorldForce(model.low.frame_a)
    model.expose(inputs={"push": model.push.f}, outputs={"low": model.plane_low.s_x, "top": model.plane_top.s_x})
    force = lambda t, q, v: np.array([push(t), -masses[0] * G, 0.0, 0.0, -masses[1] * G, 0.0])
    inertia = np.diag([m for mass, moment in zip(masses, inertias) for m in (mass, mass, moment)])
    bodies = Mechanics(lambda q, way: q + way, lambda q: inertia, force, contacts, np.repeat(mu, 2))
    inputs = {"push": lambda t: [push(t), 0.0, 0.0]}
    return Scene(model, ("low", "top"), bodies, q, np.zeros(6), lambda q: q[[0, 3]], 1.1, 0.01, (8e-3, 4e-3, 2e-3), inputs)


@pytest.mark.slow
@pytest.mark.parametrize("scene", [thrown_box, falling_chain, pushed_stack])
def test_places_at_the_end_are_those_of_time_stepping(scene: Callable[[], Scene]) -> None:
    """Up to an error that halves with the step, as a mean over where steps lie."""
    s = scene()
    run = simulate(s.model, stop_time=s.end, interval=0.02, inputs=s.inputs)
    expected = np.array([run[name][-1] for name in s.outputs])
    assert np.abs([run[name][-1] - run[name][-2] for name in s.outputs]).max() < RESTING

    def error(h: float) -> float:
        found = [s.places(stepped(s.bodies, s.q, s.v, s.end, h, first)[0]) for first in STARTS]
        return float(np.linalg.norm(found - expected, axis=1).mean())

    errors = np.array([error(h) for h in s.steps])
    assert (errors < s.coarse * np.array(s.steps) / s.steps[0]).all()
    order = np.polyfit(np.log(s.steps), np.log(errors), 1)[0]
    assert order == pytest.approx(1.0, abs=ASYMPTOTIC)
