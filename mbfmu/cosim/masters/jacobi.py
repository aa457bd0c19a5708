"""Jacobi: all FMUs step side by side, on inputs that continue the outputs of the communication points before."""

from ..system.timeline import CommunicationStep
from .coupling import CoupledRun


def jacobi(coupling: CoupledRun, step: CommunicationStep) -> None:
    """Advance every FMU by one communication step; the order of components makes no difference."""
    for together in coupling.steps_within(step):
        continued = [coupling.inputs(name, part, until=part.start) for name, part in together]
        for (name, part), inputs in zip(together, continued):
            coupling.advance(name, part, inputs)
