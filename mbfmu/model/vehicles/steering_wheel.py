"""SteeringWheel: a steering that the angle of its steering wheel moves."""

from __future__ import annotations

from dataclasses import dataclass

from ..declare.lookup_table import LookupTable
from ..declare.model import Model
from ..elements.forces import SteeringColumn
from ..elements.forces.steering_column import UNASSISTED
from ..elements.parts.base import Part
from .argument_kinds import refusing_others
from .rack_steering import Rack, Steering


@dataclass(frozen=True)
class SteeringWheel(Rack):
    """A rack behind a steering wheel, whose angle [rad] is positive to the left.

    `ratio` is the travel of the rack for each unit of the pinion's angle [m/rad]. The column has the moment of inertia I [kg.m2] of wheel and upper
    part, and its torsion bar stiffness c [N.m/rad] and damping d [N.m.s/rad]. `assist` is a table of the torque [N.m] on the pinion over the torque
    of the torsion bar [N.m] and the speed ahead [m/s]; by default there is none.

    One degree of freedom: the travel of the rack. The steering wheel follows the angle that the driver wants.
    """

    ratio: float
    I: float
    c: float
    d: float
    assist: LookupTable = UNASSISTED

    @property
    def stiffness(self) -> float:
        """That of the column along the rack [N/m], without assistance."""
        return self.c / self.ratio**2

    @refusing_others
    def add(self, model: Model, name: str, chassis: Part) -> Steering:
        """Add it to a model.

        Its elements are named `name` followed by `_rack`, `_guide` and `_column`. frame_a of the chassis stands at the vehicle's axes. Its output is
        `steering_torque`, that of the driver on the wheel [N.m].
        """
        rack, guide = self.slide(model, name, chassis)
        frames = chassis.frame_a, rack.frame_a
        column = SteeringColumn(*frames, n=self.n, ratio=self.ratio, I=self.I, c=self.c, d=self.d, assist=self.assist)
        model.add(f"{name}_column", column)
        return Steering(rack=rack, guide=guide, column=column, input=column.angle, outputs={"steering_torque": column.torque})
