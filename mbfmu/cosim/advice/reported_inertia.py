"""What motion sides tell of their inertia, as FMUs that look ahead take it near the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from ...model.ports import HUB, PortKind
from ..fmu.instance import FmuInstance
from ..system.ports_ahead import TOLD
from ..system.system import Connector
from .linear_part import LinearPart
from .linear_system import LinearCoupledSystem
from .ports_ahead import AXIS, force_at, told_at

FORCES = tuple(f".{name}" for name in (*(of[2] for of in AXIS.values()), *(s for m in HUB.members if m.given == "force" for s in m.scalars)))
Drivers = dict[str, dict[str, Connector]]


def felt(instance: FmuInstance, inputs: list[str], outputs: list[str]) -> Callable[[LinearPart], LinearPart]:
    """What lets a linear part tell of forces, too: in Initialization Mode an FMU follows them at once, later a step behind."""
    told = [i for i, name in enumerate(outputs) if name.endswith(TOLD)]
    forces = [i for i, name in enumerate(inputs) if name.endswith(FORCES)]
    if not (told and forces):
        return lambda part: part
    found = instance.derivatives([outputs[i] for i in told], [inputs[i] for i in forces])

    def with_felt(part: LinearPart) -> LinearPart:
        D = part.D.copy()
        D[np.ix_(told, forces)] = found
        return replace(part, D=D)

    return with_felt


def under_forces(
    linear: LinearCoupledSystem, ports: Mapping[str, Mapping[str, PortKind]], values: Mapping[str, Mapping[str, float]]
) -> LinearCoupledSystem:
    """The system whose ports tell what small changes do to accelerations under the forces at the start, and no more.

    `ports` are those of the FMUs that look ahead, whose inputs and outputs have these `values`. An acceleration a_free + W w changes with the inverse
    mass W, too, by the force w at the start. Its change takes the place of that of a_free, and the same holds for its rate.
    """
    parts = dict(linear.parts)
    driven_by: Drivers = {name: dict(of) for name, of in linear.driven_by.items()}
    for name, port, kind in ((name, port, kind) for name, of in ports.items() for port, kind in of.items()):
        told, force, drivers = told_at(port, kind), force_at(port, kind, values[name]), driven_by[name]
        for free, by_force in ((told.free, told.mobility), (told.rates, told.rates_by_force)):
            for target, row in zip(free, by_force):
                if target in drivers and all(each in drivers for each in row):
                    source, of = drivers[target]
                    parts[source] = _with_force(parts[source], of, [drivers[each][1] for each in row], force)
        for untold in (f"{port}.t", *told.mobility.ravel(), *told.rates_by_force.ravel()):
            drivers.pop(untold, None)
    used = {source for of in driven_by.values() for source in of.values()}
    outputs = {name: [v for v in part.outputs if (name, v) in used] for name, part in parts.items()}
    return LinearCoupledSystem({name: _kept(part, driven_by[name], outputs[name]) for name, part in parts.items()}, driven_by)


def _with_force(part: LinearPart, free: str, row: list[str], force: np.ndarray) -> LinearPart:
    """A part whose output `free` is its own sum with those of a `row` times the force."""
    sums = np.eye(len(part.outputs))
    for name, number in zip(row, force):
        sums[part.outputs.index(free), part.outputs.index(name)] += number
    return replace(part, C=sums @ part.C, D=sums @ part.D)


def _kept(part: LinearPart, inputs: Mapping[str, Connector], outputs: list[str]) -> LinearPart:
    """A part with some of its inputs and outputs."""
    columns, rows = [part.inputs.index(name) for name in inputs], [part.outputs.index(name) for name in outputs]
    return LinearPart(A=part.A, B=part.B[:, columns], C=part.C[rows], D=part.D[np.ix_(rows, columns)], inputs=tuple(inputs), outputs=tuple(outputs))
