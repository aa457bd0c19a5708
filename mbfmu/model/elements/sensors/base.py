"""Sensors: what is measured and does not act."""

from ...declare.element import Element
from ...declare.frame import Frame


class Sensor(Element):
    """Measures. A new sensor declares its outputs and supplies `observe(see)` -> their values by name.

    `looks_at()` are the frames whose motion it asks for: those it is attached to, unless overridden.
    `see` is a mbfmu.problem.mechanism.observer.Observer; arithmetic on what it shows belongs into kernels.
    """

    def looks_at(self) -> list[Frame]:
        """The frames whose motion it asks for."""
        return [target for target in self.attached.values() if isinstance(target, Frame)]
