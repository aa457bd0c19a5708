"""Of a schedule what a later call needs: normal forces follow from multipliers, without accelerations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import casadi as ca

from ..data.ref import Ref
from ..data.steps import Call, Step
from .builder import FLAT, Builder
from .common_terms import call_function


def parts_needed(steps: Sequence[Step], last: Call, build: Builder) -> tuple[Step, ...]:
    """The steps from which `last` follows; of calls the results that it follows from."""
    wanted, found = list(last.arguments), list[Step]()
    for step in reversed(steps):
        if isinstance(step, Call):
            results = tuple(result for result in step.results if any(result.overlaps(ref) for ref in wanted))
            if not results:
                continue
            step = _with(results, step, build)
            wanted += step.arguments
        else:
            wanted += [value for value in vars(step).values() if isinstance(value, Ref)]
        found.insert(0, step)
    return tuple(found)


def _with(results: tuple[Ref, ...], call: Call, build: Builder) -> Call:
    """The call with these results alone, but where that is long and written as calls of kernels."""
    if results == call.results:
        return call
    symbols = {ref: ca.SX.sym(ref.slot, ref.size) for ref in call.arguments}
    found = [ca.SX(piece) for piece in build.functions[call.function].call(list(symbols.values()))]
    part, read = call_function(f"{call.function}_in_part", symbols, [piece for piece, result in zip(found, call.results) if result in results])
    if call.function in build.composed and part.n_instructions() > FLAT:
        return call
    build.functions[part.name()] = part
    return replace(call, function=part.name(), arguments=read, results=results)
