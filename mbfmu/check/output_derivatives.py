"""Output derivatives against differences over communication steps."""

from __future__ import annotations

import numpy as np

from .base import Check, Untestable, Verdict, judged, promised
from .evaluation import element_names
from .excitation import excited_inputs, nominals
from .subject import Subject

AROUND = 2  # steps before and behind the point where derivatives are read
TOLERANCE = 1e-9  # asked of the FMU
NOISE = 1e-7  # of an output, over a step: what integration may leave
FLOOR = 1e-10  # of an output's nominal value: the same, of what is zero but for roundoff
RELATIVE = 1e-3  # of a derivative, beside what two orders of differences disagree by


def run(subject: Subject) -> Verdict:
    """First derivatives, read between steps with inputs held."""
    outputs = [v for v in subject.continuous_outputs if not v.shape]
    if not outputs:
        raise Untestable("there are no continuous scalar outputs")
    running = subject.instance()
    running.start(tolerance=TOLERANCE)
    running.set_named(excited_inputs(subject))
    running.advance()
    values, stated = [running.get(outputs)], np.zeros(0)
    for i in range(2 * AROUND):
        running.set_named(excited_inputs(subject))
        running.advance()
        values.append(running.get(outputs))
        if i + 1 == AROUND:
            with promised("output derivatives"):
                stated = np.array(running.fmu.getRealOutputDerivatives(*_asked(outputs)) if subject.version == 2
                                  else running.fmu.getOutputDerivatives(*_asked(outputs)))  # fmt: skip
    floor = FLOOR * nominals(outputs) + NOISE * np.abs(values[AROUND])
    return _compared(element_names(outputs), stated, values, subject.step_size, floor)


def _asked(outputs: list) -> tuple[list[int], list[int]]:
    return [v.valueReference for v in outputs], [1] * len(outputs)


def _compared(names: list[str], stated: np.ndarray, y: list[np.ndarray], h: float, noise: np.ndarray) -> Verdict:
    second, fourth = (y[3] - y[1]) / (2 * h), (8 * (y[3] - y[1]) - (y[4] - y[0])) / (12 * h)
    allowed = np.abs(fourth - second) + noise / h + RELATIVE * np.abs(fourth)
    shows = np.abs(fourth) > 2 * allowed
    if not shows.any():
        raise Untestable("no output changes by more than differences are off by")
    error = np.abs(stated - fourth)
    wrong = np.flatnonzero(~(error <= allowed))
    told = "; ".join(f"der({names[i]}) = {stated[i]:.6g} instead of {fourth[i]:.6g}" for i in wrong[:2])
    measured = (
        f"{len(names)} outputs, {int(shows.sum())} changing, largest error {np.max(error[shows] / np.abs(fourth[shows])):.1e}"
    )
    return judged(not len(wrong), measured, f"{len(wrong)} wrong, such as {told}")


CHECK = Check("output derivatives", lambda s: not s.is_model_exchange, lambda s: s.claim("maxOutputDerivativeOrder"), run)
