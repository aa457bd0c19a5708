"""The points at which two surfaces of a contact may touch: how many, their names, and the words for a pair that is not known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .base import Surface
from .touching import CONVEX, pairing

KNOWN = (
    "bodies touch a PlaneSurface or a RoadSurface, convex bodies touch each other, spheres touch a TorusSurface; "
    "put spheres, capsules or boxes in the place of what is not convex"
)


def count_points(attached: Sequence[Any], values: Mapping[str, Any], rigid: bool = False) -> int:
    """At how many points the surfaces touch that a contact is given, by place behind its two frames or by name; 1 where that is not known."""
    on = [type(surface) for surface in (*attached[2:4], *(values[name] for name in ("surface_a", "surface_b") if name in values))]
    found = pairing(on[0], on[1], rigid) if len(on) == 2 else None
    return found.count(on[0], on[1]) if found else 1


def unknown_pair(path: str, surface_a: Surface, surface_b: Surface) -> str | None:
    """What to say of surfaces of which it is not known how they touch."""
    if pairing(type(surface_a), type(surface_b)):
        return None
    a, b = (f"{surface.path} ({type(surface).__name__})" for surface in (surface_a, surface_b))
    return f"{path}: it is not known how {a} touches {b}; {KNOWN}"


def jumping_normal(path: str, surface_a: Surface, surface_b: Surface) -> str | None:
    """What to say of surfaces whose normal jumps while they are in contact, which rows of constraints must not."""
    if not _at_one_point(surface_a, surface_b):
        return None
    a, b = (f"{surface.path} ({type(surface).__name__})" for surface in (surface_a, surface_b))
    return (
        f"{path}: both {a} and {b} have edges, over which the normal of a rigid contact would jump; give both a BoxSurface, one of them a "
        "PlaneSurface, an EllipsoidSurface, a CapsuleSurface or a SphereSurface, or take a force, such as HuntCrossleyContact"
    )


def rocking_faces(surface_a: Surface, surface_b: Surface) -> str | None:
    """What to say of surfaces whose faces would lie flat upon each other at one point."""
    if not _at_one_point(surface_a, surface_b):
        return None
    a, b = type(surface_a).__name__, type(surface_b).__name__
    return (
        f"a {a} and a {b} touch at one point, which jumps where faces lie flat upon each other: bodies that stand there rock, and runs are "
        "slow or end. To let them stand, give both a BoxSurface, or put a PlaneSurface into the face of one"
    )


def _at_one_point(surface_a: Surface, surface_b: Surface) -> bool:
    """Whether both have faces and edges, and touch at their nearest points alone."""
    return pairing(type(surface_a), type(surface_b)) is CONVEX and not (surface_a.rounded or surface_b.rounded)


def point_names(points: int) -> list[str]:
    """What the names of each point's modes and states end with: nothing where there is one point."""
    return [""] if points == 1 else [f"_{i}" for i in range(1, points + 1)]
