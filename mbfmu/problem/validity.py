"""Validity checks of elements whose parameters can be tuned."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as ca
import numpy as np

from ..model.element import Element
from ..scalars import Composed, Record, kernel
from .data.problem import Check
from .data.ref import Ref


def validity(parameters: Mapping[Element, Record]) -> tuple[tuple[Check, ...], ca.MX]:
    """The checks of all elements that depend on tunable parameters, and the column of numbers that must be > 0."""
    checks: list[Check] = []
    columns = []
    for element, given in parameters.items():
        values = _checks(type(element), given)
        if not isinstance(values, Composed) or not values.unknown:
            continue
        tuned = np.flatnonzero(np.isnan(values.known))
        names = {name: f"{element.path}.{name}" if element.name else name for name in given}
        messages = [element.check_messages[i].format(**names) for i in tuned]
        checks += [Check(Ref("c", len(checks) + i, 1), message) for i, message in enumerate(messages)]
        columns.append(values.mx)
    return tuple(checks), ca.vertcat(*columns) if columns else ca.MX(0, 1)


@kernel
def _checks(kind, p):
    return kind.checks(p)
