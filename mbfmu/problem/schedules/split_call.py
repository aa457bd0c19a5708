"""A call in two: what does not depend on a slot, and what does, so that a solve for that slot repeats the latter only."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca

from ..data.ref import Ref
from ..data.steps import Call
from .builder import Builder
from .common_terms import call_function

TERMS = "split_terms"


def split_call(call: Call, slot: str, build: Builder) -> tuple[Call, ...]:
    """What `call` finds without `slot`, and the rest, which reads terms of the former.

    The call alone where nothing of it depends on the slot or everything does, or where it is written as calls of kernels.
    """
    if call.function in build.composed:
        return (call,)
    symbols = {ref: ca.SX.sym(ref.slot, ref.size) for ref in call.arguments}
    found = [ca.SX(piece) for piece in build.functions[call.function].call(list(symbols.values()))]
    known = ca.veccat(*(symbol for ref, symbol in symbols.items() if ref.slot != slot))
    sought = ca.veccat(*(symbol for ref, symbol in symbols.items() if ref.slot == slot))
    depends = [ca.depends_on(piece, sought) for piece in found]
    if all(depends) or not any(depends):
        return (call,)
    whole = [piece for piece, does in zip(found, depends) if does]
    rest, names, terms = ca.extract_parametric(whole, known, {"extract_trivial": False})
    common = Ref(TERMS, 0, len(terms))
    first = [*(piece for piece, does in zip(found, depends) if not does), ca.vertcat(*terms)]
    before, read_before = call_function(call.function, symbols, first)
    after, read_after = call_function(f"{call.function}_by_{slot}", symbols | {common: ca.vertcat(*names)}, rest)
    build.functions |= {call.function: before, after.name(): after}
    build.sizes[TERMS] = common.size
    results = {does: tuple(ref for ref, of in zip(call.results, depends) if of == does) for does in (True, False)}
    return Call(call.function, read_before, (*results[False], common)), replace(
        call, function=after.name(), arguments=read_after, results=results[True]
    )
