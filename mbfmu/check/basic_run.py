"""The FMU loads with every function of its interface, starts, moves and stops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .base import Broken, Check, Untestable, Verdict, always, by_standard, judged
from .instances import instantiated
from .running_fmu import Running
from .subject import CheckedFmu

STEPS = 10
UNSTARTED = "the FMU does not start at its own start values"


def run(subject: CheckedFmu) -> Verdict:
    """Load, instantiate, initialize, move, terminate, free."""
    running = _made(subject)
    _done(running, f"{UNSTARTED}: ", running.start)
    values = _done(running, "", lambda: _moved(running))
    wrong = int(np.sum(~np.isfinite(values)))
    return judged(not wrong, f"{len(values)} values after {STEPS} steps", f"{wrong} of them not finite")


def _made(subject: CheckedFmu) -> Running:
    try:
        return instantiated(subject)
    except Untestable:
        raise
    except Exception as error:  # FMPy raises bare exceptions, ctypes its own for functions that are missing
        raise Broken(str(error)) from error


def _done(running: Running, title: str, act: Callable[[], Any]) -> Any:
    """What an act gives; Broken, with what the FMU has logged last, where it fails."""
    try:
        return act()
    except Untestable:
        raise
    except Exception as error:  # as above
        logged = [message for message in running.said if message]
        raise Broken(f"{title}{error}" + (f" The FMU logged: {logged[-1]}" if logged else "")) from error


def _moved(running: Running) -> np.ndarray:
    """All reals after a few steps, behind which it is terminated and freed."""
    for _ in range(STEPS):
        running.advance()
    values = running.get(running.subject.reals)
    running.fmu.terminate()
    running.free()
    return values


NAME = "loads, starts, moves, stops"
CHECK = Check(NAME, always, by_standard, run)
