"""CasADi functions as C: plain ones as their instructions, compositions as calls of kernels, which are written once.

CasADi's own generator copies what calls pass on, asks each argument and result whether it is there, and lays out every constant anew.
"""

from __future__ import annotations

from typing import Sequence

import casadi as ca

from .c_source import CSource
from .composition import Argument, Between, Composition, Kernels, Result, compose
from .expressions import Instruction, Place, expression, instructions
from .plain_function import PlainFunction
from .work_space import WorkSpace

ARGUMENTS = "const double **argument, double **result, long long *iw, double *w, int memory"
# Calls cost less than the time that compilers take to look into what is called again and again.
HEAD = """#if defined(__GNUC__)
#define KERNEL static __attribute__((noinline))
#else
#define KERNEL static
#endif"""
# Compilers take more than twice the time for functions twice as long.
CALLS = 200  # statements of a part of a composition, most of them calls
INSTRUCTIONS = 2000  # of a part of a plain function


class CFunctions:
    """Collects functions and the kernels they call in a C source.

    `arguments`, `results` and `work` are the most that one of them takes: arrays, and numbers of w.
    """

    def __init__(self, source: CSource):
        self.source, self.arguments, self.results, self.work = source, 0, 0, 0
        source.line(HEAD)
        self._kernels, self._names = Kernels(), {}

    def add(self, name: str, function: ca.Function) -> None:
        """Write a function: `int name(ARGUMENTS)`."""
        self.arguments, self.results = max(self.arguments, function.n_in()), max(self.results, function.n_out())
        if function.is_a("SXFunction"):
            given, found = [f"argument[{i}]" for i in range(function.n_in())], [f"result[{i}]" for i in range(function.n_out())]
            body = PlainFunction(function, given, found, INSTRUCTIONS)
        else:
            body = _Body(compose(function, self._kernels), function, self)
        self.work = max(self.work, body.work.size)
        lines = body.parts[0]
        if len(body.parts) > 1:
            for k, part in enumerate(body.parts):
                head = f"KERNEL void {name}_{k}(const double **argument, double **result, double *w)"
                self._write(head, ["(void)argument, (void)result, (void)w;", *part])
            lines = [f"{name}_{k}(argument, result, w);" for k in range(len(body.parts))]
        self._write(f"int {name}({ARGUMENTS})", ["(void)argument, (void)result, (void)iw, (void)w, (void)memory;", *lines, "return 0;"])

    def kernel(self, kernel: ca.Function) -> str:
        """The name of the C function of a kernel: pointers to its arguments, then to its results."""
        name = self._names.get(kernel)
        if name is None:
            name = self._names[kernel] = f"kernel_{len(self._names) + 1}"
            given, found = [f"a{i}" for i in range(kernel.n_in())], [f"r{i}" for i in range(kernel.n_out())]
            parameters = [*(f"const double *{a}" for a in given), *(f"double *restrict {r}" for r in found)]
            self._write(f"/* {kernel.name()} */\nKERNEL void {name}({', '.join(parameters)})", PlainFunction(kernel, given, found).parts[0])
        return name

    def _write(self, head: str, lines: Sequence[str]) -> None:
        self.source.line(f"\n{head}\n{{")
        for line in lines:
            self.source.line(f"    {line}")
        self.source.line("}")


class _Body:
    """The statements of a composition."""

    def __init__(self, composition: Composition, function: ca.Function, functions: CFunctions):
        self.composition, self.functions = composition, functions
        self.parts: list[list[str]] = [[]]
        self.work = WorkSpace()
        self.places: dict[Result | int, int] = {}  # in w, of results of calls and of instructions whose values later calls read
        self.passed: dict[int, list[str | Place]] = {}  # by output of what is between: the numbers
        self.given = [f"argument[{i}]" for i in range(function.n_in())]
        self.owners = _owners(composition)
        self.ending = _ending(composition, self.owners)
        self.kept = {value for values in self.ending.values() for value in values if isinstance(value, int)}
        self._write()

    @property
    def lines(self) -> list[str]:
        """Those of the last part."""
        return self.parts[-1]

    def _write(self) -> None:
        called, work = 0, {}
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
        results = [Result(number, output) for output in range(call.kernel.n_out())]
        self.places |= {result: self.work.take(self._size(result)) for result in results}
        found = [f"w + {self.places[result]}" for result in results]
        self.lines.append(f"{self.functions.kernel(call.kernel)}({', '.join([*given, *found])});")
        for value in self.ending.get(number, ()):
            self.work.give(self.places[value], self._size(value))
        if len(self.lines) > CALLS:
            self.parts.append([])

    def _size(self, value: Result | int) -> int:
        return 1 if isinstance(value, int) else self.composition.calls[value.call].kernel.nnz_out(value.output)

    def _array(self, argument: Argument) -> str:
        """An expression for an array."""
        if isinstance(argument, Result):
            return f"w + {self.places[argument]}"
        return _gathered(self.passed.pop(argument.output)) if isinstance(argument, Between) else self.functions.source.numbers(argument)


def _gathered(values: list[str | Place]) -> str:
    """An array of values: the place where they lie already, else a new one."""
    first = values[0]
    if isinstance(first, Place) and values == [Place(first.array, first.index + i) for i in range(len(values))]:
        return f"{first.array} + {first.index}"
    return f"(const double[]){{{', '.join(map(str, values))}}}"


def _owners(composition: Composition) -> list[int]:
    """For each instruction between calls, the number of the call it is for; that of all calls at the end."""
    of_output = {a.output: c for c, call in enumerate(composition.calls) for a in call.arguments if isinstance(a, Between)}
    owners, owner = [], len(composition.calls)
    for instruction in reversed(list(instructions(composition.between))):
        if instruction.operation == ca.OP_OUTPUT:
            owner = of_output.get(instruction.outputs[0], len(composition.calls))
        owners.append(owner)
    return owners[::-1]


def _ending(composition: Composition, owners: list[int]) -> dict[int, list[Result | int]]:
    """Which results, and values of which instructions that are for an earlier call, are read for the last time by or for which call."""
    last: dict[Result | int, int] = {Result(c, k): c for c, call in enumerate(composition.calls) for k in range(call.kernel.n_out())}
    last |= {argument: c for c, call in enumerate(composition.calls) for argument in call.arguments if isinstance(argument, Result)}
    source: dict[int, Result | int | None] = {}  # by place of work; None for what is given from outside
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
    ending: dict[int, list[Result | int]] = {}
    for value, call in last.items():
        ending.setdefault(call, []).append(value)
    return ending
