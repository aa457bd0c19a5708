"""A call in two: what does not depend on a slot, and what does, so that a solve for that slot repeats the latter only.

Where results are linear in the slot, the former may find by which factors, so that the latter only multiplies with these.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

import casadi as ca

from ..data.ref import Ref
from ..data.steps import Call
from .builder import Builder
from .common_terms import call_function

TERMS = "split_terms"
REPEATED = 4  # a solve runs the latter twice, and its tangent, which takes about as many operations as two runs


@dataclass(frozen=True)
class _Dependence:
    """A call in symbols of its arguments: which of its results depend on that at `ref`, and which do not."""

    call: Call
    ref: Ref
    symbols: dict[Ref, ca.SX]
    depending: dict[Ref, ca.SX]
    others: dict[Ref, ca.SX]

    @property
    def sought(self) -> ca.SX:
        return self.symbols[self.ref]

    def calls(self, read_before: tuple[Ref, ...], terms: Ref, after: ca.Function, read_after: tuple[Ref, ...]) -> tuple[Call, Call]:
        """Both calls, of which the first fills `terms` as well."""
        before = Call(self.call.function, read_before, (*self.others, terms))
        return before, Call(after.name(), read_after, tuple(self.depending))


def split_call(call: Call, slot: str, build: Builder) -> tuple[Call, ...]:
    """What `call` finds without `slot`, and the rest, which reads terms of the former.

    The call alone where nothing of it depends on the slot or everything does, or where it is written as calls of kernels.
    """
    of = _dependence(call, slot, build)
    if call.function in build.composed or not (of.depending and of.others):
        return (call,)
    known = ca.veccat(*(symbol for ref, symbol in of.symbols.items() if ref != of.ref))
    rest, names, terms = ca.extract_parametric([*of.depending.values()], known, {"extract_trivial": False})
    common = Ref(TERMS, 0, len(terms))
    before, read_before = call_function(call.function, of.symbols, [*of.others.values(), ca.vertcat(*terms)])
    after, read_after = call_function(f"{call.function}_by_{slot}", of.symbols | {common: ca.vertcat(*names)}, rest)
    build.functions |= {call.function: before, after.name(): after}
    build.sizes[TERMS] = common.size
    return of.calls(read_before, common, after, read_after)


def split_linear_call(call: Call, slot: str, build: Builder) -> tuple[Call, ...]:
    """The same of a call whose results are linear in the slot: by factors, where that takes fewer operations or kernels are called."""
    of = _dependence(call, slot, build)
    split = split_call(call, slot, build)
    if not of.depending:
        return split
    column = ca.veccat(*of.depending.values())
    factors = ca.jacobian(column, of.sought)
    if ca.depends_on(factors, of.sought):
        return split
    (without,) = ca.substitute([column], [of.sought], [ca.SX.zeros(of.sought.numel())])
    common = Ref(TERMS, 0, column.numel() + factors.nnz())
    before, read_before = call_function(call.function, of.symbols, [*of.others.values(), ca.vertcat(without, *factors.nonzeros())])
    after, read_after = _multiplied(f"{call.function}_by_{slot}", of, factors.sparsity(), common)
    if len(split) == 2 and _operations(before, after) >= _operations(*(build.functions[part.function] for part in split)):
        return split
    if call.function in build.composed:
        build.composed[call.function] = _by_kernels(build.composed[call.function], of, read_before, factors.sparsity())
    build.functions |= {call.function: before, after.name(): after}
    build.sizes[TERMS] = common.size
    return of.calls(read_before, common, after, read_after)


def _dependence(call: Call, slot: str, build: Builder) -> _Dependence:
    symbols = {ref: ca.SX.sym(ref.slot, ref.size) for ref in call.arguments}
    sought = next((ref for ref in symbols if ref.slot == slot), Ref(slot, 0, 0))
    found = dict(zip(call.results, (ca.SX(piece) for piece in build.functions[call.function].call(list(symbols.values())))))
    depending = {ref: piece for ref, piece in found.items() if ca.depends_on(piece, symbols.get(sought, ca.SX(0, 1)))}
    return _Dependence(call, sought, symbols, depending, {ref: piece for ref, piece in found.items() if ref not in depending})


def _multiplied(name: str, of: _Dependence, pattern: ca.Sparsity, common: Ref) -> tuple[ca.Function, tuple[Ref, ...]]:
    """The function that finds what depends on the slot, from it and the terms: results without it, and the nonzeros of factors."""
    without, factor = ca.SX.sym("without", pattern.size1()), ca.SX.sym("factor", pattern.nnz())
    columns = ca.vertsplit(without + ca.mtimes(ca.SX(pattern, factor), of.sought), [0, *accumulate(ref.size for ref in of.depending)])
    return call_function(name, {of.ref: of.sought, common: ca.vertcat(without, factor)}, columns)


def _by_kernels(function: ca.Function, of: _Dependence, read: tuple[Ref, ...], pattern: ca.Sparsity) -> ca.Function:
    """What finds others, results without the slot, and the nonzeros of factors, as calls of kernels."""
    symbols = dict(zip(of.call.arguments, function.mx_in()))
    found = dict(zip(of.call.results, function.call([*symbols.values()], True, False)))
    depending = ca.veccat(*(found[ref] for ref in of.depending))
    factors = ca.project(ca.jacobian(depending, symbols[of.ref]), pattern)
    terms = ca.Function("terms", [*symbols.values()], [*(found[ref] for ref in of.others), ca.vertcat(depending, factors.nz[:])])
    zero = {of.ref: ca.MX.zeros(of.ref.size)}
    return ca.Function(function.name(), [symbols[ref] for ref in read], terms.call([*(symbols | zero).values()], True, False))


def _operations(once: ca.Function, repeated: ca.Function) -> int:
    return int(once.n_nodes() + REPEATED * repeated.n_nodes())
