"""The derivatives of an instance, as matrices."""

from __future__ import annotations

import numpy as np

from ...engine.instance import Instance


def derivatives(instance: Instance, slot: str, count: int) -> tuple[np.ndarray, np.ndarray]:
    """The derivatives of x_dot and y by the numbers of a slot, one column each."""
    found = [instance.directional({slot: seed}, ("x_dot", "y")) for seed in np.eye(count)]
    x_dot, y = (np.array([one[i] for one in found]).reshape(count, instance.buffers[of].size).T for i, of in enumerate(("x_dot", "y")))
    return x_dot, y
