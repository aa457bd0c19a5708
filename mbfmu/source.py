"""What a path on the command line stands for: an FMU of any tool, or a model of ours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from fmpy.model_description import ModelVariable

from .analysis.drive import wanted_inputs
from .analysis.mobility import Mobility, mobility
from .analysis.simulate import simulate
from .codegen.variables import scalars
from .cosim import simulate_fmu
from .cosim.driven_inputs import wanted_inputs as fmu_inputs
from .cosim.literals import start_of, value_of
from .cosim.progress import bar
from .cosim.simulate_fmu import span
from .cosim.system import Value
from .cosim.timeline import size_problem
from .cosim.variables import scalar_variables
from .driving.load import Choices, kind_of, load_problem
from .errors import MbfmuError, ProblemsFound
from .fmu.kind import PYTHON_BLOCK, fmu_kind, fmu_requirements
from .isolated import followed
from .model_description import describe_fmu, items_of, platforms_of, unit_of
from .problem.data.problem import Problem
from .signals.columns import Wanted, csv_inputs
from .signals.signal import Signal
from .variable_types import Real, VariableType


@dataclass(frozen=True)
class SourceVariable:
    """One variable as FMUs list them: a scalar, but for arrays of FMI 3; `start` is None where none is stated.

    `type` is what the standard calls it, such as "Real", of an enumeration its name with the items ("Valve: closed, open").
    """

    name: str
    causality: str
    variability: str
    type: str
    unit: str
    start: Value | list[Value] | None
    description: str


@dataclass(frozen=True)
class Interface:
    """What a source offers; times in s, None where an FMU does not state them. A model of ours has no `fmi_version` yet, and no `kinds`
    ("Model Exchange", "Co-Simulation") and `platforms`, which are those of the binaries in an FMU.

    `mobility` says how freely each constrained mechanism of a model can move; `made` of an FMU of ours is its kind, one of those in
    fmu/kind.py. A PythonBlock says already as a model that it is one, and which packages it needs.
    """

    name: str
    description: str
    fmi_version: str | None
    generation_tool: str
    start_time: float | None
    stop_time: float | None
    step_size: float | None
    variables: list[SourceVariable]
    mobility: list[Mobility] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    platforms: list[str] = field(default_factory=list)
    made: str = ""
    requirements: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Driven:
    """What drives inputs: the columns of a CSV file, and signals by name."""

    file: Path | None = None
    signals: Mapping[str, Signal] = field(default_factory=dict)

    def inputs(self, wanted: Mapping[str, Wanted]) -> dict[str, Signal]:
        """All of them, by name; ProblemsFound for what in the file cannot drive the inputs that are `wanted`."""
        return {**(csv_inputs(self.file, wanted) if self.file else {}), **self.signals}


class Source(Protocol):
    """Something that has an interface and can be simulated alone."""

    def interface(self) -> Interface:
        """Name, description, default experiment and variables."""

    def simulate(self, stop: float | None, interval: float | None, literals: Mapping[str, str], driven: Driven = Driven()) -> np.ndarray:
        """Results as a structured array with "time" [s]; `literals` are start values as text, `driven` says what drives inputs."""


class FmuSource:
    """An FMU, run by FMPy in a process of its own."""

    def __init__(self, path: Path):
        self.path, self.description = path, describe_fmu(path)

    def interface(self) -> Interface:
        d = self.description
        stated = [getattr(d.defaultExperiment, time, None) for time in ("startTime", "stopTime", "stepSize")]
        start, stop, step = (None if time is None else float(time) for time in stated)
        variables = [
            SourceVariable(v.name, v.causality, v.variability, _type_of(v), unit_of(v) or "", _start_of(v), v.description or "")
            for v in d.modelVariables
        ]
        kinds = {"Model Exchange": d.modelExchange, "Co-Simulation": d.coSimulation, "Scheduled Execution": d.scheduledExecution}
        return Interface(
            d.modelName,
            d.description or "",
            d.fmiVersion,
            d.generationTool or "",
            start,
            stop,
            step,
            variables,
            kinds=[kind for kind, there in kinds.items() if there],
            platforms=platforms_of(self.path),
            **(_made(self.path) if d.generationTool == "mbfmu" else {}),
        )

    def simulate(self, stop: float | None, interval: float | None, literals: Mapping[str, str], driven: Driven = Driven()) -> np.ndarray:
        known = scalar_variables(self.description)
        # a name that is not known is left to simulate_fmu, which reports it together with all else
        values = _converted(literals, lambda name, literal: value_of(known[name], literal) if name in known else literal)
        inputs = driven.inputs(fmu_inputs(self.description))
        with bar(*span(self.description, stop)) as progress:
            return followed(simulate_fmu, self.path, stop, interval, values, inputs, progress=progress)


def _type_of(variable: ModelVariable) -> str:
    return _listed(variable.declaredType.name, items) if (items := items_of(variable)) else variable.type


def _start_of(variable: ModelVariable) -> Value | list[Value] | None:
    """The start value; of an enumeration the name of the item."""
    names: dict[Any, Value] = {number: name for name, number in items_of(variable).items()}
    start = start_of(variable)
    return [names.get(each, each) for each in start] if isinstance(start, list) else names.get(start, start)


def _listed(name: str, items: Iterable[str]) -> str:
    """An enumeration with its items."""
    return f"{name}: {', '.join(items)}"


def _made(path: Path) -> dict:
    """What kind of FMU of ours it is."""
    return {"made": fmu_kind(path), "requirements": fmu_requirements(path)}


class ModelSource:
    """A model in a Python file or a URDF file, run in this process."""

    def __init__(self, path: Path, choices: Choices):
        self.problem = load_problem(path, choices)

    def interface(self) -> Interface:
        p = self.problem
        variables = [
            SourceVariable(
                s.name,
                s.variable.causality,
                s.variable.variability,
                _listed(*s.variable.type.definition()) if s.variable.type.definition()[0] else s.variable.type.fmi2,
                s.variable.unit if s.variable.type == Real() else "",
                None if s.variable.causality == "output" else s.variable.type.values(np.array(s.start).reshape(s.variable.type.layout)),
                s.variable.description,
            )
            for s in scalars(p)
        ]
        # as build_fmu describes them
        made, requirements = (PYTHON_BLOCK, list(p.program.requirements)) if p.program else ("", [])
        described = p.description or p.name
        return Interface(
            p.name, described, None, "mbfmu", 0.0, p.stop_time, p.step_size, variables, mobility(p), made=made, requirements=requirements
        )

    def simulate(self, stop: float | None, interval: float | None, literals: Mapping[str, str], driven: Driven = Driven()) -> np.ndarray:
        values = start_values(self.problem, literals)
        end, step = (self.problem.stop_time if stop is None else stop), (self.problem.step_size if interval is None else interval)
        if problem := size_problem(end, step, "the interval"):
            raise MbfmuError(problem)
        inputs = driven.inputs(wanted_inputs(self.problem))
        with bar(0.0, end) as progress:
            return simulate(self.problem, stop_time=end, interval=step, values=values, inputs=inputs, progress=progress)


def start_values(problem: Problem, literals: Mapping[str, str]) -> dict[str, Value]:
    """The values of a Problem's variables that start values given as text mean; ProblemsFound names all that mean none."""
    types = {s.name: s.variable.type for s in scalars(problem)} | {v.name: v.type for v in problem.variables}
    # a name that is not known is left to who runs the problem, and reports it together with all else
    return _converted(literals, lambda name, literal: _value(name, types.get(name, Real()), literal))


def _converted(literals: Mapping[str, str], convert: Callable[[str, str], Value]) -> dict[str, Value]:
    """The values that start values given as text mean; ProblemsFound names all that mean none."""
    values, wrong = {}, []
    for name, literal in literals.items():
        try:
            values[name] = convert(name, literal)
        except ValueError as error:
            wrong.append(str(error))
    if wrong:
        raise ProblemsFound("these start values cannot be used:", wrong)
    return values


def _value(name: str, kind: VariableType, literal: str) -> Value:
    try:
        return kind.read(literal)
    except ValueError:
        raise ValueError(f"{name} = {literal!r} is not {kind.one}") from None


def open_source(path: Path, choices: Choices = Choices()) -> Source:
    """The FMU or model at `path`; MbfmuError where there is none, or `choices` do not fit."""
    choices.refuse(path)
    return FmuSource(path) if kind_of(path) == ".fmu" else ModelSource(path, choices)
