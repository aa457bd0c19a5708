"""Forces between frames, and loads on joints."""

from __future__ import annotations

from typing import ClassVar

from ...model.element import Element
from ...model.frame import Frame
from ...scalars import element, kernel
from ..joints.base import Joint


class Force(Element):
    """Acts on its frames. A new force supplies, beside what every element does:

    1. `wrenches(p, u, *frames)` -> one (f, t) per frame: force and torque on the frame, resolved in the world [N, N.m].
    2. `energy(p, u, *frames)` -> stored energy [J], zero if it stores none.
    3. `dissipation(p, u, *frames)` -> power turned into heat [W], never negative, zero if it has none.
    4. `outputs(p, u, *frames)` -> its declared outputs by name.

    All are static kernels. p and u are Records of parameters and inputs; each frame is a Record of R (world from frame),
    r and v (resolved in the world) and w (resolved in the frame).
    """

    @staticmethod
    def energy(p, u, *frames):
        return 0.0

    @staticmethod
    def dissipation(p, u, *frames):
        return 0.0

    @staticmethod
    def outputs(p, u, *frames):
        return {}

    def looks_at(self) -> list[Frame]:
        """The frames whose motion it asks for."""
        return list(self.attached.values())

    def observe(self, see):
        frames = [see.frame(f) for f in self.attached.values()]
        with element(self.path):
            return _outputs(type(self), see.parameters(self), see.inputs(self), *frames)


class JointLoad(Element):
    """Acts along the coordinates of one joint. A new load supplies, beside what every element does:

    1. `load(p, u, q, v)` -> generalized force (nv,) on the joint.
    2. `energy(p, u, q, v)`, 3. `dissipation(p, u, q, v)`, 4. `outputs(p, u, q, v)` as a Force does.
    """

    attachments: ClassVar = {"joint": Joint}

    @staticmethod
    def energy(p, u, q, v):
        return 0.0

    @staticmethod
    def dissipation(p, u, q, v):
        return 0.0

    @staticmethod
    def outputs(p, u, q, v):
        return {}

    def observe(self, see):
        joint = see.joint(self.joint)
        with element(self.path):
            return _outputs(type(self), see.parameters(self), see.inputs(self), joint.q, joint.v)


@kernel
def _outputs(kind, p, u, *motion):
    return kind.outputs(p, u, *motion)
