"""Event Mode of FMI 3 Co-Simulation: entered and left between steps, it changes nothing where nothing happens."""

from __future__ import annotations

import numpy as np

from .base import Check, Verdict, judged, promised
from .excitation import excited_inputs
from .instances import started
from .subject import CheckedFmu

STEPS = 10
CLOSE = 1e-6  # of an output: an event restarts integrators


def run(subject: CheckedFmu) -> Verdict:
    """Run with and without entering Event Mode behind every step, inputs set in it or before the step."""
    variables = subject.continuous_outputs
    plain = started(subject)
    plain.set_named(excited_inputs(subject))
    with promised("Event Mode"):
        stopping = started(subject, eventModeUsed=True)
        for _ in range(STEPS):
            stopping.fmu.enterEventMode()
            stopping.set_named(excited_inputs(subject))
            stopping.iterate_event()
            stopping.fmu.enterStepMode()
            stopping.advance()
    for _ in range(STEPS):
        plain.advance()
    expected, found = plain.get(variables), stopping.get(variables)
    off = np.abs(found - expected) / np.maximum(np.abs(expected), max(CLOSE, float(np.max(np.abs(expected), initial=0.0)) * CLOSE))
    largest = float(np.max(off, initial=0.0))
    allowed = max(CLOSE, 100 * subject.tolerance)
    return judged(largest <= allowed, f"{STEPS} steps, outputs off by {largest:.1e}", f"at most {allowed:g} is allowed")


CHECK = Check("Event Mode", lambda s: s.version == 3 and not s.is_model_exchange, lambda s: s.claim("hasEventMode"), run)
