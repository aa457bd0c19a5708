"""Model Exchange, integrated by FMPy's CVode, and Co-Simulation go the same way."""

from __future__ import annotations

import fmpy
import numpy as np

from .base import Check, Untestable, Verdict, judged
from .evaluation import element_names
from .excitation import excited_inputs, nominals
from .subject import CO_SIMULATION, MODEL_EXCHANGE, Subject

STEPS = 200  # communication steps that are compared
TOLERANCE = 1e-8  # asked of both
LOOSER = 100  # times TOLERANCE: what this changes is integration's doing
UNSTATED = 1e-4  # the tolerance of an FMU that states none: many step with Euler's method
GROWTH = 100  # what errors may grow by on the way


def run(subject: Subject) -> Verdict:
    """Compare all continuous outputs at the communication points, beyond what integration leaves open."""
    outputs = subject.continuous_outputs
    if not outputs:
        raise Untestable("there are no continuous outputs to compare")
    model, slave = (_run(subject, interface, TOLERANCE) for interface in (MODEL_EXCHANGE, CO_SIMULATION))
    looser = _run(subject, MODEL_EXCHANGE, LOOSER * TOLERANCE)
    points = min(map(len, (model, slave, looser)))
    off, doubt = (np.max(np.abs(model[:points] - other[:points]), axis=0) for other in (slave, looser))
    share = np.maximum(off - GROWTH * TOLERANCE * nominals(outputs) - doubt, 0.0) / _sizes(model)
    stated = getattr(subject.description.defaultExperiment, "tolerance", None)
    allowed = GROWTH * max(float(stated or UNSTATED), TOLERANCE)
    wrong = np.flatnonzero(~(share <= allowed))
    names = element_names(outputs)
    told = f"{', '.join(f'{names[i]} by {share[i]:.1e}' for i in wrong[:3])}; at most {allowed:.1e} is allowed"
    return judged(
        not len(wrong), f"apart by {share.max():.1e} of the largest value, beyond integration, within {points} points", told
    )


def _sizes(trajectory: np.ndarray) -> np.ndarray:
    """The largest value of every output; 1 where it is always zero."""
    largest = np.max(np.abs(trajectory), axis=0)
    return np.where(largest > 0, largest, 1.0)


def _run(subject: Subject, interface: str, tolerance: float) -> np.ndarray:
    result = fmpy.simulate_fmu(
        str(subject.folder),
        validate=False,
        fmi_type=interface,
        start_time=subject.start_time,
        stop_time=min(subject.stop_time, subject.start_time + STEPS * subject.step_size),
        output_interval=subject.step_size,
        relative_tolerance=tolerance,
        record_events=False,
        start_values={name: values.tolist() if len(values) > 1 else values[0] for name, values in excited_inputs(subject).items()},
        output=[v.name for v in subject.continuous_outputs],
        logger=lambda *_: None,
    )
    return np.column_stack([result[v.name].reshape(len(result), -1) for v in subject.continuous_outputs])


def applies(subject: Subject) -> bool:
    """An FMU with both interfaces, once."""
    both = subject.description.modelExchange is not None and subject.description.coSimulation is not None
    return both and not subject.is_model_exchange


CHECK = Check("same trajectory as Model Exchange", applies, lambda _: "both interfaces", run)
