"""The lateral frequency response of a car from its linear system, near straight driving."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ...analysis.linearize.linearize import linearize
from ...base.errors import MbfmuError
from .vehicle import Vehicle

SETTLE = 1.0  # s of coasting straight ahead, before the state is linearized


def linear_responses(vehicle: Vehicle, speed: float, frequencies: np.ndarray) -> dict[str, np.ndarray]:
    """Complex responses by channel, to the front wheels' angle, at frequencies [Hz] > 0, of a Model at a `speed` [m/s].

    Lateral acceleration is the car's own, or that of its lateral velocity in axes that turn. Raises MbfmuError for an FMU.
    """
    if isinstance(vehicle.subject, Path):
        raise MbfmuError(f"{vehicle.subject} is an FMU, which is measured: leave out linearized, or give the MODEL.py that it was made of")
    values = {**vehicle.values, vehicle.speed: speed}
    (steering,) = vehicle.steering.inputs
    own = {name: vehicle.outputs[name] for name in ("yaw_rate", "a_y", "v_y", "beta", "roll") if name in vehicle.outputs}
    found = linearize(vehicle.subject, values, time=SETTLE).frequency_response(frequencies, [steering], [*own.values()])
    s = 2j * np.pi * found.frequencies
    ratio = vehicle.handling.ratio * (s if vehicle.steering.rate else 1.0)
    there = {name: found.of(output, steering) * ratio for name, output in own.items()}
    if "v_y" not in there and "beta" in there:
        there["v_y"] = speed * there["beta"]
    if "a_y" not in there and {"v_y", "yaw_rate"} <= there.keys():
        there["a_y"] = s * there["v_y"] + speed * there["yaw_rate"]
    if lacking := [name for name in ("yaw_rate", "a_y") if name not in there]:
        raise MbfmuError(f"{vehicle.name} has no outputs for {' and '.join(lacking)} that are linear: leave out linearized")
    return there
