"""The contract of a joint: its methods agree about one and the same motion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import numpy as np

from ....base.errors import MbfmuError
from ....base.scalars import at_once
from ...declare.dry_run import DryRun, symbols
from ...declare.return_values import both, numbers
from .sampled_joint import SampledJoint

ROW_UNITS = ("m", "rad", "1")
SAME = 1e-6  # of the same number computed in two ways, relative
ROUNDOFF = 1e-12  # of terms whose sum may be zero, relative to them
INDEPENDENT = 1e-6  # least singular value of rows of length one
FOUND = 1e-3  # of coordinates found again, in rad or m

Complaints = Iterator[tuple[str, str]]  # method, and what is wrong with it


def refuse_uncounted(kind: Any) -> None:
    """MbfmuError where a class of joints does not say how many coordinates and speeds it has."""
    for name, what in (("nq", "coordinates q"), ("nv", "speeds v")):
        if not isinstance(given := getattr(kind, name, None), int) or given < 0:
            raise MbfmuError(f"{kind.__name__}.{name} = {given!r} must be a whole number >= 0: how many {what} it has")


def declared_wrongly(kind: Any) -> list[str]:
    """What is wrong with the names and units that a class of joints declares."""
    wrong = []
    lengths = {"coordinate_names": kind.nq, "coordinate_units": kind.nq, "speed_names": kind.nv, "speed_units": kind.nv}
    lengths |= {"closure_units": max(6 - kind.nv, 0)} if hasattr(kind, "closure") else {}
    for name, length in lengths.items():
        given = getattr(kind, name)
        if not isinstance(given, tuple) or len(given) != length:
            wrong.append(f"{name} = {given!r} must be a tuple of {length}, since nq = {kind.nq} and nv = {kind.nv}")
    unknown = [] if wrong else [unit for unit in kind.closure_units if unit not in ROW_UNITS]
    return wrong or [f"closure_units has {unit!r}; the unit of a row is one of {', '.join(ROW_UNITS)}" for unit in unknown]


def rehearse_motion(dry_run: DryRun, kind: Any) -> None:
    """Complain about methods of a joint that do not return what they must; if all do, about those that contradict others."""
    q, v, pose = symbols((kind.nq,)), symbols((kind.nv,)), {"R": symbols((3, 3)), "r": symbols((3,))}
    dry_run.call("layout", {"values": dry_run.element.values}, numbers((3, 3), "np.eye(3)"))
    dry_run.call("motion", {"q": q}, both(numbers((3, 3)), numbers((3,)), "R_ab (3, 3) and r_ab_a (3,)"))
    dry_run.call("rate", {"q": q, "v": v}, numbers((kind.nq,)))
    dry_run.call("bias", {"q": q, "v": v}, numbers((6,)))
    if dry_run.call("subspace", {"q": q}, numbers((6, kind.nv))) is not None:
        dry_run.call("speeds", {"q": q, "V": symbols((6,))}, numbers((kind.nv,)))
    dry_run.call("turning", {"q": q, "v": v, "spin": symbols((3,))}, numbers((kind.nq + kind.nv,) * 2))
    if hasattr(kind, "closure"):
        dry_run.call("closure", pose, numbers((len(kind.closure_units),)))
    if hasattr(kind, "coordinates_from_pose"):
        dry_run.call("coordinates_from_pose", {**pose, "near": q}, numbers((kind.nq,)))
    if not dry_run.problems:
        try:
            with at_once(), np.errstate(all="ignore"):
                for method, wrong in _contradictions(SampledJoint(dry_run.element, kind)):
                    dry_run.complain(method, wrong)
        except MbfmuError as error:  # of a method that works on symbols only
            dry_run.problems.append(str(error))


def _contradictions(joint: SampledJoint) -> Complaints:
    """The first thing of each kind in which its methods contradict each other."""
    if _off_rotation(joint.value("layout", joint.element.values)):
        yield "layout", "returns no rotation: R.T @ R must be the identity, with determinant 1"
    reached = list(joint.reached())
    directions = [joint.directions(q) for q in reached]
    first = lambda check: [*islice((found for q, v in zip(reached, directions) for found in check(joint, q, v)), 1)]
    of_motion = first(_of_motion) or [*_of_freedoms(joint, reached, directions)]
    if of_motion:
        yield from of_motion  # all others compare with motion and subspace
        return
    yield from first(_of_bias)
    yield from first(_of_speeds)
    if hasattr(joint.kind, "closure"):
        yield from first(_of_closure) or _of_rows(joint, reached)
    if hasattr(joint.kind, "coordinates_from_pose"):
        yield from first(_of_inverse)


def _of_motion(joint: SampledJoint, q: np.ndarray, directions: np.ndarray) -> Complaints:
    if not joint.is_finite(q):
        yield "motion", f"or subspace is not finite at {_at(joint, q)}, where it starts"
    elif _off_rotation(joint.motion(q)[0]):
        yield "motion", f"returns no rotation at {_at(joint, q)}: R_ab.T @ R_ab must be the identity, with determinant 1"
    else:
        S = joint.value("subspace", q)
        for v in directions:
            moves, said = joint.moves(q, v), S @ v
            if _differ(moves, said, np.abs(v).sum() + (np.abs(S) @ np.abs(v)).max()):
                both_ways = f"frame_b moves with {_listed(moves)} by motion and rate, with {_listed(said)} by subspace"
                yield "subspace", f"is not the derivative of motion: at {_at(joint, q, v)}, {both_ways} (w and v, resolved in frame_b)"


def _of_freedoms(joint: SampledJoint, reached: list[np.ndarray], directions: list[np.ndarray]) -> Complaints:
    most, wanted = max(_rank(v @ joint.value("subspace", q).T) for q, v in zip(reached, directions)), len(directions[0])
    if most < wanted:
        yield "subspace", f"moves frame_b in {most} independent ways with {wanted} independent speeds: each speed must move it in a way of its own"


def _of_bias(joint: SampledJoint, q: np.ndarray, directions: np.ndarray) -> Complaints:
    v = np.linspace(1.0, 2.0, len(directions)) @ directions
    change, said = joint.subspace_rate(q, v), joint.value("bias", q, v)
    if _differ(change @ v, said, np.abs(v).sum() + (np.abs(change) @ np.abs(v)).max()):
        own = "bias" if not joint.kind.bias.__module__.startswith("mbfmu.") else "subspace"
        missing = f"bias must be {_listed(change @ v)}, the rate of subspace(q) @ v at constant v, but is {_listed(said)}"
        yield own, f"changes with the coordinates: at {_at(joint, q, v)}, {missing}"


def _of_speeds(joint: SampledJoint, q: np.ndarray, directions: np.ndarray) -> Complaints:
    S = joint.value("subspace", q)
    if _rank(directions @ S.T) == len(directions):
        for v in directions:
            found = joint.value("speeds", q, S @ v)
            if not np.allclose(found, v, rtol=0.0, atol=FOUND):
                yield "speeds", f"does not invert subspace: at {_at(joint, q, v)}, it finds speeds {_listed(found)}"


def _of_closure(joint: SampledJoint, q: np.ndarray, _: np.ndarray) -> Complaints:
    R, r = joint.motion(q)
    rows = joint.value("closure", R, r)
    if not np.abs(rows).max(initial=0.0) <= SAME * (1.0 + np.abs(r).max()):
        yield "closure", f"is not zero where the joint can be: at {_at(joint, q)} it is {_listed(rows)}"


def _of_rows(joint: SampledJoint, reached: list[np.ndarray]) -> Complaints:
    most, wanted = max(_rank(joint.closure_rates(q)) for q in reached), len(joint.kind.closure_units)
    if most < wanted:
        yield (
            "closure",
            f"has {most} independent rows; a joint with nv = {joint.kind.nv} needs {wanted}, which restrict all that it does not let move",
        )


def _of_inverse(joint: SampledJoint, q: np.ndarray, _: np.ndarray) -> Complaints:
    R, r = joint.motion(q)
    turns = [2.0 * np.pi * one for one, unit in zip(np.eye(joint.kind.nq), joint.kind.coordinate_units) if unit == "rad"]
    for near in (q, *(q + turn for turn in turns if np.allclose(joint.motion(q + turn)[0], R, rtol=0.0, atol=SAME))):
        found = joint.value("coordinates_from_pose", R, r, near)
        if not np.allclose(found, near, rtol=0.0, atol=FOUND):
            yield "coordinates_from_pose", f"is not the inverse of motion: at {_at(joint, near)}, with `near` there, it finds {_at(joint, found)}"


def _off_rotation(R: np.ndarray) -> bool:
    return not (np.abs(R.T @ R - np.eye(3)).max() <= SAME and np.linalg.det(R) > 0.0)


def _differ(a: np.ndarray, b: np.ndarray, terms: float) -> bool:
    """Whether two motions (6,), or rates of them, do, in turning or in going; `terms` is the size of what they are sums of."""
    halves = slice(0, 3), slice(3, 6)
    return any(not np.abs(a[half] - b[half]).max() <= SAME * np.abs([a[half], b[half]]).max() + ROUNDOFF * terms for half in halves)


def _rank(rows: np.ndarray) -> int:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return int((np.linalg.svd(rows / np.where(lengths > 0.0, lengths, 1.0), compute_uv=False) > INDEPENDENT).sum())


def _at(joint: SampledJoint, q: np.ndarray, v: Iterable[float] = ()) -> str:
    """Coordinates, and speeds, in words."""
    kind = joint.kind
    named = (*zip(kind.coordinate_names, q, kind.coordinate_units), *zip(kind.speed_names, v, kind.speed_units))
    return ", ".join(f"{name} = {x:.4g}{'' if unit == '1' else f' {unit}'}" for name, x, unit in named)


def _listed(numbers: np.ndarray) -> str:
    return f"({', '.join(f'{x:.4g}' for x in numbers)})"
