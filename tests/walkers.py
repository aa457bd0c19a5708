"""Machines that walk down a slope on rigid contacts, whose numbers are published."""

from __future__ import annotations

import numpy as np

from mbfmu import Body, Model, Parameter, Planar, Revolute, World
from mbfmu.model.elements.constraints import Condition, Contact
from mbfmu.model.elements.joints.base import Joint
from mbfmu.model.elements.surfaces import PlaneSurface, SphereSurface


class Ahead(Condition):
    """A leg is ahead of the other one, whose hip is a joint."""

    attachments = {"hip": Joint}
    side = Parameter("1", "1: ahead is where the angle of the hip is positive; -1: where it is negative", 1.0)

    @staticmethod
    def expression(p, u, t, hip):
        return p.side * hip.q[0]


def simplest_walker(slope: float, theta: float, w: float, foot: float = 1e-9, **options) -> Model:
    """Garcia's: a mass at the hip on two legs of length 1 with feet of next to no mass, just behind an impact, on the leg in front."""
    model = Model("SimplestWalker", **options)
    model.world = World(g=1.0, n=[np.sin(slope), 0.0, -np.cos(slope)])
    point = [1e-9 * foot] * 3
    model.leg1 = Body(m=1.0 + foot, r_CM=[0.0, 0.0, -foot / (1.0 + foot)], I=[foot, foot, 1e-9 * foot])
    model.leg2 = Body(m=foot, r_CM=[0.0, 0.0, -1.0], I=point)
    x, z, swing = -np.sin(theta), np.cos(theta), (1.0 - np.cos(2 * theta)) * w
    at_start = {"s_x_start": x, "s_y_start": z, "v_x_start": -w * z, "v_y_start": w * x, "phi_start": theta, "w_start": w}
    model.plane = Planar(model.world.frame_b, model.leg1.frame_a, n=[0, -1, 0], n_x=[1, 0, 0], **at_start)
    model.hip = Revolute(model.leg1.frame_a, model.leg2.frame_a, n=[0, -1, 0], phi_start=-2 * theta, w_start=-swing)
    model.tip, model.ground = SphereSurface(radius=0.0), PlaneSurface()
    for name, leg, side in (("1", model.leg1, -1.0), ("2", model.leg2, 1.0)):
        ahead, foot_frame = model.add(f"ahead{name}", Ahead(model.hip, side=side)), leg.at([0.0, 0.0, -1.0])
        model.add(f"foot{name}", Contact(foot_frame, model.world.frame_b, model.tip, model.ground, ahead, friction="sticking"))
    forces = {"N1": model.foot1.N, "N2": model.foot2.N}
    model.expose(outputs={"theta": model.plane.phi, "w": model.plane.w, "hip": model.hip.phi, "w_hip": model.hip.w, **forces})
    return model
