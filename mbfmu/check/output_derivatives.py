"""Output derivatives against differences over communication steps."""

from __future__ import annotations

import numpy as np
from fmpy.model_description import ModelVariable

from .base import Check, Untestable, Verdict, judged, promised
from .evaluation import element_names
from .excitation import excited_inputs, nominals
from .subject import Subject

STRIDES = (1, 5, 25)  # communication steps from point to point: close ones for what changes fast, wide ones for what changes slowly
AROUND = 2  # points before and behind the one where derivatives are read
TOLERANCE = 1e-9  # asked of the FMU
NOISE = 1e-7  # of an output, over a step: what integration may leave
FLOOR = 1e-8  # of an output's nominal value: the same, of what is nearly zero
LOOSER = 100  # times TOLERANCE
DOUBTED = 3
RELATIVE = 1e-3  # of a derivative, beside what two orders of differences disagree by


def run(subject: Subject) -> Verdict:
    """First derivatives, read between steps with inputs held; what a looser tolerance changes is the integrator's doing.

    Wide differences count where they agree with closer ones.
    """
    outputs = [v for v in subject.continuous_outputs if not v.shape]
    if not outputs:
        raise Untestable("there are no continuous scalar outputs")
    steps = (subject.stop_time - subject.start_time) / subject.step_size
    strides = [stride for stride in STRIDES if 2 * AROUND * stride < steps] or [1]
    values, stated = _values(subject, outputs, TOLERANCE, AROUND * strides[-1])
    looser, _ = _values(subject, outputs, LOOSER * TOLERANCE, AROUND * strides[-1])
    h, floor = subject.step_size, FLOOR * nominals(outputs)
    slope, allowed = _slope(values, looser, h, 1, floor)
    for stride in strides[1:]:
        wider, closer = _slope(values, looser, h, stride, floor)
        better = (np.abs(wider - slope) <= allowed) & (closer < allowed)
        slope, allowed = np.where(better, wider, slope), np.where(better, closer, allowed)
    return _compared(element_names(outputs), stated, slope, allowed)


def _values(subject: Subject, outputs: list[ModelVariable], tolerance: float, around: int) -> tuple[np.ndarray, np.ndarray]:
    """The outputs at the communication points around one (2 around + 1, outputs), and their derivatives as stated there."""
    running = subject.instance()
    running.start(tolerance=tolerance)
    running.set_named(excited_inputs(subject))
    running.advance()
    values, stated = [running.get(outputs)], np.zeros(0)
    for i in range(2 * around):
        running.advance()
        values.append(running.get(outputs))
        if i + 1 == around:
            with promised("output derivatives"):
                stated = running.output_derivatives(outputs)
    return np.array(values), stated


def _slope(values: np.ndarray, looser: np.ndarray, h: float, stride: int, floor: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The slope by points `stride` steps of `h` apart, and what it may be off by."""
    middle = len(values) // 2
    points = [middle + i * stride for i in range(-AROUND, AROUND + 1)]
    (slope, doubt), (other, _) = (_slopes(y[points], h * stride) for y in (values, looser))
    noise = (floor + NOISE * np.abs(values[middle])) / (h * stride)
    return slope, doubt + noise + RELATIVE * np.abs(slope) + np.abs(slope - other)


def _slopes(y: np.ndarray, h: float) -> tuple[np.ndarray, np.ndarray]:
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
