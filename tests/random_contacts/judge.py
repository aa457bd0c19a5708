"""What a run must not do: penetrate, pull, leave Coulomb's cone, rub along, gain energy; and what an impact must do."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import nnls

from tests.tolerances import JUDGED_ENERGY, JUDGED_FORCES, JUDGED_GAPS, JUDGED_IMPULSES

from .mechanics import Moment, apart, asked, borne, energy, masses, pair, speeds
from .one_impact import after_impact
from .scene import G, Scene, Touch

FACETS = 32  # of a cone around Coulomb's
CLOSED = 1e-7  # m: farther apart nothing acts
STRUCK = 1e-12  # m: farther apart a contact may close later
AT_ONCE = 1e-6  # s: impacts that follow so soon end what one of them leaves, as where a cap falls flat: its lowest point is lifted a little
SLOW = 1e-3  # m/s: slower points may be guided, or their direction may be held
STUCK = 1e-7  # m/s
GUIDED = 1.12  # of friction, of points that are guided


@dataclass(frozen=True)
class Wrong:
    """A finding: what is wrong, when, and by how much."""

    what: str
    t: float
    size: float


@dataclass
class Findings:
    """The worst of each kind, and what is beyond its bound."""

    worst: dict[str, float] = field(default_factory=dict)
    wrong: list[Wrong] = field(default_factory=list)
    judged: int = 0  # impacts whose law was computed

    def note(self, what: str, t: float, size: float, bound: float) -> None:
        """A deviation, wrong beyond its bound."""
        self.worst[what] = max(self.worst.get(what, 0.0), size)
        if not size <= bound:
            self.wrong.append(Wrong(what, t, size))


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


def allowed(scene: Scene, now: Moment, impact: bool) -> np.ndarray:
    """The wrenches (6 n, k) that contacts may exert, by factors >= 0."""
    found = []
    for touch in scene.touches:
        if touch.soft:
            continue
        for place in now.places(touch):
            if place.gap > CLOSED:
                continue
            v = now.sliding(touch, place)
            across = v - place.n * (place.n @ v)
            speed = np.linalg.norm(across)
            if impact or touch.friction != "coulomb" or speed < STUCK:
                forces = cone(place.n, touch)
            elif speed < SLOW:
                forces = cone(place.n, touch, GUIDED)
            else:
                forces = [place.n - touch.mu * across / speed]
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


def driven(scene: Scene) -> bool:
    """Whether a drive adds energy."""
    return any(link.drive for link in scene.links)


def judge_moment(scene: Scene, now: Moment, found: Findings) -> None:
    """Positions, complementarity and forces at an instant."""
    for k, touch in enumerate(scene.touches):
        near = now.places(touch)
        gap = min(place.gap for place in near)
        if not touch.soft:
            found.note("penetration", now.t, -gap, JUDGED_GAPS)
            found.note("pull", now.t, -float(now.said[f"N{k}"]), JUDGED_FORCES)
            if gap > CLOSED:
                found.note("force while open", now.t, float(np.linalg.norm(now.said[f"f{k}"])), 0.0)
            normal = [place.n for place in near]
            if all(normal[0] @ n > 1 - 1e-12 for n in normal):
                N = float(now.said[f"f{k}"] @ normal[0])
                across = np.linalg.norm(now.said[f"f{k}"] - N * normal[0])
                if touch.friction != "sticking":
                    mu = touch.mu if touch.friction == "coulomb" else 0.0
                    found.note("cone", now.t, across - GUIDED * mu * N, JUDGED_FORCES * (1 + abs(N)))
        said = float(now.said[f"gap{k}"])
        if gap < 0.02:
            found.note("gap", now.t, abs(said - gap), JUDGED_GAPS)
    found.note("joints apart", now.t, apart(scene, now), JUDGED_GAPS)
    wanted = asked(scene, now)
    weight = np.sqrt(sum(body.m for body in scene.bodies)) * G
    found.note("unexplained forces", now.t, unexplained(scene, now, wanted, False) / weight, JUDGED_FORCES)


def judge_impact(scene: Scene, before: Moment, after: Moment, until: float, found: Findings) -> None:
    """A jump of speeds between two instants that are the same; the next one is at `until` [s]."""
    M, change = masses(scene, after), speeds(scene, after) - speeds(scene, before)
    kinetic = lambda u: 0.5 * u @ M @ u
    noise = JUDGED_IMPULSES * (1.0 + np.sqrt(2 * kinetic(speeds(scene, before))))  # of a velocity times the root of a mass
    if not driven(scene):
        gained = kinetic(speeds(scene, after)) - kinetic(speeds(scene, before))
        found.note("energy at impact", after.t, gained, noise * (1.0 + np.sqrt(2 * kinetic(speeds(scene, before)))))
    found.note("unexplained impulse", after.t, unexplained(scene, after, M @ change, True), noise)
    for touch in scene.touches:
        if touch.soft or until - after.t < AT_ONCE:
            continue
        for place in after.places(touch):
            if abs(place.gap) < STRUCK:
                found.note("penetrating speed", after.t, -float(place.n @ after.sliding(touch, place)), JUDGED_IMPULSES)


def judge_law(scene: Scene, before: Moment, after: Moment, found: Findings) -> None:
    """An impact at one point, by its law; not where contacts share it, nor where it ends infinitely many."""
    near = [(touch, place) for touch in scene.touches if not touch.soft for place in after.places(touch) if place.gap < CLOSED]
    if len(near) != 1:
        return
    touch, place = near[0]
    M, joints, mu = masses(scene, after), borne(scene, after), {"none": 0.0, "coulomb": touch.mu, "sticking": np.inf}[touch.friction]
    J = np.array([pair(scene, after, touch.a.body, touch.b.body, place.C, axis) for axis in (place.n, *tangents(place.n))])
    inverse = np.linalg.inv(M)
    if joints.shape[1]:
        inverse = inverse - inverse @ joints @ np.linalg.pinv(joints.T @ inverse @ joints, rcond=1e-10) @ joints.T @ inverse
    S, v, then = J @ inverse @ J.T, J @ speeds(scene, before), J @ speeds(scene, after)
    if np.linalg.cond(S) > 1e8 or v[0] > -1e-3:
        return
    wanted = after_impact(S, v, mu, touch.e, touch.law)
    if wanted is not None and (wanted[0] > 1e-3 or touch.e == 0.0):
        found.judged += 1
        found.note("law", after.t, float(np.abs(wanted - then).max()), JUDGED_IMPULSES * (1.0 + np.linalg.norm(v)))


def judge_energy(scene: Scene, moments: list[Moment], found: Findings) -> None:
    """Energy never grows where nothing drives."""
    if driven(scene) or len(moments) < 2:
        return
    energies = np.array([energy(scene, now) for now in moments])
    growth = energies[1:] - np.minimum.accumulate(energies)[:-1]
    worst = int(growth.argmax())
    found.note("energy", moments[worst + 1].t, float(growth[worst]), JUDGED_ENERGY * (1.0 + np.abs(energies).max()))
