"""Validity checks of elements whose parameters can be tuned."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as ca
import numpy as np

from ...base.scalars import Composed, Record, kernel, where
from ...model.declare.element import Element
from ...model.declare.expression import follows_from
from ...model.declare.followers import followers
from ..data.problem import ValidityCheck
from ..data.ref import Ref

LARGEST = np.finfo(float).max


def validity(parameters: Mapping[Element, Record]) -> tuple[tuple[ValidityCheck, ...], ca.MX]:
    """The checks of all elements that depend on tunable parameters, and the column of numbers that must be > 0.

    Places that follow from parameters have no variable whose bounds are looked at: these are checked to be numbers.
    """
    checks: list[ValidityCheck] = []
    columns = []
    for element, given in parameters.items():
        values = _checks(type(element), given)
        if not isinstance(values, Composed) or not values.unknown:
            continue
        tuned = np.flatnonzero(np.isnan(values.known))
        names = {name: _named(element, name) for name in given}
        messages = [element.check_messages[i].format(**names) for i in tuned]
        checks += [ValidityCheck(Ref("c", len(checks) + i, 1), message) for i, message in enumerate(messages)]
        columns.append(values.mx)
    for place in followers(parameters):
        found = _finite(parameters[place.element][place.name])
        if not place.visible and found.unknown:
            message = f"{place.path} is not a finite number; it follows from {follows_from(place.expressions)}"
            checks.append(ValidityCheck(Ref("c", sum(check.ref.size for check in checks), found.unknown), message))
            columns.append(found.mx)
    return tuple(checks), ca.vertcat(*columns) if columns else ca.MX(0, 1)


def _named(element: Element, name: str) -> str:
    """A parameter as messages call it."""
    called = f"{element.path}.{name}" if element.name else name
    return f"{called} (which follows from {follows_from(element.expressions[name])})" if name in element.expressions else called


@kernel
def _checks(kind, p):
    return kind.checks(p)


@kernel
def _finite(values):
    return np.array([where(abs(value) <= LARGEST, 1.0, 0.0) for value in np.ravel(values)])
