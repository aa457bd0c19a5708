"""Checks of values that a user's methods return: functions that take the value, and raise ValueError with its problem."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import casadi as ca
import numpy as np

from ...base.scalars import Record, Traced
from .declarations import Declaration
from .expression import HOW_EQUATIONS_SEE, parameters_of

Look = Callable[[Any], Any]
EVENT = 'such as {"impact": (maximum(x.h, x.v), {"v": -p.e * x.v})}'


def number() -> Look:
    """One number."""
    return lambda value: _array(value, (), "a number")


def numbers(shape: tuple[int, ...], such_as: str = "") -> Look:
    """An array of numbers of this shape."""
    wanted = f"an array of {_shaped(shape)}" + (f", such as {such_as}" if such_as else "")
    return lambda value: _array(value, shape, wanted)


def wrenches_on(names: Sequence[str]) -> Look:
    """For each name force and torque, both (3,)."""
    listed = ", ".join(names)
    example = "((f, t),)" if len(names) == 1 else f"({', '.join(f'(f_{i}, t_{i})' for i, _ in enumerate(names, 1))})"
    wanted = f"a tuple with one (force, torque) for each of {listed}: {example}"

    def look(value: Any) -> tuple:
        if not isinstance(value, (tuple, list)) or any(not isinstance(pair, (tuple, list)) for pair in value):
            raise ValueError(f"returns {_described(value)}; it must return {wanted}")
        if len(value) != len(names):
            raise ValueError(f"returns {len(value)} wrenches for {len(names)} frames; it must return {wanted}")
        for name, pair in zip(names, value):
            if len(pair) != 2:
                raise ValueError(f"returns {len(pair)} values for {name}; it must return {wanted}")
            for half, what in zip(pair, ("force", "torque")):
                _array(half, (3,), f"three numbers as the {what} on {name}")
        return tuple(value)

    return look


def named(declared: Mapping[str, Declaration], what: str, whole: bool = True) -> Look:
    """A dict with a value of the declared shape for each of these variables, or for some of them if not `whole`."""

    def look(value: Any) -> Record:
        if not isinstance(value, Mapping):
            raise ValueError(f"returns {_described(value)}; it must return a dict of {what} by name: {', '.join(declared) or '{}'}")
        unknown, missing = [k for k in value if k not in declared], [k for k in declared if k not in value]
        if unknown:
            raise ValueError(f"returns {', '.join(map(repr, unknown))}; its {what} are {', '.join(declared) or 'none'}")
        if whole and missing:
            raise ValueError(f"returns no {', '.join(missing)}; it must return a dict with all {what}: {', '.join(declared)}")
        for name, given in value.items():
            shape = declared[name].shape
            _array(given, shape, f"{_shaped(shape)} as {name}" if shape else f"a number as {name}")
        return Record(value)

    return look


def events(declared: Mapping[str, Declaration]) -> Look:
    """A dict of events: for each name an expression that changes with the motion, and a dict with new values of some of these states."""
    new = named(declared, "states", whole=False)

    def look(value: Any) -> dict:
        if not isinstance(value, Mapping):
            raise ValueError(f"returns {_described(value)}; it must return a dict of events by name, {EVENT}")
        return {name: _event(name, event, new) for name, event in value.items()}

    return look


def _event(name: Any, event: Any, new: Look) -> tuple:
    if not (isinstance(name, str) and name.isidentifier()):
        raise ValueError(f"returns {name!r} as the name of an event; it must be letters, digits and _")
    if not isinstance(event, (tuple, list)) or len(event) != 2:
        raise ValueError(f"returns {_described(event)} as the event {name}; it must return an expression and a dict of new values, {EVENT}")
    expression = _array(event[0], (), f"a number as the expression of the event {name}")[()]
    if not isinstance(expression, Traced) or expression.sx.is_constant():
        raise ValueError(
            f"returns {float(getattr(expression, 'sx', expression)):g} as the expression of the event {name}, which never changes its sign"
        )
    try:
        return expression, new(event[1])
    except ValueError as error:
        raise ValueError(f"returns for the event {name} {str(error).removeprefix('returns ')}") from None


def both(first: Look, second: Look, what: str) -> Look:
    """A tuple of two."""

    def look(value: Any) -> tuple:
        if not isinstance(value, (tuple, list)) or len(value) != 2:
            raise ValueError(f"returns {_described(value)}; it must return two values: {what}")
        return first(value[0]), second(value[1])

    return look


def _array(value: Any, shape: tuple[int, ...], wanted: str) -> np.ndarray:
    try:
        array = np.array(value, dtype=object)
    except ValueError:
        raise ValueError(f"returns rows of different lengths; it must return {wanted}") from None
    if value is None or array.shape != shape or not all(isinstance(x, (int, float, np.number, Traced)) for x in array.ravel()):
        raise ValueError(f"returns {_described(value)}; it must return {wanted}")
    if parameters_of(array.ravel()):
        raise ValueError(f"returns {', '.join(p.name for p in parameters_of(array.ravel()))} of the model; {HOW_EQUATIONS_SEE}")
    if _hold_nan(array.ravel()):
        raise ValueError(f"returns NaN, whatever the motion; it must return {wanted}")
    return array


def _hold_nan(values: Iterable) -> bool:
    """Whether any of some numbers is NaN, or has a NaN among its constants."""
    column = ca.vertcat(*(x.sx if isinstance(x, Traced) else ca.SX(float(x)) for x in values), ca.SX(0, 1))
    function = ca.Function("f", ca.symvar(column), [column])
    constants = (i for i in range(function.n_instructions()) if function.instruction_id(i) == ca.OP_CONST)
    return any(np.isnan(function.instruction_constant(i)) for i in constants)


def _shaped(shape: tuple[int, ...]) -> str:
    return f"{shape[0]} number{'s' if shape[0] != 1 else ''}" if len(shape) == 1 else f"{' x '.join(map(str, shape))} numbers"


def _described(value: Any) -> str:
    """What was returned, in words."""
    if value is None:
        return "None"
    if isinstance(value, (int, float, np.number, Traced)) or isinstance(value, np.ndarray) and value.shape == ():
        return "a single number"
    if isinstance(value, np.ndarray):
        return f"an array of {_shaped(value.shape)}"
    return f"a {type(value).__name__}"
