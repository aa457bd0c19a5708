"""A run of a Problem in the engine, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import InvalidValue, MbfmuError
from ...base.nearest import nearest
from ...engine.instance import Instance
from ...problem.data.problem import Problem, Variable
from ...problem.data.ref import Ref
from ..instant.drive import names_of, numbers_for, wanted_in_words
from ..instant.program import ask_program
from .run import Run

TOLERANCE = 1e-9  # as that of simulate


class ProblemRun(Run):
    """A Run of a Problem from t = 0 s on."""

    _started: bool
    _fresh: bool  # whether the outputs are those of the present point

    def __init__(self, problem: Problem):
        self._problem, self._names = problem, names_of(problem)
        self.reset()

    @property
    def time(self) -> float:
        return self._instance.t

    @property
    def outputs(self) -> dict[str, Any]:
        return {v.name: self.get(v.name) for v in self._problem.variables if v.ref.slot == "y"}

    @property
    def states(self) -> dict[str, float]:
        self._start()
        x = self._instance.buffers["x"].tolist()
        return dict(zip(self._problem.state_names or (f"x[{i + 1}]" for i in range(len(x))), x))

    @property
    def parameters(self) -> np.ndarray:
        """The numbers of all parameters, slot p."""
        return self._instance.buffers["p"].copy()

    def set(self, name: str, value: Any) -> None:
        variable, ref = self._found(name)
        if variable.causality not in ("parameter", "input"):
            raise MbfmuError(f"{name} is of causality {variable.causality}; only parameters and inputs can be set ({variable.description})")
        if self._started and variable.causality == "parameter" and variable.variability == "fixed":
            raise MbfmuError(f"{name} is fixed: set it before the first step, or after reset()")
        numbers = numbers_for(value, variable, ref)
        if numbers is None or not np.isfinite(numbers).all():
            raise MbfmuError(f"{name} takes {wanted_in_words(variable, ref)}, not {value!r}")
        before = self._instance.get(ref)
        self._instance.set(ref, numbers)
        self._fresh = False
        if self._started and variable.causality == "parameter":
            try:
                self._instance.validate()
            except MbfmuError:
                self._instance.set(ref, before)
                self._instance.validate()
                raise

    def get(self, name: str) -> Any:
        variable, ref = self._found(name)
        if variable.causality not in ("parameter", "input"):
            self._start()
            if variable.is_picture:
                self._instance.pictures()
            elif not self._fresh:
                self._instance.outputs()
                self._fresh = True
        numbers = np.asarray(self._instance.get(ref))
        whole = variable.shape if ref == variable.ref else ()
        values = variable.type.values(numbers.reshape((*whole, *variable.type.layout)))
        return np.array(values) if whole else values if isinstance(values, (bool, int, str)) else float(values)

    def reset(self) -> None:
        self._instance = Instance(self._problem)
        self._host = ask_program(self._instance)
        self._started = self._fresh = False

    def save(self) -> bytes:
        if self._problem.program:
            raise MbfmuError(f"{self._problem.name} is a PythonBlock, whose object cannot be saved here; reset() and step there again")
        self._start()
        return self._instance.save()

    def restore(self, state: bytes) -> None:
        if not isinstance(state, bytes):
            raise MbfmuError("restore takes a state from save() of this run")
        self._start()
        self._instance.restore(state)
        self._fresh = False

    def free(self) -> None:
        """The engine frees it with the last reference."""

    def go_on(self, h: float) -> None:
        self._start()
        self._fresh = False
        self._instance.advance(self._instance.t + h, TOLERANCE)
        self._fresh = True

    def _start(self) -> None:
        self.refuse_closed()
        if self._started:
            return
        try:
            self._instance.initialize()
        except InvalidValue as refused:
            raise InvalidValue(f"{self._problem.name} cannot start:", refused.problems) from None
        self._report()
        self._started = True

    def _found(self, name: str) -> tuple[Variable, Ref]:
        if name not in self._names:
            raise MbfmuError(f"{self._problem.name} has no variable {name!r}{nearest(name, self._names)}")
        return self._names[name]

    def _report(self) -> None:
        """Report what may be wrong with the start."""
        self._instance.report_moved_starts()
        self._instance.report_locked()
