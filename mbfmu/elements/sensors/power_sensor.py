"""PowerSensor: the power of one force or joint load."""

from ...model.declarations import Output
from ...model.element import Element
from ..forces.base import Force, JointLoad
from .base import Sensor


class PowerSensor(Sensor):
    """Measures the power that a force or a joint load does on the bodies."""

    attachments = {"force": Element}
    P = Output("W", "power done on the bodies")

    def own_problems(self):
        problems = super().own_problems()
        if not isinstance(self.force, (Force, JointLoad)):
            problems.append(f"{self.path}.force is {self.force.path}, a {type(self.force).__name__}: give it a force")
        return problems

    def observe(self, see):
        return {"P": see.power(self.force)}
