"""state_feedback: a controller that feeds back all states of a linear system."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from ..declare.declarations import Declaration, Input, Output, Parameter
from .base import Block
from .made_block import MadeBy, made_block, usable


def state_feedback(K: ArrayLike, measured: Mapping[str, str], commands: Mapping[str, str]) -> Block:
    """A block that computes u = u_0 - K (x - x_0) from all states x (n) of a system.

    K is (m, n) in SI units; `measured` (n) and `commands` (m) are the units of x and u by name. The inputs of the block are the states, its
    outputs u, called as they are there with _ for what is no letter or digit. K, x_0 and u_0 can be changed in its FMU. MbfmuError where two
    names become one.
    """
    gains = np.asarray(K, dtype=float)
    x, u = usable(measured), usable(commands)
    declared: dict[str, Declaration] = {
        "K": Parameter("1", "gains in SI units: a row for each command, a column for each state", gains, shape=gains.shape),
        "x_0": Parameter("1", "states that are wanted, in SI units", np.zeros(len(x)), shape=len(x)),
        "u_0": Parameter("1", "commands where the states are as wanted, in SI units", np.zeros(len(u)), shape=len(u)),
    }
    inputs = {name: Input(unit, f"measured {of}") for name, (of, unit) in x.items()}
    outputs = {name: Output(unit, f"command {of}") for name, (of, unit) in u.items()}

    def respond(p, u_, t, x_):
        deviation = np.array([u_[name] for name in x]) - p.x_0
        return {}, dict(zip(u, p.u_0 - p.K @ deviation))

    made_by: MadeBy = state_feedback, (K, dict(measured), dict(commands)), {}
    sentence = "A controller that feeds back all states: u = u_0 - K (x - x_0)."
    return made_block("StateFeedback", sentence, [declared, inputs, outputs], respond, made_by)
