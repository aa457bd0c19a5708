"""An instance in the engine and its host: calls from Python, what they refuse, and what the engine asks and tells meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import nullcontext
from ctypes import ArgumentError
from math import inf
from typing import Any
from weakref import finalize

from ..base.errors import InvalidValue, MbfmuError, StepFailed
from ..base.interrupt import Postponed
from ..problem.between_steps import changes_with_time
from ..problem.data.problem import Problem
from .handle import AT_TIME, REPORT, library, loaded
from .program_host import COMPUTE

ADVANCING = ("advance", "advance_to_stop", "sample", "vary")  # what calls back at its steps


class Hosted:
    """An instance of `problem` in the engine, as long as this object lives; MemoryError where there is no room for it.

    `report` hears in a sentence what deserves attention without being an error. `passing` hears of the time [s] of every accepted step. What
    these raise, or a function that `follow` was given, ends what runs and comes out of it.
    """

    def __init__(self, problem: Problem):
        self.problem = problem
        self.report: Callable[[str], None] = logging.getLogger("mbfmu").warning
        self.passing: Callable[[float], None] = lambda t: None
        self._inputs: Callable[[float], None] = lambda t: None
        self._raised: BaseException | None = None
        self._interrupt = Postponed()
        self._compute: Callable[..., int] | None = None
        self._longest = 0.0 if changes_with_time(problem) else inf
        self._loaded = loaded(problem)
        self._callbacks = REPORT(self._reported), AT_TIME(self._passed), AT_TIME(self._asked)  # kept as long as the engine may call them
        self._engine = library()
        self._address = self._engine.handle_new(self._loaded.address, *self._callbacks[:2])
        if not self._address:
            raise MemoryError(f"there is no memory for an instance of {problem.name}")
        finalize(self, self._engine.handle_free, self._address)

    def report_progress_seldom(self) -> None:
        """Have `passing` hear of steps now and then only, a hundred times in a second of processor time: threads then share the cores."""
        self._engine.handle_report_progress_seldom(self._address)

    def follow(self, inputs: Callable[[float], None], longest: float = 0.0) -> None:
        """Have the inputs set by `inputs`, a function of the time [s], at every evaluation from now on.

        Steps of `sample` are no longer than `longest` [s]; where that is 0, one ends at each of its times.
        """
        self._inputs, self._longest = inputs, min(self._longest, longest)
        self._engine.handle_inputs(self._address, self._callbacks[2])

    def ask(self, compute: Callable[..., int]) -> None:
        """Have HostCalls answered by `compute`, a Compute of c/core/instance.h, from now on."""
        self._compute = COMPUTE(lambda *asked: self._answered(compute, asked))
        self._engine.handle_compute(self._address, self._compute)

    def _do(self, what: str, *arguments: Any) -> None:
        self._raised = None
        with self._interrupt.during() if what in ADVANCING or self._compute else nullcontext():
            try:
                failed = getattr(self._engine, f"handle_{what}")(self._address, *arguments)
            except ArgumentError:
                given = ", ".join(repr(each) for each in arguments if isinstance(each, (str, bytes, type(None), list, tuple, dict)))
                raise MbfmuError(f"times and tolerances must be numbers, not {given}") from None
        if self._raised is not None:
            raise self._raised
        if failed:
            message = self._engine.handle_message(self._address).decode(errors="replace")
            if self._engine.handle_invalid(self._address):
                title, *problems = message.split("\n")
                raise InvalidValue(title, [problem.removeprefix("  - ") for problem in problems])
            raise StepFailed(message)

    def _reported(self, host: object, message: bytes) -> None:
        self._call(lambda text: self.report(text.decode(errors="replace")), message)

    def _passed(self, host: object, t: float) -> int:
        return self._call(self.passing, t)

    def _asked(self, host: object, t: float) -> int:
        return self._call(self._inputs, t)

    def _call(self, callback: Callable[[Any], None], told: Any) -> int:
        """Nothing may be raised through the engine: it is told to end, and what was raised is raised when it has."""
        if self._raised is None:
            try:
                self._interrupt.call(callback, told)
            except BaseException as raised:
                self._raised = raised
        return self._raised is not None

    def _answered(self, compute: Callable[..., int], asked: tuple) -> int:
        """The same for a HostCall, which fails from then on: integrators try a smaller step where one does."""
        if self._raised is None:
            try:
                return self._interrupt.call(compute, *asked)
            except BaseException as raised:
                self._raised = raised
        return -1
