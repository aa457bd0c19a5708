"""The table of a model that notebooks show: its elements and what of their parameters is not as declared by default."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.html_table import html_table
from .declarations import REAL, REQUIRED, Parameter
from .element import Element
from .element_help import own_first

if TYPE_CHECKING:
    from .model import Model

FEW = 6  # numbers of an array, and values of an element, that are shown
UNKNOWN = "?"  # what stands for a value that was refused


def model_table(model: Model) -> str:
    """HTML: a row for each parameter of the model, and one for each element."""
    own = [(name, "parameter", _with_unit(f"{p.value:g}", p.unit)) for name, p in model.parameters.items()]
    elements = [(str(name), type(element).__name__, _values(element)) for name, element in model.elements.items()]
    return html_table(f"{model.name}: {model.description}" if model.description else model.name, ("name", "kind", "values"), own + elements)


def _values(element: Element) -> str:
    """Its values that differ from the defaults, with units."""
    shown = [
        f"{name} = {UNKNOWN if name in element.problems else _value(element, parameter)}"
        for name, parameter in own_first(type(element), Parameter).items()
        if name in element.problems or name in element.values and not _is_default(element, parameter)
    ]
    return ", ".join(shown[:FEW]) + (", ..." if len(shown) > FEW else "")


def _is_default(element: Element, parameter: Parameter) -> bool:
    if parameter.default is REQUIRED or parameter.default is None or parameter.name in element.expressions:
        return False
    try:
        return np.array_equal(element.values[parameter.name], parameter.normalized(parameter.default, element.unit_of(parameter)))
    except ValueError:  # a default that no user gives, where a class computes the value
        return False


def _value(element: Element, parameter: Parameter) -> str:
    numbers = element.values[parameter.name]
    if parameter.type != REAL:
        return repr(parameter.type.values(numbers))
    return _with_unit(_numbers(element.expressions.get(parameter.name, numbers)), element.unit_of(parameter))


def _numbers(array: Any) -> str:
    """Numbers, or expressions by their text."""
    texts = [f"{x + 0.0:g}" if isinstance(x, float) else str(x) for x in np.ravel(array).tolist()]
    if np.ndim(array) == 0:
        return texts[0]
    return f"[{', '.join(texts)}]" if len(texts) <= FEW else f"{' x '.join(map(str, np.shape(array)))} numbers"


def _with_unit(text: str, unit: str) -> str:
    return text if unit == "1" else f"{text} {unit}"
