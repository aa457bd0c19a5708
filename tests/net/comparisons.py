"""Comparisons of a case with what it must agree with: one a function, by name in COMPARISONS."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import inf

import fmpy
import numpy as np

from mbfmu import build_portable
from mbfmu.engine.instance import Instance
from mbfmu.model.elements.parts import Body
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..tolerances import CONDITIONED, EPS, NET_DRIFT, NET_EXCHANGED
from .case import Case
from .derivatives import linear_system, slopes
from .description import Description, Place
from .energy import energy_balance
from .rewritings import REWRITINGS, Rewriting
from .runs import ROWS, RTOL, Deviation, apart, run, seen, sizes

Comparison = Callable[[Case], Deviation]
EXCHANGED = 1e-9  # relative tolerance of FMUs, and of who integrates them in Model Exchange


def rewriting(rewrite: Rewriting) -> Comparison:
    """With the same model, rewritten."""
    return lambda case: case.apart(run(rewrite(case.found, case.rng())))


def formulation(name: str) -> Comparison:
    """With another formulation."""

    def compare(case: Case) -> Deviation:
        deviation = case.apart(run(case.found, name))
        drifting = deviation.size * (NET_DRIFT if FORMULATIONS[name].free else 1.0)
        return replace(deviation, size=max(0.0, drifting - CONDITIONED * EPS * spread(case.found)))

    return compare


def spread(found: Description) -> float:
    """How far inertias are apart, which is about the condition of a mass matrix: all but the recursion solve for all accelerations at once."""
    bodies, places = found.of(Body), [to for item in found.items for to in item.attached if isinstance(to, Place)]
    arm = max(float(to.r @ to.r) for to in places)
    largest = max(float(body.values["m"]) * arm + float(body.values["I"][:3].max()) for body in bodies)
    return largest / min(float(body.values["I"][:3].min()) for body in bodies)


def scipy(case: Case) -> Deviation:
    """With one of SciPy's solvers."""
    return case.apart(seen(case.found, case.problem, solver="DOP853"))


def continuation(case: Case) -> Deviation:
    """With what goes on from a state that was saved halfway, to the last bit."""
    start = case.found.start_time
    instance, other = Instance(case.problem), Instance(case.problem)
    instance.initialize(start)
    other.initialize(start)
    instance.meet_events()
    instance.advance(start + 0.5 * case.found.stop_time, RTOL)
    saved, ends = instance.save(), []
    other.restore(saved)
    for of in (instance, other):
        of.advance(start + case.found.stop_time, RTOL)
        ends.append(np.concatenate([of.buffers["x"], of.buffers["y"]]))
    return Deviation(0.0 if np.array_equal(*ends) else inf, "continuation")


def exchange(case: Case) -> Deviation:
    """Its FMU in Co-Simulation with the same in Model Exchange, in FMPy."""
    found = case.found
    times = {"start_time": found.start_time, "stop_time": found.start_time + found.stop_time, "output_interval": found.stop_time / ROWS}
    exact = {"relative_tolerance": EXCHANGED, "record_events": False}
    with tempfile.TemporaryDirectory() as folder:
        fmu = build_portable(case.problem, folder, pictures=False)
        tables = [fmpy.simulate_fmu(fmu, fmi_type=kind, **times, **exact) for kind in ("CoSimulation", "ModelExchange")]
    deviation = apart(*(sizes(found, table[1:]) for table in tables))  # at the start, what is sampled is due in the first step
    return replace(deviation, size=NET_EXCHANGED * deviation.size)


ABSOLUTE = tuple(name for name, of in FORMULATIONS.items() if of.free)  # in absolute coordinates, of which there are many
CHEAP: Mapping[str, Comparison] = {rewrite.__name__: rewriting(rewrite) for rewrite in REWRITINGS} | {
    name: formulation(name) for name in FORMULATIONS if name not in ("articulated_body", *ABSOLUTE)
}
ALWAYS: Mapping[str, Comparison] = {"continuation": continuation}
DEAR: Mapping[str, Comparison] = {
    "scipy": scipy,
    "energy_balance": energy_balance,
    "linear_system": linear_system,
    "slopes": slopes,
    "exchange": exchange,
    **{name: formulation(name) for name in ABSOLUTE},
}
COMPARISONS: Mapping[str, Comparison] = {**ALWAYS, **CHEAP, **DEAR}
