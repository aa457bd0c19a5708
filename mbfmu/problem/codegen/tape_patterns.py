"""What the outputs of tapes depend on: of large functions read off call by call, without a matrix of all their inputs by all their outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial, reduce
from operator import or_

from ..data.dependencies import Pattern, Rows, Sources
from .tape import CALL, END, WHERE, Tape
from .tape_functions import TapeFunctions


def tape_patterns(functions: TapeFunctions) -> dict[str, Pattern]:
    """The patterns of functions by name."""
    called = {call.tape for tape in functions.tapes for call in tape.calls}
    kernels: dict[int, Pattern] = {}
    for number in sorted(called):  # what they call comes before them
        kernels[number] = _rows(functions.tapes[number], kernels)
    return {name: partial(_carried, functions.tapes[number], kernels) for name, number in functions.numbers.items()}


def _rows(kernel: Tape, kernels: Mapping[int, Pattern]) -> Rows:
    """The pattern of a kernel, for many calls."""
    found = _carried(kernel, kernels, [1 << i for i in range(kernel.inputs)])
    return Rows([i for i in range(kernel.inputs) if of >> i & 1] for of in found)


def _carried(tape: Tape, kernels: Mapping[int, Pattern], given: Sequence[Sources]) -> list[Sources]:
    """What the outputs of a tape depend on, if its inputs depend on what is `given`."""
    if tape.query:
        return [reduce(or_, given)] * tape.outputs.size
    frame, calls = [0] * tape.constants.size + list(given), iter(tape.calls)
    for operation, first, second in tape.instructions.tolist():
        if operation == CALL:
            call = next(calls)
            frame += kernels[call.tape]([frame[place] for place in call.arguments.tolist()])
        elif operation not in (WHERE, END):  # these leave out others, whose results are asked for with their condition
            frame.append(frame[first] | frame[second])
    return [frame[place] for place in tape.outputs.tolist()]
