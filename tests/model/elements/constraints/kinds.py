"""The constraints under test, some of them written as a user would, and random motions to try them on."""

import numpy as np

from mbfmu import Body, World
from mbfmu.base.scalars import Record
from mbfmu.base.spatial.rotations import about_axis
from mbfmu.model.declare.declarations import Input, Output, Parameter, State
from mbfmu.model.declare.element import declarations
from mbfmu.model.declare.frame import Frame
from mbfmu.model.declare.variable_types import Boolean
from mbfmu.model.elements import constraints
from mbfmu.model.elements.constraints import Constraint, FrameMotionTime, JointMotionTime, UnilateralConstraint
from mbfmu.model.elements.joints import Joint, Prismatic, Revolute
from mbfmu.model.elements.surfaces import PlaneSurface, SphereSurface

from ....random_forces import random_values


class AppellHamel(Constraint):
    """A point rises as fast as it moves level, times `slope`: not linear in the velocities.

    Source: Schutte & Udwadia (2011), eq. 17; Appell's and Hamel's example, in the form of Neimark & Fufaev.
    """

    attachments = {"frame_a": Frame}
    units = ("m",)
    holonomic = False
    slope = Parameter("1", "climb over level distance")
    v_0 = Parameter("m/s", "a speed that the residual is measured by", 1.0, min=0.0, exclusive_min=True)
    f = Output("N", "multiplier")

    @staticmethod
    def residual(p, u, t, a):
        x, y, z = a.v
        return np.array([(p.slope * p.slope * (x * x + y * y) - z * z) / p.v_0])

    @staticmethod
    def outputs(p, u, t, multipliers, a):
        return {"f": multipliers[0]}


class Circling(FrameMotionTime):
    """A frame on a circle in time."""

    radius = Parameter("m", "radius")
    w = Parameter("rad/s", "angular velocity")

    @staticmethod
    def r(p, t):
        return [p.radius * np.cos(p.w * t), p.radius * np.sin(p.w * t), 0.0 * p.radius]


class Cam(JointMotionTime):
    """A joint moved by the square of time."""

    a = Parameter("q/s2", "half its acceleration")

    @staticmethod
    def s(p, t):
        return p.a * t * t


ABSTRACT = (Constraint, UnilateralConstraint, JointMotionTime, FrameMotionTime)
NAMED = [getattr(constraints, name) for name in constraints.__all__]
READY = {kind: None for kind in NAMED if issubclass(kind, Constraint) and kind not in ABSTRACT}  # each once
ALL_CONSTRAINTS = (*READY, AppellHamel, Circling, Cam)


def holonomic(kind):
    """For each row whether it holds for positions."""
    return np.array(kind.holonomic if isinstance(kind.holonomic, tuple) else (kind.holonomic,) * len(kind.units))


def random_frame(rng):
    n = rng.normal(size=3)
    r, v, w = rng.normal(size=(3, 3))
    return Record(R=about_axis(n / np.linalg.norm(n), rng.uniform(-2.0, 2.0)), r=r, v=v, w=w)


def random_joint(rng):
    q, v = rng.normal(size=(2, 1))
    return Record(q=q, q_dot=v, v=v)


SURFACES = {
    "surface_a": (SphereSurface(radius=0.3), Record(kind=SphereSurface, radius=0.3)),
    "surface_b": (PlaneSurface(), Record(kind=PlaneSurface)),
}  # what contacts are between, and how their methods see it


def moving(kind):
    """The frames and joints that it is attached to, by their classes."""
    return [what for what in kind.attachments.values() if issubclass(what, (Frame, Joint))]


def random_case(kind, seed):
    """p, u, t and the motion of what it is attached to, all random floats."""
    rng = np.random.default_rng(seed)
    p = Record(random_values(rng, kind), enabled=1.0, **{name: SURFACES[name][1] for name in SURFACES if name in kind.attachments})
    signals = {**declarations(kind, Input), **declarations(kind, State)}
    u = Record({k: rng.normal(size=d.shape) for k, d in signals.items()} | dict.fromkeys(kind.modes, 1.0))
    motion = [random_frame(rng) if issubclass(what, Frame) else random_joint(rng) for what in moving(kind)]
    return p, u, float(rng.uniform(0.0, 2.0)), motion


def random_accelerations(kind, seed):
    """Accelerations of what it is attached to."""
    rng = np.random.default_rng(1000 + seed)
    found = []
    for what in moving(kind):
        a, z = rng.normal(size=(2, 3))
        found.append(Record(a=a, z=z) if issubclass(what, Frame) else Record(q_ddot=a[:1], v_dot=a[:1]))
    return found


def moved(frame_or_joint, acceleration, h):
    """A motion a short time h later, to first order in h."""
    m, a = frame_or_joint, acceleration
    if "R" in m:
        turn = np.linalg.norm(m.w)
        return Record(R=m.R @ about_axis(m.w / turn, turn * h), r=m.r + h * m.v, v=m.v + h * a.a, w=m.w + h * a.z)
    return Record(q=m.q + h * m.q_dot, q_dot=m.q_dot + h * a.q_ddot, v=m.v + h * a.v_dot)


def signals_moved(kind, p, u, t, h):
    """Inputs and states a short time h later, to first order in h; what has no rate stands still."""
    rates = kind.rates(p, u, t)
    return Record((k, x + h * np.asarray(rates.get(k, 0.0))) for k, x in u.items())


def element_of(kind, joint=Revolute):
    """One of its kind, on frames of two bodies or on joints, of the kind it wants or else of the given one."""
    rng = np.random.default_rng(0)
    world, body = World(), Body(m=1.0)
    frames = iter([world.frame_b, body.frame_a])
    parameters = declarations(kind, Parameter)
    values = {k: x for k, x in random_values(rng, kind).items() if k in parameters and not isinstance(parameters[k].type, Boolean)}
    wanted = (joint if what is Joint else what for what in moving(kind))
    on = [what(world.frame_b, Body(m=1.0).frame_a) if issubclass(what, Joint) else next(frames) for what in wanted]
    if kind.__name__ == "Contact":
        del values["mu"]  # without friction nothing reads it
    return kind(*on, *(SURFACES[name][0] for name in kind.attachments if name in SURFACES), **values)


JOINTS = (Revolute, Prismatic)
