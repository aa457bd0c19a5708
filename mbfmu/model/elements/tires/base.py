"""Tire: what all tires share, from the motion of the wheel to the force on it."""

from __future__ import annotations

import numpy as np

from ....base.scalars import Record, limited, switch
from ....base.spatial.rotations import cross
from ...declare.declarations import Output, Parameter, State
from ...declare.frame import Frame
from ..element_description import described
from ..forces.base import Force
from ..roads.base import Road
from .contact import contact

COARSEST, FINEST = 2.0, 1.0 / 32.0  # of the radius of a tire: radii of curvature that it resolves on gentle roads and on others


class Tire(Force):
    """The force of a road on a wheel, at one point of contact. Its wheel is a frame of the body that spins, its y the axis, to the left.

    A new tire supplies

    1. Its parameters, beside those here.
    2. `response(p, u, at)` -> a Record of F (3,) [N] and M (3,) [N.m], force and moment at the point of contact in the axes W; kappa, alpha
       [rad], rho [m] and r_e [m], as the outputs say; u_dot and v_dot [m/s], the rates of its states; stored [J], the energy of the tire, its
       rate stored_rate [W], and radial [J], the part that follows from the place of the wheel alone.
    3. `unloaded_radius(p)` -> its radius [m] in the air, standing: as far from its centre it looks for the road.

    It is given p, a Record of its parameters; u, one of its states u and v [m]; and `at`, a Record of where and how the wheel moves on the road,
    which mbfmu.model.elements.tires.contact describes: C, r_l, x, y, n, gamma, v_x, v_y, closing, spin, turn, mu and others.

    The axes W of ISO 8855 stand at the point of contact: x forward along the road, y to the left, z normal to the road. All energy that the
    force takes counts as heat, including energy that the tread stores temporarily.
    """

    attachments = {"wheel": Frame, "road": Road}
    u_start = Parameter("m", "longitudinal deflection at the start", 0.0, start=True)
    v_start = Parameter("m", "lateral deflection at the start", 0.0, start=True)
    u = State("m", "longitudinal deflection of the tread, forward", nominal=0.01)
    v = State("m", "lateral deflection of the tread, to the left", nominal=0.01)
    F = Output("N", "force of the road on the tire, in the axes W", shape=3)
    M = Output("N.m", "moment of the road on the tire about the point of contact, in the axes W", shape=3)
    kappa = Output("1", "longitudinal slip that the force follows, positive when driving")
    alpha = Output("rad", "slip angle that the force follows, positive where the tire moves to its left")
    gamma = Output("rad", "inclination against the road, positive where the tire leans to its right")
    rho = Output("m", "radial deflection, zero in the air")
    r_e = Output("m", "effective rolling radius")
    r_contact = Output("m", "point of contact, resolved in the world", shape=3)
    off_road = Output("m", "how far the point of contact is outside of where the road is known; a warning, zero on roads without an end")

    def own_warnings(self):
        road = described(self.attached["road"], lambda of: Record(of.values | of.tables))
        sharpest, radius = road.kind.curvature(road), self.unloaded_radius(Record(self.values))
        finest = COARSEST * radius if road.kind.gentle(road) else FINEST * radius
        if sharpest * finest <= 1.0:
            return []
        return [
            f"{self.path} has a radius of {radius:g} m, and {self.attached['road'].path} a curvature of up to {sharpest:.3g} 1/m: "
            f"above {1.0 / finest:.3g} 1/m the tire feels edges and waves but roughly; make them longer, or let it roll on a FootprintRoad, "
            "the mean over its contact patch"
        ]

    @classmethod
    def rolling(cls, p, u, t, wheel, road):
        """Where the wheel touches the road, and the response there."""
        return cls.touching(p, u, contact(wheel, road, t, cls.unloaded_radius(p)))

    @classmethod
    def touching(cls, p, u, at):
        """Where the wheel touches the road, and the response there with the moment by which it stands askew on an edge."""
        of = cls.response(p, u, at)
        return at, Record(of, M=of.M + np.array([0.0, 0.0, at.twist * of.F[2]]))

    @classmethod
    def resting(cls, p, u, at):
        """The response where nothing vibrates, as seen from a wheel at `at`: that of `response`, unless a tire has a belt that gives way."""
        return cls.response(p, u, at)

    @classmethod
    def wrenches(cls, p, u, t, *motion):
        return (on_wheel(*cls.rolling(p, u, t, *motion)),)

    @classmethod
    def outputs(cls, p, u, t, *motion):
        return shown(*cls.rolling(p, u, t, *motion))

    @classmethod
    def rates(cls, p, u, t, *motion):
        return rates(cls.rolling(p, u, t, *motion)[1])

    @classmethod
    def energy(cls, p, u, t, *motion):
        return cls.rolling(p, u, t, *motion)[1].stored

    @classmethod
    def potential(cls, p, u, t, *motion):
        return cls.rolling(p, u, t, *motion)[1].radial

    @classmethod
    def dissipation(cls, p, u, t, *motion):
        at, of = cls.rolling(p, u, t, *motion)
        _, m = in_world(at, of)
        radial = of.F[2] * (at.closing / at.rise + at.twist * at.turn)
        return radial - of.stored_rate - of.F[0] * (at.slip @ at.x) - of.F[1] * (at.slip @ at.y) - m @ at.w


def on_wheel(at, of):
    """Force and torque on the frame of the wheel, resolved in the world."""
    f, m = in_world(at, of)
    return f, m + cross(at.arm, f)


def in_world(at, of):
    """Force and moment at the point of contact, resolved in the world."""
    axes = np.array([at.x, at.y, at.n]).T
    return axes @ of.F, axes @ of.M


def shown(at, of):
    """The outputs of a tire."""
    return {**{name: of[name] for name in ("F", "M", "kappa", "alpha", "rho", "r_e")}, "gamma": at.gamma, "r_contact": at.C, "off_road": at.off_road}


def rates(of):
    """The rates of the states of a tire."""
    return {"u": of.u_dot, "v": of.v_dot}


def in_contact(rho, value):
    """`value` while the tire is deflected by rho [m] > 0, and zero in the air."""
    return switch("in_contact", rho, value, 0.0 * value)


def pressing(rho, load):
    """The load [N] on a tire that is deflected by rho [m]: none in the air, and none that pulls."""
    return in_contact(rho, switch("pressing", load, load, 0.0 * load))


def relaxed(rho, deflection, slipping, rolling, sigma, v_low):
    """The rate of a deflection of the tread of a tire that is deflected by rho [m] along its radius.

    On the road it is that of the speed of slip `slipping` [m/s], and fades with what rolls through the contact patch at the speed `rolling` >= 0
    [m/s], over the relaxation length sigma [m]. In the air the tread springs back.
    Source: Pacejka (2012), Tire and Vehicle Dynamics, 3rd ed., chapters 7 and 8.
    """
    return switch("in_contact", rho, -slipping - rolling * deflection / sigma, -(rolling + v_low) * deflection / sigma)


def damping_at_standstill(c, v_low, v_x):
    """What damps slip where a wheel hardly rolls: c while it stands, falling to zero where it rolls at v_low [m/s].

    After Pacejka (2012), Tire and Vehicle Dynamics, 3rd ed., chapter 8, where a cosine takes the place of the polynomial.
    """
    fraction = v_x / v_low
    slow = 1.0 - fraction * fraction
    return switch("slow", slow, c * slow * slow, 0.0 * c)


def direction(name, x):
    """1 for x >= 1, -1 for x <= -1, and smooth between them; `name` is that of its switches."""
    held = limited(name, x, -1.0, 1.0)
    return held * (1.5 - 0.5 * held * held)
