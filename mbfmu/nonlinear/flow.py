"""The flow of a model: how it goes from one state to a later one, and the derivative of that in independent coordinates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..analysis.drive import Drive
from ..analysis.independent import independent
from ..analysis.linearize import derivatives
from ..engine.instance import Instance
from ..errors import MbfmuError
from ..problem.between_steps import changes_with_time
from ..problem.compile import Declared, compile_problem
from ..problem.dependencies import running_dependencies
from ..problem.python_block import refuse_program
from .variation import TOLERANCE, directions, vary


@dataclass(frozen=True)
class Frame:
    """Independent coordinates near a state: changes of all states are `columns` (n, f) times those of f independent ones, these `rows` (f, n) times those.

    `names` and `units` are those of the independent states, `motions` those of them that are motions of mechanisms.
    """

    rows: np.ndarray
    columns: np.ndarray
    names: tuple[str, ...]
    units: tuple[str, ...]
    motions: tuple[str, ...]


class Flow:
    """A started model that goes on in time. States of elements on which no motion depends, as integrals of sensors, are in no frame.

    `values` and `inputs` are those of `simulate`. `driven` says whether time or an input's function of time is in the equations.
    Raises ProblemsFound and InvalidValue as `simulate` does, StepFailed where the start cannot be assembled, MbfmuError for a PythonBlock, named `what`.
    """

    def __init__(self, declared: Declared, values: Mapping[str, Any] | None, inputs: Mapping[str, Any] | None, what: str, rtol: float = TOLERANCE):
        self.problem = compile_problem(declared)
        refuse_program(self.problem, what)
        if not self.problem.sizes.get("x", 0):
            raise MbfmuError(f"{what} needs states, and {self.problem.name} has none")
        self.instance, self.rtol = Instance(self.problem), rtol
        self.drive = Drive(self.instance, values or {}, inputs or {})
        self.drive.hold(0.0)
        self.drive.at(0.0)
        self.instance.initialize()
        self.driven = self.drive.moving or self.drive.stepping or changes_with_time(self.problem)
        depends = running_dependencies(self.problem, ("x",))["x_dot"]
        moving = {name for of in self.problem.mechanisms for name in self.problem.state_names[of.first : of.first + of.nq + of.own + of.nv]}
        self._of_blocks = set(self.problem.state_names) - moving
        self._idle = {name for name, of in zip(self.problem.state_names, depends.T) if not of.any()}

    def report(self, progress: Callable[[float], None]) -> None:
        """Have `progress` hear now and then how far time has come [s]."""
        self.instance.passing = progress
        self.instance.report_progress_seldom()

    @property
    def t(self) -> float:
        """The present time [s]."""
        return self.instance.t

    @property
    def x(self) -> np.ndarray:
        """The present states (n)."""
        return self.instance.buffers["x"].copy()

    def frame(self, motions: tuple[str, ...] | None = None) -> Frame:
        """Independent coordinates at the present state, the `motions` among them where they are given."""
        self.instance.outputs()
        A, _ = derivatives(self.instance, "x", self.instance.buffers["x"].size)
        found = independent(self.instance, A, motions)
        kept = [i for i, name in enumerate(found.names) if not (found.own[i] and name in self._idle)]
        still = tuple(found.names[i] for i in kept if not (found.own[i] or found.speeds[i] or found.names[i] in self._of_blocks))
        return Frame(found.rows[kept], found.columns[:, kept], tuple(found.names[i] for i in kept), tuple(found.units[i] for i in kept), still)

    def carry(self, time: float, x: np.ndarray) -> np.ndarray:
        """Go on to a time [s]; what changes x (n, k) of the present states have become then."""
        return vary(self.instance, self.drive, np.array([time]), directions(self.instance, x), self.rtol).directions

    def go(self, time: float) -> None:
        """Go on to a time [s]."""
        self.carry(time, np.zeros((self.instance.buffers["x"].size, 0)))
