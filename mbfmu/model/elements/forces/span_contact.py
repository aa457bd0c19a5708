"""SpanContact: a point that is carried by the span between two frames, over which it moves."""

import numpy as np

from ....base.scalars import Record, maximum, switch
from ....base.spatial.rotations import cross
from ...declare.declarations import Output, Parameter
from ...declare.frame import Frame
from .base import Force


class SpanContact(Force):
    """Carries the origin of a frame on the span from frame_a to frame_b, such as a wheel on the deck of a bridge, without friction.

    x of frame_a and frame_b is along the span, and z of the world is up. The deck is the cubic through both origins with the slopes of both x axes,
    as a beam between nodes bends. At the depth h below it the point is pushed up by c h (1 + d h_dot), never down; what it weighs goes to the frames
    by the same cubic, so nothing but the damping takes energy. Beyond the ends of the span nothing acts: put one span behind the other, and rigid
    ones, between frames of the world, where a load comes from.
    """

    attachments = {"frame_a": Frame, "frame_b": Frame, "load": Frame}
    c = Parameter("N/m", "stiffness of the contact", min=0.0)
    d = Parameter("s/m", "damping, relative to the elastic force", 0.0, min=0.0)
    f = Output("N", "force that carries the load, zero or positive")
    h = Output("m", "how deep the load is in the deck, zero outside")

    @staticmethod
    def height(a, b, load):
        """Of the load above the deck, how far along the span it is, from 0 to 1, and the gradients (3,) of the height by the places of a, b and the
        load, and by the x axes of a and b."""
        way, to = (b.r - a.r)[:2], (load.r - a.r)[:2]
        rise, square = (b.r - a.r)[2], way @ way
        s = (to @ way) / square
        left = 1.0 - s
        deck, by_s = s * s * (3.0 - 2.0 * s) * rise, -6.0 * s * left * rise
        by_way, by_axes = 0.0 * way / square, []
        for frame, share, change in ((a, s * left * left, left * (1.0 - 3.0 * s)), (b, -s * s * left, s * (3.0 * s - 2.0))):
            x = frame.R[:, 0]
            ahead = x[:2] @ way
            end = square * x[2] / ahead  # the slope there, times the length of the span
            deck, by_s = deck + share * end, by_s - change * end
            by_way = by_way - share * end * (2.0 * way / square - x[:2] / ahead)
            by_axes.append(share / ahead * np.array([*(end * way), -square]))
        by_b = np.array([*(by_way + by_s / square * (to - 2.0 * s * way)), -s * s * (3.0 - 2.0 * s)])
        by_load = np.array([*(by_s / square * way), 1.0])
        return (load.r - a.r)[2] - deck, s, (-by_b - by_load, by_b, by_load), by_axes

    @classmethod
    def touched(cls, a, b, load):
        """Depth h, zero off the deck, its rate, and the gradients of the height: forces and torques for a unit force."""
        height, s, forces, by_axes = cls.height(a, b, load)
        torques = [cross(frame.R[:, 0], by) for frame, by in zip((a, b), by_axes)]
        rate = sum(f @ frame.v for f, frame in zip(forces, (a, b, load))) + sum(t @ (frame.R @ frame.w) for t, frame in zip(torques, (a, b)))
        depth = switch("begins", s, switch("ends", 1.0 - s, -height, 0.0 * height), 0.0 * height)
        return Record(h=switch("touching", depth, depth, 0.0 * depth), h_dot=-rate, forces=forces, torques=torques)

    @staticmethod
    def push(p, contact):
        return p.c * contact.h * maximum(1.0 + p.d * contact.h_dot, 0.0)

    @classmethod
    def wrenches(cls, p, u, t, a, b, load):
        contact = cls.touched(a, b, load)
        f = cls.push(p, contact)
        (f_a, f_b, f_load), (t_a, t_b) = contact.forces, contact.torques
        return (f * f_a, f * t_a), (f * f_b, f * t_b), (f * f_load, np.zeros(3))

    @classmethod
    def energy(cls, p, u, t, a, b, load):
        h = cls.touched(a, b, load).h
        return 0.5 * p.c * h * h

    @classmethod
    def dissipation(cls, p, u, t, a, b, load):
        contact = cls.touched(a, b, load)
        return (cls.push(p, contact) - p.c * contact.h) * contact.h_dot

    @classmethod
    def outputs(cls, p, u, t, a, b, load):
        contact = cls.touched(a, b, load)
        return {"f": cls.push(p, contact), "h": contact.h}
