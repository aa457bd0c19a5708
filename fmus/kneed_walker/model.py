"""A walker without motors: it walks down a slope on two legs, whose knees lock when they are straight."""

import numpy as np

from mbfmu import Body, Box, Condition, Contact, Joint, JointStop, Model, Parameter, Planar, PlaneSurface, Revolute, Sphere, SphereSurface, World

SLOPE = 0.0504  # rad
G = 9.81  # m/s2
HALF = 0.5  # m: length of a thigh, and of a shank
M_HIP, M_THIGH, M_SHANK = 0.5, 0.5, 0.05  # kg, at points
TO_THIGH, TO_SHANK = 0.325, 0.125  # m: from the hip and from the knee to their points
STANCE, SWING = 0.18818546, -0.28898546  # rad: angles of the legs from the vertical behind an impact
W_STANCE, W_SWING = -1.10958734, -0.05714811  # rad/s
WOOD, STEEL = "#b58a5a", "#8a9099"


class Ahead(Condition):
    """A leg is ahead of the other one."""

    attachments = {"hip": Joint}
    side = Parameter("1", "1: ahead where the angle of the hip is positive; -1: where it is negative", 1.0)

    @staticmethod
    def expression(p, u, t, hip):
        return p.side * hip.q[0]


class Straight(Condition):
    """A leg is ahead of the other one, or stands on the ground: then its knee stays locked."""

    attachments = {"hip": Joint, "foot": Contact}
    side = Parameter("1", "as of Ahead", 1.0)

    @staticmethod
    def expression(p, u, t, hip, foot):
        return np.maximum(p.side * hip.q[0], foot.closed - 0.5)


def bone(width: float, radius: float, colour: str, up: float = 0.0) -> list:
    """What is seen of a thigh or a shank, and of the joint at its upper end."""
    shaft = Box(size=[width, width, HALF], r=[0, up, -HALF / 2], colour=colour)
    return [shaft, Sphere(radius=radius, r=[0, up, 0], colour=STEEL)]


def inertia(m: float, l: float) -> list[float]:
    """Of points whose moment about their centre of mass is m l^2; points have none about z, and bodies need a little."""
    return [m * l**2 + 1e-9, m * l**2 + 1e-9, 1e-9]


walker = Model("KneedWalker", "passive walker with knees that lock", stop_time=5.0, step_size=1e-2)
walker.world = World(g=G, n=[np.sin(SLOPE), 0, -np.cos(SLOPE)])
theta, x, z = STANCE + SLOPE, -2 * HALF * np.sin(STANCE + SLOPE), 2 * HALF * np.cos(STANCE + SLOPE)
M_UPPER = M_HIP + M_THIGH
walker.thigh_1 = Body(
    m=M_UPPER,
    r_CM=[0, 0, -TO_THIGH * M_THIGH / M_UPPER],
    I=inertia(M_HIP * M_THIGH / M_UPPER, TO_THIGH),  # with the hip
    visual=[*bone(0.03, 0.035, WOOD, 0.05), Sphere(radius=0.05, colour="#a5533c")],
)
walker.thigh_2 = Body(m=M_THIGH, r_CM=[0, 0, -TO_THIGH], I=inertia(0.0, 0.0), visual=bone(0.03, 0.035, "#d9b98a", -0.05))
walker.hip_in_plane = Planar(
    walker.world.frame_b,
    walker.thigh_1.frame_a,
    n=[0, -1, 0],
    n_x=[1, 0, 0],
    s_x_start=x,
    s_y_start=z,
    phi_start=theta,
    v_x_start=-W_STANCE * z,
    v_y_start=W_STANCE * x,
    w_start=W_STANCE,
)
walker.hip = Revolute(walker.thigh_1.frame_a, walker.thigh_2.frame_a, n=[0, -1, 0], phi_start=SWING - STANCE, w_start=W_SWING - W_STANCE)
walker.tip, walker.ground = SphereSurface(radius=0.0), PlaneSurface()
for i, side in ((1, -1.0), (2, 1.0)):
    colour = WOOD if i == 1 else "#d9b98a"
    looks = [*bone(0.022, 0.025, colour, -0.05 * side), Sphere(radius=0.015, r=[0, -0.05 * side, -HALF], colour=STEEL)]
    shank = walker.add(f"shank_{i}", Body(m=M_SHANK, r_CM=[0, 0, -TO_SHANK], I=inertia(0.0, 0.0), visual=looks))
    thigh = walker.thigh_1 if i == 1 else walker.thigh_2
    knee = walker.add(f"knee_{i}", Revolute(thigh.at([0, 0, -HALF]), shank.frame_a, n=[0, -1, 0]))
    ahead = walker.add(f"ahead_{i}", Ahead(walker.hip, side=side))
    sole = shank.at([0, 0, -HALF])
    foot = walker.add(f"foot_{i}", Contact(sole, walker.world.frame_b, walker.tip, walker.ground, ahead, friction="sticking"))
    straight = walker.add(f"straight_{i}", Straight(walker.hip, foot, side=side))
    stop = walker.add(f"stop_{i}", JointStop(knee, straight, limit=0.0))
    walker.expose(outputs={f"knee_{i}": knee.phi, f"N_{i}": foot.N, f"lock_{i}": stop.tau})
walker.expose(outputs={"x": walker.hip_in_plane.s_x, "z": walker.hip_in_plane.s_y, "theta": walker.hip_in_plane.phi, "hip": walker.hip.phi})

model = walker
