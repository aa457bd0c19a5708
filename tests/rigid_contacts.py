"""Models with rigid contacts, and closed forms of their motion."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.integrate import quad
from scipy.interpolate import PchipInterpolator

from mbfmu import Body, FreeMotion, LookupTable, Model, Parameter, Planar, Prismatic, SpringDamperParallel, SteadyJointMotion, World
from mbfmu.model.elements.constraints import Condition, Contact
from mbfmu.model.elements.surfaces import BoxSurface, PlaneSurface, SphereSurface

G = 9.81


class Until(Condition):
    """Holds until a time, or from then on."""

    t_end = Parameter("s", "when it changes")
    sign = Parameter("1", "1: until then; -1: from then on", 1.0)

    @staticmethod
    def expression(p, u, t):
        return p.sign * (p.t_end - t)


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


def bouncing(t: np.ndarray, e: float | Callable, height: float) -> np.ndarray:
    """The height of a point that falls from rest and bounces, at times t: parabolas between impacts, which are infinitely many.

    e is a number, or a function of the impact speed.
    """
    rebound = (lambda v: e(v) * v) if callable(e) else (lambda v: e * v)
    fall, v = np.sqrt(2 * height / G), np.sqrt(2 * G * height)
    found, start, speed = height - 0.5 * G * t**2, fall, rebound(v)
    while speed > 1e-12 * v:
        since = t - start
        found = np.where(since >= 0.0, np.maximum(speed * since - 0.5 * G * since**2, 0.0), found)
        start, speed = start + 2 * speed / G, rebound(speed)
    return np.where(t >= start, 0.0, found)


MEASURED = LookupTable([0.05, 0.5, 1.0, 3.0, 6.0], [0.9, 0.8, 0.6, 0.4, 0.3], units=("m/s", "1"), smooth=True)  # restitution over the impact speed


def measured(v: float) -> float:
    """The same by SciPy."""
    (speeds,), es = MEASURED.axes, MEASURED.values
    return float(PchipInterpolator(speeds, es)(np.clip(v, speeds[0], speeds[-1])))


def with_table(model: Model) -> Model:
    """A model whose contact takes its restitution from the table."""
    model.contact.e, model.contact.restitution = 0.0, MEASURED
    return model


def box(tilt: float = 0.0, friction: str = "none", mu: float = 0.0, height: float = 0.15, **options) -> Model:
    """A box that lands on its four lower corners, and more of them than it needs."""
    model = Model("Box", **options)
    model.world = World(g=G, n=[np.sin(tilt), 0.0, -np.cos(tilt)])
    model.box = Body(m=3.0, I=[0.1, 0.1, 0.1])
    model.free = FreeMotion(model.world.frame_b, model.box.frame_a, r_start=[0.0, 0.0, height])
    model.cuboid, model.ground = BoxSurface(size=[0.4, 0.3, 0.2]), PlaneSurface()
    model.contact = Contact(model.box.frame_a, model.world.frame_b, model.cuboid, model.ground, friction=friction, mu=mu)
    model.expose(outputs={"N": model.contact.N, "gap": model.contact.gap, "r": model.free.r, "v": model.free.v, "r_contact": model.contact.r_contact})
    return model


def thrown_box(seed: int, size: tuple[float, float, float] = (0.2, 0.15, 0.1)) -> Model:
    """A box of 2 kg, thrown at random on rough ground."""
    random, model, sides = np.random.default_rng(seed), box(friction="coulomb", height=0.4), np.array(size)
    Q = random.normal(size=4)
    model.box.m, model.box.I, model.cuboid.size = 2.0, (2.0 * (sides @ sides - sides**2) / 12).tolist(), list(size)
    model.free.v_start, model.free.w_start, model.free.Q_start = random.uniform(-1, 1, 3), random.uniform(-4, 4, 3), Q / np.linalg.norm(Q)
    model.contact.mu, model.contact.e = random.uniform(0.8, 1.2), 0.3
    return model


def pulled_box(v: float = 1e-3, start: float = 0.05, m: float = 2.0, mu: float = 0.5, c: float = 100.0) -> Model:
    """A box on the ground at a spring whose other end moves at v [m/s]: it begins to slide at the time `start` [s]."""
    model = Model("Pulled")
    model.world, model.box, model.hand = World(g=G), Body(m=m, I=[0.02, 0.03, 0.04]), Body(m=1.0, I=[1e-2] * 3)
    model.free = FreeMotion(model.world.frame_b, model.box.frame_a, r_start=[0.0, 0.0, 0.05])
    model.rail = Prismatic(model.world.at([0.0, 0.0, 0.05]), model.hand.frame_a, n=[1, 0, 0], s_start=1.0)
    model.drive = SteadyJointMotion(model.rail, s_0=1.0, v=v)
    model.spring = SpringDamperParallel(model.box.frame_a, model.hand.frame_a, c=c, s_unstretched=1.0 - mu * m * G / c + start * v)
    model.cuboid, model.ground = BoxSurface(size=[0.4, 0.3, 0.1]), PlaneSurface()
    model.contact = Contact(model.box.frame_a, model.world.frame_b, model.cuboid, model.ground, friction="coulomb", mu=mu)
    model.expose(outputs={"r": model.free.r, "v": model.free.v, "f": model.contact.f})
    return model


def block(v: float, mu: float, sideways: float = 0.0, **options) -> Model:
    """A point mass of 2 kg on a slope of 20 degrees, which slides down at v, and across it."""
    model, tilt = Model("Block", **options), np.radians(20.0)
    model.world = World(g=G, n=[np.sin(tilt), 0.0, -np.cos(tilt)])
    model.block = Body(m=2.0, I=[0.1, 0.1, 0.1])
    model.free = FreeMotion(model.world.frame_b, model.block.frame_a, v_start=[v, sideways, 0.0])
    model.point, model.ground = SphereSurface(radius=0.0), PlaneSurface()
    model.contact = Contact(model.block.frame_a, model.world.frame_b, model.point, model.ground, friction="coulomb", mu=mu)
    model.expose(outputs={"f": model.contact.f, "r": model.free.r, "v": model.free.v})
    return model


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


def gait_of_rimless_wheel(spokes: int = 8, slope: float = 0.12, inertia: float = 0.0) -> tuple[float, float]:
    """How fast it turns behind each impact [rad/s] once every step is as the last, and how long a step takes [s]: a pendulum between impacts."""
    half, about_foot = np.pi / spokes, 1.0 + inertia
    kept, gained = (np.cos(2 * half) + inertia) / about_foot, 2 * G / about_foot * (np.cos(half - slope) - np.cos(half + slope))
    w = kept * np.sqrt(gained / (1 - kept**2))
    speed = lambda angle: np.sqrt(w**2 + 2 * G / about_foot * (np.cos(half - slope) - np.cos(angle)))
    return w, quad(lambda angle: 1 / speed(angle), slope - half, slope + half, epsabs=1e-13)[0]


def falling_box(law: str) -> Model:
    """A box that lands on an edge, rocks, slides and stops, all of which redundant corners do."""
    model = Model("Box")
    model.world, model.box = World(g=G), Body(m=2.0, I=[0.02, 0.02, 0.02])
    start = {"s_y_start": 0.2, "phi_start": 0.05, "v_x_start": 0.5, "v_y_start": -1.0, "w_start": -1.0}
    model.plane = Planar(model.world.frame_b, model.box.frame_a, n=[0, -1, 0], n_x=[1, 0, 0], **start)
    model.cuboid, model.ground = BoxSurface(size=[0.4, 0.3, 0.2]), PlaneSurface()
    model.contact = Contact(model.box.frame_a, model.world.frame_b, model.cuboid, model.ground, friction="coulomb", mu=0.3, e=0.3, law=law)
    model.expose(tunable=[model.contact.mu])
    return model
