"""Values given as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...base.errors import ProblemsFound
from ...cosim.system.system import Value


def converted(literals: Mapping[str, str], convert: Callable[[str, str], Value]) -> dict[str, Value]:
    """The values that start values given as text mean; ProblemsFound names all that mean none."""
    values, wrong = {}, []
    for name, literal in literals.items():
        try:
            values[name] = convert(name, literal)
        except ValueError as error:
            wrong.append(str(error))
    if wrong:
        raise ProblemsFound("these start values cannot be used:", wrong)
    return values
