"""Output derivatives against differences over communication steps."""

from __future__ import annotations

import numpy as np
from fmpy.model_description import ModelVariable

from .base import Check, Untestable, Verdict, judged, promised
from .evaluation import element_names
from .excitation import excited_inputs, nominals
from .subject import Subject

AROUND = 2  # steps before and behind the point where derivatives are read
TOLERANCE = 1e-9  # asked of the FMU
NOISE = 1e-7  # of an output, over a step: what integration may leave
FLOOR = 1e-10  # of an output's nominal value: the same, of what is zero but for roundoff
LOOSER = 100  # times TOLERANCE
DOUBTED = 3
RELATIVE = 1e-3  # of a derivative, beside what two orders of differences disagree by


def run(subject: Subject) -> Verdict:
    """First derivatives, read between steps with inputs held; what a looser tolerance changes is the integrator's doing."""
    outputs = [v for v in subject.continuous_outputs if not v.shape]
    if not outputs:
        raise Untestable("there are no continuous scalar outputs")
    values, stated = _values(subject, outputs, TOLERANCE)
    looser, _ = _values(subject, outputs, LOOSER * TOLERANCE)
    h = subject.step_size
    (slope, doubt), (other, _) = _slopes(values, h), _slopes(looser, h)
    noise = (FLOOR * nominals(outputs) + NOISE * np.abs(values[AROUND])) / h
    return _compared(element_names(outputs), stated, slope, doubt + noise + RELATIVE * np.abs(slope) + np.abs(slope - other))


def _values(subject: Subject, outputs: list[ModelVariable], tolerance: float) -> tuple[list[np.ndarray], np.ndarray]:
    """The outputs at the points around one, and their derivatives as stated there."""
    running = subject.instance()
    running.start(tolerance=tolerance)
    running.set_named(excited_inputs(subject))
    running.advance()
    values, stated = [running.get(outputs)], np.zeros(0)
    for i in range(2 * AROUND):
        running.set_named(excited_inputs(subject))
        running.advance()
        values.append(running.get(outputs))
        if i + 1 == AROUND:
            with promised("output derivatives"):
                stated = running.output_derivatives(outputs)
    return values, stated


def _slopes(y: list[np.ndarray], h: float) -> tuple[np.ndarray, np.ndarray]:
    """The slope in the midst of five points by differences of fourth order, and DOUBTED times what those of second order are off."""
    second, fourth = (y[3] - y[1]) / (2 * h), (8 * (y[3] - y[1]) - (y[4] - y[0])) / (12 * h)
    return fourth, DOUBTED * np.abs(fourth - second)


def _compared(names: list[str], stated: np.ndarray, slope: np.ndarray, allowed: np.ndarray) -> Verdict:
    shows = np.abs(slope) > 2 * allowed
    if not shows.any():
        raise Untestable("no output changes by more than differences are off by")
    error = np.abs(stated - slope)
    wrong = np.flatnonzero(~(error <= allowed))
    told = "; ".join(f"der({names[i]}) = {stated[i]:.6g} instead of {slope[i]:.6g}" for i in wrong[:2])
    measured = f"{len(names)} outputs, {int(shows.sum())} changing, largest error {np.max(error[shows] / np.abs(slope[shows])):.1e}"
    return judged(not len(wrong), measured, f"{len(wrong)} wrong, such as {told}")


CHECK = Check("output derivatives", lambda s: not s.is_model_exchange, lambda s: s.claim("maxOutputDerivativeOrder"), run)
