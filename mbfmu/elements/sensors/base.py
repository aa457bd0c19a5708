"""Sensors: what is measured and does not act."""

from ...model.element import Element


class Sensor(Element):
    """Measures. A new sensor declares its outputs and supplies `observe(see)` -> their values by name.

    `see` is a mbfmu.problem.observer.Observer; arithmetic on what it shows belongs into kernels.
    """
