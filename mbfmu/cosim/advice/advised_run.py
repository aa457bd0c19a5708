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

    Holds every output and every connected or driven input at every communication point; the last one is exactly the stop time. `show_progress` shows
    a bar on a terminal. Outputs that only show where parts are, for `mbfmu view`, are held if `pictures` are wanted. Logs a warning if the signals of
    a power port oscillate from step to step within bounds (see mbfmu.cosim.masters.oscillation).

    Raises ProblemsFound when the System cannot run (see mbfmu.cosim.checks), MbfmuError when it cannot be initialized,
    RunStopped when a step fails, an output is no finite number or the coupling diverges (see mbfmu.cosim.masters.divergence),
    KeyboardInterrupt with the time it had come to.
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
