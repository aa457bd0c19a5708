"""The two-body spacecraft of Schutte & Udwadia (2011), section 3: two rigid bodies in orbit, free to roll about and to move along the
line between them, with a spring and a damper there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mbfmu import Body, Cylindrical, FreeMotion, Model, OrientationSensor, PointGravityWorld
from mbfmu.elements.forces import Force
from mbfmu.elements.sensors import Sensor
from mbfmu.model.declarations import Output, Parameter
from mbfmu.model.frame import Frame
from mbfmu.scalars import Record, kernel, norm
from mbfmu.spatial.euler_parameters import rotation
from mbfmu.spatial.rotations import cross

from .case import Published, published

MU, R_1 = 3.986e14, 6678100.0  # m3/s2, m
V_1 = (MU / R_1) ** 0.5
A_1, A_2 = [1, 0, 1], [-1, 0, 1]  # m
K_L, K_NL, C, L_E = 25.0, 1.0, 0.2, 2.0  # eqs. 33-35


class VectorDamper(Force):
    """Resists with c times the whole velocity of frame_b against frame_a, turning included (eqs. 34-35)."""

    attachments = {"frame_a": Frame, "frame_b": Frame}
    c = Parameter("N.s/m", "damping constant", min=0.0)

    @staticmethod
    @kernel
    def wrenches(p, u, a, b):
        f = p.c * (b.v - a.v)
        return (f, np.zeros(3)), (-f, np.zeros(3))

    @staticmethod
    @kernel
    def dissipation(p, u, a, b):
        v = b.v - a.v
        return p.c * (v @ v)


class Docking(Sensor):
    """Measures D from frame_b to frame_a, its cross products with x of either frame (eq. 43) and its length, the first frame's body
    against the second's."""

    attachments = {"frame_a": Frame, "frame_b": Frame, "centre_a": Frame, "centre_b": Frame}
    r_12 = Output("m", "from the first centre of mass to the second, resolved in the world", shape=3)
    D = Output("m", "length of D")
    n1_D = Output("m", "n1 x D, resolved in the world", shape=3)
    n2_D = Output("m", "n2 x D, resolved in the world", shape=3)

    def observe(self, see):
        return _docking(*(see.frame(frame) for frame in self.attached.values()))


@kernel
def _docking(a, b, centre_a, centre_b):
    D = a.r - b.r
    return Record(r_12=centre_b.r - centre_a.r, D=norm(D), n1_D=cross(a.R[:, 0], D), n2_D=cross(b.R[:, 0], D))


def bodies() -> Model:
    """Both bodies, not yet held, in the orbit's centre of attraction."""
    model = Model("Spacecraft")
    model.world = PointGravityWorld(mu=MU)
    model.body1 = Body(m=2200.0, I=[2300.0, 4500.0, 3600.0])
    model.body2 = Body(m=1200.0, I=[1700.0, 2000.0, 600.0])
    model.frame1, model.frame2 = OrientationSensor(model.body1.frame_a), OrientationSensor(model.body2.frame_a)
    model.docking = Docking(model.body1.at(A_1), model.body2.at(A_2), model.body1.frame_a, model.body2.frame_a)
    seen = model.docking
    model.expose(outputs={"R1": model.frame1.R, "R2": model.frame2.R})
    model.expose(outputs={"r_12": seen.r_12, "D": seen.D, "n1_D": seen.n1_D, "n2_D": seen.n2_D})
    return model


def in_joint_coordinates() -> Model:
    """The first body free, the second on a cylindrical joint: eight coordinates of freedom and no constraints."""
    model = bodies()
    model.orbit = FreeMotion(model.world.frame_b, model.body1.frame_a, r_start=[R_1, 0, 0], v_start=[0, V_1, 0])
    model.rail = Cylindrical(model.body1.at(A_1), model.body2.at(A_2), n=[1, 0, 0], s_start=2.0)
    return model


def measure(signals):
    """Relative position, orientations, stretch, and how well n x D = 0 holds."""
    return {**signals, "stretch": signals["D"] - L_E}


def with_quaternions_of_either_sign(name: str) -> dict[str, Published]:
    """The published quaternions (scalar first) as rotation matrices, to which their sign makes no difference; twice as tolerant."""
    given = published(name)
    turned = {f"R{i}": given.pop(f"Q{i}") for i in (1, 2)}
    as_matrices = lambda Q: np.array([rotation(np.roll(row, -1)) for row in Q]).reshape(len(Q), 9)  # noqa: E731
    return given | {name: replace(Q, values=as_matrices(Q.values), atol=2 * Q.atol) for name, Q in turned.items()}
