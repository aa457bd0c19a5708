"""EnergyError: how far the energy of a motion is from what was put into it, which tells how accurate a simulation is while it runs."""

import numpy as np

from ....base.scalars import kernel
from ...declare.declarations import Output, Parameter, State
from .base import Sensor


class EnergyError(Sensor):
    """Energy error: kinetic and potential energy, minus their start value and the work of all other forces and drives.

    It is zero in an exact solution. Potential energy is that of gravity and springs. The run stops if the error exceeds `limit`. A change of energy
    by a tuned parameter counts as error, because no force did this work. Constraints without a drive do no work. It
    starts with zero at an equilibrium, too.
    Source: Huston & Liu (2001), eq. 55, corrected: dK/dt = F.y + lambda^T g, with the potential of F, where it has one, on the side of K.
    """

    limit = Parameter("J", "error at which the run stops", np.inf, min=0.0, exclusive_min=True)
    start = State("J", "energy at the start")  # beside the work, which is integrated as accurately as it is small
    work = State("J", "work of forces without potential and of drives since the start")
    error = Output("J", "energy, minus its start value and the work of forces without potential and of drives")

    def state_starts(self, see):
        return {"start": see.mechanical_energy(), "work": 0.0}

    def state_rates(self, see):
        return {"start": 0.0, "work": see.supplied_power()}

    def limits(self, see):
        return {"error": (self.observe(see)["error"], see.parameters(self).limit)} if np.isfinite(self.values["limit"]) else {}

    def observe(self, see):
        of = see.inputs(self)
        return {"error": _error(see.mechanical_energy(), of.start, of.work)}


@kernel
def _error(energy, start, work):
    return energy - start - work
