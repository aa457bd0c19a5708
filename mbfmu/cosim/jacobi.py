"""Jacobi: all FMUs step side by side, on inputs held at the outputs of the communication point before."""

from collections.abc import Mapping, Sequence

from .coupling import Drivers, driving_values
from .instance import Instance
from .timeline import Step


def jacobi(instances: Mapping[str, Instance], driven_by: Mapping[str, Drivers], order: Sequence[str], step: Step) -> None:
    """Advance every FMU by one communication step; `order` makes no difference."""
    held = {name: driving_values(driven_by[name], instances) for name in order}
    for name in order:
        instances[name].set(held[name])
        instances[name].step(step.start, step.size)
