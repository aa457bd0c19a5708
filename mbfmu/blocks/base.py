"""Blocks: non-mechanical parts, such as hydraulics and controllers, that become a Problem like a mechanism does."""

from __future__ import annotations

from ..model.element import Element


class Block(Element):
    """A block. A new block is one file with one class that supplies:

    1. Parameters, inputs, outputs and states as class attributes; a state `x_state` starts at the parameter `x_start`.
    2. `respond(t, p, u, x)` -> (rates, outputs): two dicts, the derivative of every state and the value of every output.

    `respond` is static, plain NumPy on any kind of number; what has a kink uses `switch`. All parameters of a block may be
    changed in its FMU, `stiff` says that it wants an implicit integrator.
    """

    stiff = False
    stop_time = 10.0
    step_size = 1e-2
