"""Runs of a description, and how far two of them are apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mbfmu import simulate
from mbfmu.model.declare.element import Element, Output, declarations
from mbfmu.model.elements.constraints import Constraint
from mbfmu.model.elements.sensors import AccelerationSensor, DistanceSensor, JointReaction, KineticEnergy
from mbfmu.problem.data.problem import Problem

from .description import Description
from .scales import factor

ROWS = 5  # of a run that is compared, behind the first
RTOL = 1e-12
SMALL = 1e-2  # of the largest number in a unit: what is less is judged as if it were so much
TINY = 1e-300
SENSORS: Mapping[type[Element], tuple[str, ...]] = {
    DistanceSensor: ("s", "v"),
    AccelerationSensor: ("a", "z"),
    JointReaction: ("f", "f_unique"),
    KineticEnergy: ("T",),
}
FORCES = ("f", "tau", "P", "unique")  # of constraints, that do not depend on how they are described
FLAGS = ("unique", "f_unique")


@dataclass(frozen=True)
class Run:
    """Sizes of what was seen at the times of a run, by "item.output": numbers (times,) that do not depend on how a model is described."""

    seen: Mapping[str, np.ndarray]
    units: Mapping[str, str]


@dataclass(frozen=True)
class Deviation:
    """How far two runs are apart, relative to the size of what deviates, and what that is."""

    size: float
    of: str = ""


def watched(found: Description) -> dict[str, tuple[str, ...]]:
    """The outputs that are compared, by item."""
    of_constraints = {
        c.name: tuple(name for name in declarations(c.kind, Output) if name in ("f", "tau", "P", "unique")) for c in found.of(Constraint)
    }
    return {item.name: SENSORS[item.kind] for item in found.items if item.kind in SENSORS} | of_constraints


def compiled(found: Description, formulation: str = "articulated_body") -> Problem:
    """The Problem of a description with what is compared as outputs."""
    return found.problem(watched(found), formulation)


def run(found: Description, formulation: str = "articulated_body", **options) -> Run:
    """A run of the engine."""
    return seen(found, compiled(found, formulation), **options)


def seen(found: Description, problem: Problem, rtol: float = RTOL, **options) -> Run:
    """A run of a Problem of the description."""
    start, stop = found.start_time, found.start_time + found.stop_time
    return sizes(found, simulate(problem, stop, found.stop_time / ROWS, rtol=rtol, start_time=start, **options))


def sizes(found: Description, table: np.ndarray) -> Run:
    """What a table of outputs, as `simulate` and FMPy give it, shows of the motion."""
    elements = found.model().elements
    columns: dict[str, list[np.ndarray]] = {}
    for column in (table.dtype.names or ())[1:]:
        columns.setdefault(column.removeprefix("net.").partition("[")[0], []).append(table[column])
    numbers, units = {}, {}
    for name in (f"{item}.{output}" for item, outputs in watched(found).items() for output in outputs):
        item, _, output = name.partition(".")
        unit = getattr(elements[item], output).unit
        flag = output in FLAGS
        units[name] = "" if flag else unit
        numbers[name] = np.min(columns[name], axis=0) if flag else np.linalg.norm(columns[name], axis=0) / factor(unit, found.scale)
    return Run(numbers, units)


def apart(a: Run, b: Run) -> Deviation:
    """How far two runs are apart in what follows from the equations in both, and both show."""
    both = [name for name in a.seen if name in b.seen and a.units[name] and _follows(a, name) and _follows(b, name)]
    scale = dict(zip(a.seen, usual([np.abs(seen).max() for seen in a.seen.values()], [a.units[name] for name in a.seen])))
    return max((Deviation(float(np.abs(a.seen[name] - b.seen[name]).max() / scale[name]), name) for name in both), key=lambda d: d.size)


def usual(numbers: Sequence[float], units: Sequence[str]) -> list[float]:
    """By how much a number may be judged: its own size, or where it is small, a part of the largest in the same unit."""
    largest = {unit: max(abs(x) for x, of in zip(numbers, units) if of == unit) for unit in units}
    return [max(abs(x), SMALL * largest[unit], TINY) for x, unit in zip(numbers, units)]


def _follows(run: Run, name: str) -> bool:
    """Whether redundant rows leave a force open."""
    item, _, output = name.partition(".")
    flags = [run.seen[flag] for flag in (f"{item}.unique", f"{item}.f_unique") if flag in run.seen]
    return output == "P" or all(flag.min() > 0 for flag in flags)
