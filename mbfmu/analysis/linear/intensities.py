"""White noises that drive inputs of a linear system."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real

import numpy as np

from ...base.errors import ProblemsFound
from ...base.nearest import nearest
from .linear_system import LinearSystem


def intensities(system: LinearSystem, given: Mapping[str, float]) -> np.ndarray:
    """The intensities (m,) of independent white noises on all inputs, zero where none is given; ProblemsFound for names and numbers that are none."""
    wrong = [f"there is no input {name!r}{nearest(name, system.inputs)}" for name in given if name not in system.inputs]
    wrong += [
        f"the intensity of {name} must be a finite number >= 0, not {value!r}"
        for name, value in given.items()
        if not (isinstance(value, Real) and 0.0 <= value < np.inf)
    ]
    if wrong or not given:
        raise ProblemsFound(
            f"give intensities of white noise by input, of {', '.join(system.inputs) or 'which there are none'}:", wrong or ["none is given"]
        )
    return np.array([float(given.get(name, 0.0)) for name in system.inputs])
