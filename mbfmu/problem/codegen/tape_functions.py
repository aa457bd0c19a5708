"""The functions of a Problem as tapes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from casadi import Function

from ..data.problem import Problem
from ..data.steps import MultiplierSolve
from .packed_tables import Packed
from .tape import Tape, Tapes

FLAT = 100_000  # instructions: a megabyte in a file. Beyond it calls of kernels run as fast, since they stay in the processor's caches


@dataclass(frozen=True)
class TapeFunctions:
    """`tapes`, kernels first, and the arrays `stored` that they look into; `numbers` are those of the tapes of functions, by name."""

    tapes: tuple[Tape, ...]
    stored: tuple[np.ndarray, ...]
    numbers: Mapping[str, int]
    work: Mapping[str, int]  # none of a Problem's own: tapes run in scratch

    def called(self, function: str) -> tuple[str, str, Mapping[str, int]]:
        """The kind of a step that calls a function, its struct, and what in this stands for the function."""
        return "TAPE_RUN", "TapeRun", {"tape": self.numbers[function]}

    def solved(self, step: MultiplierSolve) -> Mapping[str, int]:
        """What in a step's struct stands for a function that solves it: nothing."""
        return {}

    def written(self, to: Packed) -> bytes:
        """The arrays and the tapes as engine/c/data/load_tapes.c reads them."""
        stored = to.array("Stored", map(to.numbers, self.stored))
        return stored + to.array("Tape", (_tape(to, tape) for tape in self.tapes))


def record_functions(problem: Problem) -> TapeFunctions:
    """The functions of a problem for a file: without calls, of which each gathers its arguments anew, if that takes FLAT instructions at most."""
    long = {name: function for name, function in problem.composed.items() if problem.functions[name].n_instructions() > FLAT}
    return _recorded({**problem.functions, **long})


def record_flat(problem: Problem) -> TapeFunctions:
    """The functions of a problem without calls, of which each gathers its arguments anew: the fastest to load and to run."""
    return _recorded(problem.functions)


def _recorded(functions: Mapping[str, Function]) -> TapeFunctions:
    tapes = Tapes()
    numbers = {name: tapes.add(function) for name, function in functions.items()}
    return TapeFunctions(tuple(tapes.tapes), tuple(tapes.stored), numbers, {})


def _tape(to: Packed, tape: Tape) -> bytes:
    calls = (to.struct(tape=call.tape, argument=to.integers(call.arguments)) for call in tape.calls)
    return to.struct(
        constant=to.numbers(tape.constants),
        inputs=tape.inputs,
        instruction=to.integers(tape.instructions),
        call=to.array("TapeCall", calls),
        output=to.integers(tape.outputs),
        query=to.integers(tape.query),
    )
