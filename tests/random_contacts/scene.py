"""Scenes: bodies that touch, as data that both the model and the judge are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from scipy.spatial.transform import Rotation

from mbfmu import (
    AccelerationSensor,
    Body,
    BoxSurface,
    CapsuleSurface,
    Contact,
    CylinderSurface,
    EllipsoidSurface,
    FreeMotion,
    HuntCrossleyContact,
    Model,
    PlaneSurface,
    PolyhedronSurface,
    PoseSensor,
    Prismatic,
    Revolute,
    SineJointMotion,
    SphereSurface,
    Spherical,
    SpringDamperParallel,
    VelocitySensor,
    World,
)
from mbfmu.model.declare.element import Element
from mbfmu.model.declare.frame import Frame

WORLD = -1
G = 9.81
SURFACES = {
    "plane": lambda: PlaneSurface(),
    "sphere": lambda radius: SphereSurface(radius=radius),
    "box": lambda *size: BoxSurface(size=size),
    "capsule": lambda radius, length: CapsuleSurface(radius=radius, length=length),
    "cylinder": lambda radius, length: CylinderSurface(radius=radius, length=length),
    "ellipsoid": lambda *semi_axes: EllipsoidSurface(semi_axes=semi_axes),
    "polyhedron": lambda *numbers: PolyhedronSurface(vertices=np.reshape(numbers, (-1, 3))),
}
AXES = {"revolute": {"n": [0, 0, 1]}, "prismatic": {"n": [0, 0, 1]}}
JOINTS = {"revolute": Revolute, "prismatic": Prismatic, "spherical": Spherical}


@dataclass(frozen=True)
class Lump:
    """A rigid body: its mass, the rest resolved in its frame, and the pose and velocities (of its frame; w in it) where it starts."""

    m: float
    I: np.ndarray
    R: np.ndarray
    r: np.ndarray
    r_CM: np.ndarray = field(default_factory=lambda: np.zeros(3))
    v: np.ndarray = field(default_factory=lambda: np.zeros(3))
    w: np.ndarray = field(default_factory=lambda: np.zeros(3))


@dataclass(frozen=True)
class Link:
    """A joint of body b on body a, about or along z of the axes R at r, both in the world at the start; `drive` is (amplitude, frequency)."""

    kind: str
    a: int
    b: int
    R: np.ndarray
    r: np.ndarray
    speed: float = 0.0
    drive: tuple[float, float] | None = None


@dataclass(frozen=True)
class Spring:
    """A spring between points of two bodies, resolved in each."""

    a: int
    b: int
    at_a: np.ndarray
    at_b: np.ndarray
    c: float
    length: float
    d: float


@dataclass(frozen=True)
class Side:
    """A surface on a body: its pose there, what it is and its sizes."""

    body: int
    kind: str
    size: tuple[float, ...] = ()
    R: np.ndarray = field(default_factory=lambda: np.eye(3))
    r: np.ndarray = field(default_factory=lambda: np.zeros(3))


@dataclass(frozen=True)
class Touch:
    """A contact of two sides, rigid, or with the stiffness c and the damping d of a linear Hunt-Crossley contact."""

    a: Side
    b: Side
    mu: float = 0.0
    e: float = 0.0
    law: str = "poisson"
    friction: str = "coulomb"
    soft: tuple[float, float] | None = None


@dataclass(frozen=True)
class Scene:
    """What there is; `down` is the direction of gravity."""

    bodies: tuple[Lump, ...]
    touches: tuple[Touch, ...]
    links: tuple[Link, ...] = ()
    springs: tuple[Spring, ...] = ()
    down: np.ndarray = field(default_factory=lambda: np.array([0.0, 0.0, -1.0]))
    options: Mapping[str, str] = field(default_factory=dict)


def _at(part: Element, R: np.ndarray, r: np.ndarray) -> Frame:
    vector = Rotation.from_matrix(R).as_rotvec()
    angle = np.linalg.norm(vector)
    return part.at(r, vector / angle, angle) if angle > 0.0 else part.at(r)


def model_of(scene: Scene) -> Model:
    """The Model of a scene, whose outputs are pose, velocities and accelerations of each body, and forces of each contact and drive."""
    model, outputs = Model("Scene", **scene.options), {}
    model.world = World(g=G, n=scene.down)
    parts = [model.add(f"body{i}", Body(m=body.m, I=body.I, r_CM=body.r_CM)) for i, body in enumerate(scene.bodies)]
    moved = {link.b for link in scene.links}
    part_of = lambda i: model.world if i == WORLD else parts[i]
    for i, (part, body) in enumerate(zip(parts, scene.bodies)):
        if i not in moved:
            start = {"r_start": body.r, "Q_start": Rotation.from_matrix(body.R).as_quat(), "v_start": body.v, "w_start": body.w}
            model.add(f"free{i}", FreeMotion(model.world.frame_b, part.frame_a, **start))
        sensors = (PoseSensor(part.frame_a), VelocitySensor(part.frame_a), AccelerationSensor(part.frame_a))
        for name, sensor in zip(("pose", "velocity", "acceleration"), sensors):
            model.add(f"{name}{i}", sensor)
        pose, velocity, acceleration = sensors
        outputs |= {f"r{i}": pose.r, f"Q{i}": pose.Q, f"v{i}": velocity.v, f"w{i}": velocity.w, f"a{i}": acceleration.a, f"z{i}": acceleration.z}
    placed: set[int] = set()
    for k, link in enumerate(scene.links):
        frames = [_joint_frame(scene, part_of(i), i, link) for i in (link.a, link.b)]
        start = {"spherical": {"w_start": [0.0, 0.0, link.speed]}, "revolute": {"w_start": link.speed}, "prismatic": {"v_start": link.speed}}[
            link.kind
        ]
        joint = model.add(f"joint{k}", JOINTS[link.kind](*frames, **AXES.get(link.kind, {}), **({} if link.drive or link.b in placed else start)))
        placed.add(link.b)
        if link.drive:
            drive = model.add(f"drive{k}", SineJointMotion(joint, amplitude=link.drive[0], frequency=link.drive[1]))
            outputs[f"P{k}"] = drive.P
    for k, spring in enumerate(scene.springs):
        ends = (part_of(spring.a).at(spring.at_a), part_of(spring.b).at(spring.at_b))
        model.add(f"spring{k}", SpringDamperParallel(*ends, c=spring.c, s_unstretched=spring.length, d=spring.d))
    for k, touch in enumerate(scene.touches):
        sides = (touch.a, touch.b)
        frames = [_at(part_of(side.body), side.R, side.r) for side in sides]
        surfaces = [model.add(f"surface{k}{name}", SURFACES[side.kind](*side.size)) for name, side in zip("ab", sides)]
        if touch.soft:
            contact = HuntCrossleyContact(*frames, *surfaces, c=touch.soft[0], n=1.0, d=touch.soft[1], friction="simple", mu=touch.mu)
        else:
            friction = {"mu": touch.mu} if touch.friction == "coulomb" else {}
            contact = Contact(*frames, *surfaces, friction=touch.friction, law=touch.law, e=touch.e, **friction)
        model.add(f"touch{k}", contact)
        outputs |= {f"f{k}": contact.f, f"N{k}": contact.N, f"gap{k}": contact.gap, f"C{k}": contact.r_contact}
    model.expose(outputs=outputs)
    return model


def _joint_frame(scene: Scene, part: Element, i: int, link: Link) -> Frame:
    if i == WORLD:
        return _at(part, link.R, link.r)
    body = scene.bodies[i]
    return _at(part, body.R.T @ link.R, body.R.T @ (link.r - body.r))
