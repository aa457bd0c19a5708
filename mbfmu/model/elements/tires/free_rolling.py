"""The radius on which a wheel rolls freely, as its tire has it under load."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np

from ....base.scalars import Record, Traced
from ....base.scalars.functions import at_once
from ...declare.expression import Expression
from ..element_description import described
from ..roads import FlatRoad
from .base import Tire
from .contact import contact

ROUNDS = 8  # of radius and spin: a tire grows by 1 % or less of its spin, so each round gains two digits


def rolling_radius(tire: Tire, speed: Any, height: float) -> Any:
    """The effective rolling radius [m] of an upright wheel that rolls freely, at which its tread does not slip.

    The wheel's centre is at `height` [m] above a flat road and moves ahead at `speed` [m/s], a number or an expression of the model's parameters,
    which the radius follows where the tire grows with its spin. Values of the tire are those that it is declared with.
    """
    v: Any = Traced(ca.SX.sym("v"))
    radius = centre = Traced(height)
    values = {name: _traced(numbers) for name, numbers in tire.values.items()}
    with at_once():
        for _ in range(ROUNDS):
            radius = _radius(tire, values, v, v / radius, centre)
    found = radius.sx if isinstance(radius, Traced) else ca.SX(radius)
    if found.is_constant():
        return float(found)
    if not isinstance(speed, Expression):
        return float(ca.substitute(found, v.sx, speed))
    return speed.made(ca.substitute(found, v.sx, speed.sx))


def _radius(tire: Tire, values: dict[str, Any], v: Any, spin: Any, height: Any) -> Any:
    """The radius at this speed ahead [m/s] and this spin [rad/s]."""
    wheel = Record(R=np.eye(3), r=np.array([0.0, 0.0, height]), v=np.array([v, 0.0, 0.0]), w=np.array([0.0, spin, 0.0]))
    road = described(FlatRoad(), lambda of: Record(of.values))
    return tire.resting(Record(values), Record(u=0.0, v=0.0), contact(wheel, road, 0.0, height)).r_e


def _traced(numbers: np.ndarray) -> Any:
    """Constants as numbers that can be traced."""
    return np.frompyfunc(Traced, 1, 1)(numbers)
