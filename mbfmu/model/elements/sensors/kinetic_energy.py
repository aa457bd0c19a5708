"""KineticEnergy: the kinetic energy of all bodies."""

from ...declare.declarations import Output
from .base import Sensor


class KineticEnergy(Sensor):
    """Measures the kinetic energy of the whole model."""

    T = Output("J", "kinetic energy of all bodies")

    def observe(self, see):
        return {"T": see.kinetic_energy()}
