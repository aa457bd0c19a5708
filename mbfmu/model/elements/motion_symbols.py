"""Symbols for the motion that an element's methods are given, when they are tried out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import casadi as ca

from ...base.scalars import Record, Traced
from ..declare.dry_run import symbols
from .joints.base import Joint


def frame_symbols() -> Record:
    """The motion of a frame, as forces and constraints see it."""
    return Record(R=symbols((3, 3)), r=symbols((3,)), v=symbols((3,)), w=symbols((3,)))


def joint_symbols(joint: Joint) -> Record:
    """The motion of a joint, as constraints see it."""
    return Record(q=symbols((joint.nq,)), q_dot=symbols((joint.nq,)), v=symbols((joint.nv,)))


def entries(motion: Record, names: Iterable[str]) -> ca.SX:
    """The symbols that stand under some names, as one column."""
    return ca.vertcat(*(x.sx for name in names if name in motion for x in motion[name].ravel()))


def depends(number: Any, on: Iterable[ca.SX]) -> bool:
    """Whether a number depends on any of some symbols."""
    return isinstance(number, Traced) and any(column.numel() and ca.depends_on(number.sx, column) for column in on)
