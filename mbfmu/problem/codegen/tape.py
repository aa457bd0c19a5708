"""Tapes: CasADi functions as data, which engine/c/data/tape.c interprets."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike

from ...base.convex.convex_pair import FOUND, pair_of
from ...base.errors import MbfmuError
from ...base.scalars.closed_calls import CELL, ENTRY
from .branches import ConditionalInstruction, arranged
from .composition import Argument, Between, CallResult, KernelCall, Kernels, compose, owners
from .expressions import LOOK_UPS, QUERY, RESULT, Instruction, instructions, numbered
from .stored_numbers import StoredNumbers

# In the order of engine/c/data/tape_operations.h; CALL, WHERE and END come behind them.
OPERATIONS = (
    ca.OP_ADD, ca.OP_SUB, ca.OP_MUL, ca.OP_DIV, ca.OP_NEG, ca.OP_INV, ca.OP_SQ, ca.OP_TWICE, ca.OP_POW, ca.OP_CONSTPOW, ca.OP_SQRT,
    ca.OP_EXP, ca.OP_LOG, ca.OP_SIN, ca.OP_COS, ca.OP_TAN, ca.OP_ASIN, ca.OP_ACOS, ca.OP_ATAN, ca.OP_ATAN2, ca.OP_SINH, ca.OP_COSH,
    ca.OP_TANH, ca.OP_FABS, ca.OP_FMIN, ca.OP_FMAX, ca.OP_SIGN, ca.OP_LT, ca.OP_LE, ca.OP_EQ, ca.OP_NE, ca.OP_NOT, ca.OP_AND, ca.OP_OR,
    ca.OP_IF_ELSE_ZERO, ca.OP_HYPOT, LOOK_UPS[CELL], LOOK_UPS[ENTRY],
)  # fmt: skip
CODES = {operation: code for code, operation in enumerate(OPERATIONS)}
CALL, WHERE, END = len(OPERATIONS), len(OPERATIONS) + 1, len(OPERATIONS) + 2
WORTH, ONE_IN = 100, 10  # instructions that a branch must hold, and one in so many of all, since they are not sorted across it
MANY, SMALL = 0.3, 50  # of all instructions in branches that hold 50 at least: then these are worth it, as where many bodies may touch

Read = tuple[int, int]  # an array that is given, and a number of it


@dataclass(frozen=True)
class TapeCall:
    """A call of the tape of this number; `arguments` are places in the caller's frame, one for each input."""

    tape: int
    arguments: np.ndarray


@dataclass(frozen=True)
class Tape:
    """A function as data: constants, inputs and what instructions give lie in a frame one behind the other.

    `instructions` (n, 3) are an operation and the places of its two operands; `outputs` are places. What WHERE and END enclose is left out where
    the operand of WHERE is zero. A tape with a `query`, kinds and sizes of two convex cores, has no instructions: the engine computes its outputs.
    """

    constants: np.ndarray
    inputs: int
    instructions: np.ndarray
    calls: tuple[TapeCall, ...]
    outputs: np.ndarray
    query: tuple[int, ...] = ()


def _arranged(steps: Sequence[Instruction]) -> tuple[Sequence[int | ConditionalInstruction], int]:
    """The instructions with what is needed under a condition only in branches, and how many instructions a branch must hold."""
    found = arranged(steps, SMALL, deepest=1)
    sizes = (len(item.body) for item in found if isinstance(item, ConditionalInstruction))
    if sum(size for size in sizes if size >= SMALL) >= MANY * len(steps):
        return found, SMALL
    worth = max(WORTH, len(steps) // ONE_IN)
    return arranged(steps, worth, deepest=1), worth


class Tapes:
    """The tapes of functions and of the kernels that they call: each kernel once, and before all who call it; the arrays that they look into."""

    def __init__(self) -> None:
        self.tapes: list[Tape] = []
        self.stored: list[np.ndarray] = []
        self._numbers = StoredNumbers(self._store)
        self._kernels = Kernels()
        self._known: dict[ca.Function, tuple[int, list[Read]]] = {}
        self._queries: dict[tuple[int, ...], int] = {}

    def add(self, function: ca.Function) -> int:
        """The number of the tape of a function, whose inputs and outputs are all its numbers, array by array."""
        starts = [0, *accumulate(function.nnz_in(i) for i in range(function.n_in()))]
        recording = _Recording(starts[-1], self._numbers)
        given = lambda array, index: starts[array] + index
        found = self._plain(recording, function, given) if function.is_a("SXFunction") else self._composed(recording, function, given)
        return self._append(recording, function, found)

    def _store(self, numbers: np.ndarray) -> int:
        self.stored.append(numbers)
        return len(self.stored) - 1

    def _append(self, recording: _Recording, function: ca.Function, found: dict[Read, int]) -> int:
        order = [(array, index) for array in range(function.n_out()) for index in range(function.nnz_out(array))]
        self.tapes.append(recording.tape([found[number] for number in order]))
        return len(self.tapes) - 1

    def _kernel(self, kernel: ca.Function) -> tuple[int, list[Read]]:
        """The number of the tape of a kernel, and which numbers of its arguments are the inputs: those it reads."""
        if kernel not in self._known:
            taken = (step.inputs for step in instructions(kernel) if step.operation == ca.OP_INPUT)
            reads = list(dict.fromkeys((array, index) for array, index in taken))
            recording = _Recording(len(reads), self._numbers)
            found = self._plain(recording, kernel, lambda array, index: reads.index((array, index)))
            self._known[kernel] = self._append(recording, kernel, found), reads
        return self._known[kernel]

    def _query(self, called: ca.Function) -> int:
        """The number of the tape that stands for a query."""
        query = pair_of(called)
        if query not in self._queries:
            none, inputs = np.zeros(0), called.numel_in()
            outputs = np.arange(inputs, inputs + FOUND, dtype=np.int32)
            self.tapes.append(Tape(none, inputs, none.reshape(0, 3).astype(np.int32), (), outputs, query))
            self._queries[query] = len(self.tapes) - 1
        return self._queries[query]

    def _plain(self, recording: _Recording, function: ca.Function, given: Callable[[int, int], int]) -> dict[Read, int]:
        steps = numbered(function)
        arrangement, worth = _arranged(steps)
        work: dict[int, int] = {}
        found: dict[Read, int] = {}

        def record(items: Iterable[int | ConditionalInstruction]) -> None:
            for item in items:
                if isinstance(item, ConditionalInstruction):
                    record_body(item)
                i = item.step if isinstance(item, ConditionalInstruction) else item
                step = steps[i]
                if step.operation == ca.OP_INPUT:
                    work[i] = given(*step.inputs)
                elif step.operation == ca.OP_OUTPUT:
                    array, index = step.outputs
                    found[array, index] = work[step.inputs[0]]
                elif step.called is not None and step.operation == QUERY:
                    work[i] = recording.call(self._query(step.called), [work[place] for place in step.inputs], FOUND)
                elif step.operation == RESULT:
                    work[i] = work[step.inputs[0]] + int(step.value)
                else:
                    work[i] = recording.add(step, work)

        def record_body(item: ConditionalInstruction) -> None:
            is_branch = len(item.body) >= worth
            if is_branch:
                recording.where(work[steps[item.step].inputs[0]])
            record(item.body)
            if is_branch:
                recording.end()

        record(arrangement)
        return found

    def _composed(self, recording: _Recording, function: ca.Function, given: Callable[[int, int], int]) -> dict[Read, int]:
        composition = compose(function, self._kernels)
        first = composition.between.n_out() - len(composition.pieces)
        results: dict[CallResult, int] = {}
        passed: dict[int, list[int]] = {}
        work, found, called = {}, {}, 0
        for step, owner in zip(instructions(composition.between), owners(composition)):
            for number in range(called, owner):
                results |= self._call(recording, number, composition.calls[number], results, passed)
            called = max(called, owner)
            if step.operation == ca.OP_INPUT:
                array, index = step.inputs
                result = composition.read[array - function.n_in()] if array >= function.n_in() else None
                work[step.outputs[0]] = given(array, index) if result is None else results[result] + index
            elif step.operation != ca.OP_OUTPUT:
                work[step.outputs[0]] = recording.add(step, work)
            elif step.outputs[0] < first:
                passed.setdefault(step.outputs[0], []).append(work[step.inputs[0]])
            else:
                array, start = composition.pieces[step.outputs[0] - first]
                found[array, start + step.outputs[1]] = work[step.inputs[0]]
        return found

    def _call(
        self, recording: _Recording, number: int, call: KernelCall, results: dict[CallResult, int], passed: dict[int, list[int]]
    ) -> dict[CallResult, int]:
        def place(argument: Argument, index: int) -> int:
            if isinstance(argument, CallResult):
                return results[argument] + index
            return passed[argument.output][index] if isinstance(argument, Between) else recording.constant(argument[index])

        tape, reads = self._kernel(call.kernel)
        sizes = [call.kernel.nnz_out(i) for i in range(call.kernel.n_out())]
        first = recording.call(tape, [place(call.arguments[array], index) for array, index in reads], sum(sizes))
        return {CallResult(number, output): first + start for output, start in enumerate(accumulate(sizes, initial=0)) if output < len(sizes)}


class _Recording:
    """A tape while it is written: places count from the first input on, constants from -1 downwards."""

    def __init__(self, inputs: int, stored: StoredNumbers[int]):
        self.inputs, self.top, self.stored = inputs, inputs, stored
        self.rows: list[tuple[int, int, int]] = []
        self.calls: list[tuple[int, list[int]]] = []
        self.constants: dict[bytes, int] = {}
        self.constant(0.0)  # so that place 0 is always there

    def constant(self, value: float) -> int:
        """The place of a constant; those of the same bits share it."""
        return self.constants.setdefault(struct.pack("<d", value), -1 - len(self.constants))

    def add(self, step: Instruction, work: dict[int, int]) -> int:
        """The place of what a constant or an operation on what lies in `work` gives."""
        code = CODES.get(step.operation)
        if code is None:
            return self._without_operation(step, work)
        operands = [work[place] for place in step.inputs]
        if step.called is not None:
            operands.insert(0, self.constant(float(self.stored.of(step.called))))
        self.rows.append((code, operands[0], operands[-1]))
        self.top += 1
        return self.top - 1

    def _without_operation(self, step: Instruction, work: dict[int, int]) -> int:
        if step.operation == ca.OP_CONST:
            return self.constant(step.value)
        if step.operation == ca.OP_ASSIGN:
            return work[step.inputs[0]]
        raise MbfmuError(f"tapes have no operation for CasADi's {step.operation}; see OPERATIONS in {__name__}")

    def where(self, condition: int) -> None:
        """Begin what is only needed where the number at this place is not zero."""
        self.rows.append((WHERE, condition, condition))

    def end(self) -> None:
        """End it."""
        self.rows.append((END, -1, -1))

    def call(self, tape: int, arguments: list[int], outputs: int) -> int:
        """The place of the first output of a call."""
        self.rows.append((CALL, -1, -1))
        self.calls.append((tape, arguments))
        self.top += outputs
        return self.top - outputs

    def tape(self, outputs: Sequence[int]) -> Tape:
        """All of it, with these places as outputs."""
        rows = np.array(self.rows, dtype=np.int32).reshape(-1, 3)
        rows[:, 1:] = self._places(rows[:, 1:])
        calls = tuple(TapeCall(tape, self._places(arguments)) for tape, arguments in self.calls)
        constants = np.frombuffer(b"".join(self.constants), dtype="<f8")
        return Tape(constants=constants, inputs=self.inputs, instructions=rows, calls=calls, outputs=self._places(outputs))

    def _places(self, places: ArrayLike) -> np.ndarray:
        given = np.asarray(places, dtype=np.int32)
        return np.where(given < 0, -1 - given, given + len(self.constants)).astype(np.int32)
