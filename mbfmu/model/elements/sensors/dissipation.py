"""Dissipation: the power turned into heat."""

from ...declare.declarations import Output
from .base import Sensor


class Dissipation(Sensor):
    """Measures the power that all dampers and frictions of the model turn into heat."""

    P = Output("W", "power turned into heat")

    def observe(self, see):
        return {"P": see.dissipation()}
