"""Condition: an expression of the motion that holds while it is positive."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.scalars import Record, element, kernel
from ...declare.declarations import Input, State
from ...declare.dry_run import symbols, symbols_for
from ...declare.element import Element, declarations
from ...declare.frame import Frame
from ...declare.return_values import number
from ..joints.base import Joint
from ..motion_symbols import frame_symbols, joint_symbols


class Condition(Element):
    """Holds while an expression of the motion is positive. A new condition supplies, beside what every element does:

    1. `attachments`: what it looks at. Its method takes one Record for each, in this order: of a Frame and a Joint the same as a Constraint; of a
       Constraint its inputs, its states and its modes by name, such as `closed` of a Contact, 1 while it is closed, else 0.
    2. `expression(p, u, t, *motion)` -> a number, continuous between events. p is a Record of its parameters, u one of its inputs, t the time [s].
    """

    def looks_at(self) -> list[Frame]:
        """The frames whose motion it asks for."""
        return [target for target in self.attached.values() if isinstance(target, Frame)]

    def dry_run(self, dry_run):
        motion = {name: _symbols(target) for name, target in self.attached.items()}
        u = symbols_for(declarations(type(self), Input))
        dry_run.call("expression", {"p": dry_run.parameters, "u": u, "t": symbols(()), **motion}, number())

    def value(self, see: Any) -> Any:
        """Its expression, from what an Observer shows of a motion."""
        motion = [seen(target, see) for target in self.attached.values()]
        with element(self.path):
            return _expression(type(self), see.parameters(self), see.inputs(self), see.t, *motion)


@kernel
def _expression(kind, p, u, t, *motion):
    return np.array(kind.expression(p, u, t, *motion))


def seen(target: Any, see: Any) -> Record:
    """What an Observer shows of a frame, a joint or another element."""
    if isinstance(target, Frame):
        return see.frame(target)
    if isinstance(target, Joint):
        return see.motion.joint(target)
    return see.inputs(target)


def _symbols(target: Any) -> Record:
    if isinstance(target, Frame):
        return frame_symbols()
    if isinstance(target, Joint):
        return joint_symbols(target)
    given = symbols_for({**declarations(type(target), Input), **declarations(type(target), State)})
    return Record(given, **{name: symbols(()) for name in target.modes})
