"""EnergyError: how far the energy of a motion is from what was put into it, which tells how accurate a simulation is while it runs."""

import numpy as np

from ...model.declarations import Output, Parameter, State
from ...scalars import kernel
from .base import Sensor


class EnergyError(Sensor):
    """Energy of motion, gravity and springs less what all other forces and drives have put into it since the start: zero in an exact solution.

    The run stops where it is above `limit`. What changes when a parameter is tuned counts as error too: nothing did work there. Constraints that
    nothing drives do no work, whatever their reactions are.
    Source: Huston & Liu (2001), eq. 55, corrected: dK/dt = F.y + lambda^T g, with the potential of F, where it has one, on the side of K.
    """

    limit = Parameter("J", "error at which the run stops", np.inf, min=0.0, exclusive_min=True)
    work = State("J", "energy at the start and the work of forces without potential and of drives since")
    error = Output("J", "energy less that at the start and the work of forces without potential and of drives since")

    def state_starts(self, see):
        return {"work": see.mechanical_energy()}

    def state_rates(self, see):
        return {"work": see.supplied_power()}

    def limits(self, see):
        return {"error": (self.observe(see)["error"], see.parameters(self).limit)} if np.isfinite(self.values["limit"]) else {}

    def observe(self, see):
        return {"error": _difference(see.mechanical_energy(), see.inputs(self).work)}


@kernel
def _difference(a, b):
    return a - b
