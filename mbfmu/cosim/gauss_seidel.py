"""Gauss-Seidel: FMUs step one after another, each on the newest outputs of those that stepped before it."""

from collections.abc import Mapping, Sequence

from .coupling import Drivers, driving_values
from .instance import Instance
from .timeline import Step


def gauss_seidel(instances: Mapping[str, Instance], driven_by: Mapping[str, Drivers], order: Sequence[str], step: Step) -> None:
    """Advance every FMU by one communication step, in `order`."""
    for name in order:
        instances[name].set(driving_values(driven_by[name], instances))
        instances[name].step(step.start, step.size)
