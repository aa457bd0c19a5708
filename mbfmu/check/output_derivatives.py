"""Output derivatives against differences over ever shorter times."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from fmpy.model_description import ModelVariable

from .base import Check, Untestable, Verdict, judged, promised
from .evaluation import element_names
from .excitation import excited_inputs, nominals
from .instances import instantiated
from .running_fmu import Running
from .subject import CheckedFmu

WIDEST, FINEST = 4, -20  # powers of 2: the distances between points, in communication steps
TOLERANCE = 1e-9  # asked of the FMU
LOOSER = 100  # times TOLERANCE: what this changes in an output is integration's doing
NOISE = 1e-7  # of an output, over a step: what integration may leave
FLOOR = 1e-8  # of an output's nominal value: the same, of what is nearly zero
DOUBTED = 3  # times what two orders of differences disagree by, and what noise explains of that
RELATIVE = 1e-3  # of a derivative, beside what two orders of differences disagree by


@dataclass(frozen=True)
class Window:
    """Values of the outputs at five points `distance` [s] apart, and their derivatives there as stated: (5, outputs) each."""

    distance: float
    values: np.ndarray
    stated: np.ndarray


def run(subject: CheckedFmu) -> Verdict:
    """First derivatives, read between steps with inputs held, against differences over windows of ever shorter distances.

    Close points see fast changes, wide ones drown noise: of each output the window counts in which its slope is known best.
    """
    outputs = [v for v in subject.continuous_outputs if not v.shape]
    if not outputs:
        raise Untestable("there are no continuous scalar outputs")
    found, looser = (_windows(subject, outputs, tolerance) for tolerance in (TOLERANCE, LOOSER * TOLERANCE))
    moving = [pair for pair in zip(found, looser) if np.ptp(pair[0].values, axis=0).any()]  # in others steps are too short for the FMU
    if not moving:
        raise Untestable("no output changes while it runs")
    slopes, integration, noise, doubts, uneven = map(np.array, zip(*(_slope(*pair, FLOOR * nominals(outputs)) for pair in moving)))
    # what is in doubt in close points, beyond noise, stays so in wide ones, where an oscillation may look like rest
    coarse = np.maximum.accumulate(np.maximum(doubts - DOUBTED * noise, uneven))
    allowed = coarse + integration + noise + RELATIVE * np.abs(slopes)
    best = np.argmin(allowed, axis=0), np.arange(len(outputs))
    return _compared(element_names(outputs), found[0].stated[2], slopes[best], allowed[best], coarse[best] > noise[best])


def _windows(subject: CheckedFmu, outputs: list[ModelVariable], tolerance: float) -> list[Window]:
    """The windows around one time, the one with the closest points first."""
    running = instantiated(subject)
    running.start(tolerance=tolerance)
    running.set_named(excited_inputs(subject))
    running.advance()
    distances = _distances(subject)
    offsets = sorted({sign * i * distance for distance in distances for i in (0, 1, 2) for sign in (-1, 1)})
    seen = {offsets[0]: _read(running, outputs)}
    for before, offset in zip(offsets, offsets[1:]):
        whole = int(offset - before)
        for part in [1.0] * whole or [offset - before]:
            running.advance(part * subject.step_size)
        seen[offset] = _read(running, outputs)
    return [Window(distance * subject.step_size, *map(np.array, zip(*(seen[i * distance] for i in (-2, -1, 0, 1, 2))))) for distance in distances]


def _distances(subject: CheckedFmu) -> list[float]:
    """In communication steps: shorter ones where the FMU makes such steps, longer ones where the experiment is long enough."""
    steps = (subject.stop_time - subject.start_time) / subject.step_size
    shortens = subject.claim("canHandleVariableCommunicationStepSize") and not subject.flags.get("fixedInternalStepSize")
    distances = [2.0**power for power in range(FINEST if shortens else 0, WIDEST + 1)]
    return [distance for distance in distances if 4 * distance < steps] or distances[:2]


def _read(running: Running, outputs: list[ModelVariable]) -> tuple[np.ndarray, np.ndarray]:
    with promised("output derivatives"):
        stated = running.output_derivatives(outputs)
    return running.get(outputs), stated


def _slope(window: Window, looser: Window, floor: np.ndarray) -> tuple[np.ndarray, ...]:
    """The slope in the midst of a window, what integration and noise may add to it, and what its points may be too wide for.

    They are too wide where two orders of differences disagree, and where what is stated does not go evenly between them, as where the slope jumps.
    """
    (slope, doubt), (other, _) = (_slopes(w.values, w.distance) for w in (window, looser))
    uneven = np.nan_to_num(np.abs(window.stated[1] + window.stated[3] - 2 * window.stated[2]))
    return slope, np.abs(slope - other), (floor + NOISE * np.abs(window.values[2])) / window.distance, doubt, uneven


def _slopes(y: np.ndarray, h: float) -> tuple[np.ndarray, np.ndarray]:
    """The slope in the midst of five points by differences of fourth order, and DOUBTED times what those of second order are off."""
    second, fourth = (y[3] - y[1]) / (2 * h), (8 * (y[3] - y[1]) - (y[4] - y[0])) / (12 * h)
    return fourth, DOUBTED * np.abs(fourth - second)


def _compared(names: list[str], stated: np.ndarray, slope: np.ndarray, allowed: np.ndarray, is_coarse: np.ndarray) -> Verdict:
    shows = np.abs(slope) > 2 * allowed
    error = np.abs(stated - slope)
    wrong = np.flatnonzero(~(error <= allowed))
    untold = [names[i] for i in np.flatnonzero(is_coarse & ~shows & (error <= allowed))]
    why_not = f"the differences of {', '.join(untold[:3])}{' and others' if len(untold) > 3 else ''} do not converge" if untold else ""
    if not shows.any() and not len(wrong):
        raise Untestable(why_not or "no output changes by more than differences are off by")
    largest = np.max(error[shows] / np.abs(slope[shows]), initial=0.0)
    measured = f"{len(names)} outputs, {int(shows.sum())} changing, largest error {largest:.1e}{'; not tested: ' if untold else ''}{why_not}"
    detail = "; ".join(f"der({names[i]}) = {stated[i]:.6g} instead of {slope[i]:.6g}" for i in wrong[:2])
    return judged(not len(wrong), measured, f"{len(wrong)} wrong, such as {detail}")


CHECK = Check("output derivatives", lambda s: not s.is_model_exchange, lambda s: s.claim("maxOutputDerivativeOrder"), run)
