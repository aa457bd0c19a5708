"""An experiment: outputs measured over time, and what started and drove it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ...base.errors import MbfmuError, ProblemsFound
from ...base.nearest import nearest
from ...base.one_line import one_line
from ...model.declare.variable_types import Real
from ...model.signals.columns import Wanted, column_signal
from ...model.signals.signal import Signal
from ...model.signals.table import Held, Table
from ...problem.codegen.variables import scalars
from ...problem.data.problem import Problem, Variable
from ..instant.drive import wanted_inputs
from ..simulate.simulate import outputs_by_engine
from .arguments import Arguments
from .measurements import Measurements, measurements
from .unknowns import Unknown, values_of
from .varied_run import CLOSE, started, varied_run


@one_line
@dataclass(frozen=True)
class Experiment:
    """Measured outputs over time, with start values and inputs of their own, for `fit`.

    `data` is the path of a CSV file, a structured array, a dict of columns or a DataFrame, with a column "time" [s] and others named as outputs.
    Columns named as inputs drive the run; straight lines join their numbers. The run starts at the first time. `values` and `inputs` are those of
    `simulate`, for this experiment alone.
    """

    data: Any
    values: Mapping[str, Any] = field(default_factory=dict)
    inputs: Mapping[str, Any] | str | Path = field(default_factory=dict)


@dataclass(frozen=True)
class TimeSeries:
    """An Experiment on a Problem; Evidence."""

    problem: Problem
    times: np.ndarray
    channels: Sequence[str]
    units: Sequence[str]
    rows: np.ndarray
    measured: np.ndarray
    channel: np.ndarray
    given: Arguments
    doubts: Sequence[str]

    @property
    def series(self) -> list[np.ndarray]:
        """The numbers of each channel, one after the other."""
        return [np.flatnonzero(self.channel == i) for i in range(len(self.channels))]

    def said(self, unknowns: Sequence[Unknown], numbers: np.ndarray) -> np.ndarray:
        """What a run with these values gives."""
        instance, drive = started(self.problem, {**self.given.values, **values_of(unknowns, numbers)}, self.given.inputs, self.times[0])
        return np.vstack([*outputs_by_engine(instance, drive, self.times, CLOSE)])[:, self.rows].ravel()

    def slopes(self, unknowns: Sequence[Unknown], numbers: np.ndarray, rtol: float) -> np.ndarray:
        """The derivatives of that."""
        varied = varied_run(self.problem, {**self.given.values, **values_of(unknowns, numbers)}, self.given.inputs, self.times, unknowns, rtol)
        return varied.by[:, self.rows].reshape(-1, len(unknowns))

    def table(self, numbers: np.ndarray) -> np.ndarray:
        """Numbers over time, a column an output."""
        found = np.empty(len(self.times), dtype=[("time", float), *((name, float) for name in self.channels)])
        found["time"] = self.times
        for name, column in zip(self.channels, numbers.reshape(len(self.times), -1).T):
            found[name] = column
        return found


def time_series(problem: Problem, experiment: Experiment, given: Arguments) -> TimeSeries:
    """An Experiment on a Problem with what is given for its run; ProblemsFound names columns that are no outputs or inputs, and wrong cells."""
    data = measurements(experiment.data, "time", "s")
    outputs = {s.name: s for s in scalars(problem) if s.variable.causality == "output" and not s.variable.is_picture}
    inputs = wanted_inputs(problem)
    known = [*outputs, *inputs]
    wrong = [f"column {name} is neither an output nor an input{nearest(name, known)}" for name in data.names if name not in known]
    measured = [name for name in data.names if name in outputs]
    wrong += [f"{name} changes at events only, and cannot be fitted" for name in measured if not _real(outputs[name].variable)]
    if not measured:
        wrong.append("no column is an output")
    if len(data.axis) < 2:
        wrong.append("one row is no motion: give at least two")
    if wrong:
        listed = f"the outputs of {problem.name} are {', '.join(outputs) or 'none'}; its inputs are {', '.join(inputs) or 'none'}"
        raise ProblemsFound(f"{data.source} cannot be used; {listed}:", wrong)
    units = [outputs[name].variable.unit for name in measured]
    columns = np.column_stack([data.numbers(name, unit) for name, unit in zip(measured, units)])
    driven = {name: _signal(data, name, inputs[name]) for name in data.names if name in inputs}
    if twice := [name for name in given.inputs if name in driven]:
        raise MbfmuError(f"{data.source}: input {twice[0]} has a column and is given in inputs, too: leave one of them out")
    return TimeSeries(
        problem=problem,
        times=data.axis,
        channels=measured,
        units=units,
        rows=np.array([outputs[name].ref.start for name in measured]),
        measured=columns.ravel(),
        channel=np.tile(np.arange(len(measured)), len(data.axis)),
        given=Arguments(given.values, {**given.inputs, **driven}),
        doubts=[_left_alone(v, data.source) for v in _inputs_beside(problem, {*given.values, *given.inputs, *driven})],
    )


def _inputs_beside(problem: Problem, named: set[str]) -> list[Variable]:
    """The inputs, real and continuous, of which nobody has named a number."""
    stems = {name.split("[")[0] for name in named}
    return [v for v in problem.variables if v.causality == "input" and _real(v) and v.name not in stems]


def _left_alone(variable: Variable, source: str) -> str:
    start = ", ".join(f"{number:g}" for number in variable.start) + f" {variable.unit}".removesuffix(" 1")
    return f"input {variable.name} has no column in {source} and stays at {start}: add its measurements, or give it as a value"


def _real(variable: Variable) -> bool:
    return variable.type == Real() and variable.variability == "continuous"


def _signal(data: Measurements, name: str, wanted: Wanted) -> Signal:
    """The column of an input."""
    if data.file:
        return column_signal(data.file, name, wanted)
    times = data.axis.tolist()
    return Held(times, data.array[name].tolist()) if wanted.read else Table(times, data.numbers(name, wanted.unit).tolist())
