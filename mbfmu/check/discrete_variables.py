"""Discrete variables of Model Exchange change at events only: they stay while time and states move in Continuous-Time Mode."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
from fmpy.fmi1 import FMICallException
from fmpy.model_description import ModelVariable

from .base import Check, Untestable, Verdict, by_standard, judged
from .instances import started
from .journey import STEPS
from .running_fmu import Running
from .subject import CheckedFmu

FAR = 1.0  # times the size of states: how far they are moved, beyond where events would be
SEED = 0


def run(subject: CheckedFmu) -> Verdict:
    """Read all discrete variables, move the states far without an event, and read them again."""
    variables, rng = _discrete(subject), np.random.default_rng(SEED)
    running, wrong, points = started(subject), [], 0
    for _ in range(STEPS):
        before, x = _read(running, variables), running.states()
        if not len(x):
            raise Untestable("there are no states to move")
        with suppress(FMICallException):  # the model does not go there
            running.set_states(x + FAR * np.maximum(np.abs(x), running.nominals()) * rng.uniform(-1, 1, len(x)))
            after = _read(running, variables)
            wrong += [name for name, value in before.items() if after[name] != value]
            points += 1
        running.set_states(x)
        running.advance()
    if not points:
        raise Untestable("the model does not go where its states were moved")
    names = list(dict.fromkeys(wrong))
    return judged(not names, f"{len(variables)} variables at {points} points", f"{', '.join(names[:3])} changed without an event")


def _read(running: Running, variables: list[ModelVariable]) -> dict[str, bytes]:
    return {v.name: running.get([v]).tobytes() for v in variables}


def _discrete(subject: CheckedFmu) -> list[ModelVariable]:
    return [v for v in subject.numeric if v.causality in ("output", "local") and v.variability == "discrete"]


CHECK = Check("discrete variables held between events", lambda s: s.is_model_exchange and bool(_discrete(s)), by_standard, run)
