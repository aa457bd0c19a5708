"""ConstraintDrift: how far the mechanism is off its constraints."""

from ...declare.declarations import Output
from .base import Sensor


class ConstraintDrift(Sensor):
    """Measures the largest residuals of all constraints and closed loops."""

    position = Output("1", "largest position residual of all constraints [m or rad]")
    velocity = Output("1/s", "largest velocity residual of all constraints [m/s or rad/s]")

    def observe(self, see):
        position, velocity = see.drift()
        return {"position": position, "velocity": velocity}
