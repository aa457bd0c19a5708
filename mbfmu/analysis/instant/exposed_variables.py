"""Inputs and parameters of a model's elements, shown although the model does not expose them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...base.errors import MbfmuError, ProblemsFound
from ...base.nearest import nearest
from ...model.declare.declarations import Input, Parameter
from ...model.declare.model import Model
from ...model.declare.settable import variables_of
from ...problem.compile import Declared, compile_problem, with_settable
from ...problem.data.problem import Problem


def with_parameters(declared: Declared, names: Iterable[str]) -> Problem:
    """The Problem, in which parameters of a Model's elements that are among `names` can be set although the model does not make them tunable."""
    return compile_problem(with_settable(declared, names))


def exposed(model: Model, names: Sequence[str]) -> list[str]:
    """Have a model show inputs and parameters of its elements, such as "cylinder.f" and "spring.c"; the names it shows them under.

    Names are those of the model's own interface, or of elements and their variables; a number of several is "body.r_CM[1]".
    ProblemsFound with all that cannot be found.
    """
    if isinstance(names, str):
        raise MbfmuError(f"several variables may be found, so give a list: [{names!r}]")
    found, wrong = [], []
    for name in names:
        whole, bracket, number = name.partition("[")
        shown, problem = _shown(model, whole)
        found.append(shown + bracket + number)
        wrong += [problem] if problem else []
    if wrong:
        raise ProblemsFound(f"these variables of {model.name} cannot be found:", wrong)
    return found


def _shown(model: Model, name: str) -> tuple[str, str]:
    """The name under which a model shows a variable from now on, and what is wrong with it, "" if nothing is."""
    if name in (*model.inputs, *model.parameters, *(handle.name for handle in model.tunable)):
        return name, ""
    known = variables_of(model)
    handle = known.get(name)
    if handle is None:
        possible = [*model.inputs, *(other for other, h in known.items() if isinstance(h.declaration, (Input, Parameter)))]
        return name, f"there is no input or parameter {name!r}{nearest(name, possible)}"
    if isinstance(handle.declaration, Input):
        fed = [shown for shown, handles in model.inputs.items() if handle in handles]
        if not fed:
            model.expose(inputs={name: handle})
        return (fed or [name])[0], ""
    if not isinstance(handle.declaration, Parameter):
        return name, f"{name} is an {type(handle.declaration).__name__.lower()}, which follows from the motion: name an input or a parameter"
    if handle.declaration.start:
        return name, f"{name} is fixed: it only sets the start"
    model.expose(tunable=[handle])
    return name, ""
