"""WashboardRoad: waves of one length across the road."""

from math import pi

import numpy as np

from ...declare.declarations import Parameter
from .base import Road
from .rise import rise


class WashboardRoad(Road):
    """Sine waves across the road, from `start` on; they grow to their amplitude over the first two of them."""

    amplitude = Parameter("m", "amplitude of the waves", min=0.0)
    wavelength = Parameter("m", "length of a wave", min=0.0, exclusive_min=True)
    start = Parameter("m", "x at which they begin", 0.0)
    lag = Parameter("rad/m", "how much later in phase the waves are for each metre to the left", 0.0)

    @staticmethod
    def curvature(p):
        return p.amplitude * (2.0 * pi / p.wavelength) ** 2

    @staticmethod
    def height(p, x, y, t):
        waves = (x - p.start) / p.wavelength
        return p.amplitude * rise(0.5 * waves) * np.sin(2.0 * pi * waves - p.lag * y)
