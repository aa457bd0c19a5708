"""Two parallel rails on a free frame, whose slide hangs on a ball joint: no axis lies along one of the world, so nothing cancels exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from mbfmu import (
    Body,
    Constraint,
    Cylindrical,
    FixedRotation,
    FreeMotion,
    KnifeEdge,
    Model,
    Planar,
    PointOnLine,
    PointOnPlane,
    PositionSensor,
    Prismatic,
    Spherical,
    VelocitySensor,
    World,
)
from mbfmu.base.spatial.rotations import about_axis, cross
from mbfmu.model.declare.frame import Frame

G = 9.81
TURN = about_axis(np.array([3.0, 1.0, -2.0]) / 14**0.5, 0.7)  # of the rails against the frame
LAID = about_axis(np.array([1.0, 2.0, 3.0]) / 14**0.5, 0.7)  # of the slide, which is parallel to the rails, in the world
RAIL, APART = (
    np.array([0.1, 0.2, 0.3]),
    np.array([0.0, 0.4, 0.0]),
)  # m: the first rail in the frame, and the second from there, along the slide's axes
BALL = np.array([0.0, 0.1, 0.5])  # m, in the slide
BODIES = {"frame": (3.0, np.array([0.1, 0.0, 0.2]), np.array([0.2, 0.3, 0.4])), "slide": (2.0, np.array([0.0, 0.1, 0.0]), np.array([0.1, 0.2, 0.2]))}
Second = Callable[[Model, Frame, Frame], None]


class Beside(Constraint):
    """Two frames keep their distance across: a row of the user's own, seen from the world."""

    attachments = {"frame_a": Frame, "frame_b": Frame}
    units = ("m",)

    @staticmethod
    def residual(p, u, t, a, b):
        return np.array([(a.R.T @ (b.r - a.r))[1]])


class Abreast(Constraint):
    """The same, of speeds."""

    attachments = {"frame_a": Frame, "frame_b": Frame}
    units = ("m",)
    holonomic = False

    @staticmethod
    def residual(p, u, t, a, b):
        return np.array([(a.R.T @ (b.v - a.v - cross(a.R @ a.w, b.r - a.r)))[1]])


SECOND: dict[str, Second] = {
    "Prismatic": lambda model, rail, slide: model.add("second", Prismatic(rail, slide, n=[1, 0, 0])),
    "Planar": lambda model, rail, slide: model.add("second", Planar(rail, slide, n=[0, 0, 1])),
    "Cylindrical": lambda model, rail, slide: model.add("second", Cylindrical(rail, slide, n=[1, 0, 0])),
    "PointOnPlane": lambda model, rail, slide: model.add("second", PointOnPlane(rail, slide, n=[0, 0, 1])),
    "PointOnLine": lambda model, rail, slide: model.add("second", PointOnLine(rail, slide, n=[1, 0, 0])),
    "KnifeEdge": lambda model, rail, slide: model.add("second", KnifeEdge(rail, slide)),
    "own row": lambda model, rail, slide: model.add("second", Beside(rail, slide)),
    "own row of speeds": lambda model, rail, slide: model.add("second", Abreast(rail, slide)),
}


def rails(second: str | None = None, floating: bool = False, high: float = 0.0, askew: float = 0.0) -> Model:
    """At rest. The ball joint is on the world, or, `floating`, on a body that falls; the second rail lies too `high` [m], and `askew` [rad]."""
    model = Model("Rails")
    model.world = World(g=G)
    model.frame, model.slide = (Body(m=m, r_CM=r, I=I) for m, r, I in BODIES.values())
    model.free = FreeMotion(model.world.frame_b, model.frame.frame_a)
    model.first_rail = FixedRotation(model.frame.frame_a, n=[3, 1, -2], angle=0.7, r=RAIL)
    model.second_rail = FixedRotation(model.frame.frame_a, n=[3, 1, -2], angle=0.7 + askew, r=RAIL + TURN @ (APART + [0, 0, high]))
    model.rail = Prismatic(model.first_rail.frame_b, model.slide.frame_a, n=[1, 0, 0])
    model.hung = FixedRotation(model.world.frame_b, n=[1, 2, 3], angle=0.7)
    held = model.hung.frame_b
    if floating:
        model.base = Body(m=5.0, r_CM=[0.2, 0.0, 0.1], I=[0.3, 0.2, 0.4])
        model.below = FreeMotion(model.hung.frame_b, model.base.frame_a)
        held = model.base.at([0.0, 0.0, 0.0])
    model.ball = Spherical(held, model.slide.at(BALL))
    if second is not None:
        SECOND[second](model, model.second_rail.frame_b, model.slide.at(APART))
    return model


def acceleration(second: bool) -> float:
    """Of the slide along its rail at the start [m/s2], with the ball joint on the world: Newton's and Euler's equations of both bodies in absolute
    coordinates, with all rows of all joints, by least squares."""
    R = {"frame": LAID @ TURN.T, "slide": LAID}
    origin = {"slide": -LAID @ BALL}
    origin["frame"] = origin["slide"] - R["frame"] @ RAIL
    place = {"frame": 0, "slide": 6}
    M, f, rows = np.zeros((12, 12)), np.zeros(12), []
    for name, (m, _, inertia) in BODIES.items():
        k = place[name]
        M[k : k + 3, k : k + 3], M[k + 3 : k + 6, k + 3 : k + 6] = m * np.eye(3), R[name] @ np.diag(inertia) @ R[name].T
        f[k + 2] = -m * G

    def moved(name: str, point: np.ndarray) -> np.ndarray:
        """The acceleration (3, 12) of a point of a body at rest, by those of both."""
        J, arm, k = np.zeros((3, 12)), point - origin[name] - R[name] @ BODIES[name][1], place[name]
        J[:, k : k + 3], J[:, k + 3 : k + 6] = np.eye(3), -np.cross(np.eye(3), arm)
        return J

    rows += [*moved("slide", np.zeros(3))]
    for offset in (0 * APART, APART)[: 1 + second]:
        point = origin["slide"] + LAID @ offset
        rows += [*(LAID.T @ (moved("slide", point) - moved("frame", point)))[1:]]
        rows += [*np.hstack([np.zeros((3, 3)), -np.eye(3), np.zeros((3, 3)), np.eye(3)])]
    J = np.array(rows)
    system = np.block([[M, -J.T], [J, np.zeros((len(J), len(J)))]])
    a = np.linalg.lstsq(system, np.concatenate([f, np.zeros(len(J))]), rcond=1e-12)[0][:12]
    return float((LAID.T @ (moved("slide", origin["slide"]) - moved("frame", origin["slide"])) @ a)[0])


def watched(model: Model) -> Model:
    """The model with the positions and velocities of its bodies' centres of mass as outputs."""
    for name, (_, r, _) in BODIES.items():
        frame = getattr(model, name).at(r)
        place, motion = model.add(f"{name}_place", PositionSensor(frame)), model.add(f"{name}_motion", VelocitySensor(frame))
        model.expose(outputs={f"{name}.r": place.r, f"{name}.v": motion.v, f"{name}.w": motion.w})
    return model


def energy(run: Mapping[str, np.ndarray]) -> np.ndarray:
    """T + V [J] of both bodies in each row of a run, of their positions and velocities alone."""
    total = np.zeros(len(run["time"]))
    for name, (m, _, inertia) in BODIES.items():
        r, v, w = (np.array([run[f"{name}.{quantity}[{i}]"] for i in (1, 2, 3)]) for quantity in ("r", "v", "w"))
        total += 0.5 * m * (v * v).sum(0) + 0.5 * (inertia[:, None] * w * w).sum(0) + m * G * r[2]
    return total
