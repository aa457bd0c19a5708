"""A biped of nine degrees of freedom: trunk, two legs with knees that lock, feet with heels and toes. Without torques it walks down a slope."""

import numpy as np

from mbfmu import (
    Body,
    Box,
    Condition,
    Contact,
    Cylinder,
    Force,
    Frame,
    Joint,
    JointStop,
    JointTorque,
    Model,
    Parameter,
    Planar,
    PlaneSurface,
    Revolute,
    Sphere,
    SphereSurface,
    TorsionSpringDamper,
    World,
)

SLOPE = 0.04  # rad
G = 9.81  # m/s2
THIGH, SHANK, SOLE = 0.5, 0.46, 0.05  # m: from hip to knee, from knee to ankle, from ankle to sole
HEEL, TOE = 0.03, 0.1  # m: behind and before the ankle
AXIS = [0.0, -1.0, 0.0]  # of all joints: a leg that turns about it swings ahead
# Of the gait, while leg 1 stands flat on the ground and leg 2 swings behind it: angles [rad] and their rates [rad/s].
START = {
    "trunk": (-0.04986656688689387, 0.14561651266870423),
    "hip_1": (0.20231521099288538, -0.6881477027296754),
    "hip_2": (-0.16024395294554908, 1.074897778641084),
    "knee_1": (0.0, 0.0),
    "knee_2": (-0.14957814476025946, -2.142116306515926),
    "ankle_1": (-0.1524486441059915, 0.5425311900609696),
    "ankle_2": (0.2983367379376233, -0.04774385899338326),
}
SPRINGS = {"hip": {"c": 90.0}, "knee": {"c": 0.8}, "ankle": {"c": 25.0, "d": 0.8, "phi_rel0": 0.3}}
WOOD, PALE, STEEL = "#b58a5a", "#d9b98a", "#8a9099"


class Straight(Condition):
    """A leg is ahead of the other one, or stands alone on the ground: then its knee stays locked."""

    attachments = {"hip_1": Joint, "hip_2": Joint, "heel": Contact, "toe": Contact, "other_heel": Contact, "other_toe": Contact}
    side = Parameter("1", "1: ahead where the second leg is; -1: where the first one is", 1.0)

    @staticmethod
    def expression(p, u, t, hip_1, hip_2, heel, toe, other_heel, other_toe):
        alone = heel.closed + toe.closed - 2.0 * (other_heel.closed + other_toe.closed) - 0.5
        return np.maximum(p.side * (hip_2.q[0] - hip_1.q[0]), alone)


class BisectingSpring(Force):
    """Turns a trunk into the middle between two thighs, which all turn about one axis y."""

    attachments = {"trunk": Frame, "thigh_1": Frame, "thigh_2": Frame}
    c = Parameter("N.m/rad", "spring constant", 0.0, min=0.0)
    d = Parameter("N.m.s/rad", "damping constant", 0.0, min=0.0)

    @staticmethod
    def wrenches(p, u, t, trunk, thigh_1, thigh_2):
        tau = -p.c * lean(trunk, thigh_1, thigh_2) - p.d * lean_rate(trunk, thigh_1, thigh_2)
        none, about_y = np.zeros(3), np.array([0.0, 1.0, 0.0])
        return (none, tau * about_y), (none, -0.5 * tau * about_y), (none, -0.5 * tau * about_y)

    @staticmethod
    def energy(p, u, t, trunk, thigh_1, thigh_2):
        angle = lean(trunk, thigh_1, thigh_2)
        return 0.5 * p.c * angle * angle

    @staticmethod
    def dissipation(p, u, t, trunk, thigh_1, thigh_2):
        rate = lean_rate(trunk, thigh_1, thigh_2)
        return p.d * rate * rate


def lean(trunk, thigh_1, thigh_2):
    """The angle of a trunk about y from the middle between two thighs."""
    turns = (trunk.R.T @ thigh.R for thigh in (thigh_1, thigh_2))
    return -0.5 * sum(np.arctan2(R[0, 2], R[2, 2]) for R in turns)


def lean_rate(trunk, thigh_1, thigh_2):
    """Its rate."""
    return trunk.w[1] - 0.5 * (thigh_1.w[1] + thigh_2.w[1])


def down(angle: float) -> np.ndarray:
    """Along a leg that is turned by an angle: x and z."""
    return np.array([np.sin(angle), -np.cos(angle)])


def ahead(angle: float) -> np.ndarray:
    """Perpendicular to it: along its foot."""
    return np.array([np.cos(angle), np.sin(angle)])


def trunk_looks() -> list:
    """What is seen of the trunk."""
    return [
        Box(size=[0.14, 0.22, 0.4], r=[0, 0, 0.26], colour="#a5533c"),
        Cylinder(radius=0.045, length=0.24, axis=[0, 1, 0], colour=STEEL),
        Sphere(radius=0.09, r=[0, 0, 0.57], colour=WOOD),
    ]


def bone(length: float, width: float, y: float, colour: str) -> list:
    """What is seen of a thigh or a shank, and of the joint at its upper end."""
    return [Box(size=[width, width, length], r=[0, y, -length / 2], colour=colour), Sphere(radius=0.7 * width, r=[0, y, 0], colour=STEEL)]


def foot_looks(y: float, colour: str) -> list:
    """What is seen of a foot."""
    return [Box(size=[HEEL + TOE, 0.07, 0.03], r=[(TOE - HEEL) / 2, y, 0.015 - SOLE], colour=colour), Sphere(radius=0.03, r=[0, y, 0], colour=STEEL)]


def add_leg(model: Model, i: int, y: float, colour: str) -> None:
    """A leg, with springs and torque inputs of its joints."""
    thigh = model.add(f"thigh_{i}", Body(m=14.0, r_CM=[0, 0, -0.325], I=[0.15, 0.15, 0.02], visual=bone(THIGH, 0.06, y, colour)))
    shank = model.add(f"shank_{i}", Body(m=2.2, r_CM=[0, 0, -0.09], I=[0.005, 0.005, 0.001], visual=bone(SHANK, 0.045, y, colour)))
    foot = model.add(f"foot_{i}", Body(m=0.25, r_CM=[0.02, 0, -0.02], I=[0.001, 0.0025, 0.0025], visual=foot_looks(y, colour)))
    places = {"hip": (model.trunk.frame_a, thigh), "knee": (thigh.at([0, 0, -THIGH]), shank), "ankle": (shank.at([0, 0, -SHANK]), foot)}
    for k, (name, (place, body)) in enumerate(places.items()):
        phi, w = START[f"{name}_{i}"]
        joint = model.add(f"{name}_{i}", Revolute(place, body.frame_a, n=AXIS, phi_start=phi, w_start=w))
        model.add(f"{name}_spring_{i}", TorsionSpringDamper(joint, **SPRINGS[name]))
        motor = model.add(f"{name}_motor_{i}", JointTorque(joint))
        model.expose(inputs={f"u{2 * k + i - 1}": motor.tau}, outputs={f"{name}_{i}": joint.phi})


def add_contacts(model: Model, i: int) -> None:
    """What heel and toe of a foot do on the ground."""
    for name, x in (("heel", -HEEL), ("toe", TOE)):
        place = model.elements[f"foot_{i}"].at([x, 0, -SOLE])
        contact = model.add(f"{name}_{i}", Contact(place, model.world.frame_b, model.tip, model.ground, friction="sticking"))
        model.expose(outputs={f"N_{name}_{i}": contact.N})


def add_knee_stop(model: Model, i: int, side: float) -> None:
    """The stop of a knee, which locks it."""
    feet = [model.elements[f"{name}_{leg}"] for leg in (i, 3 - i) for name in ("heel", "toe")]
    straight = model.add(f"straight_{i}", Straight(model.hip_1, model.hip_2, *feet, side=side))
    stop = model.add(f"stop_{i}", JointStop(model.elements[f"knee_{i}"], straight, limit=0.0))
    model.expose(outputs={f"lock_{i}": stop.tau})


def start_of_trunk() -> dict[str, float]:
    """Position and velocity of the hip and the trunk while the first foot stands flat on the ground, its heel at x = 0."""
    angle, w = np.add(START["trunk"], START["hip_1"])
    (x, z), (v_x, v_z) = (THIGH + SHANK) * down(angle), (THIGH + SHANK) * w * ahead(angle)
    (phi, w_phi), place = START["trunk"], {"s_x_start": -x + HEEL, "s_y_start": -z + SOLE}
    return {**place, "v_x_start": -v_x, "v_y_start": -v_z, "phi_start": phi, "w_start": w_phi}


def biped(slope: float = SLOPE) -> Model:
    """The biped on a slope [rad], whose axes are those of the slope: x along it, down the hill, and z across it."""
    model = Model("Biped", "biped with trunk, knees that lock, and feet, which walks down a slope without torques", stop_time=5.0, step_size=1e-2)
    model.world = World(g=G, n=[np.sin(slope), 0, -np.cos(slope)])
    model.trunk = Body(m=38.0, r_CM=[0, 0, 0.25], I=[1.6, 1.6, 0.5], visual=trunk_looks())
    model.place = Planar(model.world.frame_b, model.trunk.frame_a, n=AXIS, n_x=[1, 0, 0], **start_of_trunk())
    model.tip, model.ground = SphereSurface(radius=0.0), PlaneSurface()
    model.expose(outputs={"x": model.place.s_x, "z": model.place.s_y, "trunk": model.place.phi})
    legs = ((1, -1.0), (2, 1.0))
    for i, side in legs:
        add_leg(model, i, -0.07 * side, WOOD if i == 1 else PALE)
    for i, _ in legs:
        add_contacts(model, i)
    for i, side in legs:
        add_knee_stop(model, i, side)
    model.middle = BisectingSpring(model.trunk.frame_a, model.thigh_1.frame_a, model.thigh_2.frame_a, c=1200.0, d=20.0)
    return model


model = biped()
