"""What a call behind a solve needs and a call before it could compute is computed there, once for both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import casadi as ca

from ...base.scalars.look_ups import simplified
from ..data.ref import Ref
from ..data.steps import Call
from .builder import Builder

KNOWN = {"t", "input_time", "x", "u", "p", "d", "z", "m", "indeterminate"}  # slots that no schedule of accelerations fills


def with_common_terms(first: Call, later: Call, build: Builder) -> tuple[Call, Call]:
    """Both calls, where `later` finds in the slot common what follows from known slots alone.

    They stay as they are where that saves nothing, or where one of them is written as calls of kernels, which are few then.
    """
    if {first.function, later.function} & build.composed.keys():
        return first, later
    f, g = build.functions[first.function], build.functions[later.function]
    symbols = {ref: ca.SX.sym(ref.slot, ref.size) for ref in dict.fromkeys((*first.arguments, *later.arguments))}
    known = [symbol for ref, symbol in symbols.items() if ref.slot in KNOWN]
    whole = [ca.SX(piece) for piece in g.call([symbols[ref] for ref in later.arguments])]
    rest, names, terms = ca.extract_parametric(whole, ca.veccat(*known), {"extract_trivial": False})
    common = Ref("common", 0, len(terms))
    after, arguments = call_function(later.function, symbols | {common: ca.vertcat(*names)}, rest)
    if after.n_instructions() + common.size >= g.n_instructions():
        return first, later
    results = [*f.call([symbols[ref] for ref in first.arguments]), ca.vertcat(*terms)]
    before, read = call_function(first.function, symbols, results)
    build.functions |= {first.function: before, later.function: after}
    build.sizes["common"] = common.size
    return Call(first.function, read, (*first.results, common)), replace(later, arguments=arguments)


def call_function(name: str, symbols: Mapping[Ref, ca.SX], results: Sequence[ca.SX]) -> tuple[ca.Function, tuple[Ref, ...]]:
    """The function that finds results from those of the symbols which they depend on, and what these are."""
    found = simplified(results, list(symbols.values()))
    read = [ref for ref, symbol in symbols.items() if ca.depends_on(ca.veccat(*found), symbol)]
    return ca.Function(name, [symbols[ref] for ref in read], found), tuple(read)
