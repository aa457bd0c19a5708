"""The instructions of a CasADi SX function as statements of C."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import starmap
from typing import NamedTuple

import casadi as ca

from ...base.errors import MbfmuError
from ...base.scalars.closed_calls import CELL, CONVEX, ENTRY
from ...base.scalars.look_ups import without_derivatives_of_closed_calls
from .c_source import number

OPERATIONS = {
    ca.OP_ADD: "{} + {}", ca.OP_SUB: "{} - {}", ca.OP_MUL: "{} * {}", ca.OP_DIV: "{} / {}", ca.OP_NEG: "-{}", ca.OP_INV: "1.0 / {}",
    ca.OP_SQ: "{0} * {0}", ca.OP_TWICE: "2.0 * {}", ca.OP_POW: "pow({}, {})", ca.OP_CONSTPOW: "pow({}, {})", ca.OP_SQRT: "sqrt({})",
    ca.OP_EXP: "exp({})", ca.OP_LOG: "log({})", ca.OP_TAN: "tan({})",
    ca.OP_SIN: "FIRST(sine_and_cosine({}))", ca.OP_COS: "SECOND(sine_and_cosine({}))",
    ca.OP_ASIN: "asin({})", ca.OP_ACOS: "acos({})", ca.OP_ATAN: "atan({})", ca.OP_ATAN2: "atan2({}, {})", ca.OP_SINH: "sinh({})",
    ca.OP_COSH: "cosh({})", ca.OP_TANH: "tanh({})", ca.OP_FABS: "fabs({})", ca.OP_FMIN: "fmin({}, {})", ca.OP_FMAX: "fmax({}, {})",
    ca.OP_SIGN: "({0} < 0.0 ? -1.0 : {0} > 0.0 ? 1.0 : {0})", ca.OP_LT: "{} < {}", ca.OP_LE: "{} <= {}", ca.OP_EQ: "{} == {}",
    ca.OP_NE: "{} != {}", ca.OP_NOT: "!{}", ca.OP_AND: "{} && {}", ca.OP_OR: "{} || {}", ca.OP_IF_ELSE_ZERO: "{} != 0.0 ? {} : 0.0",
    ca.OP_ASSIGN: "{}", ca.OP_HYPOT: "hypot({}, {})",
}  # fmt: skip


LOOK_UPS = {CELL: -1, ENTRY: -2}  # operations beside CasADi's
QUERY, RESULT = -3, -4  # a call that gives several numbers, and one of them


class Place(NamedTuple):
    """One number of an array in C."""

    array: str
    index: int  # type: ignore[assignment]  # a tuple's own `index` is of no use here

    def __str__(self) -> str:
        return f"{self.array}[{self.index}]"


class Instruction(NamedTuple):
    """An instruction of an SX function: what it does, from which places of work, to where.

    `value` is that of a constant, or which of its numbers a result of a call is; `called` is what a look-up or a query calls.
    """

    operation: int
    inputs: Sequence[int]
    outputs: Sequence[int]
    value: float = 0.0
    called: ca.Function | None = None


def instructions(function: ca.Function) -> Iterator[Instruction]:
    """The instructions of an SX function in order. Its calls are closed ones."""
    return starmap(Instruction, _instructions(function))


def numbered(function: ca.Function) -> list[Instruction]:
    """The instructions of an SX function, each of which gives its value to a place of its own: that of its number.

    Behind a call that gives several numbers there is an instruction for each that is read; its own value is none.
    """
    steps: list[Instruction] = []
    given: dict[int, int] = {}
    for operation, inputs, outputs, value, called in _instructions(function):
        i = len(steps)
        if operation != ca.OP_INPUT:
            inputs = [given[place] for place in inputs]
        if operation == QUERY:
            steps.append(Instruction(QUERY, inputs, (i,), value, called))
            for k, place in enumerate(outputs):
                if place >= 0:
                    given[place] = len(steps)
                    steps.append(Instruction(RESULT, (i,), (len(steps),), float(k)))
            continue
        if operation != ca.OP_OUTPUT:
            given[outputs[0]] = i
            outputs = (i,)
        steps.append(Instruction(operation, inputs, outputs, value, called))
    return steps


def _instructions(function: ca.Function) -> Iterator[tuple[int, Sequence[int], Sequence[int], float, ca.Function | None]]:
    """The fields of the instructions of a function."""
    nodes, function = None, without_derivatives_of_closed_calls(function)
    for k in range(function.n_instructions()):
        operation, inputs, outputs = function.instruction_id(k), function.instruction_input(k), function.instruction_output(k)
        if operation == ca.OP_CALL:
            nodes = function.instructions_sx() if nodes is None else nodes
            called = nodes[k].which_function()
            yield QUERY if called.name().startswith(CONVEX) else LOOK_UPS[called.name()], inputs, outputs, 0.0, called
        else:
            yield operation, inputs, outputs, function.instruction_constant(k) if operation == ca.OP_CONST else 0.0, None


def read(step: Instruction) -> Sequence[int]:
    """The places whose values an instruction reads."""
    return () if step.operation == ca.OP_INPUT else step.inputs


def expression(instruction: Instruction, work: dict[int, str | Place]) -> str:
    """The C expression of a constant or of an operation on what lies in `work`."""
    if instruction.operation == ca.OP_CONST:
        text = number(instruction.value)
        return f"({text})" if text.startswith("-") else text
    try:
        text = OPERATIONS[instruction.operation]
    except KeyError:
        raise MbfmuError(f"there is no C for CasADi's operation {instruction.operation}; see OPERATIONS in {__name__}") from None
    return text.format(*(work[i] for i in instruction.inputs))
