"""Ports at which an FMU looks ahead, near the start: what small changes of its inputs and outputs mean as motion and force there.

A port has m displacements, 1 or 6, as many speeds, and as many numbers of its force: a force, a torque, or force and moment at the hub. Those of a
hub are along and about the world's axes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
from scipy.linalg import block_diag

from ...model.ports import HUB, PortKind
from ...model.ports.kinds import XYZ

AXIS = {  # of ports with one displacement: place, speed, force
    "translational": ("s", "v", "f"),
    "rotational": ("phi", "w", "tau"),
}
TOLD_OF_AXIS = {
    "translational": ("a_free", "jerk_free", "inverse_mass", "jerk_by_force"),
    "rotational": ("w_dot_free", "w_ddot_free", "inverse_inertia", "w_ddot_by_moment"),
}
QUATERNION = [f"rot.e{i}" for i in range(4)]


@dataclass(frozen=True)
class Told:
    """The names of what the motion side tells: accelerations without force and their rates (m,), and how forces change both (m, m)."""

    free: np.ndarray
    rates: np.ndarray
    mobility: np.ndarray
    rates_by_force: np.ndarray


def told_at(port: str, kind: PortKind) -> Told:
    """The names of what a port's motion side tells."""
    named = lambda names: np.char.add(f"{port}.", np.array(names))
    if kind is not HUB:
        free, rates, mobility, rates_by_force = TOLD_OF_AXIS[kind.name]
        return Told(named([free]), named([rates]), named([[mobility]]), named([[rates_by_force]]))
    full = lambda member: np.array([[f"{member}.{a}{b}" for b in XYZ] for a in XYZ])
    symmetric = lambda member: np.array([[f"{member}.{min(a, b)}{max(a, b)}" for b in XYZ] for a in XYZ])
    across = full("inverse_coupling")
    return Told(
        named(_axes("a_free", "w_dot_free")),
        named(_axes("jerk_free", "w_ddot_free")),
        named(np.block([[symmetric("inverse_mass"), across], [across.T, symmetric("inverse_inertia")]])),
        named(np.block([[full("jerk_by_force"), full("jerk_by_moment")], [full("w_ddot_by_force"), full("w_ddot_by_moment")]])),
    )


@dataclass(frozen=True)
class PortsAhead:
    """Ports with M displacements in all, of an FMU with `nu` inputs and `ny` outputs, all as small changes.

    Of inputs u are `place` and `speed` (M, nu), and back `displaced` and `moving` (nu, M); `free` and `rates` (M, nu) are the accelerations without
    force and their rates, which forces w change by `mobility` and `rates_by_force` (M, M). The force is `wrench` y + `wrench_by_place` s, with
    (M, ny) and (M, M); `given` (ny, M) is back. Points of forces move with the speeds: `carried` (ny, M).
    """

    place: np.ndarray
    speed: np.ndarray
    displaced: np.ndarray
    moving: np.ndarray
    free: np.ndarray
    rates: np.ndarray
    mobility: np.ndarray
    rates_by_force: np.ndarray
    wrench: np.ndarray
    wrench_by_place: np.ndarray
    given: np.ndarray
    carried: np.ndarray


def ports_ahead(ports: Mapping[str, PortKind], inputs: Sequence[str], outputs: Sequence[str], values: Mapping[str, float]) -> PortsAhead:
    """The ports of an FMU by name, where its inputs and outputs have these values."""
    found = [(_hub if kind is HUB else _axis)(name, kind, inputs, outputs, values) for name, kind in ports.items()]
    joined: dict[str, Callable[..., np.ndarray]] = dict.fromkeys(("displaced", "moving", "given", "carried"), np.hstack)
    joined |= {name: lambda of: block_diag(*of) for name in ("mobility", "rates_by_force", "wrench_by_place")}
    return PortsAhead(**{f.name: joined.get(f.name, np.vstack)([getattr(port, f.name) for port in found]) for f in fields(PortsAhead)})


def force_at(port: str, kind: PortKind, values: Mapping[str, float]) -> np.ndarray:
    """The force at a port (m,)."""
    if kind is not HUB:
        return np.array([values[f"{port}.{AXIS[kind.name][2]}"]])
    force, moment, point, pos = (np.array([values[name] for name in _named(port, _axes(member))]) for member in ("force", "moment", "point", "pos"))
    return np.concatenate([force, moment + np.cross(point - pos, force)])


def _axis(port: str, kind: PortKind, inputs: Sequence[str], outputs: Sequence[str], values: Mapping[str, float]) -> PortsAhead:
    s, v, f = (_named(port, [name]) for name in AXIS[kind.name])
    place, speed, wrench, nothing = _select(s, inputs), _select(v, inputs), _select(f, outputs), np.zeros((1, 1))
    free, rates, mobility, rates_by_force = _answers(port, kind, inputs, values)
    return PortsAhead(
        place=place,
        speed=speed,
        displaced=place.T,
        moving=speed.T,
        free=free,
        rates=rates,
        mobility=mobility,
        rates_by_force=rates_by_force,
        wrench=wrench,
        wrench_by_place=nothing,
        given=wrench.T,
        carried=np.zeros_like(wrench.T),
    )


def _hub(port: str, kind: PortKind, inputs: Sequence[str], outputs: Sequence[str], values: Mapping[str, float]) -> PortsAhead:
    """A force (F, M) at the point p is F and M + (p - r) x F at the hub's place r."""
    pos, rot, speed = (_select(_named(port, names), inputs) for names in (_axes("pos"), QUATERNION, _axes("lin_vel", "ang_vel")))
    force, moment, point = (_select(_named(port, _axes(member)), outputs) for member in ("force", "moment", "point"))
    at = lambda names: np.array([values[name] for name in _named(port, names)])
    turned, pulled, arm = _turned(at(QUATERNION)), _crossed(at(_axes("force"))), _crossed(at(_axes("point")) - at(_axes("pos")))
    wrench = np.vstack([force, moment + arm @ force - pulled @ point])
    by_place = np.zeros((6, 6))
    by_place[3:, :3] = pulled
    given = force.T @ np.eye(3, 6) + moment.T @ np.hstack([-arm, np.eye(3)])
    place, displaced = np.vstack([pos, 4.0 * turned.T @ rot]), np.hstack([pos.T, rot.T @ turned])
    free, rates, mobility, rates_by_force = _answers(port, kind, inputs, values)
    return PortsAhead(
        place=place,
        speed=speed,
        displaced=displaced,
        moving=speed.T,
        free=free,
        rates=rates,
        mobility=mobility,
        rates_by_force=rates_by_force,
        wrench=wrench,
        wrench_by_place=by_place,
        given=given,
        carried=point.T @ np.eye(3, 6),
    )


def _answers(port: str, kind: PortKind, inputs: Sequence[str], values: Mapping[str, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    told = told_at(port, kind)
    of_value = np.vectorize(values.__getitem__, otypes=[float])
    return _select([*told.free], inputs), _select([*told.rates], inputs), of_value(told.mobility), of_value(told.rates_by_force)


def _axes(*members: str) -> list[str]:
    return [f"{member}.{axis}" for member in members for axis in XYZ]


def _named(port: str, names: Sequence[str]) -> list[str]:
    return [f"{port}.{name}" for name in names]


def _select(names: Sequence[str], listed: Sequence[str]) -> np.ndarray:
    """The matrix that takes these names out of those that are listed; what is not connected does not change."""
    return np.array([[float(name == other) for other in listed] for name in names])


def _crossed(a: np.ndarray) -> np.ndarray:
    """The matrix of b -> a x b."""
    return np.cross(a, np.eye(3)).T


def _turned(rot: np.ndarray) -> np.ndarray:
    """How a quaternion (4,) changes by a small rotation about the world's axes: (4, 3); its transpose times 4 is back."""
    return 0.5 * np.vstack([-rot[1:], rot[0] * np.eye(3) - _crossed(rot[1:])])
