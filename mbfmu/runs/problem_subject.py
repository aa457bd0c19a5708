"""A Problem that is run again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..analysis.instant.drive import Inputs, inputs_of
from ..analysis.simulate.simulate import simulate
from ..engine.handle import packed
from ..engine.instance import Instance
from ..problem.codegen.variables import scalars
from ..problem.compile import Declared, compile_problem, with_settable
from ..problem.data.problem import Problem
from .digest import told_inputs
from .kept_values import kept_in
from .sent_file import digest_of
from .settable_variables import not_settable


@dataclass(frozen=True)
class ProblemSubject:
    """A Problem, loaded into the engine once. The engine runs without Python's lock, so runs in threads share the cores."""

    here = True

    problem: Problem
    stop_time: float | None
    interval: float | None
    inputs: Mapping[str, Any]

    def __post_init__(self) -> None:
        Instance(self.problem)

    @property
    def name(self) -> str:
        """What the model is called."""
        return self.problem.name

    @property
    def outputs(self) -> list[str]:
        """The names of all values of outputs."""
        return [s.name for s in scalars(self.problem) if s.ref.slot == "y"]

    def unknown(self, names: Iterable[str]) -> list[str]:
        """What is wrong with names that are to be set."""
        known = {s.name: s.variable.causality for s in scalars(self.problem)} | {v.name: v.causality for v in self.problem.variables}
        return not_settable(names, known)

    def run(self, values: Mapping[str, Any], progress: Callable[[float], None]) -> np.ndarray:
        """A run with these start values."""
        return simulate(self.problem, self.stop_time, self.interval, values, self.inputs, progress=progress)

    def kept(self, values: Mapping[str, Any], progress: Callable[[float], None], asked: Mapping[str, str]) -> dict[str, Any]:
        """What is kept of a run with these start values."""
        return kept_in(self.run(values, progress), asked)

    def told(self) -> dict[str, Any]:
        """Its equations, its times and what drives it."""
        p = self.problem
        times = {"stop time": p.stop_time if self.stop_time is None else self.stop_time, "interval": self.interval or p.step_size}
        return {"model": digest_of(packed(p)), **times, "inputs": told_inputs(self.inputs)}


def problem_subject(model: Declared, stop_time: float | None, interval: float | None, inputs: Inputs, names: Iterable[str]) -> ProblemSubject:
    """The Problem of a model, whose parameters among `names` can be set."""
    problem = compile_problem(with_settable(model, names))
    return ProblemSubject(problem, stop_time, interval, inputs_of(problem, inputs))
