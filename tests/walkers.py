"""Machines that walk down a slope on rigid contacts, whose numbers are published."""

from __future__ import annotations

import numpy as np

from mbfmu import Body, Model, Parameter, Planar, Revolute, World
from mbfmu.model.elements.constraints import Condition, Contact, JointStop
from mbfmu.model.elements.joints.base import Joint
from mbfmu.model.elements.surfaces import PlaneSurface, SphereSurface


class Ahead(Condition):
    """A leg is ahead of the other one, whose hip is a joint."""

    attachments = {"hip": Joint}
    side = Parameter("1", "1: ahead is where the angle of the hip is positive; -1: where it is negative", 1.0)

    @staticmethod
    def expression(p, u, t, hip):
        return p.side * hip.q[0]


STEP = 3.8824637528511423  # s: of the case walker_simplest_garcia at a slope of 0.009, the long gait
KNEED_STEP = 0.5643281659150161  # s: of the case walker_kneed_chen
GAIT, KNEED_GAIT = (0.20031090054433134, -0.19983247300504056), (0.23858546025341004, -1.1095873311766211, -0.057148106337437575)


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


class Carrying(Condition):
    """A leg is ahead of the other one, or on the ground."""

    attachments = {"hip": Joint, "foot": Contact}
    side = Parameter("1", "as of Ahead", 1.0)

    @staticmethod
    def expression(p, u, t, hip, foot):
        return np.maximum(p.side * hip.q[0], foot.closed - 0.5)


def kneed_walker(q1: float, q2: float, w1: float, w2: float, slope: float = 0.0504, **options) -> Model:
    """Chen's: two legs of 1 m with knees that lock, just behind an impact, on the leg in front; angles from the vertical of the straight legs."""
    model = Model("KneedWalker", **options)
    model.world = World(g=9.81, n=[np.sin(slope), 0.0, -np.cos(slope)])
    theta, point = q1 + slope, [1e-11] * 3
    model.thigh1 = Body(m=1.0, r_CM=[0.0, 0.0, -0.1625], I=[2 * 0.5 * 0.1625**2, 2 * 0.5 * 0.1625**2, 1e-9])  # the hip is a part of it
    model.thigh2 = Body(m=0.5, r_CM=[0.0, 0.0, -0.325], I=point)
    x, z = -np.sin(theta), np.cos(theta)
    at_start = {"s_x_start": x, "s_y_start": z, "v_x_start": -w1 * z, "v_y_start": w1 * x, "phi_start": theta, "w_start": w1}
    model.plane = Planar(model.world.frame_b, model.thigh1.frame_a, n=[0, -1, 0], n_x=[1, 0, 0], **at_start)
    model.hip = Revolute(model.thigh1.frame_a, model.thigh2.frame_a, n=[0, -1, 0], phi_start=q2 - q1, w_start=w2 - w1)
    model.tip, model.ground = SphereSurface(radius=0.0), PlaneSurface()
    for name, thigh, side in (("1", model.thigh1, -1.0), ("2", model.thigh2, 1.0)):
        shank = model.add(f"shank{name}", Body(m=0.05, r_CM=[0.0, 0.0, -0.125], I=point))
        knee = model.add(f"knee{name}", Revolute(thigh.at([0.0, 0.0, -0.5]), shank.frame_a, n=[0, -1, 0]))
        ahead, sole = model.add(f"ahead{name}", Ahead(model.hip, side=side)), shank.at([0.0, 0.0, -0.5])
        foot = model.add(f"foot{name}", Contact(sole, model.world.frame_b, model.tip, model.ground, ahead, friction="sticking"))
        carrying = model.add(f"carrying{name}", Carrying(model.hip, foot, side=side))
        model.add(f"stop{name}", JointStop(knee, carrying, limit=0.0))
        model.expose(outputs={f"N{name}": foot.N, f"knee{name}": knee.phi, f"w_knee{name}": knee.w, f"tau{name}": model.elements[f"stop{name}"].tau})
    model.expose(outputs={"theta": model.plane.phi, "w": model.plane.w, "hip": model.hip.phi, "w_hip": model.hip.w, "x": model.plane.s_x})
    return model


def kneed(theta: float, w1: float, w2: float) -> Model:
    """Chen's walker with both feet on the ground, by the angle of the leg in front from the normal of the slope."""
    return kneed_walker(theta - 0.0504, -theta - 0.0504, w1, w2)
