"""EnergyError: the test function of Liu & Huston, which tells how accurate a simulation is while it runs."""

import numpy as np

from ...model.declarations import Output, Parameter, State
from ...scalars import kernel
from .base import Sensor


class EnergyError(Sensor):
    """Kinetic energy less what all forces and drives have put into it since the start: zero in an exact solution.

    The run stops where it is above `limit`. What changes when a parameter is tuned counts as error too: nothing did work there.
    Source: Huston & Liu (2001), eq. 55, corrected: dK/dt = F.y + lambda^T g, integrated beside the motion.
    """

    limit = Parameter("J", "error at which the run stops", np.inf, min=0.0, exclusive_min=True)
    work = State("J", "kinetic energy at the start and the work of all forces and drives since")
    error = Output("J", "kinetic energy less that at the start and the work of all forces and drives since")

    def state_starts(self, see):
        return {"work": see.kinetic_energy()}

    def state_rates(self, see):
        return {"work": see.total_power()}

    def limits(self, see):
        return {"error": (self.observe(see)["error"], see.parameters(self).limit)} if np.isfinite(self.values["limit"]) else {}

    def observe(self, see):
        return {"error": _difference(see.kinetic_energy(), see.inputs(self).work)}


@kernel
def _difference(a, b):
    return a - b
