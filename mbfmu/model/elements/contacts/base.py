"""ContactForce: what compliant contacts share, from where surfaces touch to the forces on their frames."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from ....base.scalars import Record, minimum, switch, value_and_gradient, where
from ....base.spatial.rotations import cross
from ...declare.declarations import Output, Parameter, State, declarations
from ...declare.frame import Frame
from ...declare.sized import Sized
from ..forces.base import Force
from ..surfaces import Surface
from ..surfaces.contact_points import count_points, point_names, rocking_faces, unknown_pair
from ..surfaces.touching import touching
from .friction import FRICTIONS

DEFLECTION = 1e-4  # m: of bristles, for tolerances and differences
WEIGHTLESS = 1e-12  # N: the load of each point where none carries any, for their middle


class ContactForce(Sized, Force):
    """The force between two surfaces that may penetrate each other a little. A new one supplies

    1. Its parameters, beside those here.
    2. `elastic(p, x)` -> the elastic force [N] at the depth x >= 0 [m], zero at x = 0, and the energy stored [J].
    3. `damped(p, f, x_dot)` -> the normal force [N], never negative, where f [N] is elastic and x_dot [m/s] the speed at which the depth grows.
    4. `normal_states`, if it has any: states [m] of each point by name, with words. `elastic` is given them behind x, and `normal_rates(p, x, x_dot,
       *states)` returns their rates while the surfaces touch. They fade between contacts.

    p is a Record of its parameters. All are static. A force acts at each point at which the surfaces may touch, with `friction` "bristle", "simple"
    or "none". `rolling` and `drilling` resist relative rotation, smoothly, so that what only they hold creeps.

    Bristles stick: bodies rest without creep up to mu times `stiction`. Beyond, and at speeds above `v_stick`, friction is that of Coulomb, with
    Stribeck's curve. "simple" is the same without states: on a slope of the angle a a body creeps at about v_stick tan(a) / mu.
    Source: Dupont, Hayward, Armstrong & Altpeter (2002), Single state elastoplastic friction models, in two directions.
    """

    attachments = {"frame_a": Frame, "frame_b": Frame, "surface_a": Surface, "surface_b": Surface}
    mu = Parameter("1", "coefficient of friction while sliding", 0.0, min=0.0)
    stiction = Parameter("1", "friction at rest, relative to that while sliding", 1.0, min=1.0)
    v_stribeck = Parameter("m/s", "speed at which 63 % of what friction has more at rest is gone", 0.003, min=0.0, exclusive_min=True)
    s_stick = Parameter("m", "deflection of the bristles at full friction", 5e-5, min=0.0, exclusive_min=True)
    v_stick = Parameter("m/s", "speed of sliding above which nothing sticks", 0.01, min=0.0, exclusive_min=True)
    zeta_stick = Parameter("1", "damping ratio of bristles that hold a body by its weight on Earth", 0.5, min=0.0)
    rolling = Parameter("m", "arm of rolling resistance: its torque relative to the normal force", 0.0, min=0.0)
    drilling = Parameter("m", "arm of drilling resistance: its torque about the normal relative to the normal force", 0.0, min=0.0)
    w_dry = Parameter("rad/s", "speed at which rolling and drilling resistance are nearly full (71 %)", 0.1, min=0.0, exclusive_min=True)
    f = Output("N", "force on frame_a, resolved in the world", shape=3)
    N = Output("N", "normal force, that of all points together")
    gap = Output("m", "smallest gap, negative where the surfaces penetrate each other")
    r_contact = Output("m", "centre of the normal force, or the middle of the points while nothing touches, resolved in the world", shape=3)

    shown_by_help = ("frame_a", "frame_b", "surface_a", "surface_b")
    normal_states: ClassVar[Mapping[str, str]] = {}
    points: ClassVar[int] = 1
    friction_law: ClassVar[Any] = FRICTIONS["none"]

    def __new__(cls, *attached: Any, friction: str = "bristle", **values: Any):
        if cls.key:
            return super().__new__(cls)
        return super().__new__(cls.sized(count_points(attached, values), friction if friction in FRICTIONS else "none"))

    def __init__(self, *attached: Any, friction: str = "bristle", **values: Any):
        super().__init__(*attached, **values)
        if friction not in FRICTIONS:
            self.problems["friction"] = f"{{path}}.friction = {friction!r} is not known; choose one of {', '.join(map(repr, FRICTIONS))}"
        if not self.problems and (words := rocking_faces(self.surface_a, self.surface_b)):
            warnings.warn(words, stacklevel=2)

    @classmethod
    def sized_members(cls, points: int, friction: str) -> dict[str, Any]:
        law = FRICTIONS[friction]
        words = {**cls.normal_states, **{name: f"{text}, resolved in frame_b" for name, text in law.states.items()}}
        states = {f"{name}{n}": State("m", f"{text}{_at(n)}", nominal=DEFLECTION) for n in point_names(points) for name, text in words.items()}
        return {"points": points, "friction_law": law, **states}

    def own_problems(self):
        unknown = None if self.problems else unknown_pair(self.path, self.surface_a, self.surface_b)
        return [unknown] if unknown else super().own_problems()

    def state_starts(self, see):
        return dict.fromkeys(declarations(type(self), State), np.zeros(()))

    @staticmethod
    def normal_rates(p, x, x_dot, *states):
        return ()

    @classmethod
    def touched(cls, p, u, t, frame_a, frame_b, surface_a, surface_b):
        """A Record for each point at which the surfaces may touch: where it is, and what acts there."""
        found = touching(surface_a, surface_b, frame_a, frame_b, t)
        return [cls._at_point(p, u, number, at, frame_a, frame_b) for number, at in zip(point_names(cls.points), found)]

    @classmethod
    def _at_point(cls, p, u, number, at, a, b):
        """What acts at one point; `number` tells its switch and its states. All that needs time stands in the switch."""

        def while_touching(value, free=0.0, far=None):
            held = lambda touching: switch(f"touching{number}", -at.indicator, touching, free)
            return held(value) if at.reached is np.inf else where(at.reached > 0.0, held(value), free if far is None else held(far))

        vector = lambda values: np.array([while_touching(value) for value in values])
        w_a, w_b = a.R @ a.w, b.R @ b.w
        velocity = lambda r: a.v + cross(w_a, r - a.r) - b.v - cross(w_b, r - b.r)
        turning = w_a - w_b
        x, x_dot = while_touching(-at.gap), -(at.by_a @ velocity(at.r) + at.about @ turning) - at.gap_rate
        dents = tuple(u[f"{name}{number}"] for name in cls.normal_states)
        denting = cls.normal_rates(p, x, x_dot, *dents)
        elastic, by = value_and_gradient(lambda *at: np.array([cls.elastic(p, *at)[0]]), (x, *dents), np.ones(1))
        stored, stored_by = value_and_gradient(lambda *at: np.array([cls.elastic(p, *at)[1]]), (x, *dents), np.ones(1))
        elastic_rate = sum(slope * rate for slope, rate in zip(by, (x_dot, *denting)))
        lost = -sum(slope * rate for slope, rate in zip(stored_by[1:], denting))
        N = cls.damped(p, elastic, x_dot)
        sliding = velocity(at.C)
        sliding = sliding - (at.n @ sliding) * at.n
        z = np.array([u[f"{name}{number}"] for name in cls.friction_law.states])
        drag = cls.friction_law.drag(p, z, b.R.T @ sliding, b.R.T @ at.n)
        normal, tangential = N * at.by_a, -at.friction * N * (b.R @ drag.f)
        M = -N * _resistance(p, turning, at.n)
        couple = M + N * at.about
        f, pulled = normal + tangential, np.full(3, None)
        if at.away is not None:  # by a step on trial that began in contact: what pulls a body back says that the step was too long
            pulled = -cls.elastic(p, at.indicator, *dents)[0] * at.away
        bristles = at.friction * (elastic_rate * drag.stored + elastic * drag.stored_rate)
        return Record(
            gap=at.gap,
            C=at.C,
            N=while_touching(N),
            f=np.array([while_touching(value, far=far) for value, far in zip(f, pulled)]),
            t_a=vector(cross(at.r - a.r, normal) + cross(at.C - a.r, tangential) + couple),
            t_b=vector(-cross(at.r - b.r, normal) - cross(at.C - b.r, tangential) - couple),
            rates=[while_touching(rate, -p.v_stick / p.s_stick * state) for rate, state in zip((*denting, *drag.rates), (*dents, *z))],
            elastic=while_touching(stored),
            stored=while_touching(stored + elastic * at.friction * drag.stored),
            heat=while_touching((N - elastic) * x_dot + lost - tangential @ sliding - M @ turning - bristles),
        )

    @classmethod
    def wrenches(cls, p, u, t, *motion):
        points = cls.touched(p, u, t, *motion)
        f = sum(at.f for at in points)
        return (f, sum(at.t_a for at in points)), (-f, sum(at.t_b for at in points))

    @classmethod
    def energy(cls, p, u, t, *motion):
        return sum(at.stored for at in cls.touched(p, u, t, *motion))

    @classmethod
    def potential(cls, p, u, t, *motion):
        return sum(at.elastic for at in cls.touched(p, u, t, *motion))

    @classmethod
    def dissipation(cls, p, u, t, *motion):
        return sum(at.heat for at in cls.touched(p, u, t, *motion))

    @classmethod
    def rates(cls, p, u, t, *motion):
        points = zip(point_names(cls.points), cls.touched(p, u, t, *motion))
        return {f"{name}{number}": rate for number, at in points for name, rate in zip((*cls.normal_states, *cls.friction_law.states), at.rates)}

    @classmethod
    def outputs(cls, p, u, t, *motion):
        points = cls.touched(p, u, t, *motion)
        gap, N = points[0].gap, sum(at.N for at in points)
        for at in points[1:]:
            gap = minimum(gap, at.gap)
        centre = sum((at.N + WEIGHTLESS) * at.C for at in points) / (N + WEIGHTLESS * len(points))
        return {"f": sum(at.f for at in points), "N": N, "gap": gap, "r_contact": centre}


def _at(number: str) -> str:
    return f" at point {number[1:]}" if number else ""


def _resistance(p, turning, n):
    """Torque per normal force (3,) that resists a relative rotation `turning` (3,) [rad/s]: about the normal, and across it."""
    about = n @ turning
    across = turning - about * n
    dry = p.w_dry * p.w_dry
    return p.rolling / (across @ across + dry) ** 0.5 * across + p.drilling / (about * about + dry) ** 0.5 * about * n
