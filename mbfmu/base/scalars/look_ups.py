"""Scalar graphs with closed calls, made anew: CasADi differentiates what is constant, and takes long to compare calls that hold many numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import casadi as ca

from .closed_calls import is_closed


def simplified(columns: Sequence[ca.SX], symbols: Sequence[ca.SX]) -> list[ca.SX]:
    """Expressions of symbols with what they have in common computed once, and without derivatives of closed calls, which are zero."""
    function = ca.Function("columns", symbols, columns, {"max_io": 0})
    return _Rebuilding(function, symbols).results if function.find_functions(0) else ca.cse(list(columns))


def without_derivatives_of_closed_calls(function: ca.Function) -> ca.Function:
    """An SX function without what is multiplied by derivatives of closed calls: the same one where it has none."""
    if all(map(is_closed, function.find_functions(0))):
        return function
    return ca.Function(function.name(), function.sx_in(), _Rebuilding(function, function.sx_in()).results, {"max_io": 0})


class _Rebuilding:
    """The results of an SX function, made anew instruction by instruction, each operation on the same numbers once."""

    def __init__(self, function: ca.Function, symbols: Sequence[ca.SX]):
        self.values: list[ca.SX] = []
        self.numbers: dict[tuple[Any, ...], int] = {}
        self.calls: dict[tuple[Any, ...], ca.SX] = {}
        self.results = [ca.SX(function.sparsity_out(i)) for i in range(function.n_out())]
        nodes = function.instructions_sx()
        work: dict[int, int] = {}
        for k in range(function.n_instructions()):
            operation, inputs, outputs = function.instruction_id(k), function.instruction_input(k), function.instruction_output(k)
            if operation == ca.OP_OUTPUT:
                self.results[outputs[0]].nz[outputs[1]] = self.values[work[inputs[0]]]
            elif operation == ca.OP_INPUT:
                work[outputs[0]] = self._add((operation, *inputs), symbols[inputs[0]].nz[inputs[1]])
            elif operation == ca.OP_CONST:
                work[outputs[0]] = self._constant(ca.SX(function.instruction_constant(k)))
            elif operation == ca.OP_CALL:
                called = nodes[k].which_function()
                operands = [work[i] for i in inputs if i in work]
                work |= {place: self._called(called, operands, k) for k, place in enumerate(outputs) if place >= 0}
            else:
                work[outputs[0]] = self._made(operation, [work[place] for place in inputs])

    def _made(self, operation: int, operands: list[int]) -> int:
        make = ca.SX.unary if len(operands) == 1 else ca.SX.binary
        return self._number((operation, *operands), lambda: make(operation, *(self.values[i] for i in operands)))

    def _called(self, called: ca.Function, operands: list[int], number: int) -> int:
        """The number of one of the results of a call."""
        if not is_closed(called):
            return self._constant(ca.SX(0))
        key = (ca.OP_CALL, called.__hash__(), *operands)
        if key not in self.calls:
            self.calls[key] = called(ca.vertcat(*(self.values[i] for i in operands)))
        return self._number((*key, number), lambda: self.calls[key].nz[number])

    def _constant(self, value: ca.SX) -> int:
        return self._add((ca.OP_CONST, float(value)), value)

    def _number(self, key: tuple[Any, ...], make: Callable[[], ca.SX]) -> int:
        """The number of a value; what simplifies to a constant is that."""
        if key not in self.numbers:
            value = make()
            self.numbers[key] = self._constant(value) if value.is_constant() else self._add(key, value)
        return self.numbers[key]

    def _add(self, key: tuple[Any, ...], value: ca.SX) -> int:
        if key not in self.numbers:
            self.numbers[key] = len(self.values)
            self.values.append(value)
        return self.numbers[key]
