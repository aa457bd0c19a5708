"""A CasADi MX graph as calls of kernels, in order, and the plain arithmetic between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca

from ...base.scalars.look_ups import simplified
from .expressions import instructions


@dataclass(frozen=True)
class CallResult:
    """What a call gives: its number and that of its output."""

    call: int
    output: int


@dataclass(frozen=True)
class Between:
    """What is computed between calls: the number of an output of `Composition.between`."""

    output: int


Argument = CallResult | Between | tuple[float, ...]


@dataclass(frozen=True)
class KernelCall:
    """A call of an SX function."""

    kernel: ca.Function
    arguments: tuple[Argument, ...]


@dataclass(frozen=True)
class Composition:
    """`between` is an SX function from the arguments of the whole and then `read`, results of calls, to arguments of calls in order and
    then pieces of the whole's outputs; `pieces` says for each of these in which output it lies, from which number on."""

    calls: tuple[KernelCall, ...]
    between: ca.Function
    read: tuple[CallResult, ...]
    pieces: tuple[tuple[int, int], ...]


class Kernels:
    """The kernels called so far, each without what its callers do not need."""

    def __init__(self) -> None:
        self._parts: dict[tuple, tuple[ca.Function, list[int]]] = {}
        self._sums: dict[int, ca.Function] = {}
        self._kept: list[ca.Function] = []  # they are known by their address

    def part(self, kernel: ca.Function, given: Sequence[int], used: Sequence[int]) -> tuple[ca.Function, list[int]]:
        """The function of the outputs `used` of a kernel if all arguments but those `given` are zero, and which of these it takes."""
        key = (kernel.__hash__(), tuple(given), tuple(used))
        if key not in self._parts:
            self._kept.append(kernel)
            symbols = kernel.sx_in()
            columns = kernel.call([s if i in given else ca.DM(*s.shape) for i, s in enumerate(symbols)])
            columns = simplified([columns[i] for i in used], symbols)
            taken = [i for i in given if ca.depends_on(ca.veccat(*columns), symbols[i])]
            self._parts[key] = ca.Function(kernel.name(), [symbols[i] for i in taken], columns), taken
        return self._parts[key]

    def plus(self, n: int) -> ca.Function:
        """The sum of two columns (n)."""
        if n not in self._sums:
            a, b = ca.SX.sym("a", n), ca.SX.sym("b", n)
            self._sums[n] = ca.Function(f"plus_{n}", [a, b], [a + b])
        return self._sums[n]


def compose(function: ca.Function, kernels: Kernels) -> Composition:
    """The composition of an MX function whose calls are of SX functions."""
    return _Composing(function, kernels).composition()


def owners(composition: Composition) -> list[int]:
    """For each instruction between calls, the number of the call it is for; that of all calls at the end."""
    of_output = {a.output: c for c, call in enumerate(composition.calls) for a in call.arguments if isinstance(a, Between)}
    found, owner = [], len(composition.calls)
    for instruction in reversed(list(instructions(composition.between))):
        if instruction.operation == ca.OP_OUTPUT:
            owner = of_output.get(instruction.outputs[0], len(composition.calls))
        found.append(owner)
    return found[::-1]


class _Composing:
    """One MX function while its instructions are looked through."""

    def __init__(self, function: ca.Function, kernels: Kernels):
        self.function, self.kernels = function, kernels
        self.calls: list[KernelCall] = []
        self.results: dict[CallResult, ca.MX] = {}
        self.made: dict[int, CallResult | tuple[float, ...] | None] = {-1: ()}  # by place of work; None where it is computed between calls
        self.passed: list[ca.MX] = []
        self.ends: list[ca.MX] = []
        self.pieces: list[tuple[int, int]] = []

    def composition(self) -> Composition:
        """All of it."""
        f = self.function
        for k in range(f.n_instructions()):
            operation, places = f.instruction_id(k), f.instruction_output(k)
            if operation == ca.OP_CALL:
                node = f.instruction_MX(k)
                self._call(node, node.which_function(), [node.get_output(i) for i in range(node.n_out())], f.instruction_input(k), places)
            elif operation == ca.OP_ADD and _long(f.instruction_MX(k)):
                node = f.instruction_MX(k)
                self._call(node, self.kernels.plus(node.nnz()), [node], f.instruction_input(k), places)
            elif operation == ca.OP_CONST:
                self.made[places[0]] = tuple(f.instruction_MX(k).to_DM().nonzeros())
            elif operation == ca.OP_OUTPUT:
                node = f.instruction_MX(k)
                self.pieces.append((node.info()["ind"], node.info()["offset"]))
                self.ends.append(node.dep(0))
            else:
                self.made |= dict.fromkeys(place for place in places if place >= 0)
        return self._composed()

    def _call(self, node: ca.MX, kernel: ca.Function, results: Sequence[ca.MX], inputs: Sequence[int], outputs: Sequence[int]) -> None:
        found = [self.made[place] for place in inputs]
        given = [i for i, of in enumerate(found) if not isinstance(of, tuple) or any(of)]
        used = [i for i, place in enumerate(outputs) if place >= 0]
        kernel, taken = self.kernels.part(kernel, given, used)
        arguments = []
        for i in taken:
            of = found[i]
            arguments.append(Between(len(self.passed)) if of is None else of)
            self.passed += [node.dep(i)] if of is None else []
        for k, i in enumerate(used):
            self.made[outputs[i]] = CallResult(len(self.calls), k)
            self.results[CallResult(len(self.calls), k)] = results[i]
        self.calls.append(KernelCall(kernel, tuple(arguments)))

    def _composed(self) -> Composition:
        symbols = {result: ca.MX.sym("result", mx.sparsity()) for result, mx in self.results.items()}
        between = ca.graph_substitute([*self.passed, *self.ends], list(self.results.values()), list(symbols.values()))
        met = {symbol.__hash__() for symbol in ca.symvar(ca.veccat(*between))}
        read = [result for result, symbol in symbols.items() if symbol.__hash__() in met]
        whole = ca.Function("between", [*self.function.mx_in(), *(symbols[result] for result in read)], between, {"max_io": 0})
        return Composition(tuple(self.calls), whole.expand("between", {"max_io": 0}), tuple(read), tuple(self.pieces))


def _long(sum_of_two: ca.MX) -> bool:
    """Whether a sum, as derivatives have many, is of columns that a kernel adds in fewer statements."""
    return sum_of_two.nnz() > 1 and all(sum_of_two.dep(i).sparsity() == sum_of_two.sparsity() for i in (0, 1))
