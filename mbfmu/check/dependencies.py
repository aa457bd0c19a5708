"""Dependencies are complete: what moves with a known has declared it."""

from __future__ import annotations

import numpy as np
from fmpy.fmi1 import FMICallException
from fmpy.model_description import Unknown

from .base import Check, Untestable, Verdict, always, judged
from .evaluation import Evaluation, continuous_time, element_names, initialization, step_mode
from .running_fmu import size
from .subject import CheckedFmu

MOVED = 1e-3  # of a known's size: how far it is moved
CHANGED = 1e-9  # of an unknown, or of what moves most: beyond it something has changed, and not by roundoff
KNOWNS = 200  # that are moved; where there are more, that many at random
SEED = 0


def run_continuous(subject: CheckedFmu) -> Verdict:
    """Move states and inputs one by one."""
    if not subject.is_model_exchange and subject.version == 2:
        raise Untestable("in FMI 2 Co-Simulation, outputs react to inputs only after a step (section 4.2.4)")
    return undeclared(subject, continuous_time(subject) if subject.is_model_exchange else step_mode(subject))


def run_initial(subject: CheckedFmu) -> Verdict:
    """Move inputs, parameters and exact start values one by one."""
    return undeclared(subject, initialization(subject, parameters=True))


def undeclared(subject: CheckedFmu, point: Evaluation) -> Verdict:
    """Move the knowns and see which unknowns follow without having declared it."""
    names, owners = element_names(point.knowns), [v for v in point.knowns for _ in range(size(v))]
    unknowns = [u for u in point.unknowns for _ in range(size(u.variable))]
    rows = element_names([u.variable for u in point.unknowns])
    if not names or not unknowns:
        raise Untestable("there are no unknowns, or no knowns to move")
    base, wrong, moved, refused = point(point.x), [], 0, []
    chosen = sorted(np.random.default_rng(SEED).permutation(len(names))[:KNOWNS].tolist())
    for j in subject.while_time(chosen):
        try:
            change = np.abs(point(point.x + MOVED * point.scale[j] * np.eye(1, len(names), j)[0]) - base)
            moved += 1
        except FMICallException:
            refused.append(names[j])  # a value that the model does not take says nothing about dependencies
            point.move(point.x)
            continue
        follows = np.flatnonzero(change > np.maximum(CHANGED, point.rounding) * np.maximum(np.abs(base), change.max()))
        wrong += [f"{rows[i]} on {names[j]}" for i in follows if not _declared(unknowns[i], owners[j])]
        point(point.x)
    measured = f"{moved} of {len(names)} knowns moved, {len(unknowns)} unknowns watched in {point.mode}"
    if not moved:
        raise Untestable(f"every other value was refused: {', '.join(refused[:3])}")
    return judged(not wrong, measured, f"{len(wrong)} not declared: {', '.join(dict.fromkeys(wrong[:4]))}")


def _declared(unknown: Unknown, known) -> bool:
    """Whether the dependency is declared; an unknown without a list depends on everything, and what is itself a known on itself."""
    if unknown.dependencies is None:
        return True
    return known.valueReference in {unknown.variable.valueReference, *(d.valueReference for d in unknown.dependencies)}


def listed(unknowns: list[Unknown]) -> str:
    """What is claimed by unknowns of which some have a list."""
    return "dependencies" if any(u.dependencies is not None for u in unknowns) else ""


CONTINUOUS = Check("dependencies complete", always, lambda s: listed([*s.description.outputs, *s.derivatives]), run_continuous)
INITIAL = Check("initial dependencies complete", always, lambda s: listed(s.description.initialUnknowns), run_initial)
