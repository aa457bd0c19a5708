"""The FMU loads with every function of its interface, starts, moves and stops."""

from __future__ import annotations

import numpy as np

from .base import Broken, Check, Untestable, Verdict, always, by_standard, judged
from .instances import started
from .subject import CheckedFmu

STEPS = 10


def run(subject: CheckedFmu) -> Verdict:
    """Load, instantiate, initialize, move, terminate, free."""
    try:
        running = started(subject)
        for _ in range(STEPS):
            running.advance()
        values = running.get(subject.reals)
        running.fmu.terminate()
        running.free()
    except Untestable:
        raise
    except Exception as error:  # FMPy raises bare exceptions, ctypes its own for functions that are missing
        raise Broken(str(error)) from error
    wrong = int(np.sum(~np.isfinite(values)))
    return judged(not wrong, f"{len(values)} values after {STEPS} steps", f"{wrong} of them not finite")


NAME = "loads, starts, moves, stops"
CHECK = Check(NAME, always, by_standard, run)
