"""What helps a System whose coupling has diverged: steps and masters that are stable near its start."""

from __future__ import annotations

from ...base.errors import MbfmuError
from ..masters.divergence import SMALLER
from ..system.system import System
from .first_look import silent
from .limit import is_stable, largest_stable_step
from .linearized_system import LinearizedSystem, linearized

OTHERS = (("gauss_seidel", 0), ("gauss_seidel", 1), ("newton", 1))  # in the order of their costs


def remedy(system: System) -> str:
    """Say which step is short enough for the master of `system`, and which other master is stable with its step, by linear systems near the start.

    Where these cannot be had, or do not show what grows, it names the command that tells more.
    """
    try:
        with silent():
            of = linearized(system)
    except MbfmuError:
        return SMALLER
    coupling = of.coupling(system.method, system.degree)
    if of.hidden or is_stable(coupling, system.step_size, of.tolerated):
        return SMALLER
    limit = largest_stable_step(coupling, system.step_size, of.duration, of.tolerated)
    step = f"take a step_size of at most {limit:.3g} s, which is stable near the start" if limit else "near the start, no shorter step is stable"
    return step + _other(of)


def _other(of: LinearizedSystem) -> str:
    """The cheapest other master that is stable with the step of the system."""
    system, takes_back = of.system, all(traits.takes_back for traits in of.traits.values())
    for method, input_order in OTHERS:
        if method != system.method and (method != "newton" or takes_back):
            if is_stable(of.coupling(method, input_order), system.step_size, of.tolerated):
                return f", or method={method!r} with input_order={input_order}, which is stable with this step"
    return ""
