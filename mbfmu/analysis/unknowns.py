"""Inputs and parameters of a model that are to be found."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import ProblemsFound
from ..model.declarations import Declaration, Handle, Input, Parameter
from ..model.element import declarations
from ..model.model import Model
from ..signals.nearest import nearest


def exposed(model: Model, names: Sequence[str]) -> list[str]:
    """Have a model show inputs and parameters of its elements, such as "cylinder.f" and "spring.c"; the names it shows them under.

    Names are those of the model's own interface, or of elements and their variables; a number of several is "body.r_CM[1]".
    ProblemsFound with all that cannot be found.
    """
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
    known = {f"{path}.{own}": Handle(e, d) for path, e in model.elements.items() for own, d in declarations(type(e), Declaration).items()}
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
