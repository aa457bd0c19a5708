"""Start values that agree: every connected input has the value of the output that drives it."""

from collections.abc import Mapping, Sequence
from math import isclose

from ..errors import MbfmuError
from .coupling import Drivers, driving_values
from .instance import Instance
from .ports_ahead import TOLD
from .system import Value, connector_name

VANISHED = 1e-12  # a number that changes by less than this, in its own unit, has settled at zero
SETTLED = 1e-14  # relative change of an output between two sweeps that ends the iteration before the first step
SWEEPS = 100  # a loop that takes more sweeps than this (and one per connection) does not converge usefully


def settle(instances: Mapping[str, Instance], driven_by: Mapping[str, Drivers], order: Sequence[str]) -> None:
    """Make inputs and outputs consistent before the first step, by sweeps in `order` until no output changes.

    Without algebraic loops a few sweeps give exact values; a loop is iterated to its fixed point.

    Raises MbfmuError naming the outputs that do not settle.
    """
    for instance in instances.values():
        instance.read()
    for _ in range(SWEEPS + sum(map(len, driven_by.values()))):
        changed = []
        for name in order:
            before = dict(instances[name].outputs)
            instances[name].set(driving_values(driven_by[name], instances))
            instances[name].read()
            changed += [(name, v) for v, value in instances[name].outputs.items() if not _same(before[v], value)]
        if not changed:
            return
    ahead = any(variable.endswith(TOLD) for _, variable in changed)
    advice = "ports with interface mass follow each other only in steps that couple them less: take shorter steps (`step_size`, `expected_step`)"
    raise MbfmuError(
        f"the start values do not settle: {', '.join(map(connector_name, changed))} keep changing or are not numbers; "
        + (advice if ahead else "if an algebraic loop connects them, put a state into one of its FMUs or reduce its gain")
    )


def _same(a: Value, b: Value) -> bool:
    return a == b or (isinstance(a, float) and isinstance(b, float) and isclose(a, b, rel_tol=SETTLED, abs_tol=VANISHED))
