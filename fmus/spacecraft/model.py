"""The two-body spacecraft of Schutte & Udwadia (2011), section 3: two rigid bodies in low orbit, joined by two springs and a damper.

The bodies roll about and move along the line between the connections P1 and P2, which is fixed in both. As in the paper, each body has seven
coordinates: the position of its centre of mass and Euler parameters. Numbers of equations are the paper's.
"""

import numpy as np

from mbfmu import (
    Body,
    Constraint,
    ConstraintDrift,
    EnergyError,
    Force,
    Frame,
    FrameForce,
    FrameTorque,
    KineticEnergy,
    Model,
    Output,
    Parameter,
    PointGravityWorld,
    PotentialEnergy,
    QuaternionCoordinates,
    Sensor,
    kernel,
)
from mbfmu.base.scalars import Record, norm
from mbfmu.base.spatial.rotations import cross

MU, R_1 = 3.986e14, 6678100.0  # m3/s2, m
V_1 = (MU / R_1) ** 0.5
A_1, A_2 = [1, 0, 1], [-1, 0, 1]  # m, eqs. 49 and 50


class Connection(Force):
    """A linear and a cubic spring along D, from P2 to P1, and a damper on the whole inertial rate of D (eqs. 32-37)."""

    attachments = {"P1": Frame, "P2": Frame}
    k_l = Parameter("N/m", "linear spring constant", min=0.0)
    k_nl = Parameter("N/m3", "cubic spring constant", min=0.0)
    c = Parameter("N.s/m", "damping constant", min=0.0)
    l_e = Parameter("m", "length of the unstretched springs", min=0.0)
    D = Output("m", "from P2 to P1, resolved in the world (eq. 33)", shape=3)
    D_dot = Output("m/s", "rate of D, resolved in the world (eq. 35)", shape=3)
    stretch = Output("m", "length of D beyond that of the unstretched springs")

    @staticmethod
    def wrenches(p, u, t, one, two):
        D = one.r - two.r
        x = norm(D) - p.l_e
        f = (p.k_l * x + p.k_nl * x * x * x) / norm(D) * D + p.c * (one.v - two.v)
        return (-f, np.zeros(3)), (f, np.zeros(3))

    @staticmethod
    def energy(p, u, t, one, two):
        x = norm(one.r - two.r) - p.l_e
        return 0.5 * p.k_l * x * x + 0.25 * p.k_nl * x * x * x * x

    @staticmethod
    def dissipation(p, u, t, one, two):
        D_dot = one.v - two.v
        return p.c * (D_dot @ D_dot)

    @staticmethod
    def outputs(p, u, t, one, two):
        D = one.r - two.r
        return {"D": D, "D_dot": one.v - two.v, "stretch": norm(D) - p.l_e}


class Guide(Constraint):
    """Keeps `other` on the x axis of `own`: n x D = 0 (eq. 43), three rows of rank two."""

    attachments = {"own": Frame, "other": Frame}
    units = ("m", "m", "m")
    n_D = Output("m", "n x D, resolved in the world", shape=3)

    @staticmethod
    def residual(p, u, t, own, other):
        return cross(own.R[:, 0], own.r - other.r)

    @staticmethod
    def outputs(p, u, t, multipliers, own, other):
        return {"n_D": cross(own.R[:, 0], own.r - other.r)}


class Accuracy(Sensor):
    """Compares D and its rate from the connection with those formed from the coordinates of both bodies (eqs. 61, 62, 41, 42)."""

    attachments = {"connection": Connection, "orbit1": QuaternionCoordinates, "orbit2": QuaternionCoordinates}
    a1 = Parameter("m", "from the centre of mass of body 1 to P1, resolved in the body", shape=3)
    a2 = Parameter("m", "from the centre of mass of body 2 to P2, resolved in the body", shape=3)
    r_12 = Output("m", "R2 - R1", shape=3)
    e1 = Output("m", "R1 + S1 a1 - D - R2 - S2 a2", shape=3)
    e2 = Output("m/s", "rate of R1 + S1 a1, less that of D, less that of R2 + S2 a2", shape=3)
    phi = Output("1", "u.u - 1 of either body's Euler parameters u", shape=2)

    def looks_at(self):
        return self.connection.looks_at()

    def observe(self, see):
        joints = [see.joint(orbit) for orbit in (self.orbit1, self.orbit2)]
        return _accuracy(see.parameters(self), *joints, Record(self.connection.observe(see)))


@kernel
def _accuracy(p, one, two, connection):
    """Rotations and angular velocities are those of eqs. 26 and 30, with the scalar last."""
    P1, P1_dot = _connected(one, p.a1)
    P2, P2_dot = _connected(two, p.a2)
    r_12 = two.q[:3] - one.q[:3]
    return Record(
        r_12=r_12,
        e1=P1 - P2 - r_12 - connection.D,
        e2=one.v[:3] - two.v[:3] + P1_dot - P2_dot - connection.D_dot,
        phi=np.array([body.q[3:] @ body.q[3:] - 1.0 for body in (one, two)]),
    )


def _connected(body, a):
    """S a and S w~ a, from the Euler parameters of a body and their rates."""
    e, s, e_dot, s_dot = body.q[3:6], body.q[6], body.v[3:6], body.v[6]
    turned = lambda x: x + 2.0 * cross(e, cross(e, x) + s * x)
    w = 2.0 * (s * e_dot - s_dot * e - cross(e, e_dot))
    return turned(a), turned(cross(w, a))


craft = Model(
    "Spacecraft",
    "Two-body spacecraft on three orbits",
    stop_time=16293.0,
    step_size=1.0,
    formulation="udwadia_phohomsiri",
    tolerance=1e-10,
    stabilization=0.1,  # rad/s: about the pace of the motion along the spring; 1 / (100 step_size) would let the stretch drift by 1e-5 of its size
)
craft.world = PointGravityWorld(mu=MU)
craft.body1 = Body(m=2200.0, I=[2300.0, 4500.0, 3600.0])
craft.body2 = Body(m=1200.0, I=[1700.0, 2000.0, 600.0])
craft.orbit1 = QuaternionCoordinates(craft.world.frame_b, craft.body1.frame_a, r_start=[R_1, 0, 0], v_start=[0, V_1, 0])
craft.orbit2 = QuaternionCoordinates(craft.world.frame_b, craft.body2.frame_a, r_start=[R_1 + 4.0, 0, 0], v_start=[0, V_1, 0])

P1, P2 = craft.body1.at(A_1), craft.body2.at(A_2)
craft.connection = Connection(P1, P2, k_l=25.0, k_nl=1.0, c=0.2, l_e=2.0)
craft.guide1, craft.guide2 = Guide(P1, P2), Guide(P2, P1)
craft.thruster, craft.wheel = FrameForce(craft.body1.frame_a), FrameTorque(craft.body1.frame_a)
craft.accuracy = Accuracy(craft.connection, craft.orbit1, craft.orbit2, a1=A_1, a2=A_2)
craft.kinetic, craft.potential = KineticEnergy(), PotentialEnergy()
craft.drift, craft.energy = ConstraintDrift(), EnergyError()

craft.expose(
    inputs={"thrust": craft.thruster.f, "control_torque": craft.wheel.t},
    outputs={
        "R1": craft.orbit1.r,
        "R2_R1": craft.accuracy.r_12,
        "u1": craft.orbit1.Q,
        "u2": craft.orbit2.Q,
        "w1": craft.orbit1.w,
        "w2": craft.orbit2.w,
        "D": craft.connection.D,
        "stretch": craft.connection.stretch,
        "e1": craft.accuracy.e1,
        "e2": craft.accuracy.e2,
        "phi": craft.accuracy.phi,
        "n1_D": craft.guide1.n_D,
        "n2_D": craft.guide2.n_D,
        "drift": craft.drift.position,
        "kinetic_energy": craft.kinetic.T,
        "potential_energy": craft.potential.V,
        "energy_error": craft.energy.error,
    },
    tunable=[craft.connection.k_l, craft.connection.k_nl, craft.connection.c, craft.connection.l_e],
)

model = craft
