"""Models with rigid contacts, and closed forms of their motion."""

from __future__ import annotations

import numpy as np

from mbfmu import Body, FreeMotion, Model, Planar, World
from mbfmu.model.elements.constraints import Condition, Contact
from mbfmu.model.elements.surfaces import PlaneSurface, SphereSurface

G = 9.81


def ball(e: float = 0.8, height: float = 1.0, law: str = "poisson", v: float = 0.0, guard: Condition | None = None, **options) -> Model:
    """A ball that falls on a plane, or rises from below it, at v at the start."""
    model = Model("BouncingBall", **options)
    model.world = World(g=G)
    model.ball = Body(m=2.0, I=[1e-2, 1e-2, 1e-2])
    model.free = FreeMotion(model.world.frame_b, model.ball.frame_a, r_start=[0.0, 0.0, height + 0.1], v_start=[0.0, 0.0, v])
    model.round, model.ground = SphereSurface(radius=0.1), PlaneSurface()
    guards = [] if guard is None else [model.add("guard", guard)]
    model.contact = Contact(model.ball.frame_a, model.world.frame_b, model.round, model.ground, *guards, e=e, law=law)
    model.expose(outputs={"gap": model.contact.gap, "N": model.contact.N})
    return model


def bouncing(t: np.ndarray, e: float, height: float) -> np.ndarray:
    """The height of a point that falls from rest and bounces, at times t: parabolas between impacts, which are infinitely many."""
    fall, v = np.sqrt(2 * height / G), np.sqrt(2 * G * height)
    found, start, speed = height - 0.5 * G * t**2, fall, e * v
    while speed > 1e-12 * v:
        since = t - start
        found = np.where(since >= 0.0, np.maximum(speed * since - 0.5 * G * since**2, 0.0), found)
        start, speed = start + 2 * speed / G, e * speed
    return np.where(t >= start, 0.0, found)


def rimless_wheel(spokes: int = 8, slope: float = 0.12, w: float = 1.3407677306987908, inertia: float = 1e-9) -> Model:
    """All mass at the hub; it starts just behind an impact, on the spoke in front, and turns at w [rad/s] down the slope, which lies along x."""
    model, half = Model("RimlessWheel"), np.pi / spokes
    model.world = World(g=G, n=[np.sin(slope), 0.0, -np.cos(slope)])
    model.hub = Body(m=1.0, I=[inertia] * 3)
    x, z = -np.sin(half), np.cos(half)
    at_start = {"s_x_start": x, "s_y_start": z, "v_x_start": w * z, "v_y_start": -w * x, "w_start": -w}
    model.plane = Planar(model.world.frame_b, model.hub.frame_a, n=[0, -1, 0], n_x=[1, 0, 0], **at_start)
    model.tip, model.ground = SphereSurface(radius=0.0), PlaneSurface()
    for i in range(spokes):
        angle = half + 2 * half * i
        foot = model.hub.at([np.sin(angle), 0.0, -np.cos(angle)])
        setattr(model, f"foot{i + 1}", Contact(foot, model.world.frame_b, model.tip, model.ground, friction="sticking"))
    model.expose(outputs={"w": model.plane.w})
    return model
