"""Newton and Euler for the bodies of a scene, each for itself: masses, what joints bear, what contacts may do, and energy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from scipy.spatial.transform import Rotation

from .geometry import Place, Pose, places
from .scene import WORLD, G, Scene, Touch

STILL = Pose(np.eye(3), np.zeros(3))
FREE = {"revolute": (3, 2), "prismatic": (2, 3), "spherical": (3, 0)}  # how many forces (x, y, z) and torques (x, y, z) a joint bears
Outputs = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Moment:
    """A scene at an instant: poses, velocities (of frames, v and w in the world), and what was said of accelerations (in the world)."""

    t: float
    poses: tuple[Pose, ...]
    v: tuple[np.ndarray, ...]
    w: tuple[np.ndarray, ...]
    a: tuple[np.ndarray, ...]
    z: tuple[np.ndarray, ...]
    said: Outputs
    near: dict[int, list[Place]] = field(default_factory=dict, compare=False)  # places that were found, by the address of their contact

    def pose(self, body: int) -> Pose:
        """Of a body, or the world."""
        return STILL if body == WORLD else self.poses[body]

    def velocity(self, body: int, point: np.ndarray) -> np.ndarray:
        """Of a point of a body, in the world."""
        return np.zeros(3) if body == WORLD else self.v[body] + np.cross(self.w[body], point - self.poses[body].r)

    def places(self, touch: Touch) -> list[Place]:
        """Where the sides of a contact are near to each other."""
        if id(touch) not in self.near:
            self.near[id(touch)] = places(touch.a, touch.b, self.pose(touch.a.body).of(touch.a), self.pose(touch.b.body).of(touch.b))
        return self.near[id(touch)]

    def sliding(self, touch: Touch, place: Place) -> np.ndarray:
        """The velocity of a against b at a point."""
        return self.velocity(touch.a.body, place.C) - self.velocity(touch.b.body, place.C)


def moment(scene: Scene, t: float, said: Outputs) -> Moment:
    """What outputs say of a scene."""
    count = range(len(scene.bodies))
    poses = tuple(Pose(Rotation.from_quat(said[f"Q{i}"]).as_matrix(), np.array(said[f"r{i}"])) for i in count)
    turned = lambda name: tuple(poses[i].R @ said[f"{name}{i}"] for i in count)
    plain = lambda name: tuple(np.array(said[f"{name}{i}"]) for i in count)
    return Moment(t, poses, plain("v"), turned("w"), plain("a"), turned("z"), said)


def wrench(scene: Scene, now: Moment, body: int, point: np.ndarray, force: np.ndarray, torque: np.ndarray | None = None) -> np.ndarray:
    """A force at a point of a body and a torque, among those of all bodies, each force and moment about the centre of mass (6 n)."""
    found = np.zeros(6 * len(scene.bodies))
    if body == WORLD:
        return found
    centre = now.poses[body].r + now.poses[body].R @ scene.bodies[body].r_CM
    turning = np.cross(point - centre, force) + (0.0 if torque is None else torque)
    found[6 * body : 6 * body + 6] = np.r_[force, turning]
    return found


def pair(scene: Scene, now: Moment, a: int, b: int, point: np.ndarray, force: np.ndarray, torque: np.ndarray | None = None) -> np.ndarray:
    """The same on a, and opposite on b."""
    return wrench(scene, now, a, point, force, torque) - wrench(scene, now, b, point, force, torque)


def masses(scene: Scene, now: Moment) -> np.ndarray:
    """The mass matrix (6 n, 6 n) of velocities of centres of mass and angular velocities, in the world."""
    found = np.zeros((6 * len(scene.bodies),) * 2)
    for i, (body, pose) in enumerate(zip(scene.bodies, now.poses)):
        found[6 * i : 6 * i + 3, 6 * i : 6 * i + 3] = body.m * np.eye(3)
        found[6 * i + 3 : 6 * i + 6, 6 * i + 3 : 6 * i + 6] = pose.R @ body.I @ pose.R.T
    return found


def speeds(scene: Scene, now: Moment) -> np.ndarray:
    """Velocities of centres of mass and angular velocities (6 n), in the world."""
    found = []
    for i, (body, pose) in enumerate(zip(scene.bodies, now.poses)):
        found += [now.velocity(i, pose.r + pose.R @ body.r_CM), now.w[i]]
    return np.concatenate(found)


def asked(scene: Scene, now: Moment) -> np.ndarray:
    """The wrenches (6 n) that accelerations ask of joints and contacts: inertia less gravity, springs and soft contacts."""
    found = np.zeros(6 * len(scene.bodies))
    for i, (body, pose) in enumerate(zip(scene.bodies, now.poses)):
        arm, I, w, z = pose.R @ body.r_CM, pose.R @ body.I @ pose.R.T, now.w[i], now.z[i]
        a = now.a[i] + np.cross(z, arm) + np.cross(w, np.cross(w, arm))
        found[6 * i : 6 * i + 6] = np.r_[body.m * (a - G * scene.down), I @ z + np.cross(w, I @ w)]
    for spring in scene.springs:
        ends = _ends(now, spring)
        way, rate = ends[1] - ends[0], now.velocity(spring.b, ends[1]) - now.velocity(spring.a, ends[0])
        s = np.linalg.norm(way)
        pull = (spring.c * (s - spring.length) + spring.d * (rate @ way) / s) * way / s
        found -= wrench(scene, now, spring.a, ends[0], pull) - wrench(scene, now, spring.b, ends[1], pull)
    for k, touch in enumerate(scene.touches):
        if touch.soft:
            found -= pair(scene, now, touch.a.body, touch.b.body, now.said[f"C{k}"], now.said[f"f{k}"])
    return found


def _ends(now: Moment, spring) -> tuple[np.ndarray, np.ndarray]:
    at_a, at_b = now.pose(spring.a), now.pose(spring.b)
    return at_a.r + at_a.R @ spring.at_a, at_b.r + at_b.R @ spring.at_b


def borne(scene: Scene, now: Moment) -> np.ndarray:
    """The wrenches (6 n, k) that joints may bear, for a unit each, and drives exert."""
    found = []
    for link in scene.links:
        a, b = now.pose(link.a), now.pose(link.b)
        start = STILL if link.a == WORLD else Pose(scene.bodies[link.a].R, scene.bodies[link.a].r)
        axes = a.R @ start.R.T @ link.R
        on_b = Pose(scene.bodies[link.b].R, scene.bodies[link.b].r)
        point = b.r + b.R @ (on_b.R.T @ (link.r - on_b.r))
        forces, torques = FREE[link.kind]
        columns = [(axes[:, i], None) for i in range(forces)] + [(np.zeros(3), axes[:, i]) for i in range(torques)]
        if link.drive:
            columns.append((axes[:, 2], None) if link.kind == "prismatic" else (np.zeros(3), axes[:, 2]))
        found += [pair(scene, now, link.a, link.b, point, force, torque) for force, torque in columns]
    return np.array(found).reshape(-1, 6 * len(scene.bodies)).T


def apart(scene: Scene, now: Moment) -> float:
    """How far joints are off where they hold [m]."""
    worst = 0.0
    for link in scene.links:
        ends = []
        for i in (link.a, link.b):
            start = STILL if i == WORLD else Pose(scene.bodies[i].R, scene.bodies[i].r)
            at = now.pose(i)
            ends.append(at.r + at.R @ (start.R.T @ (link.r - start.r)))
        axes = now.pose(link.a).R @ (np.eye(3) if link.a == WORLD else scene.bodies[link.a].R.T) @ link.R
        off = axes.T @ (ends[1] - ends[0])
        worst = max(worst, float(np.abs(off[: FREE[link.kind][0]]).max()))
    return worst


def energy(scene: Scene, now: Moment) -> float:
    """Kinetic and potential energy, springs and soft contacts with it."""
    u = speeds(scene, now)
    found = 0.5 * u @ masses(scene, now) @ u
    for body, pose in zip(scene.bodies, now.poses):
        found -= body.m * G * scene.down @ (pose.r + pose.R @ body.r_CM)
    for spring in scene.springs:
        one, other = _ends(now, spring)
        found += 0.5 * spring.c * (np.linalg.norm(other - one) - spring.length) ** 2
    for touch in scene.touches:
        if touch.soft:
            found += sum(0.5 * touch.soft[0] * min(place.gap, 0.0) ** 2 for place in now.places(touch))
    return float(found)
