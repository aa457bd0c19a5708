"""Parameters of models that several parts of a connection use: each is one parameter, where it is declared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...base.errors import MbfmuError
from ..data.problem import Problem, Variable

Use = tuple[str, Variable]  # a part, and its variable for a parameter of a model


@dataclass(frozen=True)
class Shared:
    """A parameter of the part `home`, and all its uses there and in other parts; the first is that of `home`."""

    home: str
    uses: tuple[Use, ...]

    @property
    def variability(self) -> str:
        """Tunable where it is so in all uses."""
        return min(v.variability for _, v in self.uses)  # "fixed" before "tunable"


def shared_parameters(problems: Mapping[str, Problem]) -> list[Shared]:
    """The parameters of models: each part that declares one has its own, which the parts that only use it share.

    Where no part declares it, it belongs to the first that uses it. Raises MbfmuError where parts could share that of several.
    """
    uses: dict[object, list[Use]] = {}
    for key, problem in problems.items():
        for v in (v for v in problem.variables if v.declared_by):
            uses.setdefault(v.declared_by, []).append((key, v))
    return [shared for found in uses.values() for shared in _shared(found)]


def _shared(uses: list[Use]) -> list[Shared]:
    declaring = [use for use in uses if use[1].origin]
    using = [use for use in uses if not use[1].origin]
    if using and len(declaring) > 1:
        (part, v), homes = using[0], " and ".join(f"{key}.{d.name}" for key, d in declaring)
        raise MbfmuError(f"{part} uses {v.name}, which could be {homes}: build the model of each part again, with a block that uses its parameter")
    if not declaring:
        return [Shared(using[0][0], tuple(using))]
    return [Shared(key, ((key, v), *using)) for key, v in declaring]
