"""Composed CasADi functions as statements of C: calls of kernels, and the arithmetic between them."""

from __future__ import annotations

from collections.abc import Callable

import casadi as ca

from .composition import Argument, Between, CallResult, Composition, owners
from .expressions import Instruction, Place, expression, instructions
from .work_space import WorkSpace

CALLS = 200  # statements of a part, most of them calls: compilers take more than twice the time for functions twice as long


class ComposedFunction:
    """The statements of a composition, in parts; what they share lies in w.

    `name_of` gives the name of the C function of a kernel, `constants` that of an array of numbers.
    """

    def __init__(
        self,
        composition: Composition,
        function: ca.Function,
        name_of: Callable[[ca.Function], str],
        constants: Callable[[tuple[float, ...]], str],
    ):
        self.composition, self.name_of, self.constants = composition, name_of, constants
        self.parts: list[list[str]] = [[]]
        self.work = WorkSpace()
        self.places: dict[CallResult | int, int] = {}  # in w, of results of calls and of instructions whose values later calls read
        self.passed: dict[int, list[str | Place]] = {}  # by output of what is between: the numbers
        self.given = [f"argument[{i}]" for i in range(function.n_in())]
        self.owners = owners(composition)
        self.ending = _ending(composition, self.owners)
        self.kept = {value for values in self.ending.values() for value in values if isinstance(value, int)}
        self._write()

    @property
    def lines(self) -> list[str]:
        """Those of the last part."""
        return self.parts[-1]

    def _write(self) -> None:
        called = 0
        work: dict[int, str | Place] = {}
        for i, (instruction, owner) in enumerate(zip(instructions(self.composition.between), self.owners)):
            while called < owner:
                self._call(called)
                called += 1
            if instruction.operation == ca.OP_OUTPUT:
                self._output(instruction, work)
            elif instruction.operation == ca.OP_INPUT:
                work[instruction.outputs[0]] = self._place(*instruction.inputs)
            elif i in self.kept:
                self.places[i] = self.work.take(1)
                place = Place("w", self.places[i])
                self.lines.append(f"{place} = {expression(instruction, work)};")
                work[instruction.outputs[0]] = place
            else:
                self.lines.append(f"const double t{i} = {expression(instruction, work)};")
                work[instruction.outputs[0]] = f"t{i}"

    def _place(self, array: int, index: int) -> Place:
        if array < len(self.given):
            return Place(self.given[array], index)
        return Place("w", self.places[self.composition.read[array - len(self.given)]] + index)

    def _output(self, instruction: Instruction, work: dict) -> None:
        (output, index), value = instruction.outputs, work[instruction.inputs[0]]
        first = self.composition.between.n_out() - len(self.composition.pieces)
        if output < first:
            self.passed.setdefault(output, []).append(value)
            return
        of, start = self.composition.pieces[output - first]
        self.lines.append(f"result[{of}][{start + index}] = {value};")

    def _call(self, number: int) -> None:
        call = self.composition.calls[number]
        given = [self._array(argument) for argument in call.arguments]
        results = [CallResult(number, output) for output in range(call.kernel.n_out())]
        self.places |= {result: self.work.take(self._size(result)) for result in results}
        found = [f"w + {self.places[result]}" for result in results]
        self.lines.append(f"{self.name_of(call.kernel)}({', '.join([*given, *found])});")
        for value in self.ending.get(number, ()):
            self.work.give(self.places[value], self._size(value))
        if len(self.lines) > CALLS:
            self.parts.append([])

    def _size(self, value: CallResult | int) -> int:
        return 1 if isinstance(value, int) else self.composition.calls[value.call].kernel.nnz_out(value.output)

    def _array(self, argument: Argument) -> str:
        """An expression for an array."""
        if isinstance(argument, CallResult):
            return f"w + {self.places[argument]}"
        return _gathered(self.passed.pop(argument.output)) if isinstance(argument, Between) else self.constants(argument)


def _gathered(values: list[str | Place]) -> str:
    """An array of values: the place where they lie already, else a new one."""
    first = values[0]
    if isinstance(first, Place) and values == [Place(first.array, first.index + i) for i in range(len(values))]:
        return f"{first.array} + {first.index}"
    return f"(const double[]){{{', '.join(map(str, values))}}}"


def _ending(composition: Composition, owners: list[int]) -> dict[int, list[CallResult | int]]:
    """Which results, and values of which instructions that are for an earlier call, are read for the last time by or for which call."""
    last: dict[CallResult | int, int] = {CallResult(c, k): c for c, call in enumerate(composition.calls) for k in range(call.kernel.n_out())}
    last |= {argument: c for c, call in enumerate(composition.calls) for argument in call.arguments if isinstance(argument, CallResult)}
    source: dict[int, CallResult | int | None] = {}  # by place of work; None for what is given from outside
    first = composition.between.n_in() - len(composition.read)
    for i, (instruction, owner) in enumerate(zip(instructions(composition.between), owners)):
        if instruction.operation == ca.OP_INPUT:
            array = instruction.inputs[0] - first
            source[instruction.outputs[0]] = composition.read[array] if array >= 0 else None
            continue
        for value in (source[place] for place in instruction.inputs):
            if value is not None and owner > (owners[value] if isinstance(value, int) else -1):
                last[value] = max(last.get(value, 0), owner)
        if instruction.operation != ca.OP_OUTPUT:
            source[instruction.outputs[0]] = i
    ending: dict[int, list[CallResult | int]] = {}
    for value, call in last.items():
        ending.setdefault(call, []).append(value)
    return ending
