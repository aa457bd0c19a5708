"""Co-Simulation compared with Model Exchange, integrated by FMPy's CVode: FMI promises no agreement, but both cannot be right where they differ."""

from __future__ import annotations

import fmpy
import numpy as np
from fmpy.model_description import ModelVariable

from .base import COMPARISON, Check, Untestable, Verdict, judged
from .evaluation import element_names
from .excitation import excited_inputs, nominals
from .subject import CO_SIMULATION, MODEL_EXCHANGE, CheckedFmu

STEPS = 200  # communication steps that are compared
TOLERANCE = 1e-8  # asked of both
LOOSER = 100  # times TOLERANCE: what this changes, in either of them, is integration's doing
UNSTATED = 1e-4  # the tolerance of an FMU that states none: many step with Euler's method
GROWTH = 100  # what errors may grow by on the way
EULERS = 2  # times what other integration changes


def run(subject: CheckedFmu) -> Verdict:
    """Compare all continuous outputs and states at the communication points, beyond what integration leaves open.

    An FMU that states no tolerance may integrate with fixed steps: what Euler's method with communication steps is off by, is left open.
    """
    variables = _compared(subject)
    if not variables:
        raise Untestable("there are no continuous outputs or states to compare")
    model, slave = (_run(subject, interface, TOLERANCE) for interface in (MODEL_EXCHANGE, CO_SIMULATION))
    others = [_run(subject, MODEL_EXCHANGE, LOOSER * TOLERANCE)]
    loosely = _run(subject, CO_SIMULATION, LOOSER * TOLERANCE)
    stated = getattr(subject.description.defaultExperiment, "tolerance", None)
    if stated is None:
        others.append(_run(subject, MODEL_EXCHANGE, TOLERANCE, solver="Euler"))
    points = min(map(len, (model, slave, loosely, *others)))
    pairs = [(model, slave), (slave, loosely), *((model, other) for other in others)]
    off, *doubts = (np.max(np.abs(one[:points] - other[:points]), axis=0) for one, other in pairs)
    share = np.maximum(off - GROWTH * TOLERANCE * nominals(variables) - EULERS * np.max(doubts, axis=0), 0.0) / _sizes(model)
    allowed = GROWTH * max(float(stated or UNSTATED), TOLERANCE)
    wrong = np.flatnonzero(~(share <= allowed))
    names = element_names(variables)
    detail = f"{', '.join(f'{names[i]} by {share[i]:.1e}' for i in wrong[:3])}; at most {allowed:.1e} is allowed"
    return judged(not len(wrong), f"apart by {share.max():.1e} of the largest value, beyond integration, within {points} points", detail)


def _compared(subject: CheckedFmu) -> list[ModelVariable]:
    """Continuous outputs, and states that are no outputs."""
    outputs = subject.continuous_outputs
    known = {v.valueReference for v in outputs}
    return outputs + [v for v in subject.states if v in subject.reals and v.valueReference not in known]


def _sizes(trajectory: np.ndarray) -> np.ndarray:
    """The largest value of every output; 1 where it is always zero."""
    largest = np.max(np.abs(trajectory), axis=0)
    return np.where(largest > 0, largest, 1.0)


def _run(subject: CheckedFmu, interface: str, tolerance: float, solver: str = "CVode") -> np.ndarray:
    result = fmpy.simulate_fmu(
        str(subject.folder),
        validate=False,
        fmi_type=interface,
        start_time=subject.start_time,
        stop_time=min(subject.stop_time, subject.start_time + STEPS * subject.step_size),
        output_interval=subject.step_size,
        relative_tolerance=tolerance,
        solver=solver,
        step_size=subject.step_size,
        record_events=False,
        start_values={name: values.tolist() if len(values) > 1 else values[0] for name, values in excited_inputs(subject).items()},
        output=[v.name for v in _compared(subject)],
        logger=lambda *_: None,
    )
    return np.column_stack([result[v.name].reshape(len(result), -1) for v in _compared(subject)])


def applies(subject: CheckedFmu) -> bool:
    """An FMU with both interfaces, once."""
    both = subject.description.modelExchange is not None and subject.description.coSimulation is not None
    return both and not subject.is_model_exchange


CHECK = Check("comparison with Model Exchange", applies, lambda _: "both interfaces", run, kind=COMPARISON)
