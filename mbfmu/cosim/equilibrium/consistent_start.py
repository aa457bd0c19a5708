"""The start of a System: inputs and outputs agree, by rest, by sweeps, or by Newton's method."""

from collections.abc import Mapping, Sequence

import numpy as np
from fmpy.model_description import ModelDescription

from ...base.errors import MbfmuError
from ..fmu.instance import FmuInstance
from ..inputs.drivers import Drivers
from ..system.loops import algebraic_loops
from ..system.system import System, connector_name
from .closed_response import Closed
from .consistent_inputs import settle
from .coupled_response import unplaced
from .equilibrium import common_equilibrium, starts_in_equilibrium
from .euler_step import largest

ROUNDS = 20
CLOSED = 1e-10  # relative: the last correction of inputs, and what they are off then

Descriptions = Mapping[str, ModelDescription]


def make_consistent(
    system: System, instances: Mapping[str, FmuInstance], descriptions: Descriptions, driven_by: Mapping[str, Drivers], order: Sequence[str]
) -> None:
    """Give connected inputs of FMUs in Initialization Mode the values of what drives them.

    Algebraic loops are solved by Newton's method where the master does so in its steps. Explicit masters sweep to the fixed point: what sweeps do
    not find, their steps lose. Raises MbfmuError naming the outputs that do not settle.
    """
    if starts_in_equilibrium(system):
        common_equilibrium(instances, descriptions, driven_by)
    elif system.method == "newton" and algebraic_loops(system, descriptions):
        _close_loops(instances, descriptions, driven_by)
    else:
        settle(instances, driven_by, order)


def _close_loops(instances: Mapping[str, FmuInstance], descriptions: Descriptions, driven_by: Mapping[str, Drivers]) -> None:
    fmus = unplaced(instances, descriptions, driven_by)
    z = fmus.start()
    found, others, off = fmus.response(z), fmus.others, np.full(len(fmus.links), np.nan)
    for _ in range(ROUNDS):
        if not np.isfinite(found.gap).all():
            break
        closed = Closed(fmus, z, found, fmus.slopes())
        change, before = closed.closing @ found.gap, others
        z = z + change
        found, others = fmus.response(z), fmus.others
        off = np.abs(found.gap) / closed.size[fmus.inputs]
        if max(largest(change / closed.size), largest(off)) <= CLOSED and others == before:
            return
    named = ", ".join(dict.fromkeys(connector_name(source) for source, far in zip(fmus.links.values(), off) if not far <= CLOSED))
    why = f"Newton's method finds no {named} that agree with the inputs they drive"
    raise MbfmuError(f"the start values do not settle: {why}; give start values that are nearer")
