"""What is recorded of running FMUs: the columns of a result, which is a structured array in FMPy's convention."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from fmpy.model_description import ModelDescription, ModelVariable

from ...model.ports.kinds import XYZ
from ..c_master import structures
from ..c_master.structures import REAL, TRUTH, WHOLE
from ..fmu.pictures import linked_outputs, split_outputs
from ..power.power_ports import power_ports
from ..system.names import Connector, connector_name, connector_of
from ..system.system import System
from ..system.variables import NUMBER_TYPES, numbers_of, scalar_variables
from .recording import Recording

OUTPUT, INPUT, ASKED = "outputs", "inputs", "asked"
"""Where a number comes from: an output, an input as its FMU has it at the end of a step, or a variable that is asked for, finite or not."""


@dataclass(frozen=True)
class Column:
    """A number of a component that is recorded, `offset` bytes from the beginning of a row."""

    component: str
    name: str
    origin: str
    offset: int
    dtype: np.dtype


@dataclass(frozen=True)
class Columns:
    """What is recorded: numbers, and of each power port, in its order, where its mean power in the step before and its residual energy stand.

    The former is the power into its motion side, as that sees it, the latter what coupling has created there since the start. Every n-th
    communication point is recorded.
    """

    dtype: np.dtype
    numbers: tuple[Column, ...]
    ports: tuple[tuple[int, int], ...] = ()
    every: int = 1

    def names(self, component: str, origin: str) -> list[str]:
        """The numbers of a component that are recorded and come from there."""
        return [column.name for column in self.numbers if column.component == component and column.origin == origin]

    def for_c(self, slaves: Mapping[str, Any]) -> list[structures.Column]:
        """The numbers as C has them: those that lie side by side, in a row and in memory, are copied at once."""
        found: list[structures.Column] = []
        for column in self.numbers:
            address = getattr(slaves[column.component], column.origin).address(column.name)
            type_ = REAL if column.dtype == np.float64 else TRUTH if column.dtype == np.bool_ else WHOLE
            made = structures.Column(address, column.offset, 1, column.dtype.itemsize, type_)
            if found and type_ == REAL and _follows(found[-1], made):
                found[-1].count += 1
            else:
                found.append(made)
        return found


def columns(system: System, descriptions: Mapping[str, ModelDescription], recording: Recording = Recording()) -> Columns:
    """The Columns of a System, in a field "component.variable" each: what a Recording keeps, and what connections carry, since that is watched."""
    types = {(c, name): NUMBER_TYPES.get(v.type) for c, d in descriptions.items() for name, v in scalar_variables(d).items()}
    split = {c: split_outputs(d, system.components[c].fmu, linked_outputs(system, c)) for c, d in descriptions.items()}
    given = [
        (c, n, origin)
        for c, (plain, shown) in split.items()
        for of, origin in ((plain, OUTPUT), (shown if recording.pictures else (), ASKED))
        for v in of
        for n in numbers_of(v)
    ]
    taken = [target for _, target in system.connections] + [connector_of(name, system.components) for name in system.inputs]
    known = [(c, n, origin) for c, n, origin in (*given, *((c, n, INPUT) for c, n in taken)) if types[c, n]]
    of_ports = [port.columns for port in power_ports(system, descriptions)]
    kept = {*recording.columns(["time", *(connector_name((c, n)) for c, n, _ in known), *(column for of in of_ports for column in of)])}
    ports = [of for of in of_ports if system.tolerance or not kept.isdisjoint(of)]  # steps of a tolerance may follow energies
    there = {(c, n) for c, n, _ in known}
    watched = {whole for connection in system.connections for end in connection for whole in _vector_of(end, there)}
    signals = [(c, n, origin) for c, n, origin in known if connector_name((c, n)) in kept or (c, n) in watched]
    named = [(connector_name((c, n)), types[c, n]) for c, n, _ in signals] + [(column, np.float64) for of in ports for column in of]
    dtype = np.dtype([("time", np.float64), *named])
    offsets = _offsets(dtype)
    numbers = [Column(c, n, origin, offsets[connector_name((c, n))], dtype[connector_name((c, n))]) for c, n, origin in signals]
    return Columns(dtype, tuple(numbers), tuple((offsets[power], offsets[residual]) for power, residual in ports), recording.every)


def columns_of_one(component: str, variables: Iterable[ModelVariable]) -> Columns:
    """The Columns of variables of one component, in a field each, arrays as arrays; texts are left out."""
    kept = [v for v in variables if v.type in NUMBER_TYPES and v.name != "time"]
    dtype = np.dtype([("time", float), *((v.name, NUMBER_TYPES[v.type], tuple(v.shape or ())) for v in kept)])
    offsets, found = _offsets(dtype), list[Column]()
    for v in kept:
        base, origin = np.dtype(NUMBER_TYPES[v.type]), OUTPUT if v.causality == "output" else ASKED
        found += [Column(component, n, origin, offsets[v.name] + i * base.itemsize, base) for i, n in enumerate(numbers_of(v))]
    return Columns(dtype, tuple(found))


def _offsets(dtype: np.dtype) -> dict[str, int]:
    return {name: dtype.fields[name][1] for name in dtype.names or ()}  # type: ignore[index]


def _vector_of(connector: Connector, known: Collection[Connector]) -> list[Connector]:
    """The components of the vector to which a connector belongs, or it alone."""
    component, variable = connector
    stem, dot, axis = variable.rpartition(".")
    vector = [(component, f"{stem}{dot}{other}") for other in XYZ] if axis in XYZ else []
    return vector if vector and all(other in known for other in vector) else [connector]


def _follows(column: structures.Column, other: structures.Column) -> bool:
    size = column.count * np.dtype(np.float64).itemsize
    return column.type == REAL and column.from_ + size == other.from_ and column.offset + size == other.offset
