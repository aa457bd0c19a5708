"""Forces between frames, and loads on joints."""

from __future__ import annotations

from typing import ClassVar

from ...model.element import Element
from ...model.frame import Frame
from ...scalars import element, kernel
from ..joints.base import Joint


class Load(Element):
    """What a Force and a JointLoad share. Their kernels take p and u, Records of parameters and inputs, and the motion they see.

    1. `energy(p, u, *motion)` -> stored energy [J], zero if it stores none.
    2. `dissipation(p, u, *motion)` -> power turned into heat [W], never negative, zero if it has none.
    3. `outputs(p, u, *motion)` -> its declared outputs by name.

    All are static, plain NumPy; those called over the tree are kernels. Force and JointLoad supply `motion(see)`, the motion their
    kernels take from what an Observer shows, and `power(see)`, what they do on the bodies [W].
    """

    @staticmethod
    def energy(p, u, *motion):
        return 0.0

    @staticmethod
    def dissipation(p, u, *motion):
        return 0.0

    @staticmethod
    def outputs(p, u, *motion):
        return {}

    def observe(self, see):
        motion = self.motion(see)
        with element(self.path):
            return _outputs(type(self), see.parameters(self), see.inputs(self), *motion)


class Force(Load):
    """Acts on its frames. A new force supplies, beside what every Load does, the kernel

    `wrenches(p, u, *frames)` -> one (f, t) per frame: force and torque on the frame, resolved in the world [N, N.m].

    The motion it sees is its frames, each a Record of R (world from frame), r and v (resolved in the world) and w (resolved in
    the frame).
    """

    def looks_at(self) -> list[Frame]:
        """The frames whose motion it asks for."""
        return list(self.attached.values())

    def motion(self, see):
        return [see.frame(frame) for frame in self.attached.values()]

    def power(self, see):
        frames = self.motion(see)
        with element(self.path):
            return _wrench_power(self.wrenches(see.parameters(self), see.inputs(self), *frames), frames)


class JointLoad(Load):
    """Acts along the coordinates of one joint. A new load supplies, beside what every Load does, the kernel

    `load(p, u, q, v)` -> generalized force (nv,) on the joint. The motion it sees is the joint's q and v.
    """

    attachments: ClassVar = {"joint": Joint}

    def motion(self, see):
        joint = see.joint(self.joint)
        return [joint.q, joint.v]

    def power(self, see):
        q, v = self.motion(see)
        with element(self.path):
            return _load_power(self.load(see.parameters(self), see.inputs(self), q, v), v)


@kernel
def _outputs(kind, p, u, *motion):
    return kind.outputs(p, u, *motion)


@kernel
def _wrench_power(wrenches, frames):
    return sum(f @ frame.v + (frame.R.T @ t) @ frame.w for (f, t), frame in zip(wrenches, frames))


@kernel
def _load_power(tau, v):
    return tau @ v
