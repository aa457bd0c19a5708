"""Communication steps of changing size lead to the same outputs as even ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .base import Check, Untestable, Verdict, judged, promised
from .evaluation import element_names
from .excitation import excited_inputs, nominals
from .instances import instantiated
from .subject import CheckedFmu

STEPS = 20
SHARE = 1e-3  # of the way an output goes: by how much it may depend on the steps
CONVERGING = 64  # times what halved steps change again: by what integration of sixth order or less may be off
TOLERANCE = 1e-9  # asked of the FMU
FLOOR = 1e-8  # of an output's nominal value: what integration may leave of what is nearly zero
SEED = 0


def run(subject: CheckedFmu) -> Verdict:
    """Even steps, shorter even ones, and uneven ones over the same time; integration is off by no more than shorter steps show."""
    if not subject.continuous_outputs:
        raise Untestable("there are no continuous outputs to compare")
    uneven = np.random.default_rng(SEED).uniform(0.5, 1.5, STEPS)
    uneven[0] = 0.5
    even = _outputs(subject, [1.0] * STEPS)
    with promised("steps of other sizes"):
        half, quarter, mixed = (_outputs(subject, sizes)[-1] for sizes in ([0.5] * 2 * STEPS, [0.25] * 4 * STEPS, uneven * STEPS / uneven.sum()))
    span = np.max(np.abs(even - even[0]), axis=0)
    floor = FLOOR * (nominals(subject.continuous_outputs) + np.abs(even[-1]))
    if not (span > floor).any():
        raise Untestable("no output changes while it runs")
    allowed = SHARE * span + CONVERGING * np.abs(half - quarter) + floor
    off = np.maximum(np.abs(mixed - even[-1]), np.abs(half - even[-1]))
    wrong = np.flatnonzero(~(off <= allowed))
    names = element_names(subject.continuous_outputs)
    detail = f"{', '.join(names[i] for i in wrong[:3])} elsewhere than with even steps"
    worst = np.max((off / allowed)[span > floor])
    return judged(not len(wrong), f"{len(off)} outputs with uneven and with even steps: off by {worst:.1g} of what integration errors allow", detail)


def _outputs(subject: CheckedFmu, sizes: Sequence[float]) -> np.ndarray:
    running = instantiated(subject)
    running.start(tolerance=TOLERANCE)
    found = [running.get(subject.continuous_outputs)]
    running.set_named(excited_inputs(subject))
    for size in sizes:
        running.advance(size * subject.step_size)
        found.append(running.get(subject.continuous_outputs))
    running.free()
    return np.array(found)


CHECK = Check(
    "variable communication steps",
    lambda s: not s.is_model_exchange,
    lambda s: s.claim("canHandleVariableCommunicationStepSize"),
    run,
)
