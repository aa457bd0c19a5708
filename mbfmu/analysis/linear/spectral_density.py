"""How the power of outputs under white noise is spread over frequency."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...base.errors import ProblemsFound
from ...base.nearest import nearest
from ...base.one_line import one_line
from ...model.declare.units import foreign_product
from .frequency_response import frequency_response
from .intensities import intensities
from .linear_system import LinearSystem


@one_line
@dataclass(frozen=True)
class SpectralDensity:
    """At `frequencies` (k,) [Hz] the spectral densities `values` (k, p) of `outputs` (p), in `units` (the square of an output's unit per Hz).

    They are one-sided: the integral over all frequencies >= 0 is the variance.
    """

    frequencies: np.ndarray
    values: np.ndarray
    outputs: tuple[str, ...]
    units: tuple[str, ...]

    def of(self, output: str) -> np.ndarray:
        """The density (k,) of an output; ProblemsFound for another name."""
        if output not in self.outputs:
            raise ProblemsFound(f"the outputs are {', '.join(self.outputs)}:", [f"there is no output {output!r}{nearest(output, self.outputs)}"])
        return self.values[:, self.outputs.index(output)]


def spectral_density(
    system: LinearSystem, given: Mapping[str, float], frequencies: ArrayLike | None, outputs: Sequence[str] | None
) -> SpectralDensity:
    """2 |H|^2 W, summed over independent noises; see Linearization.spectral_density."""
    W = intensities(system, given)
    response = frequency_response(system, frequencies, list(given), outputs)
    values = 2.0 * np.abs(response.values) ** 2 @ np.array([W[system.inputs.index(name)] for name in response.inputs])
    return SpectralDensity(
        response.frequencies, values, response.outputs, tuple(foreign_product((unit, 2), ("Hz", -1)) for unit in response.output_units)
    )
