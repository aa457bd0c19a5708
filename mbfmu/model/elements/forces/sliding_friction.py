"""SlidingFriction: dry friction where two frames slide on each other, in proportion to the force that holds them together."""

import numpy as np

from ....base.scalars import norm
from ....base.spatial.rotations import cross
from ...declare.declarations import Output, Parameter
from ...declare.element import Element, declarations
from ...declare.frame import Frame
from ..constraints.base import Constraint
from ..constraints.relative_motion import relative_velocity
from ..joints.base import Joint
from .base import Force


class SlidingFriction(Force):
    """Resists the sliding of frame_b past frame_a with mu N v / sqrt(v^2 + v_dry^2), N the size of the force f of a constraint or joint, the guide.

    Smooth: a body at rest creeps under load. N is that of the same instant. Where friction and guide together have no solution or several
    (Painleve's paradox), the run stops.
    """

    attachments = {"frame_a": Frame, "frame_b": Frame, "guide": Element}
    mu = Parameter("1", "coefficient of friction", min=0.0)
    v_dry = Parameter("m/s", "speed at which friction is nearly full (71 %)", 0.001, min=0.0, exclusive_min=True)
    f = Output("N", "friction on frame_b, resolved in frame_a", shape=3)
    N = Output("N", "size of the force of the guide")

    def own_problems(self):
        known = isinstance(self.guide, Joint) or isinstance(self.guide, Constraint) and "f" in declarations(type(self.guide), Output)
        problem = f"{self.path}.guide is {self.guide.path} ({type(self.guide).__name__}); it must be a joint, or a constraint with an output f"
        return super().own_problems() + ([] if known else [problem])

    @staticmethod
    def friction(p, a, b, guide):
        """Friction on frame_b (3,), resolved in frame_a, and the normal force."""
        v = relative_velocity(a, b)
        N = norm(np.ravel(guide.f))
        return -p.mu * N / (v @ v + p.v_dry * p.v_dry) ** 0.5 * v, N

    @staticmethod
    def wrenches(p, u, t, a, b, guide):
        f = a.R @ SlidingFriction.friction(p, a, b, guide)[0]
        arm = b.r - a.r
        return (-f, -cross(arm, f)), (f, np.zeros(3))

    @staticmethod
    def dissipation(p, u, t, a, b, guide):
        return -(SlidingFriction.friction(p, a, b, guide)[0] @ relative_velocity(a, b))

    @staticmethod
    def outputs(p, u, t, a, b, guide):
        f, N = SlidingFriction.friction(p, a, b, guide)
        return {"f": f, "N": N}
