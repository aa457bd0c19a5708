"""Parameters of a model's elements that can be set in runs of the model itself, although its FMU has them fixed."""

from __future__ import annotations

from collections.abc import Iterable

from .declarations import Declaration, Handle, Parameter
from .element import declarations
from .extended_model import extended
from .model import Model


def settable(model: Model, names: Iterable[str]) -> Model:
    """The model, in which those parameters of its elements that are among `names` are tunable, too; names of other variables change nothing."""
    wanted, shown = {name.split("[")[0] for name in names}, {handle.name for handle in model.tunable}
    found = [handle for name, handle in parameters_of(model).items() if name in wanted - shown and not handle.declaration.start]
    if not found:
        return model
    with extended(model, {}) as copy:
        copy.expose(tunable=found)
        return copy


def parameters_of(model: Model) -> dict[str, Handle]:
    """All parameters of a model's elements by their full names."""
    return {name: handle for name, handle in variables_of(model).items() if isinstance(handle.declaration, Parameter)}


def variables_of(model: Model) -> dict[str, Handle]:
    """All variables and parameters of a model's elements by their full names."""
    return {f"{path}.{own}": Handle(e, d) for path, e in model.elements.items() for own, d in declarations(type(e), Declaration).items()}
