"""Gauss-Seidel: FMUs step one after another, each on the newest outputs of those that stepped before it."""

from ..system.timeline import CommunicationStep
from .coupling import CoupledRun


def gauss_seidel(coupling: CoupledRun, step: CommunicationStep) -> None:
    """Advance every FMU by one communication step, in the order of the coupling."""
    for together in coupling.steps_within(step):
        for name, part in together:
            coupling.advance(name, part, coupling.inputs(name, part))
