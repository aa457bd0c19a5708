"""at_ride_height: a car whose springs carry it in its design position."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ...base.errors import MbfmuError
from ...model.declare.model import Model
from ...model.elements.forces import SpringDamperCurves, SpringDamperParallel
from ...model.elements.parts import World
from ...model.vehicles import FullCar
from .posture import Posture

BALANCED = 1e-6  # of the weight: what no spring and no tire holds
ROUNDED = 1e-12  # m: of levers of order one
SPRINGS: tuple[type[SpringDamperParallel] | type[SpringDamperCurves], ...] = (SpringDamperParallel, SpringDamperCurves)


def at_ride_height(data: FullCar, g: float = 9.81) -> FullCar:
    """The car with springs that hold it in its design position under gravity g [m/s2]: the `force` of each SuspensionSpring is found from loads.

    Tires carry the car at the centres of its wheels; those of an axle carry the same. Data must be symmetrical from left to right, and arms without
    bushes, whose deflections the design position does not know. Raises MbfmuError where no forces of springs and tires hold the car, and where a
    curve of a spring does not reach its force.
    """
    model = Model("RideHeight")
    model.world = World(g=g)
    car = data.add(model, model.world)
    posture = Posture(model)
    along_lines = {str(spring.name): _pushing(posture, spring) for kind in SPRINGS for spring in model.of_type(kind)}
    pairs = [[along_lines.pop(f"{axle}_{side}_spring") for side in ("left", "right")] for axle in ("front", "rear")]
    pairs += [[posture.jacobian(car.corners[f"{axle}{side}"].hub)[2] for side in "LR"] for axle in "FR"]
    rubber = along_lines.values()  # in the ends of rods and links
    held = posture.holding_forces()
    moved = np.abs(np.vstack([*pairs, *rubber])).max(axis=0) > ROUNDED  # what spins is held by nothing
    by_forces = np.transpose([*(left + right for left, right in pairs), *rubber])[moved]
    forces = np.linalg.lstsq(by_forces, held[moved], rcond=None)[0]
    left_over = np.abs(by_forces @ forces - held[moved]).max()
    if left_over > BALANCED * forces[2:4].sum():
        told = f"no forces of springs and tires hold the car in its design position: {left_over:.3g} N are left"
        raise MbfmuError(f"{told}; it must be symmetrical from left to right, and its arms without bushes")
    front, rear = (_pushed(axle, float(more)) for axle, more in zip((data.front, data.rear), forces))
    return replace(data, front=front, rear=rear)


def _pushed(axle: Any, more: float) -> Any:
    """A suspension whose springs push with `more` [N] besides."""
    return replace(axle, spring=replace(axle.spring, force=axle.spring.force + more))


def _pushing(posture: Posture, spring: SpringDamperParallel | SpringDamperCurves) -> np.ndarray:
    """The generalized force (nv,) of a spring that pushes its ends apart with 1 N."""
    foot, top = (posture.pose(frame)[:3, 3] for frame in (spring.frame_a, spring.frame_b))
    along = (top - foot) / np.linalg.norm(top - foot)
    return along @ (posture.jacobian(spring.frame_b)[:3] - posture.jacobian(spring.frame_a)[:3])
