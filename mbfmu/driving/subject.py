"""What is run again and again with other values: a Problem in this process, or an FMU in processes of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from fmpy.model_description import ModelDescription

from ..analysis.drive import Inputs, inputs_of
from ..analysis.simulate import simulate
from ..blocks import BlockModel
from ..choices import kind_of
from ..codegen.variables import scalars
from ..cosim.driven_inputs import wanted_inputs as fmu_inputs
from ..cosim.pictures import split_outputs
from ..cosim.simulate_fmu import simulate_fmu
from ..cosim.variables import scalar_variables
from ..engine.instance import Instance
from ..isolated import followed
from ..model.model import Model
from ..model_description import describe_fmu
from ..problem.compile import Declared, compile_problem, declared_in
from ..problem.data.problem import Problem
from ..signals.columns import csv_inputs
from ..signals.nearest import nearest

SETTABLE = ("parameter", "input")


class Subject(Protocol):
    """1. `outputs`  the names of its outputs, as results have them
    2. `unknown`  what is wrong with names whose values are to be set
    3. `run`      a result with start values; `progress` hears how far time has come [s]
    """

    @property
    def outputs(self) -> list[str]: ...
    def unknown(self, names: Iterable[str]) -> list[str]: ...
    def run(self, values: Mapping[str, Any], progress: Callable[[float], None]) -> np.ndarray: ...


@dataclass(frozen=True)
class ProblemSubject:
    """A Problem, loaded into the engine once. The engine runs without Python's lock, so runs in threads share the cores."""

    problem: Problem
    stop_time: float | None
    interval: float | None
    inputs: Mapping[str, Any]

    def __post_init__(self) -> None:
        Instance(self.problem)

    @property
    def outputs(self) -> list[str]:
        """The names of all values of outputs."""
        return [s.name for s in scalars(self.problem) if s.ref.slot == "y"]

    def unknown(self, names: Iterable[str]) -> list[str]:
        """What is wrong with names that are to be set."""
        known = {s.name: s.variable.causality for s in scalars(self.problem)} | {v.name: v.causality for v in self.problem.variables}
        return _unknown(names, known)

    def run(self, values: Mapping[str, Any], progress: Callable[[float], None]) -> np.ndarray:
        """A run with these start values."""
        return simulate(self.problem, self.stop_time, self.interval, values, self.inputs, progress=progress)


@dataclass(frozen=True)
class FmuSubject:
    """An FMU of any tool; each run has a process of its own, and may crash it."""

    path: Path
    description: ModelDescription
    stop_time: float | None
    interval: float | None
    inputs: Mapping[str, Any]

    @property
    def outputs(self) -> list[str]:
        """The names of all outputs."""
        return [v.name for v in split_outputs(self.description, self.path)[0]]

    def unknown(self, names: Iterable[str]) -> list[str]:
        """What is wrong with names that are to be set."""
        return _unknown(names, {name: v.causality for name, v in scalar_variables(self.description).items()})

    def run(self, values: Mapping[str, Any], progress: Callable[[float], None]) -> np.ndarray:
        """A run with these start values."""
        plain = {name: value.item() if isinstance(value, np.generic) else value for name, value in values.items()}
        return followed(simulate_fmu, self.path, self.stop_time, self.interval, plain, dict(self.inputs), progress=progress)


def _unknown(names: Iterable[str], known: Mapping[str, str]) -> list[str]:
    settable = [name for name, causality in known.items() if causality in SETTABLE]
    return [
        f"{name} is of causality {known[name]}, not {' or '.join(SETTABLE)}"
        if name in known
        else f"there is no variable {name!r}{nearest(name, settable)}; what can be set is {', '.join(settable) or 'nothing'}"
        for name in names
        if name not in settable
    ]


def subject_of(model: Declared, stop_time: float | None, interval: float | None, inputs: Inputs) -> Subject:
    """The Problem of a model or of a .py or .urdf file, or the FMU at a path; a CSV file of inputs is read once."""
    given = fmu_or_declared(model)
    if isinstance(given, Path):
        description = describe_fmu(given)
        driven = csv_inputs(inputs, fmu_inputs(description)) if isinstance(inputs, (str, Path)) else inputs or {}
        return FmuSubject(given, description, stop_time, interval, driven)
    problem = compile_problem(given)
    return ProblemSubject(problem, stop_time, interval, inputs_of(problem, inputs))


def fmu_or_declared(given: Declared) -> Model | BlockModel | Problem | Path:
    """The path of an FMU, or what a .py or .urdf file declares, or what was declared already; MbfmuError for a path of anything else."""
    if isinstance(given, (str, Path)) and kind_of(Path(given)) == ".fmu":
        return Path(given)
    return declared_in(given)
