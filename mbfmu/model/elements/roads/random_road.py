"""RandomRoad: an uneven road of a class of ISO 8608."""

from __future__ import annotations

from math import inf, pi
from typing import Any

import numpy as np

from ....base.errors import MbfmuError
from ...declare.declarations import Parameter
from ...declare.variable_types import Integer
from .base import Road

CLASSES = "ABCDEFGH"
ROUGHNESS_A = 16e-6  # m3: mean of the class A; each class has four times that of the one before
REFERENCE = 0.1  # 1/m: the spatial frequency of these densities
WAVES = 100
RARE = 3.0  # standard deviations of the curvature
SHARPEST = pi / 3.0  # between the direction of a wave and x


class RandomRoad(Road):
    """An uneven road as ISO 8608 classifies it, `iso_class` "A" (very good) to "H": a sum of sine waves, whose random phases are those of the `seed`.

    Along every line in x the height has the spectral density roughness (n / 0.1)^-2 m3 over n waves a metre, from 1 / longest to 1 / shortest. Waves
    come from random directions, up to 60 degrees from x, so tracks beside each other are correlated: alike in long waves, not in short ones.
    `roughness` is that of the class unless it is given. Where the seed is exposed as tunable, each run of an FMU may have a road of its own.
    Source: ISO 8608:2016; a sum of waves after Shinozuka & Jan (1972), with one frequency drawn in each of a hundred bands of equal ratio.
    """

    roughness = Parameter("m3", "spectral density of the height at 0.1 waves a metre", 16.0 * ROUGHNESS_A, min=0.0)
    seed = Parameter("1", "number of the road: each has waves with other phases", 0, min=0, type=Integer())
    k_x = Parameter("rad/m", "wave numbers along x, drawn once", (), shape=WAVES, structural=True)
    k_y = Parameter("rad/m", "wave numbers along y, drawn once", (), shape=WAVES, structural=True)
    phase = Parameter("rad", "phases of the waves of seed 0, drawn once", (), shape=WAVES, structural=True)
    advance = Parameter("rad", "how far the phases of a seed are ahead of those of the seed before, drawn once", (), shape=WAVES, structural=True)
    weight = Parameter("1", "amplitudes over the root of roughness times n_0", (), shape=WAVES, structural=True)
    n_0 = Parameter("1/m", "spatial frequency of the roughness", REFERENCE, structural=True)

    def __init__(self, iso_class: str = "C", *, longest: float = 100.0, shortest: float = 0.3, **values: Any):
        if iso_class not in tuple(CLASSES):
            raise MbfmuError(f"iso_class = {iso_class!r}: ISO 8608 has the classes {', '.join(CLASSES)}")
        if not 0.0 < shortest < longest < inf:
            raise MbfmuError(f"shortest = {shortest:g} m must be > 0 and < longest = {longest:g} m")
        mean = ROUGHNESS_A * 4.0 ** CLASSES.index(iso_class)
        super().__init__(**{"roughness": mean, **drawn(longest, shortest), **values})

    @staticmethod
    def gentle(p):
        return True  # of a hundred waves a point takes long

    @staticmethod
    def curvature(p):
        waves = p.weight * p.k_x * p.k_x
        return RARE * (0.5 * p.roughness * p.n_0 * (waves @ waves)) ** 0.5

    @staticmethod
    def height(p, x, y, t):
        return (p.roughness * p.n_0) ** 0.5 * (p.weight @ np.sin(p.k_x * x + p.k_y * y + p.phase + p.seed * p.advance))


def drawn(longest: float, shortest: float) -> dict[str, np.ndarray]:
    """Wave numbers, phases and weights of waves from the longest to the shortest [m]."""
    random = np.random.default_rng(0)
    edges = np.geomspace(1.0 / longest, 1.0 / shortest, WAVES + 1)
    k_x = 2.0 * pi * random.uniform(edges[:-1], edges[1:])
    return {
        "k_x": k_x,
        "k_y": k_x * np.tan(random.uniform(-SHARPEST, SHARPEST, WAVES)),
        "phase": random.uniform(0.0, 2.0 * pi, WAVES),
        "advance": random.uniform(0.0, 2.0 * pi, WAVES),
        "weight": np.sqrt(2.0 * REFERENCE * (1.0 / edges[:-1] - 1.0 / edges[1:])),  # of the integral of (n / n_0)^-2 over each band
    }
