"""Start values that agree: every connected input has the value of the output that drives it."""

from collections.abc import Mapping, Sequence
from math import isclose

from ...base.errors import MbfmuError
from ..fmu.instance import RunningFmu
from ..inputs.drivers import Drivers, driving_values
from ..system.ports_ahead import TOLD
from ..system.system import Value, connector_name

VANISHED = 1e-12  # a number that changes by less than this, in its own unit, has settled at zero
SETTLED = 1e-14  # relative change of an output between two sweeps that ends the iteration before the first step
AHEAD = 1e-11  # the same at ports with interface mass, relative to the largest output of the FMU: forces that are fitted to a step have more roundoff
SWEEPS = 100  # a loop that takes more sweeps than this (and one per connection) does not converge usefully


def settle(instances: Mapping[str, RunningFmu], driven_by: Mapping[str, Drivers], order: Sequence[str]) -> None:
    """Make inputs and outputs consistent before the first step, by sweeps in `order` until no output changes.

    Without algebraic loops a few sweeps give exact values; a loop is iterated to its fixed point.

    Raises MbfmuError naming the outputs that do not settle.
    """
    for instance in instances.values():
        instance.read()
    ahead = {name: any(variable.endswith(TOLD) for variable in (*of.outputs, *driven_by[name])) for name, of in instances.items()}
    for _ in range(SWEEPS + sum(map(len, driven_by.values()))):
        changed = []
        for name in order:
            before = dict(instances[name].outputs)
            instances[name].set(driving_values(driven_by[name], instances))
            instances[name].read()
            vanished = AHEAD * _largest(before) if ahead[name] else VANISHED
            changed += [(name, v) for v, value in instances[name].outputs.items() if not _same(before[v], value, vanished)]
        if not changed:
            return
    advice = "if an algebraic loop connects them, put a state into one of its FMUs or reduce its gain"
    if any(ahead[name] for name, _ in changed):
        advice = "ports with interface mass follow each other only in steps that couple them less: take shorter steps (`step_size`, `expected_step`)"
    raise MbfmuError(f"the start values do not settle: {', '.join(map(connector_name, changed))} keep changing or are not numbers; {advice}")


def _same(a: Value, b: Value, vanished: float) -> bool:
    return a == b or (isinstance(a, float) and isinstance(b, float) and isclose(a, b, rel_tol=SETTLED, abs_tol=vanished))


def _largest(outputs: Mapping[str, Value]) -> float:
    return max((abs(value) for value in outputs.values() if isinstance(value, float)), default=0.0)
