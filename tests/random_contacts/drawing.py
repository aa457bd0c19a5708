"""Random scenes: loose bodies, chains, loops, shaken tables; on the ground, on slopes, between walls."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.spatial.transform import Rotation

from .geometry import Pose, places
from .scene import WORLD, Link, Lump, Scene, Side, Spring, Touch

LOOSE = ("sphere", "box", "capsule", "cylinder", "ellipsoid", "polyhedron")
TRIES = 200


def turned(rng: np.random.Generator) -> np.ndarray:
    """A random rotation."""
    return Rotation.random(random_state=int(rng.integers(2**31))).as_matrix()


def size_of(rng: np.random.Generator, kind: str) -> tuple[float, ...]:
    """Random sizes of a kind of surface [m]."""
    if kind == "polyhedron":
        points = rng.normal(size=(int(rng.integers(4, 8)), 3))
        return tuple((points / np.linalg.norm(points, axis=1)[:, None] * rng.uniform(0.1, 0.3)).ravel())
    counts = {"sphere": 1, "box": 3, "capsule": 2, "cylinder": 2, "ellipsoid": 3}
    return tuple(rng.uniform(0.08, 0.35, counts[kind]))


def extent(side: Side) -> np.ndarray:
    """About half the lengths of a shape along its axes."""
    if side.kind == "box":
        return 0.5 * np.array(side.size)
    if side.kind == "sphere":
        return np.full(3, side.size[0])
    if side.kind == "capsule":
        return np.array([side.size[0], side.size[0], 0.5 * side.size[1] + side.size[0]])
    if side.kind == "cylinder":
        return np.array([side.size[0], side.size[0], 0.5 * side.size[1]])
    return np.array(side.size) if side.kind == "ellipsoid" else np.full(3, np.linalg.norm(side.size[:3]))


def inertia(rng: np.random.Generator, m: float, half: np.ndarray) -> np.ndarray:
    """A tensor that a body of about this extent may have."""
    squares = m * half**2 * rng.uniform(0.1, 0.5, 3)
    R = turned(rng) if rng.random() < 0.3 else np.eye(3)
    return R @ np.diag(squares.sum() - squares) @ R.T


def law_of(rng: np.random.Generator) -> dict:
    """Friction and restitution of a contact."""
    return {
        "mu": float(rng.choice([0.0, rng.uniform(0.0, 0.4), rng.uniform(0.4, 1.0), rng.uniform(1.0, 2.0)], p=[0.1, 0.3, 0.4, 0.2])),
        "e": float(rng.choice([0.0, rng.uniform(0.0, 0.95)])),
        "law": str(rng.choice(["poisson", "newton"])),
        "friction": str(rng.choice(["coulomb", "coulomb", "coulomb", "coulomb", "none", "sticking"])),
    }


def grounds(rng: np.random.Generator) -> list[Side]:
    """The ground, level or tilted, and perhaps a wall or two, which lean."""
    tilt = Rotation.from_rotvec([*rng.uniform(-0.5, 0.5, 2), 0.0]).as_matrix() if rng.random() < 0.5 else np.eye(3)
    found = [Side(WORLD, "plane", R=tilt)]
    for _ in range(int(rng.choice([0, 0, 1, 2]))):
        angle = rng.uniform(0, 2 * np.pi)
        n = np.array([np.cos(angle), np.sin(angle), rng.uniform(-0.2, 0.4)])
        n /= np.linalg.norm(n)
        x = np.cross(n, [0.0, 0.0, 1.0])
        x /= np.linalg.norm(x)
        found.append(Side(WORLD, "plane", R=np.column_stack([x, np.cross(n, x), n]), r=-n * rng.uniform(0.5, 1.0)))
    return found


def _pairs(rng: np.random.Generator, sides: list[Side], planes: list[Side]) -> list[Touch]:
    found = [Touch(side, plane, **law_of(rng)) for side in sides for plane in planes]
    for i, a in enumerate(sides):
        for b in sides[:i]:
            if knows(a.kind, b.kind):
                found.append(Touch(a, b, **law_of(rng)))
    return [
        replace(touch, soft=(float(10 ** rng.uniform(3, 5)), float(rng.uniform(0.0, 1.0))))
        if touch.a.kind == "sphere" and rng.random() < 0.15
        else touch
        for touch in found
    ]


def knows(a: str, b: str) -> bool:
    """Whether the judge knows how two kinds touch each other."""
    kinds = {a, b}
    return kinds <= {"sphere", "capsule"} or "sphere" in kinds or (kinds == {"ellipsoid"}) or (a == "ellipsoid" and b != "capsule")


def _clear(bodies: list[Lump], touches: list[Touch], least: float) -> bool:
    still = Pose(np.eye(3), np.zeros(3))
    pose = lambda side: (still if side.body == WORLD else Pose(bodies[side.body].R, bodies[side.body].r)).of(side)
    return all(place.gap > least for touch in touches for place in places(touch.a, touch.b, pose(touch.a), pose(touch.b)))


def loose(rng: np.random.Generator) -> Scene:
    """One to four bodies that fall, fly, slide or stand."""
    count = int(rng.choice([1, 2, 3, 4], p=[0.3, 0.3, 0.25, 0.15]))
    kinds = list(rng.choice(LOOSE, count))
    sides = [Side(i, str(kind), size_of(rng, str(kind))) for i, kind in enumerate(kinds)]
    if count > 2:
        sides = [side if k < 2 else Side(k, "sphere", size_of(rng, "sphere")) for k, side in enumerate(sides)]
    planes = grounds(rng)
    touches = _pairs(rng, sides, planes)
    bodies: list[Lump] = []
    for side in sides:
        for _ in range(TRIES):
            m, half = float(10 ** rng.uniform(-0.5, 1.0)), extent(side)
            r = np.array([*rng.uniform(-0.45, 0.45, 2), rng.uniform(0.1, 1.2)])
            R = turned(rng) if rng.random() < 0.7 else planes[0].R
            off = half * rng.uniform(-0.3, 0.3, 3) if rng.random() < 0.3 else np.zeros(3)
            body = Lump(m, inertia(rng, m, half), R, r, off, rng.normal(size=3), rng.normal(size=3) * rng.choice([0.0, 2.0, 6.0]))
            among = [touch for touch in touches if max(touch.a.body, touch.b.body) == side.body]
            if _clear([*bodies, body], among, 1e-3):
                break
        else:
            return loose(rng)
        if rng.random() < 0.25:
            body = _set_down(body, [touch for touch in among if touch.b is planes[0]], planes[0])
            if not _clear([*bodies, body], [touch for touch in among if touch.b is not planes[0]], 1e-3):
                return loose(rng)
        bodies.append(body)
    return Scene(tuple(bodies), tuple(touches))


def _set_down(body: Lump, touches: list[Touch], plane: Side) -> Lump:
    """The body on the plane, not going into it."""
    n = plane.R[:, 2]
    pose = Pose(body.R, body.r)
    found = places(touches[0].a, plane, pose.of(touches[0].a), Pose(plane.R, plane.r))
    return replace(body, r=body.r - min(place.gap for place in found) * n, v=body.v - (n @ body.v) * n, w=0.0 * body.w)


def chain(rng: np.random.Generator) -> Scene:
    """Links on joints from the world, balls at their ends, which strike the ground, a wall or a loose ball; springs."""
    planes, count = grounds(rng), int(rng.integers(1, 4))
    r, bodies, links, sides = np.array([0.0, 0.0, rng.uniform(0.6, 1.2)]), [], [], []
    for i in range(count):
        axis, kind = (
            turned(rng),
            str(rng.choice(["revolute", "revolute", "spherical", "prismatic"] if i else ["revolute", "spherical", "spherical", "prismatic"])),
        )
        links.append(Link(kind, i - 1 if i else WORLD, i, axis, r, float(rng.normal()), None))
        way = rng.normal(size=3) * [1, 1, 0.5]
        way *= rng.uniform(0.25, 0.5) / np.linalg.norm(way)
        R, m = turned(rng), float(rng.uniform(0.3, 3.0))
        bodies.append(Lump(m, inertia(rng, m, np.full(3, 0.2)), R, r, R.T @ way * 0.5))
        sides.append(Side(i, str(rng.choice(["sphere", "box", "capsule"])), (), turned(rng), R.T @ way))
        sides[-1] = replace(sides[-1], size=tuple(0.4 * np.array(size_of(rng, sides[-1].kind))))
        r = r + way
    touches = [Touch(side, plane, **law_of(rng)) for side in sides for plane in planes]
    if rng.random() < 0.6:
        side, m = Side(count, "sphere", (float(rng.uniform(0.05, 0.15)),)), float(rng.uniform(0.2, 3.0))
        bodies.append(
            Lump(m, inertia(rng, m, extent(side)), np.eye(3), np.array([*rng.uniform(-0.5, 0.5, 2), rng.uniform(0.1, 1.0)]), v=rng.normal(size=3))
        )
        touches += [Touch(side, plane, **law_of(rng)) for plane in planes] + [Touch(side, other, **law_of(rng)) for other in sides]
    if not _clear(bodies, touches, 1e-3):
        return chain(rng)
    springs = []
    if rng.random() < 0.5:
        springs.append(Spring(WORLD, 0, np.array([0.3, -0.4, 1.5]), bodies[0].r_CM, float(rng.uniform(5, 100)), 0.5, float(rng.choice([0.0, 0.5]))))
    return Scene(tuple(bodies), tuple(touches), tuple(links), tuple(springs))


def loop(rng: np.random.Generator) -> Scene:
    """A four-bar whose coupler carries a ball or box, driven or not, above the ground, with a loose ball or not."""
    planes, turn = [Side(WORLD, "plane", R=grounds(rng)[0].R)], Rotation.from_euler("z", rng.uniform(0, 2 * np.pi)).as_matrix()
    height = rng.uniform(0.35, 0.6)
    lift = np.array([0.0, 0.0, height])
    A, D, B = np.zeros(3), np.array([0.6, 0.0, 0.0]), np.array([0.0, 0.0, rng.uniform(0.15, 0.25)])
    C = np.array([0.6 + rng.uniform(-0.1, 0.1), 0.0, rng.uniform(0.3, 0.45)])
    A, B, C, D = (turn @ point + lift for point in (A, B, C, D))
    axes = turn @ np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]]).T
    lump = lambda start, end, m: Lump(m, inertia(rng, m, np.full(3, 0.15)), np.eye(3), start, 0.5 * (end - start), np.zeros(3))
    bodies = [lump(A, B, float(rng.uniform(0.5, 2))), lump(B, C, float(rng.uniform(0.5, 2))), lump(D, C, float(rng.uniform(0.5, 2)))]
    driven = rng.random() < 0.5
    links = [
        Link(
            "revolute", WORLD, 0, axes, A, float(rng.uniform(-4, 4)), (float(rng.uniform(0.2, 0.6)), float(rng.uniform(0.3, 1.5))) if driven else None
        ),
        Link("revolute", 0, 1, axes, B),
        Link("revolute", WORLD, 2, axes, D),
        Link("spherical", 1, 2, axes, C),
    ]
    below = Side(1, str(rng.choice(["sphere", "box"])), (), turned(rng), 0.5 * (C - B) - np.array([0.0, 0.0, rng.uniform(0.3, 0.5)]))
    below = replace(below, size=tuple(0.4 * np.array(size_of(rng, below.kind))))
    touches = [Touch(below, plane, **law_of(rng)) for plane in planes]
    if rng.random() < 0.6:
        side, m = Side(3, "sphere", (float(rng.uniform(0.05, 0.15)),)), float(rng.uniform(0.2, 3.0))
        bodies.append(
            Lump(m, inertia(rng, m, extent(side)), np.eye(3), np.array([*rng.uniform(-0.5, 0.5, 2), rng.uniform(0.1, 1.0)]), v=rng.normal(size=3))
        )
        touches += [Touch(side, plane, **law_of(rng)) for plane in planes] + [Touch(side, below, **law_of(rng))]
    if not _clear(bodies, touches, 1e-3):
        return loop(rng)
    springs = (
        [Spring(WORLD, 2, np.array([0.2, 0.3, 1.0]), bodies[2].r_CM, float(rng.uniform(5, 200)), 0.3, float(rng.choice([0.0, 1.0])))]
        if rng.random() < 0.5
        else []
    )
    return Scene(tuple(bodies), tuple(touches), tuple(links), tuple(springs))


def shaken(rng: np.random.Generator) -> Scene:
    """A table that a drive shakes along any direction, and bodies upon it."""
    R = Rotation.from_rotvec([*rng.uniform(-0.25, 0.25, 2), 0.0]).as_matrix()
    drive = (float(rng.uniform(0.005, 0.1)), float(rng.uniform(0.5, 4.0)))
    table = Lump(5.0, np.eye(3), np.eye(3), np.zeros(3))
    side = Side(0, "plane", R=R)
    bodies, touches = [table], []
    for i in range(1, int(rng.integers(2, 4))):
        kind = str(rng.choice(LOOSE if i == 1 else ("sphere", "capsule")))
        shape = Side(i, kind, size_of(rng, kind))
        m, pose = float(rng.uniform(0.3, 5.0)), R if rng.random() < 0.5 else turned(rng)
        here = [Touch(shape, side, **law_of(rng))]
        here += [Touch(shape, other.a, **law_of(rng)) for other in touches if other.b is side and knows(kind, other.a.kind)]
        for _ in range(TRIES):
            body = Lump(
                m, inertia(rng, m, extent(shape)), pose, np.array([*rng.uniform(-0.4, 0.4, 2), rng.uniform(0.05, 0.6)]), v=0.3 * rng.normal(size=3)
            )
            if _clear([*bodies, body], here, 1e-3):
                break
        else:
            return shaken(rng)
        bodies.append(body)
        touches += here
    return Scene(tuple(bodies), tuple(touches), (Link("prismatic", WORLD, 0, turned(rng), np.zeros(3), 0.0, drive),))


FAMILIES = {"loose": loose, "chain": chain, "loop": loop, "shaken": shaken}


def draw(family: str, seed: int) -> Scene:
    """A random scene of a family."""
    return FAMILIES[family](np.random.default_rng([seed, *family.encode()]))
