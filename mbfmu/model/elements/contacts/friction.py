"""Friction at a point of contact: what resists sliding, for each newton of the normal force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from ....base.scalars import Record, maximum, minimum, norm

ELASTIC = 0.8  # of full friction: bristles deflect without slip up to there
WEIGHT = 9.81  # m/s2: of a body on Earth for its mass, which damping ratios are for
SLOWEST = 1e-30  # m2/s2: keeps the direction of sliding finite


class Frictionless:
    """Nothing resists. A law has `states`, by name and in words, and `drag(p, z, v, n)`, in the axes of frame_b.

    Of the states z (3,) [m], the sliding velocity v (3,) [m/s] and the normal n (3,) it gives a Record of f (3,), the friction on b for each newton
    of the normal force, `rates` of the states, `stored` [m], the energy for each newton, and its rate `stored_rate` while the normal force is steady.
    """

    states: ClassVar[Mapping[str, str]] = {}

    @staticmethod
    def drag(p: Record, z: np.ndarray, v: np.ndarray, n: np.ndarray) -> Record:
        return Record(f=np.zeros(3), rates=(), stored=0.0, stored_rate=0.0)


class RegularizedFriction(Frictionless):
    """Coulomb's friction with Stribeck's curve, smooth at rest, where it is viscous."""

    @staticmethod
    def drag(p, z, v, n):
        return Record(Frictionless.drag(p, z, v, n), f=p.mu * p.stiction * _stribeck(p, v) / (v @ v + p.v_stick * p.v_stick) ** 0.5 * v)


class BristleFriction(Frictionless):
    """Elastoplastic bristles at low speeds, Coulomb's friction with Stribeck's curve at high ones.

    The share of the bristles is 1 / sqrt(1 + (v / v_stick)^2). As it falls they follow sliding less in proportion: so both together never give
    energy, and nothing is stiff at high speeds.
    """

    states = {f"z_{axis}": f"{axis} of the deflection of the bristles" for axis in "xyz"}

    @staticmethod
    def drag(p, z, v, n):
        beside = (n @ z) * n
        z = z - beside
        x, most, square = z / p.s_stick, _stribeck(p, v), v @ v
        share = 1.0 / (1.0 + square / (p.v_stick * p.v_stick)) ** 0.5
        length = maximum(norm(x), ELASTIC * most)
        slipping = _rise((length / most - ELASTIC) / (1.0 - ELASTIC))
        slip = slipping * maximum(v @ x, 0.0) / (length * most) * x
        moving = share * (v - slip)
        full = p.mu * p.stiction
        damping = 2.0 * p.zeta_stick * (full / (p.s_stick * WEIGHT)) ** 0.5
        coulomb = (1.0 - share) * most / (square + SLOWEST) ** 0.5 * v
        return Record(
            f=full * (share * x + coulomb) + damping * share * moving,
            rates=moving - p.v_stick / p.s_stick * beside,
            stored=0.5 * full * p.s_stick * (x @ x),
            stored_rate=full * (x @ moving),
        )


def _stribeck(p: Record, v: np.ndarray) -> Any:
    """Friction at the sliding velocity v (3,), relative to that at rest."""
    return (1.0 + (p.stiction - 1.0) * np.exp(-(v @ v) / (p.v_stribeck * p.v_stribeck))) / p.stiction


def _rise(s: Any) -> Any:
    """From 0 below 0 to 1 above 1, smooth."""
    s = minimum(maximum(s, 0.0), 1.0)
    return s * s * (3.0 - 2.0 * s)


FRICTIONS: Mapping[str, type[Frictionless]] = {"bristle": BristleFriction, "simple": RegularizedFriction, "none": Frictionless}
