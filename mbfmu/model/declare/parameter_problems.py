"""Problems of the parameters of a model, and of values that follow from them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from .declarations import Declaration, Handle, Parameter, declarations
from .element import Element
from .followers import followers
from .model_parameter import ModelParameter


def parameter_problems(model: str, parameters: Mapping[str, ModelParameter], elements: Collection[Element]) -> list[str]:
    """A sentence for each problem with the `parameters` of a model and the parameters of its `elements` that follow from some."""
    following, own = followers(elements), set(parameters.values())
    used = {parameter for follower in following for parameter in follower.parameters}
    variables = {f"{e.path}.{name}": e.path for e in elements for name in declarations(type(e), Declaration)}
    foreign = [(follower.path, [p.name for p in follower.parameters if p not in own]) for follower in following]
    return [
        *(f"{path} follows from {', '.join(names)}, which is no parameter of {model}: declare one there" for path, names in foreign if names),
        *(f"the parameter {name!r} has the name of a variable of {variables[name]}" for name in parameters if name in variables),
        *(_unused(name) for name, parameter in parameters.items() if parameter not in used),
    ]


def _unused(name: str) -> str:
    return f"nothing follows from the parameter {name}: use it in an element (figures do not count), or leave it out"


def parameter_names(parameters: Mapping[str, ModelParameter], elements: Iterable[Element], tunable: Iterable[Handle]) -> set[str]:
    """The names that parameters have in the FMU: those of the model, what follows from them, tunable ones, and those that set the start."""
    found = {*parameters, *(handle.name for handle in tunable if isinstance(handle, Handle))}
    for e in elements:
        found |= {f"{e.path}.{name}" for name in e.expressions}
        found |= {f"{e.path}.{name}" for name, declared in declarations(type(e), Parameter).items() if declared.start and name in e.values}
    return found
