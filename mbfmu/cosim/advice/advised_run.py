"""Runs of a System that say what to do where its steps are too long."""

from __future__ import annotations

import logging
from collections.abc import Callable

from ...base.errors import MbfmuError
from ...model.signals.result import Result
from ..masters.oscillation import oscillation
from ..progress import bar
from ..simulate import run_system
from ..system.system import System
from .remedy import remedy


def simulate_system(system: System, show_progress: bool = True, pictures: bool = False) -> Result:
    """Co-simulate `system` and return a structured array: "time" [s] and "component.variable", in each variable's own unit.

    The result has every output and every connected or driven input at every communication point; the last one is exactly the stop time. With
    `pictures`, it also has the picture outputs for `mbfmu view`. `show_progress` shows a bar on a terminal. The function does not examine the step
    before the run: `mbfmu.cosim.advice.advise` does. A warning is logged if the signals of a power port oscillate from step to step within
    bounds (see mbfmu.cosim.masters.oscillation).

    Raises ProblemsFound if the System cannot run (see mbfmu.cosim.checks), and MbfmuError if it cannot be initialized. Raises RunStopped if a step
    fails, an output is not finite or the coupling diverges (see mbfmu.cosim.masters.divergence), and KeyboardInterrupt with the time that it has
    reached.
    """
    if not isinstance(system, System):
        raise MbfmuError(f"{system!r} is no System; one in a file is opened by `with open_system(path) as system:`")
    with bar(system.start_time, system.stop_time, show_progress) as progress:
        result = advised_run(system, progress, pictures)
    if sentence := oscillation(system, result):
        logging.getLogger("mbfmu").warning("%s: %s", system.name, sentence)
    return result


def advised_run(system: System, progress: Callable[[float], None], pictures: bool = False) -> Result:
    """Co-simulate `system` as `simulate_system` does, without warnings; every step `progress` is called with the time [s]."""
    return run_system(system, progress, pictures, remedy)
