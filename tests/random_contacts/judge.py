"""What a run must not do: penetrate, pull, leave Coulomb's cone, rub along, gain energy; and what an impact must do."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tests.tolerances import JUDGED_ACCELERATIONS, JUDGED_ENERGY, JUDGED_FORCES, JUDGED_GAPS, JUDGED_IMPULSES

from .accelerations import accelerations
from .allowed_forces import BEYOND, CLOSED, tangents, unexplained
from .mechanics import Moment, apart, asked, borne, energy, masses, pair, speeds
from .one_impact import after_impact
from .scene import G, Scene

STRUCK = 1e-12  # m: farther apart a contact may close later
AT_ONCE = 1e-6  # s: events that follow so soon end what one of them leaves, as where a cap falls flat: its lowest point is lifted a little
AT_REST = 1e-8  # m/s: what approaches or parts more slowly does not


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
                    found.note("cone", now.t, across - BEYOND * mu * N, JUDGED_FORCES * (1 + abs(N)))
        said = float(now.said[f"gap{k}"])
        if gap < 0.02:
            found.note("gap", now.t, abs(said - gap), JUDGED_GAPS)
    found.note("joints apart", now.t, apart(scene, now), JUDGED_GAPS)
    wanted = asked(scene, now)
    weight = np.sqrt(sum(body.m for body in scene.bodies)) * G
    found.note("unexplained forces", now.t, unexplained(scene, now, wanted, False) / weight, JUDGED_FORCES)


def judge_event(scene: Scene, before: Moment, after: Moment, until: float, found: Findings) -> None:
    """Two instants that are the same, between which modes changed: energy, and what surfaces do next. The next event is at `until` [s]."""
    if not driven(scene):
        energies = [energy(scene, now) for now in (before, after)]
        found.note("energy at event", after.t, energies[1] - energies[0], JUDGED_ENERGY * (1.0 + abs(energies[0])))
    if until - after.t >= AT_ONCE:
        judge_approach(scene, after, found)


def judge_approach(scene: Scene, now: Moment, found: Findings) -> None:
    """Surfaces that touch do not go into each other, nor begin to; what never slides may come back as it leaves (design of contacts, hops)."""
    for touch in scene.touches:
        if touch.soft or min(place.gap for place in now.places(touch)) > STRUCK:
            continue
        for place, accelerates in zip(now.places(touch), accelerations(now, touch)):
            if place.gap > STRUCK:
                continue
            v = float(place.n @ now.sliding(touch, place))
            found.note("penetrating speed", now.t, -v, JUDGED_IMPULSES)
            if accelerates and abs(v) < AT_REST and touch.friction != "sticking":
                found.note("penetrating acceleration", now.t, -accelerates.gap, JUDGED_ACCELERATIONS)


def judge_impact(scene: Scene, before: Moment, after: Moment, found: Findings) -> None:
    """A jump of speeds between two instants that are the same."""
    M, change = masses(scene, after), speeds(scene, after) - speeds(scene, before)
    kinetic = lambda u: 0.5 * u @ M @ u
    noise = JUDGED_IMPULSES * (1.0 + np.sqrt(2 * kinetic(speeds(scene, before))))  # of a velocity times the root of a mass
    if not driven(scene):
        gained = kinetic(speeds(scene, after)) - kinetic(speeds(scene, before))
        found.note("energy at impact", after.t, gained, noise * (1.0 + np.sqrt(2 * kinetic(speeds(scene, before)))))
    found.note("unexplained impulse", after.t, unexplained(scene, after, M @ change, True), noise)


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
