"""SineSweepRoad: waves across the road that become shorter."""

from math import pi

import numpy as np

from ....base.scalars import minimum
from ...declare.declarations import Parameter
from .base import Road
from .rise import rise


class SineSweepRoad(Road):
    """Waves across the road whose number a metre grows linearly, from 1 / wavelength_start to 1 / wavelength_end over `length`. It is flat outside.

    They grow to their amplitude over the first wave and fade over a length of `wavelength_start` behind the last one. A car of the speed v feels
    frequencies from v / wavelength_start to v / wavelength_end.
    """

    amplitude = Parameter("m", "amplitude of the waves", min=0.0)
    wavelength_start = Parameter("m", "length of the first wave", min=0.0, exclusive_min=True)
    wavelength_end = Parameter("m", "length of the last wave", min=0.0, exclusive_min=True)
    length = Parameter("m", "length of the sweep", min=0.0, exclusive_min=True)
    start = Parameter("m", "x at which it begins", 0.0)

    @staticmethod
    def curvature(p):
        return p.amplitude * (2.0 * pi / minimum(p.wavelength_start, p.wavelength_end)) ** 2

    @staticmethod
    def height(p, x, y, t):
        s = x - p.start
        first, last = 1.0 / p.wavelength_start, 1.0 / p.wavelength_end
        turns = first * s + 0.5 * (last - first) * s * s / p.length
        inside = rise(s * first) * rise(1.0 + (p.length - s) * first)
        return p.amplitude * inside * np.sin(2.0 * pi * turns)
