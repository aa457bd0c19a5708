"""The two-body spacecraft of Schutte & Udwadia (2011), section 3: two rigid bodies in orbit, free to roll about and to move along the
line between them, with a spring and a damper there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from mbfmu import Body, Constraint, Cylindrical, FreeMotion, Model, OrientationSensor, PointGravityWorld, QuaternionCoordinates
from mbfmu.base.scalars import Record, kernel, norm
from mbfmu.base.spatial.euler_parameters import rotation
from mbfmu.base.spatial.rotations import cross
from mbfmu.model.declare.declarations import Output, Parameter
from mbfmu.model.declare.frame import Frame
from mbfmu.model.elements.forces import Force
from mbfmu.model.elements.sensors import Sensor
from mbfmu.problem.mechanism.mechanics import FORMULATIONS

from .case import Case, Published, published

MU, R_1 = 3.986e14, 6678100.0  # m3/s2, m
V_1 = (MU / R_1) ** 0.5
M_1, M_2 = 2200.0, 1200.0  # kg
A_1, A_2 = [1, 0, 1], [-1, 0, 1]  # m
STEPS = 16  # of rounding, from which stabilization has not yet recovered
K_L, K_NL, C, L_E = 25.0, 1.0, 0.2, 2.0  # eqs. 33-35


class VectorDamper(Force):
    """Resists with c times the whole velocity of frame_b against frame_a, turning included (eqs. 34-35)."""

    attachments = {"frame_a": Frame, "frame_b": Frame}
    c = Parameter("N.s/m", "damping constant", min=0.0)

    @staticmethod
    def wrenches(p, u, t, a, b):
        f = p.c * (b.v - a.v)
        return (f, np.zeros(3)), (-f, np.zeros(3))

    @staticmethod
    def dissipation(p, u, t, a, b):
        v = b.v - a.v
        return p.c * (v @ v)


class Aligned(Constraint):
    """Keeps frame_b on the x axis of frame_a: n x D = 0 (eq. 43), three rows of rank two."""

    attachments = {"frame_a": Frame, "frame_b": Frame}
    units = ("m", "m", "m")

    @staticmethod
    def residual(p, u, t, a, b):
        return cross(a.R[:, 0], a.r - b.r)


class Docking(Sensor):
    """Measures the way between two centres of mass, D = R1 + S1 a1 - R2 - S2 a2 (eq. 33), and n x D for x of either body (eq. 43).

    The centres are subtracted first: positions of 6.7e6 m are rounded to 1e-9 m, which adding a1 and a2 to them would do once more.
    """

    attachments = {"centre_1": Frame, "centre_2": Frame}
    a1 = Parameter("m", "where D ends, resolved in centre_1", shape=3)
    a2 = Parameter("m", "where D begins, resolved in centre_2", shape=3)
    r_12 = Output("m", "from centre_1 to centre_2, resolved in the world", shape=3)
    D = Output("m", "length of D")
    n1_D = Output("m", "n1 x D, resolved in the world", shape=3)
    n2_D = Output("m", "n2 x D, resolved in the world", shape=3)

    def observe(self, see):
        return _docking(see.parameters(self), see.frame(self.centre_1), see.frame(self.centre_2))


@kernel
def _docking(p, centre_1, centre_2):
    r_12 = centre_2.r - centre_1.r
    D = (centre_1.R @ p.a1 - centre_2.R @ p.a2) - r_12
    return Record(r_12=r_12, D=norm(D), n1_D=cross(centre_1.R[:, 0], D), n2_D=cross(centre_2.R[:, 0], D))


def bodies() -> Model:
    """Both bodies, not yet joined, and what is measured of them."""
    model = Model("Spacecraft", stabilization=(K_L * (1 / M_1 + 1 / M_2)) ** 0.5)  # the frequency of the springs
    model.world = PointGravityWorld(mu=MU)
    model.body1 = Body(m=M_1, I=[2300.0, 4500.0, 3600.0])
    model.body2 = Body(m=M_2, I=[1700.0, 2000.0, 600.0])
    model.frame1, model.frame2 = OrientationSensor(model.body1.frame_a), OrientationSensor(model.body2.frame_a)
    model.docking = Docking(model.body1.frame_a, model.body2.frame_a, a1=A_1, a2=A_2)
    model.expose(outputs={"R1": model.frame1.R, "R2": model.frame2.R})
    model.expose(outputs={name: getattr(model.docking, name) for name in ("r_12", "D", "n1_D", "n2_D")})
    return model


def in_joint_coordinates(formulation: str) -> Model:
    """The first body free, the second on a cylindrical joint: eight coordinates of freedom and no constraints."""
    model = bodies()
    model.orbit = FreeMotion(model.world.frame_b, model.body1.frame_a, r_start=[R_1, 0, 0], v_start=[0, V_1, 0])
    model.rail = Cylindrical(model.body1.at(A_1), model.body2.at(A_2), n=[1, 0, 0], s_start=2.0)
    return model


def as_published(formulation: str) -> Model:
    """Fourteen coordinates; n1 x D = n2 x D = 0 are six rows of rank four, beside those of the quaternions."""
    model = bodies()
    for i, (body, x) in enumerate(((model.body1, R_1), (model.body2, R_1 + 4.0)), 1):
        orbit = QuaternionCoordinates(model.world.frame_b, body.frame_a, r_start=[x, 0, 0], v_start=[0, V_1, 0])
        model.add(f"orbit{i}", orbit)
    ends = model.body1.at(A_1), model.body2.at(A_2)
    model.n1_D, model.n2_D = Aligned(*ends), Aligned(*reversed(ends))
    return model


def measure(signals):
    """Relative position, orientations, stretch, and how well n x D = 0 holds."""
    return {**signals, "stretch": signals["D"] - L_E}


def resolved(name: str) -> dict[str, Published]:
    """What is published, and n x D = 0 as well as positions can tell that are rounded to 1e-9 m at every step."""
    given = published(name)
    return given | {row: replace(given[row], atol=STEPS * np.spacing(R_1)) for row in ("n1_D", "n2_D")}


def reference(name: str) -> dict[str, Published]:
    """The same; the published quaternions (scalar first) as rotation matrices, to which their sign makes no difference, twice as tolerant."""
    given = resolved(name)
    turned = {f"R{i}": given.pop(f"Q{i}") for i in (1, 2)}
    as_matrices = lambda Q: np.array([rotation(np.roll(row, -1)) for row in Q]).reshape(len(Q), 9)
    return given | {name: replace(Q, values=as_matrices(Q.values), atol=2 * Q.atol) for name, Q in turned.items()}


def cases(name: str, damped: Callable[[Model], Model]) -> tuple[Case, ...]:
    """Three orbits in joint coordinates and in the paper's own, with the springs and the damper that `damped` adds."""
    regular = {name: "the paper's coordinates make its mass matrix singular" for name, f in FORMULATIONS.items() if not f.redundant}
    case = lambda form, join, **more: Case(
        form, lambda formulation: damped(join(formulation)), reference(name), 16293.0, 1.0, 1e-11, measure=measure, short=200.0, **more
    )
    return case(name, in_joint_coordinates), case(f"{name}_as_published", as_published, unable=regular)
