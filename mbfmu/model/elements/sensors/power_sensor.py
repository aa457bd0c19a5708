"""PowerSensor: the power of one force or joint load."""

from ...declare.declarations import Output
from ..forces.base import Load
from .base import Sensor


class PowerSensor(Sensor):
    """Measures the power that a force or a joint load does on the bodies."""

    attachments = {"force": Load}
    P = Output("W", "power done on the bodies")

    def observe(self, see):
        return {"P": see.power(self.force)}
