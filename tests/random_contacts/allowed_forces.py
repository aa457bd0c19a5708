"""Which forces contacts may exert by Coulomb's law, and what they leave unexplained."""

from __future__ import annotations

import numpy as np
from scipy.optimize import nnls

from .accelerations import Acceleration, accelerations
from .geometry import Place
from .mechanics import Moment, borne, masses, pair
from .scene import Scene, Touch

FACETS = 32  # of a cone around Coulomb's
CLOSED = 1e-7  # m: farther apart nothing acts
LEAVES = 1e-6  # m/s: what parts faster bears nothing
LIFTS = 1e-3  # m/s2: what begins to part, or to slide, accelerates by more
SLOW = 1e-3  # m/s: directions of slower points are smoothed
SMOOTHED = 1.5e-6  # m/s: by the square of this over the speed
GUIDING = 2e-4  # m/s: slower points may be guided: a force across their way acts beside friction along it
GUIDED = 0.5  # of friction, at most: that force
STILL = 2e-5  # m/s: the direction of slower points may be held, or is smoothed by so much that friction along their way is less
STUCK = 1e-7  # m/s
BEYOND = np.hypot(1.0, GUIDED)  # of friction: the most that acts where points are guided


def tangents(n: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two unit vectors across n."""
    first = np.cross(n, np.eye(3)[np.abs(n).argmin()])
    first /= np.linalg.norm(first)
    return first, np.cross(n, first)


def cone(n: np.ndarray, touch: Touch, factor: float = 1.0) -> list[np.ndarray]:
    """Forces (3,) whose sums with factors >= 0 are those that a point may exert, and hardly more."""
    if touch.friction == "none":
        return [n]
    first, second = tangents(n)
    if touch.friction == "sticking":
        return [n, first, -first, second, -second]
    angles = 2 * np.pi * np.arange(FACETS) / FACETS
    radius = touch.mu * factor / np.cos(np.pi / FACETS)
    return [n + radius * (np.cos(angle) * first + np.sin(angle) * second) for angle in angles]


def _against(n: np.ndarray, touch: Touch, way: np.ndarray, aside: float) -> list[np.ndarray]:
    """Friction against a way across n, and a part of it aside."""
    along = way / np.linalg.norm(way)
    return [n - touch.mu * (along + part * np.cross(n, along)) for part in (-aside, aside)]


def _forces(now: Moment, touch: Touch, place: Place, accelerates: Acceleration | None) -> list[np.ndarray]:
    v = now.sliding(touch, place)
    across = v - place.n * (place.n @ v)
    speed = float(np.linalg.norm(across))
    if place.n @ v > LEAVES or (accelerates and accelerates.gap > LIFTS):
        return []
    if touch.friction != "coulomb":
        return cone(place.n, touch)
    if speed > STILL:
        aside = 0.0 if speed > SLOW else (SMOOTHED / speed) ** 2 if speed > GUIDING else GUIDED
        return _against(place.n, touch, across, aside)
    if speed > STUCK or not accelerates:
        return cone(place.n, touch, BEYOND)
    return _against(place.n, touch, accelerates.across, GUIDED) if np.linalg.norm(accelerates.across) > LIFTS else cone(place.n, touch)


def allowed(scene: Scene, now: Moment, impact: bool) -> np.ndarray:
    """The wrenches (6 n, k) that contacts may exert, by factors >= 0."""
    found = []
    for touch in scene.touches:
        if touch.soft or min(place.gap for place in now.places(touch)) > CLOSED:
            continue
        for place, accelerates in zip(now.places(touch), [None] * len(now.places(touch)) if impact else accelerations(now, touch)):
            if place.gap > CLOSED:
                continue
            forces = cone(place.n, touch) if impact else _forces(now, touch, place, accelerates)
            found += [pair(scene, now, touch.a.body, touch.b.body, place.C, force) for force in forces]
    return np.array(found).reshape(-1, 6 * len(scene.bodies)).T


def unexplained(scene: Scene, now: Moment, wanted: np.ndarray, impact: bool) -> float:
    """What joints and contacts cannot explain of wrenches, each over the root of its mass or moment of inertia."""
    weights = 1.0 / np.sqrt(np.diag(masses(scene, now)))  # so that forces and torques are compared by accelerations
    bilateral, unilateral = borne(scene, now), allowed(scene, now, impact)
    columns = weights[:, None] * np.hstack([bilateral, -bilateral, unilateral])
    size = float(np.linalg.norm(weights * wanted))
    if not columns.shape[1] or not size:
        return size
    lengths = np.linalg.norm(columns, axis=0)
    columns = columns[:, lengths > 1e-14] / lengths[lengths > 1e-14]
    return size * float(nnls(columns, weights * wanted / size, maxiter=100 * columns.shape[1])[1])
