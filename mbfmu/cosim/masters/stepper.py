"""How a System takes its communication steps: by its master alone, or in parts that meet a tolerance."""

from collections.abc import Callable

from ..system.timeline import CommunicationStep
from .coupling import CoupledRun
from .first_step import first_step
from .masters import MASTERS
from .step_size import ByEnergy, ByPrediction
from .variable_step import VariableStep


def stepper(coupling: CoupledRun) -> Callable[[CommunicationStep], None]:
    """Return what takes the steps of a System one after the other."""
    system, master = coupling.system, MASTERS[coupling.system.method]
    if system.tolerance is not None:
        control = ByPrediction if coupling.can_be_taken_back else ByEnergy
        return VariableStep(coupling, master, control(coupling, system.tolerance))
    repeats = coupling.degree > 1 and coupling.can_be_taken_back

    def fixed(step: CommunicationStep) -> None:
        (first_step if repeats and step.start == system.start_time else master)(coupling, step)

    return fixed
