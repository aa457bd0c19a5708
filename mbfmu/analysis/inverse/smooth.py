"""Motions of joints with their exact rates, made of what users give."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real
from typing import Any, cast

import casadi as ca

from ...base.errors import MbfmuError
from ...base.scalars import Traced
from ...model.signals.signal import Constant, Signal

Function = Callable[[float], float]


def smooth(name: str, given: Any) -> tuple[Function, Function, Function]:
    """Position, speed and acceleration as functions of time [s]; MbfmuError, with the motion's `name`, where they cannot be had."""
    try:
        if isinstance(given, tuple):
            return _three(given)
        if isinstance(given, Signal):
            return given.motion()
        if isinstance(given, Real):
            return Constant(float(given)).motion()
        if callable(given):
            return _derived(given)
    except MbfmuError as error:
        raise MbfmuError(f"the motion {name}: {error}") from error
    raise MbfmuError(f"the motion {name}: {given!r} is no signal, function of time, number, or tuple of position, speed and acceleration")


def _three(given: tuple) -> tuple[Function, Function, Function]:
    if len(given) != 3:
        raise MbfmuError(f"a tuple gives position, speed and acceleration, three of them, not {len(given)}")
    s, v, a = (one if callable(one) else Constant(one) for one in given)
    return s, v, a


def _derived(function: Function) -> tuple[Function, Function, Function]:
    """A function with its rates, by symbols."""
    t = ca.SX.sym("t")
    try:
        traced: Any = cast(Any, function)(Traced(t))
        s = traced.sx if isinstance(traced, Traced) else ca.SX(float(traced))
    except (TypeError, ValueError, AttributeError) as error:
        raise MbfmuError(
            f"its function cannot be differentiated ({error}); write it with NumPy's functions, np.sin for math.sin and no if, or give a tuple of "
            "functions for position, speed and acceleration"
        ) from None
    v = ca.jacobian(s, t)
    s_of, v_of, a_of = (_numeric(expression, t) for expression in (s, v, ca.jacobian(v, t)))
    return s_of, v_of, a_of


def _numeric(expression: ca.SX, t: ca.SX) -> Function:
    compiled = ca.Function("motion", [t], [ca.densify(expression)])
    return lambda time: float(compiled(time))
