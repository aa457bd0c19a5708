"""A look at the master and the step of a System before it runs."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ...base.errors import MbfmuError
from ..system.system import System
from .accuracy import let_go
from .limit import is_stable, largest_stable_step
from .linearized_system import linearized

WRONG = 0.1  # relative error of outputs that is worth a word


def first_look(system: System, progress: Callable[[float], None]) -> str:
    """A sentence on a step that is not stable or far from accurate near the start of `system`, empty where there is nothing to say.

    The run itself reports why the system cannot start. `progress` is not called: all functions that run in a
    process of their own take it.
    """
    try:
        with silent():
            of = linearized(system)
    except MbfmuError:
        return ""
    coupling = of.coupling(system.method, system.degree)
    way = f"near the start, {system.method} with steps of {system.step_size:g} s"
    if not is_stable(coupling, system.step_size, of.tolerated):
        limit = largest_stable_step(coupling, system.step_size, of.duration, of.tolerated)
        found = f"the limit is {limit:.3g} s" if limit else "no shorter step is stable"
        return f"{way} is not stable ({found}); `mbfmu couple` finds a stable master"
    error = let_go(of).error(coupling, system.step_size)
    return f"{way} may have an error of {100 * error:.2g} %; `mbfmu couple` finds a more accurate master" if error > WRONG else ""


@contextmanager
def silent() -> Iterator[None]:
    """Keep warnings of a look at a System to itself: the run logs them."""
    logger = logging.getLogger("mbfmu")
    before = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(before)
