"""PotentialEnergy: the energy of gravity and springs."""

from ...declare.declarations import Output
from .base import Sensor


class PotentialEnergy(Sensor):
    """Measures the potential energy of the whole model: gravity and everything elastic."""

    V = Output("J", "energy of gravity and of all springs")

    def observe(self, see):
        return {"V": see.potential_energy()}
