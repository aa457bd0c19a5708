"""Gauss-Seidel: FMUs step one after another, each on the newest outputs of those that stepped before it."""

from ..system.timeline import Step
from .coupling import Coupling


def gauss_seidel(coupling: Coupling, step: Step) -> None:
    """Advance every FMU by one communication step, in the order of the coupling."""
    for together in coupling.steps_within(step):
        for name, part in together:
            coupling.advance(name, part, coupling.inputs(name, part))
