"""Blocks: non-mechanical parts, such as hydraulics and controllers, that become a Problem like a mechanism does."""

from __future__ import annotations

from ..model.declarations import Input, Output, State
from ..model.element import Element, declarations
from ..model.rehearsal import symbols, symbols_for
from ..model.returned import both, named


class Block(Element):
    """A block. A new block is one file with one class that supplies:

    1. Parameters, inputs, outputs and states as class attributes.
    2. `respond(p, u, t, x)` -> (rates, outputs): two dicts, the derivative of every state and the value of every output.

    `respond` is static, plain NumPy on any kind of number; what has a kink uses `switch`. All parameters of a block may be
    changed in its FMU, `integrator` names the method that suits it, as in Model.
    """

    integrator = "dormand_prince"
    stop_time = 10.0
    step_size = 1e-2

    def rehearse(self, rehearsal):
        kind = type(self)
        u, x = symbols_for(declarations(kind, Input)), symbols_for(declarations(kind, State))
        look = both(named(declarations(kind, State), "rates of states"), named(declarations(kind, Output), "outputs"), "rates of states, outputs")
        rehearsal.call("respond", {"p": rehearsal.parameters, "u": u, "t": symbols(()), "x": x}, look)
