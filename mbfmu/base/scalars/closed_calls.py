"""Functions that stay calls in CasADi's scalar graphs, since scalar graphs cannot do what they do: they cannot index, nor branch, nor repeat.

Whoever writes such a graph as code writes a call of a function of the engine in their place. All of them are constant between places, so their
derivatives are zero: those of what is made of their results are the chain rule's.
"""

from __future__ import annotations

from collections.abc import Callable

import casadi as ca

CELL, ENTRY = "stored_cell", "stored_entry"  # as they are called in engine/c/core/stored.h
CONVEX = "convex_query"  # as it is called in engine/c/geometry/convex_query.h; behind it stand kinds and sizes


def closed_call(name: str, of: Callable[[ca.MX], ca.MX], size: int = 1) -> ca.Function:
    """A function of a column (size) that stays a call in scalar graphs.

    The second term is always zero, and so are its derivatives. It says that the results depend on the arguments, which CasADi does not see of an
    index. Derivatives of any order are there, since where there is none CasADi puts NaN into a scalar graph.
    """
    x = ca.MX.sym("x", size)
    result, all_of_it = of(x), ca.sum1(x)
    nothing = ca.if_else(all_of_it < -ca.inf, ca.exp(all_of_it), 0.0)
    return ca.Function(name, [x], [result + nothing], {"never_inline": True})


def is_closed(function: ca.Function) -> bool:
    """Whether a function that a scalar graph calls is one of these, not a derivative."""
    return function.name() in (CELL, ENTRY) or function.name().startswith(CONVEX)
