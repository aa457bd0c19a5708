"""States, their derivatives and event indicators are the same numbers whichever function reads them."""

from __future__ import annotations

import numpy as np

from .base import Check, Verdict, by_standard, judged
from .evaluation import continuous_time, element_names
from .running_fmu import roundings
from .subject import CheckedFmu

CLOSE = 1e-12  # of a value; of Float32 its last digit
AMOUNT = 1e-2  # of the size of states and inputs: how far they are moved
SEED = 0


def run(subject: CheckedFmu) -> Verdict:
    """Read the vectors of Model Exchange and the variables that stand for them, off the way that the model goes by itself."""
    point, wrong = continuous_time(subject), []
    point.move(point.x + AMOUNT * point.scale * np.random.default_rng(SEED).uniform(-1, 1, len(point.x)))
    running = point.running
    indicators = [u.variable for u in subject.description.eventIndicators]
    pairs = [(subject.states, running.states()), ([u.variable for u in subject.derivatives], running.derivatives())]
    for variables, vector in [*pairs, *([(indicators, running.indicators())] if indicators else [])]:
        values = running.get(variables)
        off = np.flatnonzero(~(np.abs(values - vector) <= np.maximum(CLOSE, roundings(variables)) * np.abs(vector)))
        wrong += [f"{element_names(variables)[i]} = {values[i]:.9g} as a variable, {vector[i]:.9g} in the vector" for i in off]
    nominals = running.nominals()
    wrong += [f"the nominal value of {name} is {x:g}" for name, x in zip(element_names(subject.states), nominals) if not 0 < x < np.inf]
    return judged(not wrong, f"{len(nominals)} states, {len(indicators)} indicators that are variables", "; ".join(wrong[:2]))


CHECK = Check("vectors agree with variables", lambda s: s.is_model_exchange and bool(s.derivatives), by_standard, run)
